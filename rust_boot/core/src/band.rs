//! One order statistic out of many values of which only few are kept.
//!
//! A band [low, high] is known to lie around the wanted value with a margin of some standard
//! deviations of its rank among the values seen. Values below are counted, values above
//! forgotten, values inside kept. The band narrows as more values are seen, so that about
//! √B of B values are held. If the rank ends up outside, the caller tries again with a wider margin.

use crate::ratio::Ratio;

/// Values kept one by one before equal ones are put together.
const LOOSE: usize = 1 << 16;

/// What is known of the values around one quantile.
#[derive(Clone)]
pub struct Band<V> {
    /// Values below this are only counted.
    pub low: V,
    /// Values above this are forgotten.
    pub high: V,
    /// How many were below.
    pub below: u64,
    /// Kept values: the first `kept` places; the rest is room.
    pub room: Vec<V>,
    /// How many are kept in `room`.
    pub kept: usize,
    /// Kept values put together, ascending, with how often each was seen.
    merged: Vec<(V, u64)>,
}

impl<V: Ratio> Default for Band<V> {
    fn default() -> Self {
        Self {
            low: V::LEAST,
            high: V::MOST,
            below: 0,
            room: Vec::new(),
            kept: 0,
            merged: Vec::new(),
        }
    }
}

impl<V: Ratio> Band<V> {
    /// Makes room for `count` more kept values.
    #[inline(always)]
    pub fn reserve(&mut self, count: usize) {
        if self.room.len() < self.kept + count {
            self.room.resize(2 * (self.kept + count), V::default());
        }
    }

    /// Takes one value; there must be room.
    #[inline(always)]
    pub fn push(&mut self, value: V) {
        self.below += u64::from(value.order(&self.low).is_lt());
        self.room[self.kept] = value;
        let inside = value.order(&self.low).is_ge() && value.order(&self.high).is_le();
        self.kept += usize::from(inside);
    }

    /// Bounds the memory: puts equal values together once there are many.
    #[inline]
    pub fn bound(&mut self) {
        if self.kept > LOOSE {
            self.merge();
        }
    }

    /// Narrows the band around a level, given how many values were `seen`, at least one.
    pub fn narrow(&mut self, seen: u64, level: (u64, u64), margin: f64) {
        let share = level.0 as f64 / level.1 as f64;
        let centre = share * (seen - 1) as f64;
        let spread = margin * ((seen as f64) * share * (1.0 - share)).sqrt() + 2.0;
        if !self.merged.is_empty() {
            self.merge();
            return self.narrow_merged(centre - spread, centre + spread);
        }
        let values = &mut self.room[..self.kept];
        let place = |rank: f64| rank - self.below as f64;
        let (from, to) = (place(centre - spread), place(centre + spread));
        if to.is_finite() && (to as usize) < values.len() {
            let cut = to as usize;
            self.high = *values.select_nth_unstable_by(cut, V::order).1;
            self.kept = 1 + cut;
        }
        let values = &mut self.room[..self.kept];
        if from >= 1.0 && (from as usize) < values.len() {
            self.low = *values.select_nth_unstable_by(from as usize, V::order).1;
        }
        self.sieve();
    }

    /// Counts and drops the kept values that now lie outside the band.
    fn sieve(&mut self) {
        let mut kept = 0;
        for i in 0..self.room.len().min(self.kept) {
            let value = self.room[i];
            self.below += u64::from(value.order(&self.low).is_lt());
            self.room[kept] = value;
            kept += usize::from(value.order(&self.low).is_ge());
        }
        self.kept = kept;
    }

    fn narrow_merged(&mut self, from: f64, to: f64) {
        let mut rank = self.below as f64;
        let (mut first, mut last) = (0, self.merged.len().saturating_sub(1));
        for (i, (_, count)) in self.merged.iter().enumerate() {
            if rank <= from {
                first = i;
            }
            rank += *count as f64;
            if rank > to {
                last = i;
                break;
            }
        }
        self.below += self.merged[..first].iter().map(|(_, count)| count).sum::<u64>();
        self.low = self.merged[first].0;
        self.high = self.merged[last].0;
        self.merged.truncate(last + 1);
        self.merged.drain(..first);
    }

    /// Puts equal kept values together.
    fn merge(&mut self) {
        let mut all = std::mem::take(&mut self.merged);
        all.extend(self.room[..self.kept].iter().map(|value| (*value, 1)));
        self.kept = 0;
        self.merged = together(all);
    }

    /// The values at a rank (from 0) and the next, out of several bands that saw `seen` together.
    ///
    /// None if the rank lies outside what all the bands kept. Changes the order of what they keep.
    pub fn at(bands: &mut [&mut Self], rank: u64, seen: u64) -> Option<[V; 2]> {
        let next = (rank + 1).min(seen - 1);
        if let [band] = bands
            && band.merged.is_empty()
        {
            let place = |rank: u64| rank.checked_sub(band.below);
            let (first, second) = (place(rank)?, place(next)?);
            return picked(&mut band.room[..band.kept], first as usize, second as usize);
        }
        let low = bands.iter().map(|band| band.low).max_by(V::order)?;
        let high = bands.iter().map(|band| band.high).min_by(V::order)?;
        let inside = |value: &V| value.order(&low).is_ge() && value.order(&high).is_le();
        let mut below = 0;
        let mut all: Vec<(V, u64)> = Vec::new();
        let mut loose: Vec<V> = Vec::with_capacity(bands.iter().map(|band| band.kept).sum());
        for band in bands {
            below += band.below;
            let lost = band.merged.iter().filter(|(value, _)| value.order(&low).is_lt());
            below += lost.map(|(_, count)| count).sum::<u64>();
            all.extend(band.merged.iter().filter(|(value, _)| inside(value)));
            let kept = &band.room[..band.kept];
            below += kept.iter().filter(|value| value.order(&low).is_lt()).count() as u64;
            loose.extend(kept.iter().filter(|value| inside(value)));
        }
        let (first, second) = (rank.checked_sub(below)?, next.checked_sub(below)?);
        if all.is_empty() {
            return picked(&mut loose, first as usize, second as usize);
        }
        all.extend(loose.into_iter().map(|value| (value, 1)));
        let all = together(all);
        Some([weighted(&all, first)?, weighted(&all, second)?])
    }
}

/// The values at two neighbouring ranks of an unordered list.
fn picked<V: Ratio>(values: &mut [V], first: usize, second: usize) -> Option<[V; 2]> {
    if second >= values.len() {
        return None;
    }
    let (_, low, above) = values.select_nth_unstable_by(first, V::order);
    let low = *low;
    let next = above.iter().copied().min_by(V::order);
    Some([low, if second > first { next? } else { low }])
}

/// The value at a rank of a list of values with counts.
fn weighted<V: Ratio>(values: &[(V, u64)], rank: u64) -> Option<V> {
    let mut left = rank;
    for (value, count) in values {
        if left < *count {
            return Some(*value);
        }
        left -= count;
    }
    None
}

fn together<V: Ratio>(mut all: Vec<(V, u64)>) -> Vec<(V, u64)> {
    all.sort_unstable_by(|a, b| a.0.order(&b.0));
    all.dedup_by(|next, held| {
        let equal = next.0.order(&held.0).is_eq();
        held.1 += if equal { next.1 } else { 0 };
        equal
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratio::{Large, Small};

    /// Values from a small linear congruential generator, with many ties if `modulus` is small.
    fn values(count: u64, modulus: i64) -> Vec<(i64, i64)> {
        let mut state = 7u64;
        let mut draw = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64 % modulus
        };
        (0..count).map(|_| (draw() - 3, draw() + 1)).collect()
    }

    fn tend<V: Ratio>(band: &mut Band<V>, seen: u64, level: (u64, u64)) {
        band.bound();
        if seen >= 64 && seen.is_power_of_two() {
            band.narrow(seen, level, 4.0);
        }
    }

    fn against_sorting<V: Ratio + PartialEq + std::fmt::Debug>(
        count: u64,
        modulus: i64,
        threads: usize,
    ) {
        let all: Vec<V> = values(count, modulus).iter().map(|v| V::new(v.0, v.1)).collect();
        let mut sorted = all.clone();
        sorted.sort_by(V::order);
        for level in [(0, 1), (1, 40), (1, 2), (39, 40), (1, 1)] {
            let mut bands: Vec<Band<V>> = all
                .chunks(all.len().div_ceil(threads))
                .map(|part| {
                    let mut band = Band::default();
                    for (i, value) in part.iter().enumerate() {
                        band.reserve(1);
                        band.push(*value);
                        tend(&mut band, i as u64 + 1, level);
                    }
                    band
                })
                .collect();
            let rank = (count - 1) * level.0 / level.1;
            let mut each: Vec<&mut Band<V>> = bands.iter_mut().collect();
            let found = Band::at(&mut each, rank, count).expect("the margin is wide enough here");
            let next = (rank + 1).min(count - 1);
            assert!(found[0].order(&sorted[rank as usize]).is_eq(), "{level:?}");
            assert!(found[1].order(&sorted[next as usize]).is_eq(), "{level:?}");
        }
    }

    #[test]
    fn order_statistics_against_sorting() {
        for (count, modulus) in [(1, 9), (50, 9), (3000, 9), (3000, 30_000), (300_000, 2)] {
            against_sorting::<Small>(count, modulus, 1);
            against_sorting::<Large>(count, modulus, 3);
        }
    }

    #[test]
    fn a_band_holds_far_fewer_values_than_it_saw() {
        let mut band = Band::<Small>::default();
        for (i, value) in values(400_000, 2).iter().enumerate() {
            band.reserve(1);
            band.push(Small::new(value.0, value.1));
            tend(&mut band, i as u64 + 1, (1, 2));
        }
        assert!(band.room.len() < 3 * LOOSE && band.merged.len() < 10);
    }
}
