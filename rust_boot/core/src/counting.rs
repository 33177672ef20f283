//! Counting how often each cluster was drawn, then multiplying: for many clusters.

use crate::adding::Rows;
use crate::cpu::kernel;
use crate::indices::{Feed, Index};
use crate::packing::Packed;

/// Draws multiplied at once, so that a tally is loaded once for all of them.
const TOGETHER: usize = 4;

/// Clusters multiplied before the next draw's turn: counts and tallies then stay in the cache.
const STRETCH: usize = 2048;

/// Indices read at a time.
const READ: usize = 16_384;

/// Counts and tallies.
#[derive(Clone)]
pub struct Counting {
    clusters: usize,
    padded: usize,
    columns: usize,
    tallies: Vec<i16>,
    counts: Vec<u8>,
    sums: Vec<i32>,
}

impl Counting {
    /// Needs a range below 2^15 and sums below 2^31.
    pub fn new(packed: &Packed) -> Self {
        let padded = packed.clusters.next_multiple_of(64);
        let columns = packed.values.len();
        let mut tallies = vec![0; padded * columns];
        for (to, from) in tallies.chunks_exact_mut(padded).zip(&packed.values) {
            for (to, from) in to.iter_mut().zip(from) {
                *to = *from as i16;
            }
        }
        let counts = vec![0; TOGETHER * padded];
        let sums = vec![0; TOGETHER * columns];
        Self { clusters: packed.clusters, padded, columns, tallies, counts, sums }
    }

    /// Draws of a tile.
    pub fn tile(&self) -> usize {
        TOGETHER
    }

    /// The sums of the next draws.
    pub fn add<T: Index>(&mut self, draws: usize, feed: &mut impl Feed<T>) -> Option<Rows<'_>> {
        for counts in self.counts.chunks_exact_mut(self.padded).take(draws) {
            counts.fill(0);
            let mut left = self.clusters;
            while left > 0 {
                let indices = feed.next(left.min(READ))?;
                for index in indices {
                    let count = &mut counts[index.position()];
                    *count = count.wrapping_add(1);
                }
                left -= indices.len();
            }
        }
        self.sums.fill(0);
        multiply(&self.counts, &self.tallies, self.padded, self.columns, &mut self.sums);
        Some(Rows::Middle { sums: &self.sums, stride: self.columns })
    }
}

kernel! {
    fn multiply(counts: &[u8], tallies: &[i16], padded: usize, columns: usize, sums: &mut [i32]) {
        for start in (0..padded).step_by(STRETCH) {
            let end = padded.min(start + STRETCH);
            let count: [&[u8]; TOGETHER] = std::array::from_fn(|d| &counts[d * padded..][start..end]);
            for column in 0..columns {
                let tally = &tallies[column * padded..][start..end];
                let found = dot(&count, tally);
                for (draw, sum) in found.iter().enumerate() {
                    sums[draw * columns + column] += sum;
                }
            }
        }
    }
}

#[inline(always)]
fn dot(counts: &[&[u8]; TOGETHER], tally: &[i16]) -> [i32; TOGETHER] {
    let mut sums = [[0i32; 8]; TOGETHER];
    for (i, tally) in tally.as_chunks::<16>().0.iter().enumerate() {
        for (sums, counts) in sums.iter_mut().zip(counts) {
            let count: &[u8; 16] = counts[16 * i..][..16].try_into().expect("sixteen counts");
            for lane in 0..8 {
                sums[lane] += i32::from(count[2 * lane]) * i32::from(tally[2 * lane])
                    + i32::from(count[2 * lane + 1]) * i32::from(tally[2 * lane + 1]);
            }
        }
    }
    sums.map(|lanes| lanes.iter().sum())
}
