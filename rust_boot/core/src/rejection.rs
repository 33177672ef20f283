//! Masked rejection: from random bytes to indices below K.

use crate::indices::Index;
use crate::mersenne::WORDS;

/// Writes the accepted candidates of 624 words in order and returns how many there are.
///
/// A candidate is the fewest whole bytes that hold K−1, little-endian, masked to the bits of
/// K−1. All four widths divide 2,496 bytes, so no candidate straddles two calls.
#[inline(always)]
pub fn accept<T: Index>(words: &[u32; WORDS], clusters: u64, out: &mut [T]) -> usize {
    let last = (clusters - 1) as u32;
    let mask = u32::MAX >> last.leading_zeros();
    match 4 - last.leading_zeros() / 8 {
        1 => scalar::<T, 1>(words, last, mask, out),
        2 => scalar::<T, 2>(words, last, mask, out),
        3 => scalar::<T, 3>(words, last, mask, out),
        _ => scalar::<T, 4>(words, last, mask, out),
    }
}

/// Without branches: every candidate is written, and the place moves on if it counts.
#[inline(always)]
fn scalar<T: Index, const W: usize>(
    words: &[u32; WORDS],
    last: u32,
    mask: u32,
    out: &mut [T],
) -> usize {
    let bytes: [[u8; 4]; WORDS] = std::array::from_fn(|i| words[i].to_le_bytes());
    let mut count = 0;
    for candidate in bytes.as_flattened().as_chunks::<W>().0 {
        let mut wide = [0; 4];
        wide[..W].copy_from_slice(candidate);
        let index = u32::from_le_bytes(wide) & mask;
        out[count] = T::narrow(index);
        count += usize::from(index <= last);
    }
    count
}
