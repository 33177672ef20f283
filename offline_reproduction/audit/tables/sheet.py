"""Printed tables as one sheet of texts, and what is known of each cell's denominator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from fe_core.numbers import printed as reading
from fe_core.numbers.printed import Number
from fe_core.numbers.rounding import Rounding
from offline_reproduction.audit.values.granularity import counts
from offline_reproduction.audit.values.spans import NEAREST, Span, hull, point, span


class Place(NamedTuple):
    """Where a number is printed."""

    table: str
    row: str
    column: str

    def __str__(self) -> str:
        """The address as reports show it."""
        return f"{self.table}, row {self.row!r}, column {self.column!r}"


class Denominator(NamedTuple):
    """A cell is k/n; signed where it is a difference of two such."""

    n: int
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """All printed texts of a paper that a check may look at.

    texts: place → text as printed. denominators: place → n, where it is known. wholes: places that
    print exact counts. scale: what a share of 1 is printed as. rules: the roundings that the paper
    may have used. scales: column → its own scale, where columns differ. point: the decimal mark.
    leading: a cell's first number counts where it holds several (`45.6 (+2.3)`, `71.2 ± 0.3`).
    """

    texts: Mapping[Place, str]
    denominators: Mapping[Place, Denominator] = field(default_factory=dict)
    wholes: frozenset[Place] = frozenset()
    rules: tuple[Rounding, ...] = NEAREST
    scale: int = 100
    scales: Mapping[str, int] = field(default_factory=dict)
    point: str = "."
    leading: bool = False

    def altered(self, place: Place, text: str) -> Sheet:
        """The same sheet with another text in one place."""
        return replace(self, texts={**self.texts, place: text})

    def text(self, place: Place) -> str:
        """What is printed there; "" for an empty cell."""
        return self.texts.get(place, "")

    def read(self, place: Place) -> reading.PrintedValue:
        """What the printed text stands for; Absent for an empty cell."""
        return _read(self.text(place), self.point)

    def scale_of(self, place: Place) -> int:
        """What a share of 1 is printed as in this place's column."""
        return self.scales.get(place.column, self.scale)

    def number(self, place: Place) -> Number | None:
        """The plain number printed there, or None."""
        value = self.read(place)
        if self.leading:
            return reading.leading(value)
        return value if isinstance(value, Number) else None

    def counts(self, place: Place) -> tuple[int, ...] | None:
        """The k that the cell can be, where n is known or a count or `k/n` is printed."""
        value = self.read(place)
        if isinstance(value, reading.Count):
            return (value.hits,)
        if place in self.wholes:
            whole = isinstance(value, Number) and value.value.denominator == 1
            return (int(value.value),) if isinstance(value, Number) and whole else None
        known, number = self.denominators.get(place), self.number(place)
        if known is None or number is None:
            return None
        return _counts(number, known, self.rules, self.scale_of(place))

    def reach(self, place: Place) -> Span | None:
        """What the cell can stand for, in its printed unit; None where no number is printed.

        With a known denominator only printable proportions count. A cell that is impossible by
        itself falls back to its rounding span, so that other checks still see it.
        """
        number = self.number(place)
        if number is None:
            return None
        if place in self.wholes:
            return point(number.value)
        found = self.counts(place)
        if not found:
            return span(number, self.rules)
        n = self.denominators[place].n
        return hull(point(Fraction(self.scale_of(place) * k, n)) for k in found)


def rows_of(sheet: Sheet, table: str) -> tuple[str, ...]:
    """A table's row keys in reading order."""
    return _unique(place.row for place in sheet.texts if place.table == table)


def columns_of(sheet: Sheet, table: str) -> tuple[str, ...]:
    """A table's column keys in reading order."""
    return _unique(place.column for place in sheet.texts if place.table == table)


@lru_cache(maxsize=4096)
def _counts(
    number: Number, known: Denominator, rules: tuple[Rounding, ...], scale: int
) -> tuple[int, ...]:
    return counts(number, known.n, rules, scale=scale, signed=known.signed)


@lru_cache(maxsize=4096)
def _read(text: str, point: str) -> reading.PrintedValue:
    return reading.read(text, point)


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
