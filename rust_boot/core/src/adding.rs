//! Packed sums of a few draws at a time, by the loop that suits the tallies.
//!
//! Few clusters, or short rows: add up narrow rows, one per drawn cluster. Many: count how often
//! each cluster was drawn, then multiply. Tallies too large for either: add up 64-bit rows.

use crate::Error;
use crate::counting::Counting;
use crate::gathering::{Bytes, Halves};
use crate::index::{Feed, Index};
use crate::packing::Packed;
use crate::rows::{Rows, TILE};

/// The loop chosen for these tallies, with its tables and room for a tile.
#[derive(Clone)]
pub enum Adding {
    /// Rows of bytes, carried into 16 bits in time.
    Bytes(Bytes),
    /// Rows of 16 bits.
    Halves(Halves),
    /// Counts times tallies.
    Counting(Counting),
    /// Rows of 64 bits.
    Wide(Wide),
}

/// Largest number of clusters whose rows are added up rather than counted, however long they are.
const FEW: usize = 256;

/// Octets of rows that stay near the processor; fetching more takes longer than counting does.
const NEAR: usize = 1 << 18;

/// Indices that are asked for at once.
const PIECE: usize = 1 << 16;

impl Adding {
    /// Chooses by the number of clusters and the range of the tallies.
    pub fn new(packed: &Packed) -> Self {
        let narrow = packed.most() < 1 << 16;
        let few = narrow && packed.clusters <= FEW;
        let near = narrow && Bytes::size(packed) <= NEAR;
        match packed.range {
            ..=63 if few || near => Self::Bytes(Bytes::new(packed)),
            _ if few => Self::Halves(Halves::new(packed)),
            ..0x8000 if packed.most() < 1 << 31 && packed.clusters > FEW => {
                Self::Counting(Counting::new(packed))
            }
            _ => Self::Wide(Wide::new(packed)),
        }
    }

    /// An error if the sums handed out were not all right.
    pub fn verdict(&self) -> Result<(), Error> {
        match self {
            Self::Counting(counting) if counting.wrapped() => Err(Error::Repeated),
            _ => Ok(()),
        }
    }

    /// The sums of the next `draws` draws, at most a tile; none once told to stop.
    #[inline]
    pub fn add<T: Index>(&mut self, draws: usize, feed: &mut impl Feed<T>) -> Option<Rows<'_>> {
        match self {
            Self::Bytes(bytes) => bytes.add(draws, feed),
            Self::Halves(halves) => halves.add(draws, feed),
            Self::Counting(counting) => counting.add(draws, feed),
            Self::Wide(wide) => wide.add(draws, feed),
        }
    }
}

/// Rows of 64-bit integers.
#[derive(Clone)]
pub struct Wide {
    clusters: usize,
    columns: usize,
    rows: Vec<i64>,
    sums: Vec<i64>,
}

impl Wide {
    fn new(packed: &Packed) -> Self {
        let columns = packed.values.len();
        let value = |at: usize| packed.values[at % columns][at / columns] as i64;
        let rows = (0..packed.clusters * columns).map(value).collect();
        Self { clusters: packed.clusters, columns, rows, sums: vec![0; TILE * columns] }
    }

    fn add<T: Index>(&mut self, draws: usize, feed: &mut impl Feed<T>) -> Option<Rows<'_>> {
        for sums in self.sums.chunks_exact_mut(self.columns).take(draws) {
            sums.fill(0);
            let mut left = self.clusters;
            while left > 0 {
                let indices = feed.next(left.min(PIECE))?;
                for index in indices {
                    let row = &self.rows[index.position() * self.columns..][..self.columns];
                    for (sum, value) in sums.iter_mut().zip(row) {
                        // The packed value may pass i64::MAX as unsigned; the sum with its bias
                        // does not.
                        *sum = sum.wrapping_add(*value);
                    }
                }
                left -= indices.len();
            }
        }
        Some(Rows::Wide { sums: &self.sums, stride: self.columns })
    }
}
