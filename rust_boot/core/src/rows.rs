//! Shapes that the loops share: a table's rows, the sums of a tile of draws, its columns.

/// Most draws added up at once.
pub const TILE: usize = 128;

/// Packed sums of some draws, draw by draw, `stride` places a draw.
#[derive(Clone, Copy)]
pub enum Rows<'a> {
    /// All sums fit 16 bits.
    Narrow {
        /// The sums.
        sums: &'a [u16],
        /// Places from one draw to the next.
        stride: usize,
    },
    /// All sums fit 31 bits.
    Middle {
        /// The sums.
        sums: &'a [i32],
        /// Places from one draw to the next.
        stride: usize,
    },
    /// Anything that fits 64 bits.
    Wide {
        /// The sums.
        sums: &'a [i64],
        /// Places from one draw to the next.
        stride: usize,
    },
}

impl Rows<'_> {
    /// One sum.
    #[inline(always)]
    pub fn at(&self, draw: usize, place: usize) -> i64 {
        match self {
            Self::Narrow { sums, stride } => i64::from(sums[draw * stride + place]),
            Self::Middle { sums, stride } => i64::from(sums[draw * stride + place]),
            Self::Wide { sums, stride } => sums[draw * stride + place],
        }
    }
}

/// The true sums of one column over a tile.
pub type Column = [i16; TILE];

/// Columns of one vector of bytes.
pub const WIDTH: usize = 32;

/// Rows of a table that has fewer clusters: as many as a byte can name.
pub const FEWEST: usize = 256;

/// A table row of G vectors of columns, on a boundary that a vector load likes.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub struct Row<const G: usize>(pub [[u8; WIDTH]; G]);

/// Where a group's sums go.
pub struct Place<'a> {
    /// Rows of sums.
    pub sums: &'a mut [u16],
    /// Places from one row to the next.
    pub stride: usize,
    /// The group's first place in a row.
    pub at: usize,
}
