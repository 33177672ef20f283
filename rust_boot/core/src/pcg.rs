//! `numpy`: `numpy.random.default_rng(seed).integers(0, K)` for 64- and 32-bit results.
//!
//! Source: M. O'Neill, "PCG" (2014), XSL-RR 128/64, seeded by NumPy's SeedSequence; D. Lemire,
//! "Fast random integer generation in an interval" (2019), on 32-bit halves, low half first.

use crate::cpu::kernel;
use crate::index::Index;

const MULTIPLIER: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;
const LANES: usize = 4;
const HALVES: usize = 512;

/// The generator, four steps apart in four lanes so that their multiplications overlap.
struct Pcg {
    lanes: [u128; LANES],
    multiplier: u128,
    increment: u128,
}

impl Pcg {
    fn new(key: &[u32]) -> Self {
        let words = seed_sequence(key);
        let state = u128::from(words[0]) << 64 | u128::from(words[1]);
        let stream = u128::from(words[2]) << 64 | u128::from(words[3]);
        let increment = stream << 1 | 1;
        let step = |s: u128| s.wrapping_mul(MULTIPLIER).wrapping_add(increment);
        let mut at = step(increment.wrapping_add(state));
        let lanes = std::array::from_fn(|_| {
            at = step(at);
            at
        });
        let (mut multiplier, mut leap) = (1u128, 0u128);
        for _ in 0..LANES {
            leap = leap.wrapping_mul(MULTIPLIER).wrapping_add(increment);
            multiplier = multiplier.wrapping_mul(MULTIPLIER);
        }
        Self { lanes, multiplier, increment: leap }
    }

    #[inline(always)]
    fn halves(&mut self, out: &mut [u32; HALVES]) {
        let mut lanes = self.lanes;
        for eight in out.as_chunks_mut::<{ 2 * LANES }>().0 {
            for (pair, lane) in eight.as_chunks_mut::<2>().0.iter_mut().zip(&mut lanes) {
                let folded = (*lane >> 64) as u64 ^ *lane as u64;
                let word = folded.rotate_right((*lane >> 122) as u32);
                *pair = [word as u32, (word >> 32) as u32];
                *lane = lane.wrapping_mul(self.multiplier).wrapping_add(self.increment);
            }
        }
        self.lanes = lanes;
    }
}

/// The stream, read from its start.
pub struct Integers {
    pcg: Pcg,
    clusters: u64,
    ready: [u32; HALVES],
    used: usize,
    filled: usize,
}

impl Integers {
    /// `key`: 32-bit words of the seed, least significant first.
    pub fn new(key: &[u32], clusters: u64) -> Self {
        Self { pcg: Pcg::new(key), clusters, ready: [0; HALVES], used: 0, filled: 0 }
    }

    /// The next indices; K = 1 consumes nothing.
    pub fn fill<T: Index>(&mut self, out: &mut [T]) {
        if self.clusters == 1 {
            return out.fill(T::default());
        }
        let mut rest = out;
        while !rest.is_empty() {
            if self.used == self.filled {
                self.used = 0;
                self.filled = refill(&mut self.pcg, self.clusters, &mut self.ready);
            }
            let count = rest.len().min(self.filled - self.used);
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
    /// The accepted indices of the next 512 halves, and how many there are.
    fn refill(pcg: &mut Pcg, clusters: u64, ready: &mut [u32; HALVES]) -> usize {
        let mut halves = [0; HALVES];
        pcg.halves(&mut halves);
        let least = ((1u64 << 32) % clusters) as u32;
        let mut rejected = false;
        for (index, &half) in ready.iter_mut().zip(&halves) {
            let wide = u64::from(half) * u64::from(clusters as u32);
            *index = (wide >> 32) as u32;
            rejected |= (wide as u32) < least;
        }
        if clusters == 1 << 32 {
            *ready = halves;
        }
        if rejected { accepted(&halves, clusters, least, ready) } else { HALVES }
    }
}

/// The rare case of a rejection, one half at a time.
fn accepted(halves: &[u32; HALVES], clusters: u64, least: u32, ready: &mut [u32; HALVES]) -> usize {
    let mut count = 0;
    for &half in halves {
        let wide = u64::from(half) * clusters;
        ready[count] = (wide >> 32) as u32;
        count += usize::from(wide as u32 >= least);
    }
    count
}

/// NumPy's SeedSequence: entropy words to the four 64-bit words that PCG64 takes.
fn seed_sequence(entropy: &[u32]) -> [u64; 4] {
    let mut constant = 0x43b0_d7e5_u32;
    let mut hash = |word: u32| {
        let mixed = word ^ constant;
        constant = constant.wrapping_mul(0x931e_8875);
        let mixed = mixed.wrapping_mul(constant);
        mixed ^ (mixed >> 16)
    };
    let mut pool: [u32; 4] = [0; 4];
    for (i, place) in pool.iter_mut().enumerate() {
        *place = hash(entropy.get(i).copied().unwrap_or(0));
    }
    for source in 0..4 {
        for target in (0..4).filter(|target| *target != source) {
            pool[target] = mix(pool[target], hash(pool[source]));
        }
    }
    for &word in entropy.iter().skip(4) {
        for place in &mut pool {
            *place = mix(*place, hash(word));
        }
    }
    output(&pool)
}

fn mix(x: u32, y: u32) -> u32 {
    let mixed = x.wrapping_mul(0xca01_f9dd).wrapping_sub(y.wrapping_mul(0x4973_f715));
    mixed ^ (mixed >> 16)
}

fn output(pool: &[u32; 4]) -> [u64; 4] {
    let mut constant = 0x8b51_f9dd_u32;
    let words: [u32; 8] = std::array::from_fn(|i| {
        let mixed = pool[i % 4] ^ constant;
        constant = constant.wrapping_mul(0x58f3_8ded);
        let mixed = mixed.wrapping_mul(constant);
        mixed ^ (mixed >> 16)
    });
    std::array::from_fn(|i| u64::from(words[2 * i]) | u64::from(words[2 * i + 1]) << 32)
}
