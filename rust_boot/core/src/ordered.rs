//! What is asked and known of one ratio: levels in, values at two ranks out.

/// A quantile p/q.
pub type Level = (u64, u64);

/// Numerator column and denominator column.
pub type Pair = (usize, usize);

/// What is known of one ratio.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ordered {
    /// Draws whose denominator is not 0.
    pub defined: u64,
    /// For each level the values at floor(h) and the next rank, h = (defined − 1)·p/q, as
    /// (numerator, denominator) in lowest terms; empty if no draw is defined.
    pub ends: Vec<[(i64, i64); 2]>,
}

/// floor((defined − 1)·p/q).
pub fn rank(defined: u64, (p, q): Level) -> u64 {
    (u128::from(defined - 1) * u128::from(p) / u128::from(q)) as u64
}

/// A ratio in lowest terms, its denominator positive.
pub fn lowest((numerator, denominator): (i64, i64)) -> (i64, i64) {
    let (mut a, mut b) = (numerator.unsigned_abs(), denominator.unsigned_abs());
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (numerator / a as i64, denominator / a as i64)
}
