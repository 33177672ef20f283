//! Indices as values: the narrow integers that hold them.

use crate::cpu;
use crate::mersenne::WORDS;

/// The narrowest unsigned integer that holds every index below K.
pub trait Index: std::marker::Copy + Default + Into<u32> + Send + Sync + 'static {
    /// Free places that masked rejection needs beyond what was there.
    const ROOM: usize;
    /// Narrows an index that is known to fit.
    fn narrow(index: u32) -> Self;
    /// The index as a position.
    fn position(self) -> usize;
    /// The same indices as bytes, if that is what they are.
    fn as_bytes(indices: &[Self]) -> Option<&[u8]>;
    /// Masked rejection by AVX2; none without it, or for a width it does not know.
    fn accept_wide(words: &[u32; WORDS], last: u32, mask: u32, out: &mut [Self]) -> Option<usize>;
}

/// Hands out indices in order.
pub trait Feed<T> {
    /// The next `count` indices; none once the caller asked to stop.
    fn next(&mut self, count: usize) -> Option<&[T]>;
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
        }
    };
}

index!(u8, 1, |bytes| Some(bytes), 0xff, accept_bytes);
index!(u16, 2, |_| None, 0xffff, accept_pairs);
index!(u32, 3, |_| None, 0xff_ffff, accept_triples);
