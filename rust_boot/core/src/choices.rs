//! `python`: indices as CPython's `random.Random(seed).choices` draws them.
//!
//! An index is floor(random() · K) computed in a double, always two words, for K = 1 too.

use crate::cpu::kernel;
use crate::indices::Index;
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
            *index = (random * clusters) as u32;
        }
    }
}
