"""The values that a printed text can say: numbers, pairs, ranges, bounds, dashes, words."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.numerals import DOUBLE_DIGITS


class Number(NamedTuple):
    """A printed decimal: its value in the printed unit, digits after the point, sign and unit.

    unit: as printed behind (or, for money, before) the digits: "%", "x", "ms", "k"; "×10^5" for a
    power of ten that leaves no decimals.
    """

    value: Fraction
    decimals: int
    plus: bool = False
    unit: str = ""

    @property
    def percent(self) -> bool:
        """Whether a percent sign stands beside it."""
        return self.unit == "%"

    @property
    def stored(self) -> bool:
        """Whether it has more digits than a double holds: a program's store, rounded nowhere."""
        return len(str(abs(int(self.value * 10**self.decimals)))) > DOUBLE_DIGITS


class MeanDeviation(NamedTuple):
    """`mean±deviation`."""

    mean: Number
    deviation: Number


class Range(NamedTuple):
    """`[low, high]`, `low–high`."""

    low: Number
    high: Number


class Count(NamedTuple):
    """`hits/total`, `hits of total`."""

    hits: int
    total: int


class Inequality(NamedTuple):
    """`<99`, `p ≤ 0.05`: relation is one of < ≤ > ≥; name is what stands before it."""

    relation: str
    number: Number
    name: str = ""


class Approximate(NamedTuple):
    """`~12`, `≈ 0.5`."""

    number: Number


class Several(NamedTuple):
    """Values beside each other: `71.5/90.4`, `43.8 (60.8)`, `3/9 (33.3%)`, `0.8 [0.7, 0.9]`.

    joins: what stands before each part but the first: "/", "(", "[", "→", "_" or "^".
    """

    parts: tuple[PrintedValue, ...]
    joins: tuple[str, ...]


class Absent(NamedTuple):
    """A dash: not reported."""


class Words(NamedTuple):
    """Text that is no number."""

    text: str


class Unreadable(NamedTuple):
    """Text with digits that is read in no known way, and why."""

    text: str
    reason: str


PrintedValue = (
    Number
    | MeanDeviation
    | Range
    | Count
    | Inequality
    | Approximate
    | Several
    | Absent
    | Words
    | Unreadable
)


class Reading(NamedTuple):
    """What a text says, and the marks beside it: arrows, stars, daggers, footnotes, notes."""

    value: PrintedValue
    marks: tuple[str, ...] = ()
