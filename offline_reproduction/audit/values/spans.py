"""Which exact values a printed number can stand for: spans of rationals and their arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from fe_core.numbers.exact import Exact
from fe_core.numbers.printed import Number
from fe_core.numbers.rounding import Rounding, rounded

NEAREST = (
    Rounding.HALF_EVEN,
    Rounding.HALF_UP,
    Rounding.DOUBLE_PERCENT,
    Rounding.DOUBLE_SHARE,
)
"""The rules that are allowed where no rule is declared: all that round to the nearest."""

DOUBLE_SLACK = Fraction(1, 2**50)
"""Relative error, generously, of two roundings to binary doubles."""


class Span(NamedTuple):
    """All rationals from `low` to `high`; each end is inside only where its flag says so."""

    low: Fraction
    high: Fraction
    low_inside: bool = True
    high_inside: bool = True

    def __contains__(self, value: object) -> bool:
        """Whether a rational lies in the span."""
        if not isinstance(value, int | Fraction):
            return False
        above = value > self.low or (self.low_inside and value == self.low)
        below = value < self.high or (self.high_inside and value == self.high)
        return above and below


def point(value: int | Fraction) -> Span:
    """The span of one value."""
    return Span(Fraction(value), Fraction(value))


def span(number: Number, rules: Sequence[Rounding] = NEAREST) -> Span:
    """The smallest span that holds every value printed as `number` under one of `rules`.

    In the printed unit. For the double rules it is wider than necessary by one part in 2**50.

    >>> span(Number(Fraction("28.12"), 2), (Rounding.HALF_EVEN,))
    Span(low=Fraction(5623, 200), high=Fraction(225, 8), low_inside=True, high_inside=True)
    """
    return _span(number, tuple(rules))


def prints(
    value: Exact, number: Number, rules: Sequence[Rounding] = NEAREST, scale: int = 1
) -> bool:
    """Whether one of `rules` prints `value`·`scale` as `number`."""
    return any(
        Fraction(rounded(value, number.decimals, rule, scale)) == number.value for rule in rules
    )


def hull(spans: Iterable[Span]) -> Span:
    """The smallest span that holds all of `spans`. Raises ValueError for none."""
    parts = list(spans)
    if not parts:
        raise ValueError("a hull needs at least one span, got none")
    low, high = min(part.low for part in parts), max(part.high for part in parts)
    return Span(
        low,
        high,
        any(part.low == low and part.low_inside for part in parts),
        any(part.high == high and part.high_inside for part in parts),
    )


def total(spans: Iterable[Span]) -> Span:
    """The span of a sum of independent values, one from each span."""
    result = point(0)
    for part in spans:
        result = Span(
            result.low + part.low,
            result.high + part.high,
            result.low_inside and part.low_inside,
            result.high_inside and part.high_inside,
        )
    return result


def times(part: Span, factor: int | Fraction) -> Span:
    """The span of `factor` times a value of `part`."""
    if factor < 0:
        return times(Span(-part.high, -part.low, part.high_inside, part.low_inside), -factor)
    if factor == 0:
        return point(0)
    return Span(part.low * factor, part.high * factor, part.low_inside, part.high_inside)


def meet(first: Span, second: Span) -> bool:
    """Whether the two spans share a value."""
    low, high = max(first.low, second.low), min(first.high, second.high)
    return low < high or (low == high and low in first and low in second)


@lru_cache(maxsize=4096)
def _span(number: Number, rules: tuple[Rounding, ...]) -> Span:
    return hull(_one_rule(number, rule) for rule in rules)


def _one_rule(number: Number, rule: Rounding) -> Span:
    value, unit = number.value, Fraction(1, 10**number.decimals)
    half = unit / 2
    if rule is Rounding.TRUNCATE:
        return _away_from_zero(value, Fraction(0), unit)
    if rule is Rounding.HALF_UP:
        return _away_from_zero(value, half, half)
    if rule is Rounding.HALF_EVEN:
        even = (value / unit) % 2 == 0
        return Span(value - half, value + half, even, even)
    slack = (abs(value) + half) * DOUBLE_SLACK
    return Span(value - half - slack, value + half + slack)


def _away_from_zero(value: Fraction, inner: Fraction, outer: Fraction) -> Span:
    """From |value| − inner, inside, to |value| + outer, outside; around zero open both ways."""
    if value == 0:
        return Span(-outer, outer, False, False)
    if value > 0:
        return Span(value - inner, value + outer, True, False)
    return Span(value - outer, value + inner, False, True)
