"""Blocks of numbers that stand twice: a row or column copied from another."""

from __future__ import annotations

from collections.abc import Iterator

from offline_reproduction.audit.inferred.evidence import Support
from offline_reproduction.audit.inferred.findings import Check, Grade, Strength
from offline_reproduction.audit.inferred.grid import Grid, Slot, column_name, row_name

LEAST = 4
"""Equal numbers side by side from which a block is reported."""


def checks(grid: Grid, means: list[Support]) -> Iterator[Check]:
    """Rows that repeat another row's numbers of one kind under another label.

    means: relations over columns; where the same numbers have two results, one row is wrong.
    """
    for first, second, columns in _twins(grid):
        if grid.table.rows[first].labels == grid.table.rows[second].labels:
            continue
        clash = _two_results(grid, first, second, columns, means)
        yield _check(grid, first, second, columns, clash)


def _twins(grid: Grid) -> Iterator[tuple[int, int, list[int]]]:
    """Pairs of rows and the columns of their longest equal run, each row once."""
    windows: dict[tuple[object, ...], int] = {}
    seen: set[int] = set()
    for r, row in enumerate(grid.table.rows):
        texts = [cell.text for cell in row.cells]
        for c in range(grid.table.label_columns, len(texts) - LEAST + 1):
            run = list(range(c, c + LEAST))
            if not _telling(grid, r, run):
                continue
            key = (c, *texts[c : c + LEAST])
            before = windows.setdefault(key, r)
            if before != r and r not in seen:
                seen.add(r)
                yield before, r, _extended(grid, before, r, run)


def _telling(grid: Grid, row: int, columns: list[int]) -> bool:
    """Whether equal numbers here are no accident: one kind, several digits, not all alike."""
    found = [grid.entries.get(Slot(row, c)) for c in columns]
    entries = [entry for entry in found if entry is not None]
    texts = {grid.table.rows[row].cells[c].text for c in columns}
    digits = [sum(map(str.isdigit, text)) for text in texts]
    kinds = {(entry.unit, entry.decimals) for entry in entries}
    return len(entries) == len(columns) <= len(texts) + 1 and len(kinds) == 1 and min(digits) >= 3


def _extended(grid: Grid, first: int, second: int, run: list[int]) -> list[int]:
    rows = grid.table.rows
    while (
        run[-1] + 1 < len(rows[first].cells)
        and _telling(grid, second, [*run[-3:], run[-1] + 1])
        and rows[first].cells[run[-1] + 1].text == rows[second].cells[run[-1] + 1].text
    ):
        run.append(run[-1] + 1)
    return run


def _two_results(
    grid: Grid, first: int, second: int, columns: list[int], means: list[Support]
) -> Slot | None:
    """The second row's result, where both rows' equal numbers have results that differ."""
    for support in means:
        by_row = {t.case.target.row: t for t in support.trials}
        if first not in by_row or second not in by_row:
            continue
        parts = {slot.column for slot in by_row[second].case.parts}
        one, two = (grid.entries[by_row[r].case.target] for r in (first, second))
        if parts <= set(columns) and abs(one.value - two.value) > 4 * (one.half + two.half):
            return by_row[second].case.target
    return None


def _check(grid: Grid, first: int, second: int, columns: list[int], clash: Slot | None) -> Check:
    table = grid.table
    names = [column_name(grid, c) for c in (columns[0], columns[-1])]
    told = (
        f"Table {table.number}, row {row_name(grid, second)!r}: the {len(columns)} numbers from "
        f"{names[0]!r} to {names[1]!r} are those of row {row_name(grid, first)!r}"
    )
    premises = ["rows of two labels are two measurements"]
    if clash is not None:
        other = table.rows[first].cells[clash.column].text
        told += f", but {column_name(grid, clash.column)!r} is {grid.cell(clash).text}, not {other}"
        premises.append("one set of numbers has one mean")
    return Check(
        Grade.NOTE if clash is None else Grade.CONTRADICTION,
        "copy",
        table.number,
        row_name(grid, second),
        f"{names[0]} … {names[1]}",
        f"({len(columns)} cells)",
        "",
        Strength(len(columns), len(columns), 8 * len(columns), 1),
        tuple(premises),
        told + ".",
        table.rows[second].line,
    )
