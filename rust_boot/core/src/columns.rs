//! A tile of narrow sums turned from draw by draw to column by column.

use crate::adding::{Rows, TILE};
use crate::packing::Packed;

/// The true sums of one column over a tile.
pub type Column = [i16; TILE];

/// All packed columns of a tile; empty if nobody needs them.
#[derive(Clone)]
pub struct Columns {
    biases: Vec<i16>,
    columns: Vec<Column>,
}

impl Columns {
    /// Room for the packed columns.
    pub fn new(packed: &Packed, wanted: bool) -> Self {
        let places = if wanted { packed.lows.len() } else { 0 };
        // Columns whose sums do not fit 16 bits come out wrong and are not asked for.
        let biases = (0..places).map(|place| packed.bias(place) as i16).collect();
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
        for draw in 0..draws {
            let row = &sums[draw * stride..][..self.columns.len()];
            for ((column, sum), bias) in self.columns.iter_mut().zip(row).zip(&self.biases) {
                column[draw] = (*sum as i16).wrapping_add(*bias);
            }
        }
    }
}
