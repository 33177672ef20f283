//! The integers of every cluster, checked once.

use crate::{Error, workers};

/// `clusters × columns` integers, cluster by cluster; any sum over one draw fits 64 bits.
pub struct Tallies {
    /// Number of clusters, at least 1.
    pub clusters: usize,
    /// Integers of a cluster.
    pub columns: usize,
    /// Smallest value of each column.
    pub lows: Vec<i64>,
    /// Largest value of each column.
    pub highs: Vec<i64>,
    values: Vec<i64>,
}

impl Tallies {
    /// Reads little-endian 64-bit integers, cluster-major.
    pub fn new(bytes: &[u8], clusters: u64, columns: usize) -> Result<Self, Error> {
        workers::check(clusters)?;
        let values = integers(bytes, clusters.saturating_mul(columns as u64))?;
        let mut tallies = Self {
            clusters: clusters as usize,
            columns,
            lows: vec![i64::MAX; columns],
            highs: vec![i64::MIN; columns],
            values,
        };
        tallies.measure()?;
        Ok(tallies)
    }

    /// One cluster's integers.
    #[inline(always)]
    pub fn row(&self, cluster: usize) -> &[i64] {
        &self.values[cluster * self.columns..][..self.columns]
    }

    /// One integer.
    #[inline(always)]
    pub fn at(&self, cluster: usize, column: usize) -> i64 {
        self.values[cluster * self.columns + column]
    }

    /// An upper bound on the size of a column's sum.
    pub fn most(&self, column: usize) -> u128 {
        let size = self.lows[column].unsigned_abs().max(self.highs[column].unsigned_abs());
        u128::from(size) * self.clusters as u128
    }

    fn measure(&mut self) -> Result<(), Error> {
        for row in self.values.chunks_exact(self.columns.max(1)) {
            for (c, &value) in row.iter().enumerate() {
                self.lows[c] = self.lows[c].min(value);
                self.highs[c] = self.highs[c].max(value);
            }
        }
        let bounds = self.lows.iter().chain(&self.highs);
        let most = bounds.map(|v| i128::from(*v).abs()).max().unwrap_or(0);
        if most * self.clusters as i128 > i128::from(i64::MAX) {
            return Err(Error::Overflow);
        }
        Ok(())
    }
}

/// One column: a little-endian 64-bit integer for each cluster.
pub fn column(bytes: &[u8], clusters: u64) -> Result<Vec<i64>, Error> {
    workers::check(clusters)?;
    integers(bytes, clusters)
}

fn integers(bytes: &[u8], count: u64) -> Result<Vec<i64>, Error> {
    let expected = count.saturating_mul(8);
    if expected != bytes.len() as u64 {
        return Err(Error::Length { what: "tallies", expected, given: bytes.len() as u64 });
    }
    Ok(bytes.as_chunks().0.iter().map(|value| i64::from_le_bytes(*value)).collect())
}
