"""Two printed cells exchanged under a finding: a finding that holds must not hold any more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from fe_core.numbers.verdict import Verdict
from fe_core.reporting.entries import Entry, Finding, Kind
from offline_reproduction.study.findings import Predicted, Prints
from offline_reproduction.study.printed import PrintedTable


class Exchanged(NamedTuple):
    """A table with two columns under each other's headers, the finding that says so, and the table
    with two more of its cells exchanged."""

    table: PrintedTable
    finding: Predicted
    spoilt: PrintedTable


def cells_exchanged(
    table: PrintedTable, entries: Sequence[Entry], random: Random
) -> Exchanged | None:
    """Exchange two columns whose cells all agree, then two cells of other texts in one of them."""
    whole = _agreeing(table, entries)
    pairs = [(a, b) for n, a in enumerate(whole) for b in whole[n + 1 :] if _differ(table, a, b)]
    random.shuffle(pairs)
    for one, other in pairs:
        columns = {one: other, other: one}
        moved = {(r, columns.get(c, c)): text for (r, c), text in table.cells.items()}
        rows = [
            (a, b)
            for n, a in enumerate(table.rows)
            for b in table.rows[n + 1 :]
            if moved[a, one] != moved[b, one]
        ]
        if rows:
            first, second = ((row, one) for row in random.choice(rows))
            exchanged = moved | {first: moved[second], second: moved[first]}
            finding = Finding("planted", "two columns exchanged", "", "", "", "")
            prints = (Prints(table.key, table.key, columns, None),)
            return Exchanged(
                table._replace(cells=moved),
                Predicted(finding, prints),
                table._replace(cells=exchanged),
            )
    return None


def _agreeing(table: PrintedTable, entries: Sequence[Entry]) -> list[str]:
    """The columns in which every cell of the table is printed and agrees."""
    same: Mapping[tuple[str, str], bool] = {
        (e.row, e.column): e.verdict is Verdict.SAME and e.kind is Kind.CELL for e in entries
    }
    return [c for c in table.columns if all(same.get((row, c), False) for row in table.rows)]


def _differ(table: PrintedTable, one: str, other: str) -> bool:
    return any(table.cells[row, one] != table.cells[row, other] for row in table.rows)
