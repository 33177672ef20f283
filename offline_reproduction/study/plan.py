"""Declared tables: what each row and each column asks, and the cells that follow from both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from fe_core.errors import UsageError
from fe_core.reporting.cells import Unit
from offline_reproduction.study.keys import Keys
from offline_reproduction.study.quantities import Roles
from offline_reproduction.study.references import KINDS, Reference
from offline_reproduction.study.selection import Where

LEVEL = " / "
"""Between the levels of a header, as the reader of printed tables joins them."""

APPLIED = ("cluster", "draws", "level", "quantile", "sign", "deviation", "order", "weights")
ASKS = ("metric", "run", "runs", "where", "unit", "apply", "against", "reference",
        "option", "fit", *APPLIED)  # fmt: skip
"""What a row or a column can say; any other key of a row is a role."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row or a column: what it says of its cells.

    metric: the declared metric. roles: role → runs; "" is what the cells ask, and on a column it
    may be a role of the row.
    apply: a kind of quantity that is made of the other side's metric; how: what is declared of that
    quantity. reference: a rule instead of a run. value: of a column, the expression over other
    columns that it is.
    """

    metric: str = ""
    roles: Roles = field(default_factory=dict)
    where: Where = field(default_factory=dict)
    unit: Unit | None = None
    apply: str = ""
    against: str = ""
    reference: Reference | None = None
    value: str = ""
    how: Mapping[str, Any] = field(default_factory=dict)


Sets = Mapping[str, Mapping[str, Line]]
"""Rows that several tables have, by the name of the set; a name stands for their runs too."""


class Each(NamedTuple):
    """Rows that follow from the records: one for each value of an attribute of the items."""

    attribute: str
    line: Line


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A declared table, rows and columns in the order of study.toml.

    file: "" for one that is not printed, which claims may read. unanswered: "row", "row | column"
    or "* | column" → why no record can answer it.
    """

    key: str
    title: str
    place: str
    file: str
    columns: Mapping[str, Line]
    rows: Mapping[str, Line]
    each: Each | None
    unanswered: Mapping[str, str]


def read_sets(top: Keys) -> Sets:
    """All of [rows]: sets of rows, each a list of runs or a table of row → run."""
    sets = top.table("rows", {})
    found: dict[str, Mapping[str, Line]] = {}
    for name, value in sets.value.items():
        if isinstance(value, list):
            found[name] = {run: Line(roles={"": (run,)}) for run in sets.texts(name)}
        else:
            rows = sets.table(name)
            found[name] = {row: _line(rows, row, "run") for row in rows.value}
    return found


def read_tables(top: Keys, metrics: Mapping[str, Any], sets: Sets) -> tuple[TablePlan, ...]:
    """All of [[tables]]. Raises UsageError for what is wrong with one, and for a key of two."""
    plans = [_table(at, plan, metrics, sets) for at, plan in enumerate(top.list("tables"))]
    for what in ("key", "file"):
        names = [getattr(plan, what) for plan in plans]
        twice = next((at for at, name in enumerate(names) if name and name in names[:at]), None)
        if twice is not None:
            raise UsageError(
                f"tables[{names.index(names[twice])}].{what} and tables[{twice}].{what} are both "
                f"{names[twice]!r}; each table has its own"
            )
    return tuple(plans)


def _table(position: int, plan: Any, metrics: Mapping[str, Any], sets: Sets) -> TablePlan:
    keys = Keys(plan, f"tables[{position}].")
    keys.known("key", "title", "place", "file", "columns", "rows", "each", "unanswered")
    key = keys.plain("key")
    lines = {name: _with_runs(line, sets) for name, line in _rows(keys, sets).items()}
    roles = {role for line in lines.values() for role in line.roles}
    others = {name: rows for name, rows in sets.items() if name not in roles}
    found = [*_columns(keys.table("columns", {}), ())]
    columns = {name: _with_runs(line, others) for name, line in found}
    if len(columns) < len(found):
        names = [name for name, _ in found]
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"tables[{position}].columns: {twice!r} is declared twice")
    each = _each(keys.table("each")) if "each" in keys.value else None
    for name, line in [*columns.items(), *lines.items()]:
        if line.metric and line.metric not in metrics:
            raise UsageError(
                f"tables[{position}]: {name!r} asks {line.metric!r}, which is no metric; there are "
                f"{sorted(metrics)}"
            )
    place = keys.text("place", "")
    return TablePlan(
        key, keys.text("title", place or key), place, keys.text("file", ""), columns, lines, each,
        keys.text_map("unanswered"),
    )  # fmt: skip


def _rows(keys: Keys, sets: Sets) -> Mapping[str, Line]:
    """A table's own rows, or those of the sets that it names."""
    given = keys.value.get("rows", {})
    if isinstance(given, dict):
        rows = keys.table("rows", {})
        return {name: _line(rows, name, "run") for name in rows.value}
    names = (given,) if isinstance(given, str) else keys.texts("rows")
    unknown = [name for name in names if name not in sets]
    if unknown:
        raise UsageError(f"{keys.place}rows={unknown[0]!r} is none of [rows]: {sorted(sets)}")
    return {row: line for name in names for row, line in sets[name].items()}


def _with_runs(line: Line, sets: Sets) -> Line:
    """The line with the runs of a set where it names one."""
    roles = {
        role: tuple(
            run
            for name in runs
            for run in (
                [one for row in sets[name].values() for one in row.roles.get("", ())]
                if name in sets
                else [name]
            )
        )
        for role, runs in line.roles.items()
    }
    return replace(line, roles=roles)


def _columns(keys: Keys, path: tuple[str, ...]) -> Iterator[tuple[str, Line]]:
    """Columns, and headers of several levels: a table that says nothing of a cell is a level."""
    for name, value in keys.value.items():
        here = (*path, name)
        if isinstance(value, dict) and not set(value) & {*ASKS, "value"}:
            if len(here) > 8:
                raise UsageError(f"{keys.place}{name} is a header of more than 8 levels")
            yield from _columns(keys.table(name), here)
        else:
            yield LEVEL.join(here), _line(keys, name, "metric")


def _each(keys: Keys) -> Each:
    attribute = keys.text("attribute")
    rest = {name: value for name, value in keys.value.items() if name != "attribute"}
    return Each(attribute, _line(Keys({attribute: rest}, keys.place), attribute, "run"))


def _line(keys: Keys, name: str, short: str) -> Line:
    """A row or column; a plain text stands for its run or its metric, a list for its runs."""
    value = keys.value[name]
    if isinstance(value, str):
        return Line(roles={"": (value,)}) if short == "run" else Line(metric=value)
    if isinstance(value, list) and short == "run":
        return Line(roles={"": _some(keys, name)})
    said = keys.table(name)
    if short == "metric" and "value" in said.value:
        said.known("value", "unit")
    elif short == "metric":
        said.known(*ASKS)
    reference = None
    runs = _runs(said)
    if "reference" in said.value:
        reference = Reference(
            said.one_of("reference", list(KINDS)),
            runs.get("", ("",))[0],
            said.text("option", ""),
            said.text_lists("fit"),
        )
    unit = said.one_of("unit", ["", *(each.value for each in Unit)], "")
    return Line(
        said.text("metric", ""),
        runs,
        said.text_lists("where"),
        Unit(unit) if unit else None,
        said.text("apply", ""),
        said.text("against", ""),
        reference,
        said.text("value", "") if short == "metric" else "",
        {key: said.value[key] for key in APPLIED if key in said.value},
    )


def _runs(said: Keys) -> dict[str, tuple[str, ...]]:
    roles = {}
    for name, value in said.value.items():
        if name in ("run", "runs") or name not in ASKS:
            role = "" if name in ("run", "runs") else name
            if role in roles:
                raise UsageError(f"{said.place}run and runs are both given")
            roles[role] = (said.text(name),) if isinstance(value, str) else _some(said, name)
    return roles


def _some(keys: Keys, name: str) -> tuple[str, ...]:
    runs = keys.texts(name)
    if not runs or len(set(runs)) != len(runs):
        raise UsageError(f"{keys.place}{name} must name at least one run, each once")
    return runs
