//! Tallies as the adding loops want them: narrow, from 0 up, equal columns once.

use std::collections::HashMap;

use crate::tallies::Tallies;

/// The columns that are needed, each reduced to value − low.
pub struct Packed {
    /// Clusters.
    pub clusters: usize,
    /// Smallest value of each packed column.
    pub lows: Vec<i64>,
    /// Largest value − low over all packed columns.
    pub range: u64,
    /// `values[column][cluster]`, from 0 up.
    pub values: Vec<Vec<u64>>,
    place: HashMap<usize, usize>,
}

impl Packed {
    /// Packs the columns named in `needed`.
    pub fn new(tallies: &Tallies, needed: impl Iterator<Item = usize>) -> Self {
        let (clusters, lows) = (tallies.clusters, Vec::new());
        let mut packed =
            Self { clusters, lows, range: 0, values: Vec::new(), place: HashMap::new() };
        let mut seen: HashMap<Vec<i64>, usize> = HashMap::new();
        for column in needed {
            if packed.place.contains_key(&column) {
                continue;
            }
            let whole: Vec<i64> = (0..clusters).map(|c| tallies.at(c, column)).collect();
            let place = *seen.entry(whole).or_insert_with_key(|whole| packed.push(whole));
            packed.place.insert(column, place);
        }
        packed
    }

    /// Where a column of the tallies stands among the packed ones.
    pub fn place(&self, column: usize) -> usize {
        self.place[&column]
    }

    /// What a draw's sum of a packed column has lost.
    pub fn bias(&self, place: usize) -> i64 {
        self.lows[place] * self.clusters as i64
    }

    /// An upper bound on any packed sum.
    pub fn most(&self) -> u128 {
        u128::from(self.range) * self.clusters as u128
    }

    fn push(&mut self, whole: &[i64]) -> usize {
        let low = whole.iter().copied().min().unwrap_or(0);
        let values: Vec<u64> = whole.iter().map(|value| value.wrapping_sub(low) as u64).collect();
        self.range = self.range.max(values.iter().copied().max().unwrap_or(0));
        self.lows.push(low);
        self.values.push(values);
        self.lows.len() - 1
    }
}
