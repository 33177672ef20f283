"""What a relation computes from printed numbers: everything that it can give, exactly.

Numbers are integers in a grid's unit. A reach is a pair of fractions, least and greatest, each as
(numerator, denominator > 0) in the same unit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

Ends = tuple[int, int]
Reach = tuple[Ends, Ends]


class Formula(NamedTuple):
    """A relation's right-hand side; `shown` is its text with {0}, {1}, … for the parts' names."""

    shown: str
    reach: Callable[[Sequence[Ends], int], Reach | None]


def weighted(shown: str, weights: Sequence[int], divisor: int = 1) -> Formula:
    """Σ weight·part / divisor; divisor > 0."""

    def reach(parts: Sequence[Ends], unit: int) -> Reach:
        low = high = 0
        for weight, part in zip(weights, parts, strict=True):
            low += weight * part[weight < 0]
            high += weight * part[weight >= 0]
        return (low, divisor), (high, divisor)

    return Formula(shown, reach)


def _mean(parts: Sequence[Ends], unit: int) -> Reach:
    count = len(parts)
    return (sum(p[0] for p in parts), count), (sum(p[1] for p in parts), count)


def _total(parts: Sequence[Ends], unit: int) -> Reach:
    return (sum(p[0] for p in parts), 1), (sum(p[1] for p in parts), 1)


def quotient(shown: str, scale: int = 1, offset: int = 0, sign: int = 1) -> Formula:
    """scale · (offset + sign · a/b) of positive a and b."""

    def reach(parts: Sequence[Ends], unit: int) -> Reach | None:
        (top_low, top_high), (low, high) = parts
        if low <= 0 or top_low < 0:
            return None
        ends = [(top_low, high), (top_high, low)]
        found = [(scale * unit * (offset * d + sign * n), d) for n, d in ends]
        return (found[0], found[1]) if sign > 0 else (found[1], found[0])

    return Formula(shown, reach)


def part(shown: str, scale: int = 1) -> Formula:
    """scale · a / (a + b) of counts a and b, which grows with a and falls with b."""

    def reach(parts: Sequence[Ends], unit: int) -> Reach | None:
        (low, high), (other_low, other_high) = parts
        if min(low, other_low) < 0 or low + other_low <= 0:
            return None
        return (
            (scale * unit * low, low + other_high),
            (scale * unit * high, high + other_low),
        )

    return Formula(shown, reach)


def harmonic(shown: str, beta: Fraction = Fraction(1)) -> Formula:
    """(1 + β²)·p·r / (β²·p + r), which grows with p and with r."""
    square = beta * beta
    one, other = square.denominator, square.numerator

    def reach(parts: Sequence[Ends], unit: int) -> Reach | None:
        (p_low, p_high), (r_low, r_high) = parts
        if min(p_low, r_low) < 0 or p_low + r_low <= 0:
            return None
        return (
            ((one + other) * p_low * r_low, other * p_low + one * r_low),
            ((one + other) * p_high * r_high, other * p_high + one * r_high),
        )

    return Formula(shown, reach)


def meets(found: Reach, printed: Ends) -> bool:
    """Whether a reach and a printed number's ends share a value; ends count as inside."""
    (low, low_by), (high, high_by) = found
    return low <= printed[1] * low_by and high >= printed[0] * high_by


MEAN = Formula("the mean of {all}", _mean)
TOTAL = Formula("the sum of {all}", _total)


def _counted(parts: Sequence[Ends], unit: int) -> Reach:
    whole = sum((low + high) // 2 for low, high in parts)
    return (whole, 1), (whole, 1)


COUNTED = Formula("the sum of {all}", _counted)
DIFFERENCE = weighted("{0} − {1}", (1, -1))
RATIO = quotient("{0} / {1}")
PERCENT = quotient("100 · {0} / {1}", 100)
SAVED = quotient("100 · (1 − {0} / {1})", 100, 1, -1)
SAVED_SHARE = quotient("1 − {0} / {1}", 1, 1, -1)
CHANGE = quotient("100 · ({0} − {1}) / {1}", 100, -1)
CHANGE_SHARE = quotient("({0} − {1}) / {1}", 1, -1)
PART = part("{0} / ({0} + {1})")
PART_PERCENT = part("100 · {0} / ({0} + {1})", 100)
HARMONIC = harmonic("2 · {0} · {1} / ({0} + {1})")
