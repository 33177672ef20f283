//! The loops that compilers do not find by themselves, for AVX2.
//!
//! Each does what a portable function beside its caller does, and tests hold the two together.
//! All reading and writing goes through references to arrays of the right size.

use std::arch::x86_64::*;

use crate::band::Band;
use crate::mersenne::WORDS;
use crate::ratio::Small;
use crate::rows::{Column, FEWEST, Place, Row, TILE};

#[inline]
#[target_feature(enable = "avx2")]
fn load(from: &[u8; 32]) -> __m256i {
    // SAFETY: the reference is valid for 32 bytes; the load needs no alignment.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_half(from: &[u8; 16]) -> __m128i {
    // SAFETY: the reference is valid for 16 bytes; the load needs no alignment.
    unsafe { _mm_loadu_si128(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_words(to: &mut [u32; 8], value: __m256i) {
    // SAFETY: the reference is valid for 32 bytes; the store needs no alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), value) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_halves(to: &mut [u16; 16], value: __m256i) {
    // SAFETY: the reference is valid for 32 bytes; the store needs no alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), value) }
}

/// For each mask of eight lanes: the numbers of its set lanes, in order, one byte each.
static SET_LANES: [u64; 256] = {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut at) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 == 1 {
                table[mask] |= lane << (8 * at);
                at += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};

/// The same for lanes of two bytes, as a byte shuffle.
static SET_PAIRS: [[u8; 16]; 256] = {
    let mut table = [[0; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut lane = 0;
        while lane < 8 {
            let from = (SET_LANES[mask] >> (8 * lane)) as u8;
            table[mask][2 * lane] = 2 * from;
            table[mask][2 * lane + 1] = 2 * from + 1;
            lane += 1;
        }
        mask += 1;
    }
    table
};

/// The sums of G vectors of byte rows for every draw; `safe` rows never overflow a byte.
#[target_feature(enable = "avx2")]
pub fn gather<T: Copy + Into<u32>, const G: usize>(
    table: &[Row<G>],
    indices: &[T],
    clusters: usize,
    safe: usize,
    place: &mut Place<'_>,
) {
    assert!(table.len() >= FEWEST, "a byte indexes such a table without a check");
    let rows = place.sums.chunks_exact_mut(place.stride);
    for (row, draw) in rows.zip(indices.chunks_exact(clusters)) {
        let mut sums = [_mm256_setzero_si256(); G];
        let mut wide = [[_mm256_setzero_si256(); 2]; G];
        for some in draw.chunks(safe) {
            for &index in some {
                let row = &table[index.into() as usize].0;
                for g in 0..G {
                    sums[g] = _mm256_add_epi8(sums[g], load(&row[g]));
                }
            }
            for g in 0..G {
                let low = _mm256_cvtepu8_epi16(_mm256_castsi256_si128(sums[g]));
                let high = _mm256_cvtepu8_epi16(_mm256_extracti128_si256::<1>(sums[g]));
                wide[g] = [_mm256_add_epi16(wide[g][0], low), _mm256_add_epi16(wide[g][1], high)];
                sums[g] = _mm256_setzero_si256();
            }
        }
        let out = row[place.at..].as_chunks_mut::<16>().0;
        for (out, sum) in out.iter_mut().zip(wide.as_flattened()) {
            store_halves(out, *sum);
        }
    }
}

/// Masked rejection of one-byte candidates; see `rejection::accept`.
#[target_feature(enable = "avx2,popcnt")]
pub fn accept_bytes(words: &[u32; WORDS], last: u8, mask: u8, out: &mut [u8]) -> usize {
    let (most, bits) = (_mm256_set1_epi8(last as i8), _mm256_set1_epi8(mask as i8));
    let mut count = 0;
    for eight in words.as_chunks::<8>().0 {
        let candidates = _mm256_and_si256(load(octets(eight)), bits);
        let inside = _mm256_cmpeq_epi8(_mm256_max_epu8(candidates, most), most);
        let inside = _mm256_movemask_epi8(inside) as u32;
        let quarters = [
            _mm256_extract_epi64::<0>(candidates),
            _mm256_extract_epi64::<1>(candidates),
            _mm256_extract_epi64::<2>(candidates),
            _mm256_extract_epi64::<3>(candidates),
        ];
        for (i, quarter) in quarters.into_iter().enumerate() {
            let set = inside >> (8 * i) & 0xff;
            let order = _mm_cvtsi64_si128(SET_LANES[set as usize] as i64);
            let found = _mm_shuffle_epi8(_mm_cvtsi64_si128(quarter), order);
            let found = (_mm_cvtsi128_si64(found) as u64).to_le_bytes();
            out[count..count + 8].copy_from_slice(&found);
            count += set.count_ones() as usize;
        }
    }
    count
}

/// Masked rejection of two-byte candidates.
#[target_feature(enable = "avx2,popcnt")]
pub fn accept_pairs(words: &[u32; WORDS], last: u16, mask: u16, out: &mut [u16]) -> usize {
    let (most, bits) = (_mm_set1_epi16(last as i16), _mm_set1_epi16(mask as i16));
    let mut count = 0;
    for four in words.as_chunks::<4>().0 {
        let candidates = _mm_and_si128(load_half(octets(four)), bits);
        let inside = _mm_cmpeq_epi16(_mm_max_epu16(candidates, most), most);
        let set = _mm_movemask_epi8(_mm_packs_epi16(inside, _mm_setzero_si128()));
        let found = _mm_shuffle_epi8(candidates, load_half(&SET_PAIRS[set as usize]));
        let place: &mut [u16; 8] = (&mut out[count..count + 8]).try_into().expect("eight places");
        // SAFETY: the reference is valid for 16 bytes; the store needs no alignment.
        unsafe { _mm_storeu_si128(place.as_mut_ptr().cast(), found) };
        count += set.count_ones() as usize;
    }
    count
}

/// Masked rejection of three-byte candidates.
#[target_feature(enable = "avx2,popcnt")]
pub fn accept_triples(words: &[u32; WORDS], last: u32, mask: u32, out: &mut [u32]) -> usize {
    let (least_out, bits) = (_mm256_set1_epi32(last as i32 + 1), _mm256_set1_epi32(mask as i32));
    let spread = _mm256_setr_epi8(
        0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1, //
        0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1,
    );
    let mut padded = [0; WORDS + 1];
    padded[..WORDS].copy_from_slice(words);
    let mut count = 0;
    for at in (0..WORDS).step_by(6) {
        let four = |at| padded[at..].first_chunk::<4>().expect("four words");
        let (low, high) = (load_half(octets(four(at))), load_half(octets(four(at + 3))));
        let spread = _mm256_shuffle_epi8(_mm256_set_m128i(high, low), spread);
        let candidates = _mm256_and_si256(spread, bits);
        let inside = _mm256_cmpgt_epi32(least_out, candidates);
        let set = _mm256_movemask_ps(_mm256_castsi256_ps(inside));
        let found = _mm256_permutevar8x32_epi32(candidates, lanes(set));
        let place = (&mut out[count..count + 8]).try_into().expect("eight places");
        store_words(place, found);
        count += set.count_ones() as usize;
    }
    count
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(set: i32) -> __m256i {
    _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(SET_LANES[set as usize] as i64))
}

/// x86 keeps words in little-endian order, which is the order of the stream's bytes.
#[inline]
fn octets<const N: usize, const M: usize>(words: &[u32; N]) -> &[u8; M] {
    const { assert!(4 * N == M) };
    // SAFETY: both are 4 · N bytes long, any bytes are valid, and u8 needs no alignment.
    unsafe { &*words.as_ptr().cast() }
}

/// Gives a whole tile of ratios to every band and returns how many are defined.
///
/// Masks over a tile have the order in which packing leaves the draws; see [`draw`].
#[target_feature(enable = "avx2,popcnt")]
pub fn sift(top: &Column, bottom: &Column, bands: &mut [Band<Small>]) -> u64 {
    let mut pairs = [[_mm256_setzero_si256(); 4]; TILE / 32];
    let mut defined = [0; TILE / 32];
    // A denominator is not negative, so its negation has the sign bit unless it is 0.
    let negated = _mm256_set1_epi32(0xffff << 16);
    for (i, (pairs, defined)) in pairs.iter_mut().zip(&mut defined).enumerate() {
        for half in 0..2 {
            let (top, bottom) = (halves(top, 2 * i + half), halves(bottom, 2 * i + half));
            pairs[2 * half] = _mm256_unpacklo_epi16(top, bottom);
            pairs[2 * half + 1] = _mm256_unpackhi_epi16(top, bottom);
        }
        *defined = negative(pairs.map(|pairs| _mm256_madd_epi16(pairs, negated)));
    }
    for band in bands {
        band.reserve(TILE);
        let (below, above) = bounds(band.low, band.high);
        let mut within = [0; TILE / 64];
        for (i, (pairs, defined)) in pairs.iter().zip(defined).enumerate() {
            let below = pairs.map(|pairs| _mm256_madd_epi16(pairs, below));
            let above = pairs.map(|pairs| _mm256_madd_epi16(pairs, above));
            let outside = std::array::from_fn(|i| _mm256_or_si256(below[i], above[i]));
            band.below += u64::from((negative(below) & defined).count_ones());
            within[i / 2] |= u64::from(!negative(outside) & defined) << (32 * (i % 2));
        }
        for (i, mut inside) in within.into_iter().enumerate() {
            while inside != 0 {
                let draw = 64 * i + draw(inside.trailing_zeros());
                let pair = u32::from(top[draw] as u16) | u32::from(bottom[draw] as u16) << 16;
                band.room[band.kept] = Small(pair);
                band.kept += 1;
                inside &= inside - 1;
            }
        }
    }
    defined.iter().map(|set| u64::from(set.count_ones())).sum()
}

/// Sixteen sums of a column.
#[inline]
#[target_feature(enable = "avx2")]
fn halves(column: &Column, at: usize) -> __m256i {
    let sixteen = &column.as_chunks::<16>().0[at];
    // SAFETY: the reference is valid for 32 bytes; the load needs no alignment.
    unsafe { _mm256_loadu_si256(sixteen.as_ptr().cast()) }
}

/// Sign bits of four vectors of eight numbers, as one mask.
#[inline]
#[target_feature(enable = "avx2")]
fn negative([a, b, c, d]: [__m256i; 4]) -> u32 {
    let (ab, cd) = (_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
    _mm256_movemask_epi8(_mm256_packs_epi16(ab, cd)) as u32
}

/// Which draw of a tile a bit of [`sift`]'s masks stands for: bits 3 and 4 change places.
#[inline(always)]
fn draw(bit: u32) -> usize {
    (bit & 0x27 | (bit & 8) << 1 | (bit & 16) >> 1) as usize
}

/// Multipliers m with m·(n, d) negative for ratios n/d below `low`, and above `high`.
#[inline]
#[target_feature(enable = "avx2")]
fn bounds(low: Small, high: Small) -> (__m256i, __m256i) {
    let halves = |ratio: Small| (ratio.0 as u16, (ratio.0 >> 16) as u16);
    let pair = |n: u16, d: u16| _mm256_set1_epi32((u32::from(n) | u32::from(d) << 16) as i32);
    let ((n, d), (m, e)) = (halves(low), halves(high));
    (pair(d, n.wrapping_neg()), pair(e.wrapping_neg(), m))
}

/// Turns a tile of 16-bit sums into columns and adds each column's bias.
#[target_feature(enable = "avx2")]
pub fn turn(sums: &[u16], stride: usize, biases: &[i16], columns: &mut [Column]) {
    let eights = columns.as_chunks_mut::<8>().0.iter_mut().zip(biases.as_chunks::<8>().0);
    for (i, (columns, biases)) in eights.enumerate() {
        for first in (0..TILE).step_by(8) {
            let rows: [__m128i; 8] = std::array::from_fn(|r| {
                let row: &[u16] = &sums[(first + r) * stride + 8 * i..][..8];
                // SAFETY: the slice is valid for 16 bytes; the load needs no alignment.
                unsafe { _mm_loadu_si128(row.as_ptr().cast()) }
            });
            for ((column, turned), bias) in columns.iter_mut().zip(transposed(rows)).zip(biases) {
                let turned = _mm_add_epi16(turned, _mm_set1_epi16(*bias));
                let place: &mut [i16] = &mut column[first..first + 8];
                // SAFETY: the slice is valid for 16 bytes; the store needs no alignment.
                unsafe { _mm_storeu_si128(place.as_mut_ptr().cast(), turned) };
            }
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn transposed([a, b, c, d, e, f, g, h]: [__m128i; 8]) -> [__m128i; 8] {
    let (ab, ab2) = (_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b));
    let (cd, cd2) = (_mm_unpacklo_epi16(c, d), _mm_unpackhi_epi16(c, d));
    let (ef, ef2) = (_mm_unpacklo_epi16(e, f), _mm_unpackhi_epi16(e, f));
    let (gh, gh2) = (_mm_unpacklo_epi16(g, h), _mm_unpackhi_epi16(g, h));
    let (p, q) = (_mm_unpacklo_epi32(ab, cd), _mm_unpacklo_epi32(ef, gh));
    let (r, s) = (_mm_unpackhi_epi32(ab, cd), _mm_unpackhi_epi32(ef, gh));
    let (t, u) = (_mm_unpacklo_epi32(ab2, cd2), _mm_unpacklo_epi32(ef2, gh2));
    let (v, w) = (_mm_unpackhi_epi32(ab2, cd2), _mm_unpackhi_epi32(ef2, gh2));
    [
        _mm_unpacklo_epi64(p, q),
        _mm_unpackhi_epi64(p, q),
        _mm_unpacklo_epi64(r, s),
        _mm_unpackhi_epi64(r, s),
        _mm_unpacklo_epi64(t, u),
        _mm_unpackhi_epi64(t, u),
        _mm_unpacklo_epi64(v, w),
        _mm_unpackhi_epi64(v, w),
    ]
}

/// Dot products of four draws' counts with two columns; `safe` steps never overflow 16 bits.
#[target_feature(enable = "avx2")]
pub fn dot(counts: [&[u8]; 4], tallies: [&[i8]; 2], safe: usize) -> [[i32; 4]; 2] {
    let ones = _mm256_set1_epi16(1);
    let mut wide = [[_mm256_setzero_si256(); 4]; 2];
    let steps = counts[0].len() / 32;
    for start in (0..steps).step_by(safe) {
        let mut sums = [[_mm256_setzero_si256(); 4]; 2];
        let window = 32 * start..32 * steps.min(start + safe);
        let count = counts.map(|count| count[window.clone()].as_chunks::<32>().0);
        let tally = tallies.map(|tally| tally[window.clone()].as_chunks::<32>().0);
        for i in 0..count[0].len() {
            let count: [__m256i; 4] = std::array::from_fn(|d| load(&count[d][i]));
            for c in 0..2 {
                // SAFETY: the reference is valid for 32 bytes; the load needs no alignment.
                let tally = unsafe { _mm256_loadu_si256(tally[c][i].as_ptr().cast()) };
                for d in 0..4 {
                    let product = _mm256_maddubs_epi16(count[d], tally);
                    sums[c][d] = _mm256_add_epi16(sums[c][d], product);
                }
            }
        }
        for c in 0..2 {
            for d in 0..4 {
                wide[c][d] = _mm256_add_epi32(wide[c][d], _mm256_madd_epi16(sums[c][d], ones));
            }
        }
    }
    wide.map(|row| row.map(|sum| total(sum)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn total(sum: __m256i) -> i32 {
    let mut lanes = [0; 8];
    store_words(&mut lanes, sum);
    lanes.iter().fold(0i32, |total, lane| total.wrapping_add(*lane as i32))
}
