//! Adding up one narrow row per drawn cluster.
//!
//! A table has at least 256 rows, so that a byte can index it without a check.

use crate::cpu::kernel;
use crate::index::{Feed, Index};
use crate::packing::Packed;
use crate::rows::{FEWEST, Place, Row, Rows, TILE, WIDTH};

/// Indices read at a time.
const READ: usize = 16_384;

/// A row for each cluster, and at least 256; the rest is 0.
type Table<const G: usize> = Vec<Row<G>>;

/// Tables for up to 128 columns each.
#[derive(Clone)]
enum Group {
    One(Table<1>),
    Two(Table<2>),
    Three(Table<3>),
    Four(Table<4>),
}

/// Byte rows; sums pass into 16 bits before a byte can overflow.
#[derive(Clone)]
pub struct Bytes {
    clusters: usize,
    /// Rows that may be added before a byte overflows.
    safe: usize,
    groups: Vec<Group>,
    stride: usize,
    sums: Vec<u16>,
}

impl Bytes {
    /// Octets that the rows of all clusters take.
    pub fn size(packed: &Packed) -> usize {
        packed.clusters.saturating_mul(packed.values.len().next_multiple_of(WIDTH))
    }

    /// Needs a range of at most 255 and sums below 2^16.
    pub fn new(packed: &Packed) -> Self {
        let vectors = packed.values.len().div_ceil(WIDTH);
        let mut groups = Vec::new();
        let mut at = 0;
        while at < vectors {
            let (group, width) = match vectors - at {
                1 => (Group::One(table(packed, at)), 1),
                2 => (Group::Two(table(packed, at)), 2),
                3 => (Group::Three(table(packed, at)), 3),
                _ => (Group::Four(table(packed, at)), 4),
            };
            groups.push(group);
            at += width;
        }
        let stride = vectors * WIDTH;
        let safe = 255 / packed.range.max(1) as usize;
        let sums = vec![0; TILE * stride];
        Self { clusters: packed.clusters, safe, groups, stride, sums }
    }

    /// The sums of the next draws.
    pub fn add<T: Index>(&mut self, draws: usize, feed: &mut impl Feed<T>) -> Option<Rows<'_>> {
        let together = (READ / self.clusters).clamp(1, TILE);
        for first in (0..draws).step_by(together) {
            let count = together.min(draws - first);
            let indices = feed.next(count * self.clusters)?;
            let mut at = 0;
            for group in &self.groups {
                let sums = &mut self.sums[first * self.stride..];
                let mut place = Place { sums, stride: self.stride, at };
                let (clusters, safe) = (self.clusters, self.safe);
                at += match group {
                    Group::One(table) => gather(table, indices, clusters, safe, &mut place),
                    Group::Two(table) => gather(table, indices, clusters, safe, &mut place),
                    Group::Three(table) => gather(table, indices, clusters, safe, &mut place),
                    Group::Four(table) => gather(table, indices, clusters, safe, &mut place),
                };
            }
        }
        Some(Rows::Narrow { sums: &self.sums, stride: self.stride })
    }
}

fn table<const G: usize>(packed: &Packed, vector: usize) -> Table<G> {
    let mut table = vec![Row([[0; WIDTH]; G]); packed.clusters.max(FEWEST)];
    let first = vector * WIDTH;
    for (column, values) in packed.values.iter().skip(first).take(G * WIDTH).enumerate() {
        for (row, &value) in table.iter_mut().zip(values) {
            row.0[column / WIDTH][column % WIDTH] = value as u8;
        }
    }
    table
}

/// With at most 256 clusters an index is a byte already; the copy is for the compiler.
fn bytes<'a, T: Index>(indices: &'a [T], narrow: &'a mut Vec<u8>) -> &'a [u8] {
    match T::as_bytes(indices) {
        Some(bytes) => bytes,
        None => {
            narrow.clear();
            narrow.extend(indices.iter().map(|index| index.position() as u8));
            narrow
        }
    }
}

/// Adds up the rows of every draw and returns how many columns that were.
fn gather<T: Index, const G: usize>(
    table: &[Row<G>],
    indices: &[T],
    clusters: usize,
    safe: usize,
    place: &mut Place<'_>,
) -> usize {
    #[cfg(target_arch = "x86_64")]
    if crate::cpu::avx2() {
        // SAFETY: the processor was just seen to have AVX2.
        unsafe { crate::avx2::gather(table, indices, clusters, safe, place) };
        return G * WIDTH;
    }
    portable(table, indices, clusters, safe, place);
    G * WIDTH
}

fn portable<T: Index, const G: usize>(
    table: &[Row<G>],
    indices: &[T],
    clusters: usize,
    safe: usize,
    place: &mut Place<'_>,
) {
    let rows = place.sums.chunks_exact_mut(place.stride);
    for (row, draw) in rows.zip(indices.chunks_exact(clusters)) {
        let mut sums = [[0u16; WIDTH]; G];
        for some in draw.chunks(safe) {
            let mut bytes = [[0u8; WIDTH]; G];
            for &index in some {
                for (sum, value) in bytes.iter_mut().zip(&table[index.position()].0) {
                    for (sum, value) in sum.iter_mut().zip(value) {
                        *sum = sum.wrapping_add(*value);
                    }
                }
            }
            for (sum, value) in sums.as_flattened_mut().iter_mut().zip(bytes.as_flattened()) {
                *sum += u16::from(*value);
            }
        }
        row[place.at..][..G * WIDTH].copy_from_slice(sums.as_flattened());
    }
}

/// Columns of one vector of 16-bit integers.
const HALF: usize = 16;

/// 16-bit rows, for tallies that would fill a byte too soon.
#[derive(Clone)]
pub struct Halves {
    clusters: usize,
    tables: Vec<Box<[[u16; 2 * HALF]; 256]>>,
    stride: usize,
    sums: Vec<u16>,
    narrow: Vec<u8>,
}

impl Halves {
    /// Needs sums below 2^16.
    pub fn new(packed: &Packed) -> Self {
        let mut tables = Vec::new();
        for columns in packed.values.chunks(2 * HALF) {
            let mut table = Box::new([[0; 2 * HALF]; 256]);
            for (column, values) in columns.iter().enumerate() {
                for (row, &value) in table.iter_mut().zip(values) {
                    row[column] = value as u16;
                }
            }
            tables.push(table);
        }
        let stride = 2 * HALF * tables.len();
        let sums = vec![0; TILE * stride];
        Self { clusters: packed.clusters, tables, stride, sums, narrow: Vec::new() }
    }

    /// The sums of the next draws.
    pub fn add<T: Index>(&mut self, draws: usize, feed: &mut impl Feed<T>) -> Option<Rows<'_>> {
        let indices = bytes(feed.next(draws * self.clusters)?, &mut self.narrow);
        for (i, table) in self.tables.iter().enumerate() {
            let at = 2 * HALF * i;
            let mut place = Place { sums: &mut self.sums, stride: self.stride, at };
            halves(table, indices, self.clusters, &mut place);
        }
        Some(Rows::Narrow { sums: &self.sums, stride: self.stride })
    }
}

kernel! {
    fn halves(table: &[[u16; 2 * HALF]; 256], indices: &[u8], clusters: usize, place: &mut Place<'_>) {
        let rows = place.sums.chunks_exact_mut(place.stride);
        for (row, draw) in rows.zip(indices.chunks_exact(clusters)) {
            let mut sums = [0u16; 2 * HALF];
            for &index in draw {
                for (sum, value) in sums.iter_mut().zip(&table[index as usize]) {
                    *sum = sum.wrapping_add(*value);
                }
            }
            row[place.at..][..2 * HALF].copy_from_slice(&sums);
        }
    }
}
