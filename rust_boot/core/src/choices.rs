//! `python`: indices as CPython's `random.Random(seed).choices` draws them.
//!
//! An index is floor(random() · K) computed in a double, always two words, for K = 1 too.

use crate::cpu::kernel;
use crate::index::Index;
use crate::mersenne::{Twister, WORDS};

const PAIRS: usize = WORDS / 2;

/// The stream, read from its start.
pub struct Choices {
    twister: Twister,
    clusters: f64,
    ready: [u32; PAIRS],
    used: usize,
}

impl Choices {
    /// `key`: 32-bit words of |seed|, least significant first.
    pub fn new(key: &[u32], clusters: u64) -> Self {
        let clusters = clusters as f64;
        Self { twister: Twister::new(key), clusters, ready: [0; PAIRS], used: PAIRS }
    }

    /// The next indices.
    pub fn fill<T: Index>(&mut self, out: &mut [T]) {
        let mut rest = out;
        while !rest.is_empty() {
            if self.used == PAIRS {
                refill(&mut self.twister, self.clusters, &mut self.ready);
                self.used = 0;
            }
            let count = rest.len().min(PAIRS - self.used);
            let (now, later) = rest.split_at_mut(count);
            for (place, &index) in now.iter_mut().zip(&self.ready[self.used..]) {
                *place = T::narrow(index);
            }
            self.used += count;
            rest = later;
        }
    }
}

kernel! {
    fn refill(twister: &mut Twister, clusters: f64, ready: &mut [u32; PAIRS]) {
        let mut words = [0; WORDS];
        twister.refill(&mut words);
        for (index, pair) in ready.iter_mut().zip(words.as_chunks::<2>().0) {
            let (high, low) = (f64::from((pair[0] >> 5) as i32), f64::from((pair[1] >> 6) as i32));
            let random = (high * 67_108_864.0 + low) * (1.0 / 9_007_199_254_740_992.0);
            *index = floor(random * clusters);
        }
    }
}

/// floor(x) for 0 ≤ x < 2^32, in steps that processors have for several doubles at once.
///
/// x + 2^52 rounds to the nearest integer, which then stands in the low bits; if that is above
/// x, the floor is one less.
#[inline(always)]
fn floor(x: f64) -> u32 {
    const UNIT: f64 = 4_503_599_627_370_496.0;
    let nearest = x + UNIT;
    let above = nearest - UNIT > x;
    (nearest.to_bits() as u32).wrapping_sub(u32::from(above))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_equals_truncation() {
        let whole = [0u32, 1, 2, 95, 96, 65_535, 1 << 31, u32::MAX - 1, u32::MAX];
        for below in whole.map(f64::from) {
            for part in [0.0, 0.25, 0.5, 0.75, 1.0 - f64::EPSILON] {
                let near = [below + part, (below + part).next_down().max(0.0)];
                near.iter().filter(|x| **x < 4_294_967_296.0).for_each(|x| {
                    assert_eq!(floor(*x), *x as u32, "{x}");
                });
            }
        }
    }
}
