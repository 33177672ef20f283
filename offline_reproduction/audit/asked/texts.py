"""A read table as a sheet of texts: places, denominators, and the unit of every column."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.numbers.printed import leading
from fe_core.numbers.values import Absent, Number, Words
from offline_reproduction.audit.asked.known import MARK, Known
from offline_reproduction.audit.inferred.grid import grid
from offline_reproduction.audit.row.printed_row import METRICS
from offline_reproduction.audit.tables.sheet import Denominator, Place, Sheet
from offline_reproduction.tables.model import Table

NAMES = {
    "accuracy": ("acc", "accuracy"),
    "precision": ("p", "prec", "precision", "macrop", "macroprecision"),
    "recall": ("r", "rec", "recall", "macror", "macrorecall"),
    "f1": ("f1", "f", "macrof1", "f1score", "f1macro", "macrof"),
}
"""Column names, letters and digits only and in lower case, that stand for a metric."""


class TextTable(NamedTuple):
    """Column and row keys in order, the text of every filled cell, and the read table.

    unread: cells with digits that are no plain number: `~12`, `<5`, `3/9`, and what is unreadable.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: dict[tuple[str, str], str]
    unread: frozenset[tuple[str, str]]
    read: Table


def text_table(table: Table) -> TextTable:
    """A read table by its names; rows and columns of one name are numbered."""
    named = grid(table)
    rows = tuple(_told_apart(named.rows))
    columns = tuple(_told_apart(named.columns))
    cells, unread = {}, set()
    for row, name in zip(table.rows, rows, strict=True):
        for column, cell in zip(columns, row.cells, strict=True):
            if cell.text:
                cells[name, column] = cell.text
            if leading(cell.value) is None and not isinstance(cell.value, Absent | Words):
                unread.add((name, column))
    return TextTable(columns, rows, cells, frozenset(unread), table)


def sheet(table: TextTable, known: Known) -> Sheet:
    """The table's texts and denominators. Raises UsageError where the facts contradict it."""
    check(table, known)
    texts = {Place(MARK, row, column): text for (row, column), text in table.cells.items()}
    whole = known.n or sum(known.supports) or None
    accuracy = metric_columns(table, known).get("accuracy")
    wholes = dict(known.wholes)
    if whole and accuracy:
        wholes.setdefault(accuracy, whole)
    bare = Sheet(texts, point=table.read.point, leading=True)
    denominators = {}
    for place in texts:
        if place.column in wholes and place.row not in (known.mean_row, *known.skip):
            n = _whole(bare, place, wholes[place.column])
            if n:
                signed = place.column in known.differences or _signed(table, place.column)
                denominators[place] = Denominator(n, signed)
    scales = {column: scale(table, known, column) for column in table.columns}
    return Sheet(
        texts,
        denominators,
        frozenset(),
        known.rules,
        100,
        scales=scales,
        point=table.read.point,
        leading=True,
    )


def metric_columns(table: TextTable, known: Known) -> dict[str, str]:
    """Metric → column, by the facts, else by the column's name."""
    columns = dict(known.metrics)
    for metric, names in NAMES.items():
        hits = [c for c in table.columns if _plain(c) in names]
        if metric not in columns and len(hits) == 1:
            columns[metric] = hits[0]
    return {metric: columns[metric] for metric in METRICS if metric in columns}


def check(table: TextTable, known: Known) -> None:
    """Refuse facts that the table contradicts."""
    for column in known.columns():
        if column not in table.columns:
            raise UsageError(f"column={column!r} is not in the table: {list(table.columns)}")
    for row in (known.mean_row, *known.skip):
        if row and row not in table.rows:
            raise UsageError(f"row={row!r} is not in the table: {list(table.rows)[:40]}")
    if known.supports and known.n not in (None, sum(known.supports)):
        raise UsageError(f"supports add up to {sum(known.supports)}, not to n={known.n}")


def scale(table: TextTable, known: Known, column: str) -> int:
    """100 where the facts say percent, or a sign or a value above 1 shows it here; else 1."""
    if stated := known.scales.get(column, known.scales.get("")):
        return stated
    found = numbers(table, column)
    percent = any(number.percent or abs(number.value) > 1 for number in found)
    return 100 if percent or not found or "%" in column else 1


def numbers(table: TextTable, column: str) -> list[Number]:
    """The leading numbers of a column."""
    at = table.columns.index(column)
    found = (leading(row.cells[at].value) for row in table.read.rows)
    return [number for number in found if number is not None]


def _whole(bare: Sheet, place: Place, whole: int | str) -> int | None:
    if isinstance(whole, int):
        return whole
    number = bare.number(Place(MARK, place.row, whole.removeprefix("@")))
    if number is None or number.value.denominator != 1 or not 0 < number.value <= 10_000_000:
        return None
    return int(number.value)


def _signed(table: TextTable, column: str) -> bool:
    return any(number.value < 0 or number.plus for number in numbers(table, column))


def _plain(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


def _told_apart(names: Iterable[str]) -> list[str]:
    counted: dict[str, int] = {}
    found: list[str] = []
    taken = set()
    for name in names:
        counted[name] = counted.get(name, 0) + 1
        shown = name if counted[name] == 1 else f"{name} ({counted[name]})"
        while shown in taken:
            counted[name] += 1
            shown = f"{name} ({counted[name]})"
        taken.add(shown)
        found.append(shown)
    return found
