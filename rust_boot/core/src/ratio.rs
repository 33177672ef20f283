//! Ratios with positive denominators, compared exactly.

use std::cmp::Ordering;

/// A ratio, in as few bytes as its sums allow.
pub trait Ratio: Copy + Default + Send {
    /// Below every ratio.
    const LEAST: Self;
    /// Above every ratio.
    const MOST: Self;
    /// Exact comparison.
    fn order(&self, other: &Self) -> Ordering;
    /// Numerator and denominator.
    fn parts(&self) -> (i64, i64);
    /// From a numerator and a positive denominator that are known to fit.
    fn new(numerator: i64, denominator: i64) -> Self;
}

/// Both below 2^15 in size: the low half is the numerator, the high half the denominator.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Small(pub u32);

impl Small {
    #[inline(always)]
    fn halves(self) -> (i32, i32) {
        (i32::from(self.0 as i16), self.0 as i32 >> 16)
    }
}

impl Ratio for Small {
    const LEAST: Self = Self(0xffff);
    const MOST: Self = Self(1);

    #[inline(always)]
    fn order(&self, other: &Self) -> Ordering {
        let ((a, b), (c, d)) = (self.halves(), other.halves());
        (a * d).cmp(&(c * b))
    }

    fn parts(&self) -> (i64, i64) {
        let (numerator, denominator) = self.halves();
        (numerator.into(), denominator.into())
    }

    #[inline(always)]
    fn new(numerator: i64, denominator: i64) -> Self {
        Self(numerator as u16 as u32 | (denominator as u32) << 16)
    }
}

/// Two 32-bit integers.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Middle(pub i32, pub i32);

impl Ratio for Middle {
    const LEAST: Self = Self(-1, 0);
    const MOST: Self = Self(1, 0);

    #[inline(always)]
    fn order(&self, other: &Self) -> Ordering {
        let product = |a: i32, b: i32| i64::from(a) * i64::from(b);
        product(self.0, other.1).cmp(&product(other.0, self.1))
    }

    fn parts(&self) -> (i64, i64) {
        (self.0.into(), self.1.into())
    }

    #[inline(always)]
    fn new(numerator: i64, denominator: i64) -> Self {
        Self(numerator as i32, denominator as i32)
    }
}

/// Any two 64-bit integers.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Large(i64, i64);

impl Ratio for Large {
    const LEAST: Self = Self(-1, 0);
    const MOST: Self = Self(1, 0);

    #[inline(always)]
    fn order(&self, other: &Self) -> Ordering {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        product(self.0, other.1).cmp(&product(other.0, self.1))
    }

    fn parts(&self) -> (i64, i64) {
        (self.0, self.1)
    }

    #[inline(always)]
    fn new(numerator: i64, denominator: i64) -> Self {
        Self(numerator, denominator)
    }
}
