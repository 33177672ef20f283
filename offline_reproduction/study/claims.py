"""Sentences' numbers: each claim is an expression over tables, metrics and choices of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.reporting.cells import Cell
from fe_core.reporting.signature import signature
from fe_core.reporting.tables import Table
from offline_reproduction.study.expressions import Expression, Named, Names, parse
from offline_reproduction.study.paper import Claim, Evidence, Settings
from offline_reproduction.study.printed import PrintedClaim
from offline_reproduction.study.vectors import Vector, known

LONGEST = 120
"""Characters of a claim's value; what needs more names an intermediate quantity."""

Naming = Callable[[Evidence, Settings], Names]


class TableColumns(NamedTuple):
    """A recomputed table, as an expression reads it: cells that nobody declared are no rows."""

    table: Table

    def column(self, name: str) -> Vector:
        """Row → cell. Raises UsageError for a column that there is not."""
        if name not in self.table.columns:
            raise UsageError(
                f"{self.table.key} has no column {name!r}; columns are {known(self.table.columns)}"
            )
        at = self.table.columns.index(name)
        cells = ((row.key, row.cells[at]) for row in self.table.rows)
        return {row: cell for row, cell in cells if cell is not None}


class ByRun(Mapping[str, Cell]):
    """A metric as a column by run, worked out where it is asked."""

    def __init__(self, runs: Sequence[str], work_out: Callable[[str], Cell]) -> None:
        self._runs = dict.fromkeys(runs)
        self._work_out = work_out

    def __getitem__(self, run: str) -> Cell:
        if run not in self._runs:
            raise KeyError(run)
        return self._work_out(run)

    def __iter__(self) -> Iterator[str]:
        return iter(self._runs)

    def __len__(self) -> int:
        return len(self._runs)


class Lazy(Mapping[str, Named]):
    """Names whose meaning is worked out when it is asked for."""

    def __init__(self, made: Mapping[str, Callable[[], Named]]) -> None:
        self._made = made

    def __getitem__(self, name: str) -> Named:
        return self._made[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


def identifier(name: str) -> str:
    """A name as an expression writes it: `table-4` is `table_4`."""
    plain = "".join(c if c.isalnum() or c == "_" else "_" for c in name)
    return plain if plain.isidentifier() else f"_{plain}"


def identifiers(**kinds: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Identifier → (kind, name). Raises UsageError for two that an expression cannot tell apart."""
    found: dict[str, tuple[str, str]] = {}
    for kind, names in kinds.items():
        for name in names:
            written = identifier(name)
            if written in found:
                raise UsageError(
                    f"{kind} {name!r} and {' '.join(map(repr, found[written]))} are both "
                    f"{written!r} in an expression; rename one"
                )
            found[written] = (kind, name)
    return found


def claims(
    texts: Sequence[PrintedClaim], names: Sequence[str], naming: Naming
) -> tuple[Claim, ...]:
    """What recomputes each claim that has a value.

    names: what an expression may read. naming: what they stand for, on some records.
    Raises UsageError for an expression that is not understood or reads what there is not.
    """
    made = []
    for text in texts:
        if text.value:
            try:
                expression = parse(text.value, LONGEST)
            except UsageError as error:
                raise UsageError(f"claim {text.id!r}: {error}") from None
            unknown = [name for name in expression.names if name not in names]
            if unknown:
                raise UsageError(
                    f"claim {text.id!r}: {unknown[0]!r} is not known; known are {known(names)}"
                )
            made.append(Claim(text.id, partial(_cell, text.id, expression, naming)))
    return tuple(made)


def _cell(
    name: str, expression: Expression, naming: Naming, evidence: Evidence, settings: Settings
) -> Cell:
    try:
        names = naming(evidence, settings)
        plain = names.get(expression.text)
        if isinstance(plain, Cell):
            return plain
        return expression.cell(names, signature(value=expression.text))
    except UsageError as error:
        raise UsageError(f"claim {name!r}: {error}") from None
