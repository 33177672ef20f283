//! Masked rejection: from random bytes to indices below K.

use crate::index::Index;
use crate::mersenne::WORDS;

/// Writes the accepted candidates of 624 words in order and returns how many there are.
///
/// A candidate is the fewest whole bytes that hold K−1, little-endian, masked to the bits of
/// K−1. All four widths divide 2,496 bytes, so no candidate straddles two calls.
#[inline(always)]
pub fn accept<T: Index>(words: &[u32; WORDS], clusters: u64, out: &mut [T]) -> usize {
    let last = (clusters - 1) as u32;
    let mask = u32::MAX >> last.leading_zeros();
    if let Some(count) = T::accept_wide(words, last, mask, out) {
        return count;
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mersenne::Twister;

    fn both_ways<T: Index + PartialEq + std::fmt::Debug, const W: usize>(clusters: u64) {
        let last = (clusters - 1) as u32;
        let mask = u32::MAX >> last.leading_zeros();
        let mut twister = Twister::new(&[clusters as u32]);
        for _ in 0..5 {
            let mut words = [0; WORDS];
            twister.refill(&mut words);
            let (mut wide, mut plain) = (vec![T::default(); T::ROOM], vec![T::default(); T::ROOM]);
            let Some(count) = T::accept_wide(&words, last, mask, &mut wide) else { return };
            assert_eq!(count, scalar::<T, W>(&words, last, mask, &mut plain));
            assert_eq!(wide[..count], plain[..count]);
        }
    }

    #[test]
    fn vector_rejection_equals_scalar_rejection() {
        [2, 3, 13, 64, 96, 127, 128, 129, 255, 256].into_iter().for_each(both_ways::<u8, 1>);
        [257, 300, 2000, 32_767, 32_769, 65_535, 65_536].into_iter().for_each(both_ways::<u16, 2>);
        [65_537, 100_000, 1 << 23, 1 << 24].into_iter().for_each(both_ways::<u32, 3>);
    }
}
