//! Ratios whose denominator is the same in every draw: counting numerators is enough.

use crate::ordered::{Level, Ordered, Pair, lowest, rank};
use crate::packing::Packed;
use crate::rows::Rows;
use crate::tallies::Tallies;

/// Most different numerators.
const BINS: u128 = 1 << 12;

/// How often each numerator occurred.
#[derive(Clone)]
pub struct Histogram {
    place: usize,
    /// Numerator of the first bin.
    first: i64,
    denominator: i64,
    recent: Vec<u32>,
    since: u32,
    counts: Vec<u64>,
}

impl Histogram {
    /// Whether a numerator column has few enough sums.
    pub fn suits(tallies: &Tallies, column: usize) -> bool {
        Self::bins(tallies, column) <= BINS
    }

    /// For a ratio whose denominator column is constant and positive.
    pub fn new(tallies: &Tallies, packed: &Packed, (numerator, denominator): Pair) -> Self {
        let bins = Self::bins(tallies, numerator) as usize;
        let place = packed.place(numerator);
        let denominator = tallies.lows[denominator] * tallies.clusters as i64;
        let first = packed.bias(place);
        Self { place, first, denominator, recent: vec![0; bins], since: 0, counts: vec![0; bins] }
    }

    /// Counts the numerators of some draws.
    #[inline]
    pub fn count(&mut self, rows: Rows, draws: usize) {
        for draw in 0..draws {
            self.recent[rows.at(draw, self.place) as usize] += 1;
        }
        self.since += draws as u32;
        if self.since > 1 << 30 {
            self.carry();
        }
    }

    /// The order statistics over all threads' counts.
    pub fn joined(mut parts: Vec<&mut Self>, levels: &[Level]) -> Ordered {
        parts.iter_mut().for_each(|part| part.carry());
        let whole = parts.swap_remove(0);
        for part in &parts {
            for (sum, count) in whole.counts.iter_mut().zip(&part.counts) {
                *sum += count;
            }
        }
        let defined: u64 = whole.counts.iter().sum();
        let levels = levels.iter().filter(|_| defined > 0);
        let ends = levels.map(|level| {
            let at = rank(defined, *level);
            [at, (at + 1).min(defined - 1)].map(|at| whole.value(at))
        });
        Ordered { defined, ends: ends.collect() }
    }

    fn bins(tallies: &Tallies, column: usize) -> u128 {
        let range = i128::from(tallies.highs[column]) - i128::from(tallies.lows[column]);
        range as u128 * tallies.clusters as u128 + 1
    }

    fn carry(&mut self) {
        for (sum, count) in self.counts.iter_mut().zip(&mut self.recent) {
            *sum += u64::from(std::mem::take(count));
        }
        self.since = 0;
    }

    fn value(&self, rank: u64) -> (i64, i64) {
        let mut left = rank;
        for (bin, count) in self.counts.iter().enumerate() {
            if left < *count {
                return lowest((self.first + bin as i64, self.denominator));
            }
            left -= count;
        }
        unreachable!("a rank below the number of draws");
    }
}
