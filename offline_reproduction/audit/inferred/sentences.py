"""Sentences for a review: place, what is printed, what the table's own pattern gives."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from fe_core.numbers.rounding import rounded
from offline_reproduction.audit.inferred.evidence import Support, Trial
from offline_reproduction.audit.inferred.findings import Check
from offline_reproduction.audit.inferred.formula import Formula
from offline_reproduction.audit.inferred.grid import Entry, Grid, Slot, column_name, row_name
from offline_reproduction.audit.inferred.judge import Broken, strength

NEAREST = "every printed number is rounded to the nearest, or its further digits are cut off"
COMPUTED = "the relation may have been computed from exact or from printed numbers"


def place(grid: Grid, slot: Slot) -> str:
    """Where a cell stands, as a reader finds it."""
    table = grid.table
    return (
        f"Table {table.number}, row {row_name(grid, slot.row)!r}, "
        f"column {column_name(grid, slot.column)!r}"
    )


def check(found: Broken, grid: Grid, noted: str = "") -> Check:
    """A broken place as a check; noted: what is said about it short of proof."""
    support, trial, cell = found.support, found.trial, found.cell
    entry = grid.entries[cell]
    gives = _needed(found, grid)
    figures = strength(support)
    told = f"{place(grid, cell)}: {grid.cell(cell).text} is printed"
    if cell == trial.case.target:
        told += f"; {support.candidate.about} gives {shown(gives, entry)}"
    else:
        told += (
            f"; {place(grid, trial.case.target)} ({support.candidate.about}) "
            f"needs {shown(gives, entry)}"
        )
    told += f", as in {figures.holds} of {figures.of} {_places(support)}." if figures.holds else "."
    nearby = noted or "; ".join(explanations(cell, gives, grid))
    sentence = told + _second_line(nearby)
    return Check(
        found.grade,
        support.candidate.rule,
        grid.table.number,
        row_name(grid, cell.row),
        column_name(grid, cell.column),
        grid.cell(cell).text,
        shown(gives, entry),
        figures,
        (NEAREST, COMPUTED),
        sentence,
        grid.cell(cell).line,
    )


def shown(value: Fraction, entry: Entry) -> str:
    """A value with the printed cell's decimals and unit."""
    text = rounded(value, entry.decimals)
    return f"{text}{entry.unit}" if entry.unit in ("%", "x", "×") else text


def center(formula: Formula, trial: Trial, grid: Grid) -> Fraction:
    """What the printed numbers give."""
    parts = [(grid.entries[slot].value,) * 2 for slot in trial.case.parts]
    reach = formula.reach(parts, grid.unit) or trial.gives
    return Fraction(*reach[0]) / grid.unit


def _needed(found: Broken, grid: Grid) -> Fraction:
    """What the blamed cell would have to be; a part's by the relation's slope there."""
    formula, trial = found.support.candidate.formula, found.trial
    value = center(formula, trial, grid)
    if found.cell == trial.case.target:
        return value
    entry = grid.entries[found.cell]
    step = Fraction(entry.half * 2, grid.unit)
    moved = [
        (grid.entries[slot].value + (2 * entry.half if slot == found.cell else 0),) * 2
        for slot in trial.case.parts
    ]
    reach = formula.reach(moved, grid.unit)
    printed = Fraction(entry.value, grid.unit)
    if reach is None or Fraction(*reach[0]) / grid.unit == value:
        return printed
    slope = (Fraction(*reach[0]) / grid.unit - value) / step
    target = Fraction(grid.entries[trial.case.target].value, grid.unit)
    return printed + (target - value) / slope


def explanations(cell: Slot, gives: Fraction, grid: Grid) -> Iterator[str]:
    """Neighbouring explanations that fit: digits exchanged, a point moved, a number copied."""
    entry, text = grid.entries[cell], grid.cell(cell).text
    wanted = shown(gives, entry)
    printed = rounded(Fraction(entry.value, grid.unit), entry.decimals)
    bare = wanted.rstrip("%x×")
    if _transposed(printed, bare):
        yield f"two digits of {bare} are exchanged"
    elif printed.lstrip("-") == bare.lstrip("-"):
        yield "the sign is lost"
    elif printed.replace(".", "").strip("0") == bare.replace(".", "").strip("0"):
        yield "the decimal point has moved"
    elif len(printed) == len(bare) and _differing(printed, bare) == 1:
        yield f"one digit differs from {bare}"
    for other in neighbours(cell, grid):
        if len(text.strip("0.%")) > 1 and grid.cell(other).text == text:
            yield f"the same {text} stands in {_short(grid, cell, other)}"
            return
        if rounded(Fraction(grid.entries[other].value, grid.unit), entry.decimals) == bare:
            yield f"{bare} stands in {_short(grid, cell, other)}"
            return


def neighbours(cell: Slot, grid: Grid) -> Iterator[Slot]:
    """The other numbers of the same row and column, the nearest first."""
    found = [
        slot
        for slot in grid.entries
        if slot.part == cell.part
        and (slot.row == cell.row) != (slot.column == cell.column)
        and abs(slot.row - cell.row) + abs(slot.column - cell.column) < 40
    ]
    found.sort(key=lambda s: (abs(s.row - cell.row) + abs(s.column - cell.column), s))
    return iter(found)


def _short(grid: Grid, cell: Slot, other: Slot) -> str:
    if other.row == cell.row:
        return f"column {column_name(grid, other.column)!r}"
    return f"row {row_name(grid, other.row)!r}"


def _transposed(one: str, two: str) -> bool:
    if len(one) != len(two):
        return False
    off = [i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
    return (
        len(off) == 2
        and one[off[0]] == two[off[1]]
        and one[off[1]] == two[off[0]]
        and one[off[0] + 1 : off[1]] in ("", ".")
    )


def _differing(one: str, two: str) -> int:
    return sum(a != b for a, b in zip(one, two, strict=True))


def _places(support: Support) -> str:
    if support.candidate.key[0] == "bracket":
        return "places"
    return "columns" if support.candidate.key[0] else "rows"


def _second_line(text: str) -> str:
    if not text:
        return ""
    return f"\n{text[0].upper()}{text[1:]}{'' if text.endswith('?') else '.'}"
