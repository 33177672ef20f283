"""A relation that holds without exception, tried on the other column of the same name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from offline_reproduction.audit.inferred.evidence import Case, Support, weigh
from offline_reproduction.audit.inferred.findings import Grade
from offline_reproduction.audit.inferred.grid import Grid, Slot
from offline_reproduction.audit.inferred.judge import Broken

BITS = 20
"""Evidence that a relation needs before it is carried to another place."""

Believed = tuple[Grid, Sequence[Support]]


def broken(index: int, tables: Sequence[Believed]) -> Iterator[Broken]:
    """Columns that repeat another column of their name where their own relation gives otherwise.

    The relation is known from the other column, or from a table with the same header; that every
    number stands in the other column, too, is the proof that this one was copied.
    """
    grid = tables[index][0]
    for source, leaders in tables:
        for support in leaders:
            if support.candidate.key[0] or support.broken or support.bits < BITS:
                continue
            for shift in _shifts(source, grid, support):
                yield from _tried(grid, support, shift)


def _shifts(source: Grid, grid: Grid, support: Support) -> Iterator[int]:
    """How far to the right the same header names stand, for another target of the same name."""
    case = support.trials[0].case
    width = len(grid.table.columns)
    names = [column.name for column in grid.table.columns]
    target = source.table.columns[case.target.column].name
    for column in range(grid.table.label_columns, width):
        shift = column - case.target.column
        moved = [slot.column + shift for slot in case.parts]
        if names[column] != target or not all(0 <= c < width for c in moved):
            continue
        same = all(
            names[c] == source.table.columns[s.column].name
            for c, s in zip(moved, case.parts, strict=True)
        )
        if same if source is not grid else shift:
            yield shift


def _tried(grid: Grid, support: Support, shift: int) -> Iterator[Broken]:
    cases = []
    for r in range(len(grid.table.rows)):
        target, *parts = (
            Slot(r, slot.column + shift, slot.part)
            for slot in (support.trials[0].case.target, *support.trials[0].case.parts)
        )
        if all(slot in grid.entries for slot in (target, *parts)):
            cases.append(Case(target, tuple(parts)))
    tried = weigh(replace(support.candidate, cases=tuple(cases)), grid)
    if tried.holds or not tried.broken or not _copied(grid, cases[0].target.column):
        return
    for trial in tried.broken:
        yield Broken(support, trial, Grade.CONTRADICTION, trial.case.target)


def _copied(grid: Grid, column: int) -> bool:
    """Whether another column of the same name prints the same numbers in every row."""
    table = grid.table
    texts = [row.cells[column].text for row in table.rows]
    return len(set(texts)) > 2 and any(
        other != column
        and table.columns[other].name == table.columns[column].name
        and [row.cells[other].text for row in table.rows] == texts
        for other in range(len(table.columns))
    )
