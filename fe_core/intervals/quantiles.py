"""Quantile rules of a finite sample: where in the sorted values an endpoint lies."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from math import floor
from typing import NamedTuple

from fe_core.errors import UsageError

RULES = (
    "linear",
    "hazen",
    "weibull",
    "median_unbiased",
    "inverted_cdf",
    "lower",
    "higher",
    "nearest",
    "midpoint",
)
"""Names as NumPy's `method=` has them; `linear` is its default, Hyndman and Fan's type 7."""


class Kind(Enum):
    """How an interval is made from quantiles of replicates.

    PERCENTILE: the quantiles themselves. BASIC: both mirrored at the estimate.
    """

    PERCENTILE = "percentile"
    BASIC = "basic"


class Position(NamedTuple):
    """The quantile is (1 − weight)·sorted[at] + weight·sorted[at + 1], places from 0.

    Where weight is 0 there need be no next value.
    """

    at: int
    weight: Fraction


class Tails(NamedTuple):
    """Probabilities of the two endpoints of a central interval."""

    low: Fraction
    high: Fraction


def tails(level: Fraction) -> Tails:
    """The probabilities (1 − level)/2 and (1 + level)/2; raises UsageError unless 0 < level < 1."""
    if not 0 < level < 1:
        raise UsageError(f"an interval's level lies strictly between 0 and 1, got level={level!r}")
    return Tails((1 - level) / 2, (1 + level) / 2)


def position(count: int, p: Fraction, rule: str = "linear") -> Position:
    """Where the p-quantile of `count` sorted values lies under a named rule.

    Raises UsageError for no values, p outside [0, 1] or an unknown rule.
    Source: Hyndman and Fan, Sample Quantiles in Statistical Packages (1996), types 1, 5–8.

    >>> position(20_000, Fraction(1, 40))
    Position(at=499, weight=Fraction(39, 40))
    """
    if count < 1 or not 0 <= p <= 1:
        raise UsageError(f"a quantile needs a value and 0 ≤ p ≤ 1, got count={count}, p={p!r}")
    exact = min(max(_virtual_index(count, p, rule), Fraction(0)), Fraction(count - 1))
    index = floor(exact)
    return Position(index, exact - index)


def quantile(ordered: Sequence[Fraction], p: Fraction, rule: str = "linear") -> Fraction:
    """The exact p-quantile of values that are already sorted."""
    index, weight = position(len(ordered), p, rule)
    if not weight:
        return ordered[index]
    return (1 - weight) * ordered[index] + weight * ordered[index + 1]


def _virtual_index(count: int, p: Fraction, rule: str) -> Fraction:
    between = (count - 1) * p
    if rule == "linear":
        return between
    if rule == "hazen":
        return count * p - Fraction(1, 2)
    if rule == "weibull":
        return (count + 1) * p - 1
    if rule == "median_unbiased":
        return (count + Fraction(1, 3)) * p - Fraction(2, 3)
    if rule == "inverted_cdf":
        return Fraction(-floor(-count * p) - 1)
    return _stepped(between, rule)


def _stepped(between: Fraction, rule: str) -> Fraction:
    low, high = floor(between), -floor(-between)
    if rule == "lower":
        return Fraction(low)
    if rule == "higher":
        return Fraction(high)
    if rule == "nearest":
        return Fraction(round(between))
    if rule == "midpoint":
        return Fraction(low + high, 2)
    raise UsageError(f"a quantile rule is one of {', '.join(RULES)}, got rule={rule!r}")
