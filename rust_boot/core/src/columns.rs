//! A tile of narrow sums turned from draw by draw to column by column.

use crate::packing::Packed;
use crate::rows::{Column, Rows, TILE};

/// Columns turned at once; their number is rounded up to a multiple.
const EIGHT: usize = 8;

/// All packed columns of a tile; empty if nobody needs them.
#[derive(Clone)]
pub struct Columns {
    biases: Vec<i16>,
    columns: Vec<Column>,
}

impl Columns {
    /// Room for the packed columns.
    pub fn new(packed: &Packed, wanted: bool) -> Self {
        let places = if wanted { packed.lows.len().next_multiple_of(EIGHT) } else { 0 };
        // Columns whose sums do not fit 16 bits come out wrong and are not asked for.
        let bias = |place| if place < packed.lows.len() { packed.bias(place) as i16 } else { 0 };
        let biases = (0..places).map(bias).collect();
        Self { biases, columns: vec![[0; TILE]; places] }
    }

    /// One column.
    #[inline(always)]
    pub fn column(&self, place: usize) -> &Column {
        &self.columns[place]
    }

    /// Turns the sums of some draws.
    #[inline]
    pub fn turn(&mut self, rows: Rows, draws: usize) {
        let Rows::Narrow { sums, stride } = rows else { return };
        #[cfg(target_arch = "x86_64")]
        if crate::cpu::avx2() && draws == TILE {
            // SAFETY: the processor was just seen to have AVX2.
            return unsafe { crate::avx2::turn(sums, stride, &self.biases, &mut self.columns) };
        }
        for draw in 0..draws {
            let row = &sums[draw * stride..][..self.columns.len()];
            for ((column, sum), bias) in self.columns.iter_mut().zip(row).zip(&self.biases) {
                column[draw] = (*sum as i16).wrapping_add(*bias);
            }
        }
    }
}
