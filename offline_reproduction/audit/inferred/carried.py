"""A relation that holds without exception, tried on the other column of the same name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from offline_reproduction.audit.inferred.evidence import Case, Support, weigh
from offline_reproduction.audit.inferred.findings import Check, Grade, Strength
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


def copied_block(index: int, tables: Sequence[Believed]) -> Iterator[Check]:
    """Columns that a table shares with an earlier one of its header, though their results differ.

    Proof: the relation that the earlier table follows gives other results here in every row.
    """
    grid = tables[index][0]
    for source, leaders in tables[:index]:
        if source.columns != grid.columns or source.rows != grid.rows:
            continue
        shared = [
            c
            for c in range(grid.table.label_columns, len(grid.columns))
            if _texts(grid, c) == _texts(source, c) and len(set(_texts(grid, c))) > 2
        ]
        off: dict[int, Support] = {}
        for support in leaders:
            case = support.trials[0].case
            parts = {slot.column for slot in case.parts}
            if support.candidate.key[0] or support.broken or support.bits < BITS:
                continue
            if parts <= set(shared) and case.target.column not in shared:
                tried = weigh(support.candidate, grid)
                if 2 * len(tried.broken) > len(tried.trials):
                    off[case.target.column] = support
        if off:
            yield _block(source, grid, shared, next(iter(off.values())))


def _texts(grid: Grid, column: int) -> list[str]:
    return [row.cells[column].text for row in grid.table.rows]


def _block(source: Grid, grid: Grid, shared: list[int], support: Support) -> Check:
    names = grid.columns[shared[0]], grid.columns[shared[-1]]
    rows = f"{grid.rows[0]} … {grid.rows[-1]}"
    target = grid.columns[support.trials[0].case.target.column]
    return Check(
        Grade.CONTRADICTION,
        "copy",
        grid.table.number,
        rows,
        f"{names[0]} … {names[1]}",
        f"({len(shared)} columns)",
        "",
        Strength(len(support.trials), len(support.trials), support.bits, 1),
        (f"{target} is {support.candidate.about}, as in Table {source.table.number}",),
        f"Table {grid.table.number}: the columns from {names[0]!r} to {names[1]!r} repeat Table "
        f"{source.table.number} in every row, and {target!r} does not; there it is "
        f"{support.candidate.about} in all {len(support.trials)} rows, here it is not.",
        grid.table.line,
    )
