//! Which draws of a tile lie in which band.

use crate::band::Band;
use crate::columns::Column;
use crate::ratio::Small;

/// Gives the first `draws` ratios to every band and returns how many are defined.
#[inline]
pub fn sift(top: &Column, bottom: &Column, draws: usize, bands: &mut [Band<Small>]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if crate::cpu::avx2() && draws == crate::adding::TILE {
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
