"""Exact values: integers, fractions, and square roots of fractions."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

LONGEST = 60
"""Digits that the text of a fraction may have before its middle is replaced by a hash."""


@dataclass(frozen=True, slots=True)
class Root:
    """The non-negative square root of a rational: a sample deviation, kept exact.

    square: the rational under the root, at least 0.
    Raises ValueError for a negative square.

    >>> Root(Fraction(1, 4)) == Root(Fraction(2, 8))
    True
    """

    square: Fraction

    def __post_init__(self) -> None:
        if self.square < 0:
            raise ValueError(f"a root needs a square of at least 0, got square={self.square!r}")


Exact = int | Fraction | Root


def share(hits: int, total: int) -> Fraction | None:
    """Exact hits/total; None when there is nothing to divide by.

    >>> share(83, 288), share(0, 0)
    (Fraction(83, 288), None)
    """
    return Fraction(hits, total) if total else None


def mean(values: Sequence[int | Fraction]) -> Fraction | None:
    """Exact arithmetic mean; None for no values."""
    return Fraction(sum(values), 1) / len(values) if values else None


def sample_deviation(values: Sequence[int | Fraction]) -> Root | None:
    """Exact sample standard deviation (divisor n − 1); None for fewer than two values."""
    return _deviation(values, len(values) - 1)


def population_deviation(values: Sequence[int | Fraction]) -> Root | None:
    """Exact population standard deviation (divisor n); None for no values."""
    return _deviation(values, len(values))


def scaled_floor(value: Exact, factor: int) -> tuple[int, bool]:
    """Floor of |value|·factor and whether it is |value|·factor exactly.

    For a root the floor comes from an integer square root, so no float is involved.
    """
    if isinstance(value, Root):
        square = value.square * factor * factor
        floor = isqrt(square.numerator // square.denominator)
        return floor, Fraction(floor * floor) == square
    product = abs(Fraction(value)) * factor
    floor = product.numerator // product.denominator
    return floor, product.denominator == 1


def times(value: Exact, scale: int | Fraction) -> Exact:
    """`value` in a unit `scale` times as fine (100 turns a share into percent)."""
    if isinstance(value, Root):
        return Root(value.square * scale * scale)
    return value * scale


def exact_text(value: Exact, scale: int = 1) -> str:
    """The exact value as text: `8300/288` reduced, `sqrt(p/q)` for a root.

    A fraction whose numerator or denominator is too long to read keeps its first and last
    digits around the head of a SHA-256, so that equal values still have equal texts.

    >>> exact_text(Fraction(83, 288), 100), exact_text(Root(Fraction(1, 3)), 100)
    ('2075/72', 'sqrt(10000/3)')
    """
    scaled = times(value, scale)
    if isinstance(scaled, Root):
        return f"sqrt({_fraction_text(scaled.square)})"
    return _fraction_text(Fraction(scaled))


def _fraction_text(value: Fraction) -> str:
    text = str(value)
    if len(text) <= LONGEST:
        return text
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return f"{text[:12]}…{text[-12:]} (sha256 {digest})"


def _deviation(values: Sequence[int | Fraction], divisor: int) -> Root | None:
    if divisor < 1:
        return None
    center = mean(values)
    assert center is not None
    return Root(sum(((value - center) ** 2 for value in values), Fraction(0)) / divisor)
