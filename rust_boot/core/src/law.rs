//! Quantiles of the exact law of a ratio over whole-cluster draws.
//!
//! The sums of K draws from K clusters have generating function (Σ_c x^(d_c)·y^(n_c))^K. Its
//! coefficients are built by K sparse multiplications: in 64-bit integers while K^K fits (K ≤ 15),
//! else in doubles. All terms are positive, so that the relative error of every sum of
//! coefficients is at most the number of roundings times 2^−53; a quantile that this bound
//! leaves open is decided in 128-bit integers (K ≤ 26) or refused.

use crate::Error;
use crate::grid::{Grid, Shape, Weight};
use crate::ordered::{Level, lowest};

/// Most cells times terms times draws, some seconds.
const WORK: u128 = 1 << 33;

/// The smallest x with P(ratio ≤ x) ≥ p/q, among draws that have a ratio, for each level.
///
/// Values are in lowest terms. p = 0 gives the least value.
pub fn quantiles(
    numerators: &[i64],
    denominators: &[i64],
    levels: &[Level],
) -> Result<Vec<(i64, i64)>, Error> {
    check(numerators, denominators, levels)?;
    let shape = Shape::new(numerators, denominators).ok_or(TOO_LARGE)?;
    if shape.work() > WORK {
        return Err(TOO_LARGE);
    }
    let clusters = numerators.len();
    if clusters <= 15 {
        let law = Law::new(&shape, Grid::<u64>::power(&shape));
        return levels.iter().map(|level| law.exact(*level)).collect();
    }
    let drawn = Law::new(&shape, Grid::<f64>::power(&shape));
    let mut whole = None;
    let decided = levels.iter().map(|level| {
        if let Some(value) =
            extreme(numerators, denominators, *level).or_else(|| drawn.decided(*level))
        {
            return Ok(value);
        }
        if clusters > 26 {
            return Err(Error::OutOfReach("doubles leave a quantile of the exact law undecided"));
        }
        whole.get_or_insert_with(|| Law::new(&shape, Grid::<u128>::power(&shape))).exact(*level)
    });
    decided.collect()
}

const TOO_LARGE: Error = Error::OutOfReach("the exact law of these tallies has too many states");

fn check(numerators: &[i64], denominators: &[i64], levels: &[Level]) -> Result<(), Error> {
    if numerators.is_empty() || numerators.len() != denominators.len() {
        return Err(Error::Clusters(numerators.len() as u64));
    }
    if denominators.iter().any(|n| *n < 0) {
        return Err(Error::Denominator("denominators must not be negative"));
    }
    if denominators.iter().all(|n| *n == 0) {
        return Err(Error::Denominator("every denominator is 0: there is nothing to divide by"));
    }
    match levels.iter().find(|(p, q)| *q == 0 || p > q) {
        Some((p, q)) => Err(Error::Level(*p, *q)),
        None => Ok(()),
    }
}

/// The least or greatest value, where every cluster has a denominator: that cluster drawn K times.
fn extreme(numerators: &[i64], denominators: &[i64], (p, q): Level) -> Option<(i64, i64)> {
    if (p != 0 && p != q) || denominators.contains(&0) {
        return None;
    }
    let order = |a: &(i64, i64), b: &(i64, i64)| {
        (i128::from(a.0) * i128::from(b.1)).cmp(&(i128::from(b.0) * i128::from(a.1)))
    };
    let values = numerators.iter().copied().zip(denominators.iter().copied());
    let value = if p == 0 { values.min_by(order) } else { values.max_by(order) };
    value.map(lowest)
}

/// Running sums of the weights along every row, undefined rows counted as 0.
struct Law<'a, W> {
    shape: &'a Shape,
    sums: Grid<W>,
    total: W,
    shift: u32,
}

impl<'a, W: Weight> Law<'a, W> {
    fn new(shape: &'a Shape, mut grid: Grid<W>) -> Self {
        let mut total = W::default();
        for row in 0..shape.rows {
            let weights = grid.row(row);
            if shape.denominator(row) == 0 {
                weights.fill(W::default());
            }
            let mut sum = W::default();
            for weight in weights {
                sum = sum + *weight;
                *weight = sum;
            }
            total = total + sum;
        }
        let most = shape.denominator(shape.rows - 1);
        let shift = 2 * (64 - most.leading_zeros()) + 1;
        Self { shape, sums: grid, total, shift }
    }

    /// Weight of the ratios whose floor(ratio · 2^shift) is at most `key`.
    fn up_to(&self, key: i128) -> W {
        let mut total = W::default();
        for row in 0..self.shape.rows {
            let most = ((key + 1) * i128::from(self.shape.denominator(row)) - 1) >> self.shift;
            let count = self.shape.columns_up_to(most);
            total = total + self.sums.before(row, count).copied().unwrap_or_default();
        }
        total
    }

    /// The smallest key that passes; none if `passes` cannot tell. Different ratios have
    /// different keys, since they differ by at least 1/denominator².
    fn smallest(&self, passes: impl Fn(W) -> Option<bool>) -> Option<i128> {
        // A denominator is at least 1, so no ratio is larger than the largest numerator.
        let (least, most) = self.shape.numerators();
        let far = i128::from(least.unsigned_abs().max(most.unsigned_abs())) << self.shift;
        let (mut low, mut high) = (-far - 1, far);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if passes(self.up_to(middle))? { high = middle } else { low = middle }
        }
        Some(high)
    }

    /// The ratio with this key; no other fraction of these denominators has it.
    fn value(&self, key: i128) -> Option<(i64, i64)> {
        (0..self.shape.rows).find_map(|row| {
            let denominator = self.shape.denominator(row);
            let least = (key * i128::from(denominator) + (1 << self.shift) - 1) >> self.shift;
            let inside = (least << self.shift) < (key + 1) * i128::from(denominator);
            (denominator > 0 && inside).then(|| lowest((least as i64, denominator)))
        })
    }
}

impl<W: Weight + Into<u128>> Law<'_, W> {
    fn exact(&self, (p, q): Level) -> Result<(i64, i64), Error> {
        let wanted = ceiling(self.total.into(), p, q).max(1);
        let key = self.smallest(|sum| Some(sum.into() >= wanted));
        key.and_then(|key| self.value(key)).ok_or(TOO_LARGE)
    }
}

/// ceil(total · p/q), without overflow: total = a·q + b, and b·p < q².
fn ceiling(total: u128, p: u64, q: u64) -> u128 {
    let (p, q) = (u128::from(p), u128::from(q));
    total / q * p + (total % q * p).div_ceil(q)
}

impl Law<'_, f64> {
    /// The quantile, if the error bound leaves no doubt.
    fn decided(&self, (p, q): Level) -> Option<(i64, i64)> {
        let share = p as f64 / q as f64;
        let wanted = share * self.total;
        // Roundings: in the weights, along a row, over the rows, and a few here; all doubled.
        let steps = self.shape.roundings() + self.shape.columns + self.shape.rows + 8;
        let doubt = 2.0 * steps as f64 * f64::EPSILON * wanted + 2.0 * self.sums.lost;
        let passes = |sum: f64| {
            if sum > wanted + doubt {
                Some(true)
            } else if sum < wanted - doubt {
                Some(false)
            } else {
                None
            }
        };
        self.smallest(passes).and_then(|key| self.value(key))
    }
}
