//! Counting how often each cluster was drawn, then multiplying: for many clusters.

use crate::cpu::kernel;
use crate::index::{Feed, Index};
use crate::packing::Packed;
use crate::rows::{Rows, TILE};

/// Draws multiplied at once, so that a tally is loaded once for all of them.
const TOGETHER: usize = 4;

/// Clusters multiplied before the next draw's turn: counts and tallies then stay in the cache.
const STRETCH: usize = 2048;

/// Indices read at a time.
const READ: usize = 16_384;

/// One column after the other, as narrow as their range allows.
#[derive(Clone)]
enum Tallies {
    Bytes(Vec<i8>),
    Halves(Vec<i16>),
}

/// Counts and tallies.
#[derive(Clone)]
pub struct Counting {
    clusters: usize,
    padded: usize,
    columns: usize,
    tallies: Tallies,
    most: u32,
    wrapped: bool,
    counts: Vec<u8>,
    sums: Vec<i32>,
}

impl Counting {
    /// Needs a range below 2^15 and sums below 2^31.
    pub fn new(packed: &Packed) -> Self {
        let padded = packed.clusters.next_multiple_of(64);
        let columns = packed.values.len();
        let tallies = match packed.range {
            ..0x80 => Tallies::Bytes(laid_out(packed, padded, |value| value as i8)),
            _ => Tallies::Halves(laid_out(packed, padded, |value| value as i16)),
        };
        let counts = vec![0; TOGETHER * padded];
        let sums = vec![0; TILE * columns];
        let (clusters, most, wrapped) = (packed.clusters, packed.range as u32, false);
        Self { clusters, padded, columns, tallies, most, wrapped, counts, sums }
    }

    /// Whether a cluster was drawn more than 255 times in one draw, so that the sums are wrong.
    pub fn wrapped(&self) -> bool {
        self.wrapped
    }

    /// The sums of the next draws.
    pub fn add<T: Index>(&mut self, draws: usize, feed: &mut impl Feed<T>) -> Option<Rows<'_>> {
        self.sums.fill(0);
        for first in (0..draws).step_by(TOGETHER) {
            let most = self.count(TOGETHER.min(draws - first), feed)?;
            let sums = &mut self.sums[first * self.columns..];
            let shape = Shape { padded: self.padded, columns: self.columns };
            match &self.tallies {
                Tallies::Bytes(tallies) => {
                    let safe = 32_767 / (2 * u32::from(most) * self.most).max(1) as usize;
                    multiply_bytes(&self.counts, tallies, &shape, safe, sums);
                }
                Tallies::Halves(tallies) => multiply(&self.counts, tallies, &shape, sums),
            }
        }
        Some(Rows::Middle { sums: &self.sums, stride: self.columns })
    }

    /// Counts a few draws and returns the largest count.
    fn count<T: Index>(&mut self, draws: usize, feed: &mut impl Feed<T>) -> Option<u8> {
        let mut most = 0;
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
            let (total, largest) = measured(counts);
            self.wrapped |= total != self.clusters as u64;
            most = most.max(largest);
        }
        Some(most)
    }
}

/// Places from one draw's counts to the next, and number of columns.
struct Shape {
    padded: usize,
    columns: usize,
}

fn laid_out<T: Clone + Default>(
    packed: &Packed,
    padded: usize,
    narrow: impl Fn(u64) -> T,
) -> Vec<T> {
    let mut tallies = vec![T::default(); padded * packed.values.len()];
    for (to, from) in tallies.chunks_exact_mut(padded).zip(&packed.values) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = narrow(*from);
        }
    }
    tallies
}

kernel! {
    /// Sum and largest of the counts.
    fn measured(counts: &[u8]) -> (u64, u8) {
        let mut total = 0;
        let mut most = 0;
        for some in counts.as_chunks::<64>().0 {
            total += u64::from(some.iter().map(|count| u16::from(*count)).sum::<u16>());
            most = some.iter().fold(most, |most: u8, count| most.max(*count));
        }
        (total, most)
    }
}

/// `safe`: steps of two products whose sum surely fits 16 bits.
fn multiply_bytes(counts: &[u8], tallies: &[i8], shape: &Shape, safe: usize, sums: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    if crate::cpu::avx2() && safe > 0 {
        // SAFETY: the processor was just seen to have AVX2.
        return unsafe { stretches(counts, tallies, shape, safe, sums) };
    }
    let _ = safe;
    multiply(counts, tallies, shape, sums);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn stretches(counts: &[u8], tallies: &[i8], shape: &Shape, safe: usize, sums: &mut [i32]) {
    let Shape { padded, columns } = *shape;
    for start in (0..padded).step_by(STRETCH) {
        let end = padded.min(start + STRETCH);
        let count = std::array::from_fn(|d| &counts[d * padded..][start..end]);
        for first in (0..columns).step_by(2) {
            let second = (first + 1).min(columns - 1);
            let pair = [first, second].map(|column| &tallies[column * padded..][start..end]);
            let found = crate::avx2::dot(count, pair, safe);
            for (column, found) in (first..=second).zip(found) {
                for (draw, sum) in found.into_iter().enumerate() {
                    sums[draw * columns + column] += sum;
                }
            }
        }
    }
}

kernel! {
    fn multiply<T: Tally>(counts: &[u8], tallies: &[T], shape: &Shape, sums: &mut [i32]) {
        let Shape { padded, columns } = *shape;
        for start in (0..padded).step_by(STRETCH) {
            let end = padded.min(start + STRETCH);
            let count: [&[u8]; TOGETHER] = std::array::from_fn(|d| &counts[d * padded..][start..end]);
            for column in 0..columns {
                let tally = &tallies[column * padded..][start..end];
                for (draw, sum) in dot(&count, tally).into_iter().enumerate() {
                    sums[draw * columns + column] += sum;
                }
            }
        }
    }
}

/// A tally in a signed integer of 8 or 16 bits.
trait Tally: Copy + Into<i32> {}
impl Tally for i8 {}
impl Tally for i16 {}

#[inline(always)]
fn dot<T: Tally>(counts: &[&[u8]; TOGETHER], tally: &[T]) -> [i32; TOGETHER] {
    let mut sums = [[0i32; 8]; TOGETHER];
    for (i, tally) in tally.as_chunks::<16>().0.iter().enumerate() {
        for (sums, counts) in sums.iter_mut().zip(counts) {
            let count: &[u8; 16] = counts[16 * i..][..16].try_into().expect("sixteen counts");
            for lane in 0..8 {
                sums[lane] += i32::from(count[2 * lane]) * tally[2 * lane].into()
                    + i32::from(count[2 * lane + 1]) * tally[2 * lane + 1].into();
            }
        }
    }
    sums.map(|lanes| lanes.iter().sum())
}
