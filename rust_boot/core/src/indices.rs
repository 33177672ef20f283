//! Indices as values: the narrow integers that hold them, and a stream's indices as bytes.

use crate::mersenne::WORDS;
use crate::workers::{self, Job, Lot, Worker};
use crate::{Error, Stream, cpu, rejection};

/// The narrowest unsigned integer that holds every index below K.
pub trait Index: std::marker::Copy + Default + Send + Sync + 'static {
    /// Free places that [`Index::accept`] needs beyond what was there.
    const ROOM: usize;
    /// Narrows an index that is known to fit.
    fn narrow(index: u32) -> Self;
    /// The index as a position.
    fn position(self) -> usize;
    /// The same indices as bytes, if that is what they are.
    fn as_bytes(indices: &[Self]) -> Option<&[u8]>;
    /// [`Index::accept`] by AVX2; none without it, or for a width it does not know.
    fn accept_wide(words: &[u32; WORDS], last: u32, mask: u32, out: &mut [Self]) -> Option<usize>;
    /// Masked rejection over the bytes of 624 words; writes the indices below K, returns how many.
    fn accept(words: &[u32; WORDS], clusters: u64, out: &mut [Self]) -> usize;
}

/// Hands out indices in order.
pub trait Feed<T> {
    /// The next `count` indices; none once the caller asked to stop.
    fn next(&mut self, count: usize) -> Option<&[T]>;
}

/// Bytes that [`indices`] writes: four for each of `draws × clusters` indices.
pub fn size(clusters: u64, draws: u64) -> Result<usize, Error> {
    workers::check(clusters)?;
    let size = draws.checked_mul(clusters).and_then(|n| n.checked_mul(4));
    size.and_then(|n| isize::try_from(n).ok()).map(|n| n as usize).ok_or(Error::TooLarge)
}

/// Writes the indices from draw `first` on, draw-major, as little-endian 32-bit words.
///
/// `out` has a whole number of draws, 4 · `clusters` bytes each.
pub fn indices(
    stream: &Stream,
    clusters: u64,
    first: u64,
    out: &mut [u8],
    should_stop: &mut dyn FnMut() -> bool,
) -> Result<(), Error> {
    workers::check(clusters)?;
    let width = 4 * clusters as usize;
    let job = Job { stream, clusters, first, draws: (out.len() / width) as u64 };
    let parts = workers::split(out, job.lots(1), width);
    workers::run(&job, vec![Copy], parts, should_stop)?;
    Ok(())
}

/// Writes the indices themselves.
struct Copy;

impl Worker<&mut [u8]> for Copy {
    fn take<T: Index>(&mut self, lot: Lot, part: &mut &mut [u8], feed: &mut impl Feed<T>) {
        let count = part.len() / 4 / lot.draws as usize;
        for draw in part.chunks_exact_mut(4 * count) {
            let Some(indices) = feed.next(count) else { return };
            for (word, index) in draw.as_chunks_mut().0.iter_mut().zip(indices) {
                *word = (index.position() as u32).to_le_bytes();
            }
        }
    }
}

macro_rules! index {
    ($type:ty, $octets:literal, $as_bytes:expr, $fits:literal, $wide:ident) => {
        impl Index for $type {
            const ROOM: usize = 4 * WORDS / $octets + 32;

            #[inline(always)]
            fn narrow(index: u32) -> Self {
                index as Self
            }

            #[inline(always)]
            fn position(self) -> usize {
                self as usize
            }

            #[inline(always)]
            fn as_bytes(indices: &[Self]) -> Option<&[u8]> {
                let as_bytes: fn(&[Self]) -> Option<&[u8]> = $as_bytes;
                as_bytes(indices)
            }

            #[inline(always)]
            fn accept_wide(
                words: &[u32; WORDS],
                last: u32,
                mask: u32,
                out: &mut [Self],
            ) -> Option<usize> {
                #[cfg(target_arch = "x86_64")]
                if last <= $fits && cpu::avx2() {
                    // SAFETY: the processor was just seen to have AVX2 and POPCNT.
                    return Some(unsafe { crate::avx2::$wide(words, last as _, mask as _, out) });
                }
                let _ = (words, last, mask, out);
                None
            }

            #[inline(always)]
            fn accept(words: &[u32; WORDS], clusters: u64, out: &mut [Self]) -> usize {
                rejection::accept(words, clusters, out)
            }
        }
    };
}

index!(u8, 1, |bytes| Some(bytes), 0xff, accept_bytes);
index!(u16, 2, |_| None, 0xffff, accept_pairs);
index!(u32, 3, |_| None, 0xff_ffff, accept_triples);
