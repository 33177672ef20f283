//! Powers of a polynomial in two variables, as rows of weights.

use std::collections::BTreeMap;

use crate::cpu::kernel;

/// A weight's exact or rounded arithmetic.
pub trait Weight: Copy + Default + PartialEq + std::ops::Add<Output = Self> {}
impl Weight for u64 {}
impl Weight for u128 {}
impl Weight for f64 {}

/// Where the sums of K draws lie: a row for each denominator, a column for each numerator.
pub struct Shape {
    /// Rows of the whole law.
    pub rows: usize,
    /// Columns of the whole law.
    pub columns: usize,
    clusters: usize,
    /// (row, column, multiplicity) of every cluster, from (0, 0) up.
    terms: Vec<(usize, usize, usize)>,
    denominator: (i64, i64),
    numerator: (i64, i64),
}

/// Most cells of a grid.
const CELLS: u128 = 1 << 24;

impl Shape {
    /// None if there are too many cells, or numbers too large to add up.
    pub fn new(numerators: &[i64], denominators: &[i64]) -> Option<Self> {
        let clusters = numerators.len() as i64;
        let (n, bottom) = axis(denominators)?;
        let (d, top) = axis(numerators)?;
        let count = |steps: &[u64]| steps.iter().max().map(|most| most * clusters as u64 + 1);
        let (rows, columns) = (count(&n)?, count(&d)?);
        if u128::from(rows) * u128::from(columns) > CELLS {
            return None;
        }
        let mut terms = BTreeMap::new();
        for term in n.iter().zip(&d) {
            *terms.entry(term).or_insert(0) += 1;
        }
        let terms = terms.into_iter().map(|((r, c), m)| (*r as usize, *c as usize, m)).collect();
        let scaled = |(low, step): (i64, i64)| Some((low.checked_mul(clusters)?, step));
        Some(Self {
            rows: rows as usize,
            columns: columns as usize,
            clusters: numerators.len(),
            terms,
            denominator: scaled(bottom)?,
            numerator: scaled(top)?,
        })
    }

    /// Multiplications and additions of the plain algorithm, about.
    pub fn work(&self) -> u128 {
        (self.rows * self.columns) as u128 * (self.clusters * self.terms.len()) as u128 / 3
    }

    /// Roundings that a double weight has seen at most.
    pub fn roundings(&self) -> usize {
        self.clusters * (2 * self.terms.len() + 1)
    }

    /// The denominator of a row.
    #[inline(always)]
    pub fn denominator(&self, row: usize) -> i64 {
        self.denominator.0 + self.denominator.1 * row as i64
    }

    /// Least and greatest numerator.
    pub fn numerators(&self) -> (i64, i64) {
        (self.numerator.0, self.numerator.0 + self.numerator.1 * (self.columns as i64 - 1))
    }

    /// How many columns have a numerator of at most `most`.
    #[inline(always)]
    pub fn columns_up_to(&self, most: i128) -> usize {
        let (low, step) = self.numerator;
        let above = most - i128::from(low);
        if above < 0 {
            return 0;
        }
        let steps = if step == 1 { above } else { above / i128::from(step) };
        steps.min(self.columns as i128 - 1) as usize + 1
    }
}

/// Values as steps above the least, and (least, step).
fn axis(values: &[i64]) -> Option<(Vec<u64>, (i64, i64))> {
    let low = *values.iter().min()?;
    let highest = *values.iter().max()?;
    highest.checked_sub(low)?.checked_mul(values.len() as i64)?.checked_add(1)?;
    highest.checked_mul(values.len() as i64)?;
    let gaps = values.iter().map(|value| (value - low) as u64);
    let step = gaps.clone().fold(0, greatest_common_divisor).max(1);
    Some((gaps.map(|gap| gap / step).collect(), (low, step as i64)))
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// How a kind of weight takes part in a power.
pub trait Power: Weight {
    /// A term's multiplicity as factors: one, or as many ones.
    fn factors(multiplicity: usize) -> Vec<Self>;
    /// Weight of the one draw of nothing.
    const ONE: Self;
    /// This times a factor, plus a sum.
    fn times(self, factor: Self, sum: Self) -> Self;
    /// Makes a row's weights smaller by a power of two and drops its tiny ends.
    ///
    /// Returns the new range of the row; adds what was dropped to `lost`.
    fn trim(row: &mut [Self], range: Range, draws: usize, clusters: usize, lost: &mut f64)
    -> Range;
}

/// The columns of a row that may be other than 0.
type Range = (usize, usize);

macro_rules! whole {
    ($type:ty) => {
        impl Power for $type {
            const ONE: Self = 1;

            fn factors(multiplicity: usize) -> Vec<Self> {
                vec![1; multiplicity]
            }

            #[inline(always)]
            fn times(self, _factor: Self, sum: Self) -> Self {
                self + sum
            }

            fn trim(_: &mut [Self], range: Range, _: usize, _: usize, _: &mut f64) -> Range {
                range
            }
        }
    };
}

whole!(u64);
whole!(u128);

/// A weight below this, relative to all, is dropped from the ends of a row.
const TINY: f64 = 1e-19;

impl Power for f64 {
    const ONE: Self = 1.0;

    fn factors(multiplicity: usize) -> Vec<Self> {
        vec![multiplicity as Self]
    }

    #[inline(always)]
    fn times(self, factor: Self, sum: Self) -> Self {
        self * factor + sum
    }

    fn trim(
        row: &mut [Self],
        range: Range,
        draws: usize,
        clusters: usize,
        lost: &mut f64,
    ) -> Range {
        let scale = 1.0 / (1u64 << clusters.ilog2()) as Self;
        let (mut low, mut high) = range;
        for weight in &mut row[low..high] {
            *weight *= scale;
        }
        // All weights of the step add up to (K / 2^ilog2 K)^draws; a later loss weighs as much.
        let share = (clusters as Self * scale).powi(draws as i32);
        let rest = (clusters as Self * scale).powi((clusters - draws) as i32);
        while low < high && row[low] < TINY * share {
            *lost += std::mem::take(&mut row[low]) * rest;
            low += 1;
        }
        while low < high && row[high - 1] < TINY * share {
            *lost += std::mem::take(&mut row[high - 1]) * rest;
            high -= 1;
        }
        (low, high)
    }
}

/// Columns that are added up together.
const BLOCK: usize = 16;

/// Weights, with zeros around every row so that shifted reads stay inside.
pub struct Grid<W> {
    /// Bound on the weight that was dropped, in units of the final weights.
    pub lost: f64,
    margin: usize,
    stride: usize,
    cells: Vec<W>,
    ranges: Vec<Range>,
}

impl<W> Grid<W> {
    /// The weights of a row, without the zeros at its ends.
    pub fn row(&mut self, row: usize) -> &mut [W] {
        let (low, high) = self.ranges[row];
        let start = row * self.stride + self.margin;
        &mut self.cells[start + low..start + high]
    }

    /// The last weight of a row before a column, or None before its first.
    #[inline(always)]
    pub fn before(&self, row: usize, column: usize) -> Option<&W> {
        let (low, high) = self.ranges[row];
        let end = column.min(high);
        (end > low).then(|| &self.cells[row * self.stride + self.margin + end - 1])
    }
}

impl<W: Power> Grid<W> {
    /// The law's weights: the polynomial of one draw to the power of K.
    pub fn power(shape: &Shape) -> Self {
        let mut now = Self::empty(shape);
        let at = now.margin;
        now.cells[at] = W::ONE;
        now.ranges[0] = (0, 1);
        let mut next = Self::empty(shape);
        let terms: Vec<(usize, usize, W)> = shape
            .terms
            .iter()
            .flat_map(|(r, c, m)| W::factors(*m).into_iter().map(|factor| (*r, *c, factor)))
            .collect();
        let deepest = shape.terms.iter().map(|term| term.0).max().unwrap_or(0);
        for draw in 1..=shape.clusters {
            next.lost = now.lost;
            for row in 0..=draw * deepest {
                next.pull(row, &now, &terms, draw, shape.clusters);
            }
            std::mem::swap(&mut now, &mut next);
        }
        now
    }

    fn empty(shape: &Shape) -> Self {
        let margin = shape.terms.iter().map(|term| term.1).max().unwrap_or(0) + BLOCK;
        let stride = shape.columns + 2 * margin;
        let cells = vec![W::default(); shape.rows * stride];
        let ranges = vec![(0, 0); shape.rows];
        Self { lost: 0.0, margin, stride, cells, ranges }
    }

    /// One row of the next power, from the rows of this one that reach it.
    fn pull(
        &mut self,
        row: usize,
        from: &Self,
        terms: &[(usize, usize, W)],
        draw: usize,
        clusters: usize,
    ) {
        let mut range = (usize::MAX, 0);
        let mut sources = Vec::with_capacity(terms.len());
        for (r, c, factor) in terms.iter().filter(|term| term.0 <= row) {
            let (low, high) = from.ranges[row - r];
            if low < high {
                range = (range.0.min(low + c), range.1.max(high + c));
                sources.push(((row - r) * self.stride + self.margin - c, *factor));
            }
        }
        let (low, high) = self.ranges[row];
        let cells = &mut self.cells[row * self.stride + self.margin..];
        cells[low..high].fill(W::default());
        self.ranges[row] = (0, 0);
        if range.0 < range.1 {
            add_up(cells, &from.cells, &sources, range);
            self.ranges[row] = W::trim(cells, range, draw, clusters, &mut self.lost);
        }
    }
}

kernel! {
    /// Sums of shifted source rows over a range of columns.
    fn add_up<W: Power>(to: &mut [W], cells: &[W], sources: &[(usize, W)], range: Range) {
        for start in (range.0..range.1).step_by(BLOCK) {
            let mut sums = [W::default(); BLOCK];
            for (at, factor) in sources {
                let from: &[W; BLOCK] = cells[at + start..].first_chunk().expect("a margin of zeros");
                for (sum, weight) in sums.iter_mut().zip(from) {
                    *sum = weight.times(*factor, *sum);
                }
            }
            to[start..start + BLOCK].copy_from_slice(&sums);
        }
    }
}
