"""Printed standard errors and intervals against the printed proportion and its n."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from fe_core.numbers.exact import Root
from fe_core.numbers.printed import Number, Range
from fe_core.numbers.rounding import Rounding
from offline_reproduction.audit.values.granularity import counts
from offline_reproduction.audit.values.judgement import Said, impossible, possible
from offline_reproduction.audit.values.spans import NEAREST, Span, meet, prints, span

QUANTILES = {
    "1.96": Fraction("1.96"),
    "1.959964": Fraction("1.959963984540054"),
    "2": Fraction(2),
}
"""Normal quantiles that papers use for 95 %."""

FINE = 10**30
DOUBLE = Fraction(1, 2**53)
"""Relative error of one operation in doubles; a sum of n terms gathers at most about n of them."""


def standard_error(
    proportion: Number,
    error: Number,
    n: int,
    rules: Sequence[Rounding] = NEAREST,
    *,
    scale: int = 100,
) -> Said:
    """Whether sqrt(p(1−p)/n), or with n − 1, prints as `error` for some count behind `proportion`.

    Exact: roots are compared by squares. Impossible under both conventions is a finding about
    simple binomial errors only; clustered or bootstrapped ones are another quantity.
    """
    found = counts(proportion, n, rules, scale=scale)
    for name, divisor in (("n", n), ("n − 1", n - 1)):
        for k in found if divisor else ():
            p = Fraction(k, n)
            root = Root(p * (1 - p) / divisor)
            if prints(root, error, rules, scale) or _stored(root, error, n, scale):
                return possible(f"{k}/{n} has this standard error with divisor {name}")
    return impossible(
        f"no count behind the proportion has this binomial standard error "
        f"(counts tried: {list(found)})"
    )


def _stored(root: Root, error: Number, n: int, scale: int) -> bool:
    """Whether a number with more digits than a double keeps is the root but for float noise."""
    if not error.stored or error.value <= 0:
        return False
    noise = (n + 8) * DOUBLE
    least, most = ((error.value * side / scale) ** 2 for side in (1 - noise, 1 + noise))
    return least <= root.square <= most


def interval(
    proportion: Number,
    printed: Range,
    n: int,
    rules: Sequence[Rounding] = NEAREST,
    *,
    scale: int = 100,
) -> Said:
    """Whether a 95 % Wald or Wilson interval of some count behind `proportion` prints as given.

    Ends are enclosed to 1e-30. Impossible speaks of these two binomial intervals only.
    """
    low, high = (span(end, rules) for end in printed)
    found = counts(proportion, n, rules, scale=scale)
    for k in found:
        for name, z in QUANTILES.items():
            for method, ends in (("Wald", _wald(k, n, z)), ("Wilson", _wilson(k, n, z))):
                if meet(_scaled(ends[0], scale), low) and meet(_scaled(ends[1], scale), high):
                    return possible(f"{method} interval of {k}/{n} with z = {name}")
    return impossible(
        f"no Wald or Wilson interval at 95 % of a count behind the proportion prints so "
        f"(counts tried: {list(found)})"
    )


def _wald(k: int, n: int, z: Fraction) -> tuple[Span, Span]:
    p = Fraction(k, n)
    half = _root(z * z * p * (1 - p) / n)
    return (
        Span(p - half.high, p - half.low),
        Span(p + half.low, p + half.high),
    )


def _wilson(k: int, n: int, z: Fraction) -> tuple[Span, Span]:
    p, square = Fraction(k, n), z * z
    center, whole = p + square / (2 * n), 1 + square / n
    half = _root(square * (p * (1 - p) / n + square / (4 * n * n)))
    return (
        Span((center - half.high) / whole, (center - half.low) / whole),
        Span((center + half.low) / whole, (center + half.high) / whole),
    )


def _root(square: Fraction) -> Span:
    scaled = square * FINE * FINE
    floor = isqrt(scaled.numerator // scaled.denominator)
    return Span(Fraction(floor, FINE), Fraction(floor + 1, FINE))


def _scaled(part: Span, scale: int) -> Span:
    return Span(part.low * scale, part.high * scale)
