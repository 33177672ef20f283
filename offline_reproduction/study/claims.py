"""Sentences' numbers: each claim is an expression over tables, metrics and choices of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.records.model import Item
from fe_core.reporting.cells import Cell, Unit, unanswered
from fe_core.reporting.signature import signature
from fe_core.reporting.tables import Table
from offline_reproduction.study.evidence import Scored
from offline_reproduction.study.expressions import Expression, Named, Names, parse
from offline_reproduction.study.paper import Claim, Settings
from offline_reproduction.study.printed import PrintedClaim
from offline_reproduction.study.selection import FIELDS, attributes, part
from offline_reproduction.study.vectors import UnansweredError, Vector, known

LONGEST = 120
"""Characters of a claim's value; what needs more names an intermediate quantity."""

Naming = Callable[[Scored, Settings], Names]


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
    """A metric as a column by run, worked out where it is asked.

    any_run: whether a run that there is not may be asked: its cell then says that it is missing.
    """

    def __init__(
        self, runs: Sequence[str], work_out: Callable[[str], Cell], *, any_run: bool = False
    ) -> None:
        self._runs = dict.fromkeys(runs)
        self._work_out = work_out
        self._any_run = any_run

    def __contains__(self, run: object) -> bool:
        return run in self._runs

    def __getitem__(self, run: str) -> Cell:
        if run not in self._runs and not self._any_run:
            raise KeyError(run)
        return self._work_out(run)

    def __iter__(self) -> Iterator[str]:
        return iter(self._runs)

    def __len__(self) -> int:
        return len(self._runs)


class AskedColumns(NamedTuple):
    """A table that is not printed: its cells are worked out where they are asked."""

    key: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    work_out: Callable[[str, str], Cell]

    def column(self, name: str) -> Vector:
        """Row → cell. Raises UsageError for a column that there is not."""
        if name not in self.columns:
            raise UsageError(
                f"{self.key} has no column {name!r}; columns are {known(self.columns)}"
            )
        return ByRun(self.rows, lambda row: self.work_out(row, name))


class Lazy(Mapping[str, Named]):
    """Names whose meaning is worked out when it is first asked for."""

    def __init__(self, made: Mapping[str, Callable[[], Named]]) -> None:
        self._made = made
        self._known: dict[str, Named] = {}

    def __getitem__(self, name: str) -> Named:
        if name not in self._known:
            self._known[name] = self._made[name]()
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._made

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


RUN_FIELDS = ("model", "setting", "mode", "repetition")


class RunColumns(NamedTuple):
    """What the records say of runs: their fields, and how many rotations they have."""

    scored: Scored

    def column(self, name: str) -> Vector:
        """Run → cell. Raises UsageError for what no run has."""
        runs = self.scored.records.runs()
        if name == "rotations":
            rotations = ((run.run, len(self.scored.rotations(run.run))) for run in runs)
            return {run: Cell(count, Unit.COUNT, "") for run, count in rotations}
        if name not in RUN_FIELDS:
            raise UsageError(f"no run has {name!r}; there are {known((*RUN_FIELDS, 'rotations'))}")
        return {run.run: Cell(getattr(run, name), Unit.TEXT, "") for run in runs}


class ItemColumns(NamedTuple):
    """What the records say of items, or of groups by their first item.

    Columns are fields, attributes, and those of `made`.
    """

    items: Mapping[str, tuple[Item, ...]]
    made: Mapping[str, Callable[[tuple[Item, ...]], Cell]]

    def column(self, name: str) -> Vector:
        """Row → cell. Raises UsageError for what no item has."""
        if name in self.made:
            return {row: self.made[name](items) for row, items in self.items.items()}
        firsts = {row: items[0] for row, items in self.items.items()}
        if name not in FIELDS and not any(name in item.attributes for item in firsts.values()):
            known_ones = [*self.made, *attributes(tuple(firsts.values()))]
            raise UsageError(f"no item has {name!r}; there are {known(known_ones)}")
        return {row: Cell(part(item, name), Unit.TEXT, "") for row, item in firsts.items()}


def of_items(
    scored: Scored, grouped: bool, columns: Mapping[str, Callable[[tuple[Item, ...]], Cell]]
) -> ItemColumns:
    """The records' items, or their groups; `columns` are those that a paper registers."""
    rows: dict[str, list[Item]] = {}
    for item in scored.records.items.values():
        rows.setdefault((item.group if grouped else "") or item.item, []).append(item)
    return ItemColumns({row: tuple(items) for row, items in rows.items()}, {**COUNTED, **columns})


def _counted(count: Callable[[tuple[Item, ...]], int]) -> Callable[[tuple[Item, ...]], Cell]:
    return lambda items: Cell(count(items), Unit.COUNT, "")


COUNTED: Mapping[str, Callable[[tuple[Item, ...]], Cell]] = {
    "gold": lambda items: Cell(str(items[0].gold), Unit.TEXT, ""),
    "questions": _counted(len),
    "options shown": _counted(lambda items: len(items[0].options)),
    "images shown": _counted(lambda items: len(items[0].images)),
}


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
    made = _parsed({text.id: text.value for text in texts if text.value}, names, "claim ")
    return tuple(
        Claim(name, partial(_cell, name, expression, naming)) for name, expression in made.items()
    )


def quantities(values: Mapping[str, str], names: Sequence[str]) -> dict[str, Expression]:
    """Name → expression, of quantities that expressions may read.

    Raises UsageError for one that is not understood, that reads what there is not, or that is made
    of itself.
    """
    made = _parsed(values, names, "quantities.")
    _no_cycles(made)
    return made


def _parsed(values: Mapping[str, str], names: Sequence[str], what: str) -> dict[str, Expression]:
    made = {}
    for name, value in values.items():
        try:
            made[name] = parse(value, LONGEST)
        except UsageError as error:
            raise UsageError(f"{what}{name!r}: {error}") from None
        unknown = [each for each in made[name].names if each not in names]
        if unknown:
            raise UsageError(
                f"{what}{name!r}: {unknown[0]!r} is not known; known are {known(names)}"
            )
    return made


def _no_cycles(made: Mapping[str, Expression]) -> None:
    graph = {name: [each for each in one.names if each in made] for name, one in made.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise UsageError(f"made of itself: {' of '.join(error.args[1][::-1])}") from None


def _cell(
    name: str, expression: Expression, naming: Naming, evidence: Scored, settings: Settings
) -> Cell:
    try:
        names = naming(evidence, settings)
        plain = names.get(expression.text)
        if isinstance(plain, Cell) and plain.signature:
            return plain
        return expression.cell(names, signature(value=expression.text))
    except UnansweredError as lacking:
        return unanswered(str(lacking))
    except UsageError as error:
        if evidence.partial:
            return unanswered(str(error))
        raise UsageError(f"claim {name!r}: {error}") from None
