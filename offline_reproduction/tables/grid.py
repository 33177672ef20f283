"""Spans resolved: from rows as they are written to a grid in which every row has every column."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from offline_reproduction.tables.model import Problem
from offline_reproduction.tables.raw import Placed, RawTable

MOST_CELLS = 200_000
MOST_COLUMNS = 1_000


class Place(NamedTuple):
    """A place of the grid; first: whether its cell begins here."""

    cell: Placed
    first: bool


class GridRow(NamedTuple):
    """A full row of the grid."""

    line: int
    ruled: bool
    places: tuple[Place, ...]


def grid(raw: RawTable) -> tuple[list[GridRow], list[Problem]]:
    """The rows of `raw`, each as wide as the widest (or, where short rows are not padded, as the
    first), and what could not be placed.

    A table past MOST_CELLS or MOST_COLUMNS is not read at all; the problem says so.
    """
    problems: list[Problem] = []
    rows = list(_resolved(raw, problems))
    width = _width(raw, rows)
    if width > MOST_COLUMNS or width * len(rows) > MOST_CELLS:
        limits = f"{MOST_COLUMNS} columns and {MOST_CELLS} cells"
        return [], [Problem(raw.line, f"the table has more than {limits}; it is not read")]
    return list(_evened(raw, rows, width, problems)), problems


def _width(raw: RawTable, rows: list[GridRow]) -> int:
    """Columns of the table; a cell across that is given too wide a span does not count."""
    if not raw.padded:
        rows = rows[:1]
    telling = [row for row in rows if len({id(place.cell) for place in row.places}) > 1]
    return max((len(row.places) for row in telling or rows), default=0)


def _resolved(raw: RawTable, problems: list[Problem]) -> Iterator[GridRow]:
    """Rows with their column spans laid out and the cells that hang down from rows above."""
    hanging: dict[int, tuple[int, Placed]] = {}
    filled = 0
    for index, row in enumerate(raw.rows):
        places: dict[int, Place] = {}
        for column, (left, cell) in sorted(hanging.items()):
            places[column] = Place(cell, first=False)
            if left == 1:
                del hanging[column]
            else:
                hanging[column] = left - 1, cell
        column = 0
        for cell in row.cells:
            while column in places:
                column += 1
            span = min(cell.columns, MOST_COLUMNS + 1)
            down = min(cell.rows or len(raw.rows), len(raw.rows) - index)
            for step in range(span):
                if column + step in places:
                    problems.append(Problem(cell.line, "two cells span the same place"))
                places[column + step] = Place(cell, first=step == 0)
                if down > 1:
                    hanging[column + step] = down - 1, cell
            column += span
            if column > MOST_COLUMNS:
                break
        filled += len(places)
        width = max(places, default=-1) + 1
        blank = Place(Placed("", row.line), first=True)
        yield GridRow(row.line, row.ruled, tuple(places.get(c, blank) for c in range(width)))
        if filled > MOST_CELLS or width > MOST_COLUMNS:
            return


def _evened(
    raw: RawTable, rows: list[GridRow], width: int, problems: list[Problem]
) -> Iterator[GridRow]:
    """Short rows filled up where the format does so; said either way."""
    for row in rows:
        have = len(row.places)
        if have == width:
            yield row
        elif raw.padded and have > width:
            yield row._replace(places=row.places[:width])
        elif raw.padded:
            reason = f"{have} cells where the table has {width} columns; the rest counts as empty"
            problems.append(Problem(row.line, reason, read=True))
            blank = Place(Placed("", row.line), first=True)
            yield row._replace(places=row.places + (blank,) * (width - have))
        else:
            problems.append(
                Problem(row.line, f"{have} fields where the table has {width}; the row is not read")
            )
