"""A table's numbers as scaled integers, read along its rows or along its columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers import values
from fe_core.numbers.values import Number, PrintedValue
from offline_reproduction.tables.model import Cell, Table

MOST_DECIMALS = 12
"""Digits after the point that are evidence; what a program stored with more is cut there."""

FINER = 3
"""Digits kept below the finest printed place, so that the open end of a cut-off number is one."""
LONGEST_NAME = 4
"""Cells that name a row at most."""
THOUSANDS = {"k": 3, "K": 3, "M": 6, "B": 9, "G": 9, "bn": 9, "T": 12}
TIMES = {"x", "×"}


class Slot(NamedTuple):
    """One number of a cell: `part` is "" for the first, else what joins it: "±", "(", "/", "["."""

    row: int
    column: int
    part: str = ""


class Entry(NamedTuple):
    """A printed number times the grid's unit; `half` is half a unit in its last place."""

    value: int
    half: int
    decimals: int
    unit: str

    @property
    def nearest(self) -> tuple[int, int]:
        """What it stands for if it was rounded to the nearest."""
        return self.value - self.half, self.value + self.half

    @property
    def truncated(self) -> tuple[int, int]:
        """What it stands for if its further digits were cut off."""
        if self.half == 0:
            return 0, 0
        if self.value == 0:
            return 1 - 2 * self.half, 2 * self.half - 1
        if self.value > 0:
            return self.value, self.value + 2 * self.half - 1
        return self.value - 2 * self.half + 1, self.value


class Variable(NamedTuple):
    """A row or a column of numbers of one kind: where it is, which part of its cells, its names."""

    at: int
    part: str
    path: tuple[str, ...]
    name: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table and its numbers; unit: what a printed 1 is as an integer.

    rows, columns: a name for each, told apart where the table gives the same to several.
    """

    table: Table
    unit: int
    entries: dict[Slot, Entry]
    rows: tuple[str, ...]
    columns: tuple[str, ...]

    def cell(self, slot: Slot) -> Cell:
        """The printed cell that holds a slot's number."""
        return self.table.rows[slot.row].cells[slot.column]


@dataclass(frozen=True, slots=True)
class View:
    """A grid by its columns (`across` False: a relation holds in every row) or by its rows."""

    grid: Grid
    across: bool
    variables: tuple[Variable, ...]
    instances: tuple[int, ...]
    units: dict[Variable, str] = field(default_factory=dict)
    """The unit of most of a variable's numbers; "" where there is none."""

    def slot(self, variable: Variable, instance: int) -> Slot:
        """Where a variable's number of one instance stands."""
        if self.across:
            return Slot(variable.at, instance, variable.part)
        return Slot(instance, variable.at, variable.part)

    def one_unit(self, slots: Sequence[Slot]) -> bool:
        """Whether no two of the numbers print different units, such as `24 min` and `36 s`."""
        return len({self.grid.entries[slot].unit for slot in slots} - {""}) <= 1

    def entry(self, variable: Variable, instance: int) -> Entry | None:
        """A variable's number in one instance."""
        return self.grid.entries.get(self.slot(variable, instance))


def grid(table: Table) -> Grid:
    """The numbers of a table; header cells and row labels are none."""
    found: dict[Slot, Number] = {}
    for r, row in enumerate(table.rows):
        for c in range(table.label_columns, len(row.cells)):
            if not row.cells[c].spanned:
                for part, number in numbers(row.cells[c].value):
                    found[Slot(r, c, part)] = number
    decimals = {slot: min(n.decimals, MOST_DECIMALS) for slot, n in found.items()}
    digits = max(decimals.values(), default=0) + FINER
    fine = _finest(decimals)
    entries = {}
    for slot, number in found.items():
        power = Fraction(10) ** (THOUSANDS.get(number.unit, 0) - decimals[slot] + digits)
        value = number.value * Fraction(10) ** THOUSANDS.get(number.unit, 0)
        unit = "" if number.unit in THOUSANDS else number.unit
        exact = not number.value and not number.decimals and fine[slot.column, slot.part] > 1
        half = 0 if exact else max(int(power), 1)
        entries[slot] = Entry(round(value * 2 * 10**digits), half, number.decimals, unit)
    names = tuple(_unique([column.name for column in table.columns]))
    return Grid(table, 2 * 10**digits, entries, _row_names(table), names)


def numbers(value: PrintedValue) -> Iterator[tuple[str, Number]]:
    """Every number that a cell prints, each with the name of its part."""
    match value:
        case Number():
            yield "", value
        case values.MeanDeviation(mean, deviation):
            yield "", mean
            yield "±", deviation
        case values.Count(hits, total):
            yield "k", Number(Fraction(hits), 0)
            yield "n", Number(Fraction(total), 0)
        case values.Range(low, high):
            yield "[", low
            yield "]", high
        case values.Several(parts, joins):
            yield from numbers(parts[0])
            for join, part in zip(joins, parts[1:], strict=True):
                for name, number in numbers(part):
                    yield join + name, number


def columns(view_of: Grid) -> View:
    """The columns as variables."""
    table = view_of.table
    kinds = sorted({(slot.column, slot.part) for slot in view_of.entries})
    found = (
        Variable(c, part, table.columns[c].path, _part(view_of.columns[c], part))
        for c, part in kinds
    )
    return _view(view_of, False, tuple(found), tuple(range(len(table.rows))))


def rows(view_of: Grid) -> View:
    """The rows as variables; a section row stands in a row's path."""
    table = view_of.table
    kinds = sorted({(slot.row, slot.part) for slot in view_of.entries})
    found = (
        Variable(
            r, part, (table.rows[r].section, *table.rows[r].labels), _part(view_of.rows[r], part)
        )
        for r, part in kinds
    )
    first = table.label_columns
    return _view(view_of, True, tuple(found), tuple(range(first, len(table.columns))))


def _view(
    view_of: Grid, across: bool, variables: tuple[Variable, ...], instances: tuple[int, ...]
) -> View:
    counted: dict[Variable, Counter[str]] = {v: Counter() for v in variables}
    view = View(view_of, across, variables, instances)
    by_place = {(v.at, v.part): v for v in variables}
    for slot, entry in view_of.entries.items():
        place = (slot.row if across else slot.column), slot.part
        counted[by_place[place]][entry.unit] += 1
    for variable, units in counted.items():
        view.units[variable] = max(sorted(units), key=units.__getitem__)
    return view


def row_name(view_of: Grid, row: int) -> str:
    """A row's labels as one text."""
    return view_of.rows[row]


def column_name(view_of: Grid, column: int) -> str:
    """A column's header as one text, numbered where the same stands above several."""
    return view_of.columns[column]


def words(name: str) -> frozenset[str]:
    """A name's words in lower case."""
    return frozenset(re.findall(r"[a-z]+[0-9]*|[0-9]+|[%Δσ±#∆]", name.casefold().replace("δ", "Δ")))


def _unique(names: Sequence[str]) -> list[str]:
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 or not name else f"{name} ({seen[name]})")
    return found


def _row_names(table: Table) -> tuple[str, ...]:
    """Labels; rows that share theirs also name the cells that follow, as far as they differ."""
    names = [row.name for row in table.rows]
    width = len(table.columns)
    for column in range(max(1, table.label_columns), min(width - 1, LONGEST_NAME)):
        counted = Counter(names)
        if len(counted) == len(names):
            break
        for r, row in enumerate(table.rows):
            if counted[names[r]] > 1:
                names[r] = " / ".join(filter(None, (names[r], row.cells[column].text)))
    return tuple(names)


def _part(name: str, part: str) -> str:
    ends = {"[": "from", "]": "to"}
    return f"{name}, {ends.get(part, part)}" if part else name


def _finest(decimals: dict[Slot, int]) -> dict[tuple[int, str], int]:
    """The most decimals of every column: a bare 0 among numbers of two or more is exactly 0."""
    found: dict[tuple[int, str], int] = {}
    for slot, count in decimals.items():
        key = slot.column, slot.part
        found[key] = max(found.get(key, 0), count)
    return found
