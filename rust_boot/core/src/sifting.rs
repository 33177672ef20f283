//! Which draws of a tile lie in which band.

use crate::band::Band;
use crate::cpu::kernel;
use crate::ratio::{Middle, Small};
use crate::rows::{Column, TILE};

/// Gives the first `draws` ratios to every band and returns how many are defined.
#[inline]
pub fn sift(top: &Column, bottom: &Column, draws: usize, bands: &mut [Band<Small>]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if crate::cpu::avx2() && draws == TILE {
        // SAFETY: the processor was just seen to have AVX2 and POPCNT.
        return unsafe { crate::avx2::sift(top, bottom, bands) };
    }
    portable(top, bottom, draws, bands)
}

fn portable(top: &Column, bottom: &Column, draws: usize, bands: &mut [Band<Small>]) -> u64 {
    let pairs = || top.iter().zip(bottom).take(draws).filter(|(_, n)| **n != 0);
    for band in bands {
        band.reserve(draws);
        for (d, n) in pairs() {
            band.push(Small(u32::from(*d as u16) | u32::from(*n as u16) << 16));
        }
    }
    pairs().count() as u64
}

kernel! {
    /// Gives the first `draws` ratios, all defined, to a band that has room for a tile.
    pub fn sift_middle(tops: &[i32; TILE], bottoms: &[i32; TILE], draws: usize, band: &mut Band<Middle>) {
        let (low, high) = (band.low, band.high);
        let mut below = [0u8; TILE];
        let mut inside = [0u8; TILE];
        for i in 0..TILE {
            let (top, bottom) = (i64::from(tops[i]), i64::from(bottoms[i]));
            let less = top * i64::from(low.1) < i64::from(low.0) * bottom;
            let more = top * i64::from(high.1) > i64::from(high.0) * bottom;
            below[i] = u8::from(less);
            inside[i] = u8::from(!(less | more));
        }
        band.below += below[..draws].iter().map(|flag| u64::from(*flag)).sum::<u64>();
        let room = &mut band.room[band.kept..band.kept + TILE];
        let mut kept = 0;
        for i in 0..draws {
            room[kept] = Middle(tops[i], bottoms[i]);
            kept += usize::from(inside[i]);
        }
        band.kept += kept;
    }
}
