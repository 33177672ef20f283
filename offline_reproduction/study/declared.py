"""A study.toml as a `Study`: papers that ship with the kit and studies of users alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.files import decode, inside, read_bytes
from fe_core.records.directory import Progress, load
from fe_core.records.model import Records
from fe_core.reporting.cells import Cell, Unit, unanswered
from fe_core.reporting.tables import Row, Table
from offline_reproduction.study.claims import (
    AskedColumns,
    ByRun,
    Lazy,
    RunColumns,
    TableColumns,
    claims,
    identifiers,
    of_items,
    quantities,
)
from offline_reproduction.study.columns import computed
from offline_reproduction.study.declaration import Declaration, applied
from offline_reproduction.study.evidence import Scored, UnaskedError
from offline_reproduction.study.expressions import Expression, Named, Names
from offline_reproduction.study.findings import of_folder
from offline_reproduction.study.kinds import COMPOSED
from offline_reproduction.study.paper import Settings, Study, TableSpec
from offline_reproduction.study.plan import Line, TablePlan
from offline_reproduction.study.premises import of_spec
from offline_reproduction.study.printed import (
    PrintedClaim,
    PrintedTable,
    Transcription,
    parse_claims,
)
from offline_reproduction.study.printed_tables import read_table
from offline_reproduction.study.quantities import (
    Quantities,
    Question,
    Roles,
    only,
)
from offline_reproduction.study.references import added
from offline_reproduction.study.registered import NOTHING, Registered
from offline_reproduction.study.selection import both, check, part, selected, text, values_of
from offline_reproduction.study.spec import Spec

CLAIMS = "claims.tsv"
LARGEST = 1 << 24


def declared_study(spec: Spec, *, printed: bool = True, registered: Registered = NOTHING) -> Study:
    """The study that a study.toml declares.

    printed: whether its printed tables are read (a snapshot fills them instead). registered: what a
    paper that ships with the kit adds to its declarations.
    """
    plans = [plan for plan in spec.tables if plan.file]
    tables = tuple(_printed(spec, plan) for plan in plans) if printed else ()
    build = Builder(spec, registered, {table.key: table for table in tables})
    texts = _claims(spec)
    names = (
        identifiers(
            records=["items", "groups", "runs"],
            table=[plan.key for plan in spec.tables],
            metric=[*spec.metrics],
            rows=[*spec.rows],
            quantity=[*spec.quantities],
        )
        if texts
        else {}
    )
    named = quantities(spec.quantities, [*names])
    return Study(
        name=spec.name,
        title=spec.title,
        paper=spec.paper,
        rounding=spec.rounding,
        load=partial(_load, spec, registered),
        printed=Transcription(tables, texts),
        tables=tuple(
            TableSpec(plan.key, partial(build.table, plan), plan.unanswered) for plan in plans
        ),
        claims=claims(texts, [*names], partial(build.names, names, named)),
        findings=of_folder(spec.folder),
        unanswered=spec.unanswered,
        evidence=partial(_again, spec, registered),
        premises=partial(of_spec, spec),
    )


def records_folder(spec: Spec) -> Path:
    """Where its records are. Raises RecordError for a path that leaves the study's folder."""
    return inside(spec.folder, spec.records)


def scored(spec: Spec, registered: Registered, records: Records) -> Scored:
    """Records, with the answers that a paper registers; not those of runs that are missing."""
    made = Scored(records, partial=spec.partial)
    for name, answers in registered.answers.items():
        with suppress(UnaskedError):
            made.rules[name] = answers(made)
    return made


def _again(spec: Spec, registered: Registered, loaded: Scored, records: Records) -> Scored:
    made = scored(spec, registered, records)
    return replace(made, more=loaded.more, caution=loaded.caution)


def _load(spec: Spec, registered: Registered, folder: Path, progress: Progress) -> Scored:
    records = load(
        folder,
        progress=progress,
        group_attributes=spec.groups.attributes,
        variants=None if spec.groups.wrong else spec.groups.variants,
    )
    return scored(spec, registered, records)


class Builder(NamedTuple):
    """Tables and names of a study, on some records; each is worked out once.

    printed: the tables as printed, for their order alone.
    """

    spec: Spec
    registered: Registered
    printed: Mapping[str, PrintedTable]

    def quantities(self, scored: Scored) -> Quantities:
        """Every declared metric. Raises UsageError for a label that no answer can be."""
        spec = self.spec
        scored.once("labels", lambda: _labels(spec, scored.records))
        functions = self.registered.functions
        return Quantities(scored, spec.metrics, spec.groups, spec.evidence, functions)

    def table(self, plan: TablePlan, scored: Scored, settings: Settings) -> Table:
        """In printed order where it is printed; cells declared as unanswered are left out."""
        return scored.once(("table", plan.key), lambda: self._table(plan, scored))

    def _table(self, plan: TablePlan, scored: Scored) -> Table:
        engine, like = self.quantities(scored), self.printed.get(plan.key)
        rows = _ordered(_rows(plan, scored), like.rows if like else ())
        columns = _ordered(plan.columns, like.columns if like else ())
        others = _peers(rows)
        asked = {name: line for name, line in columns.items() if not line.value}
        made: dict[str, dict[str, Cell | None]] = {
            column: {
                row: _cell(engine, plan, (row, column), rows[row], line, others) for row in rows
            }
            for column, line in asked.items()
        }
        for column, line in columns.items():
            if line.value:
                made[column] = {**self._computed(plan, column, line, made, [*rows])}
        lines = [Row(row, tuple(made[name].get(row) for name in columns)) for row in rows]
        return Table(plan.key, plan.title, tuple(columns), tuple(lines))

    def _computed(
        self,
        plan: TablePlan,
        column: str,
        line: Line,
        made: Mapping[str, Mapping[str, Cell | None]],
        rows: Sequence[str],
    ) -> dict[str, Cell]:
        there = {
            name: {row: cell for row, cell in cells.items() if cell is not None}
            for name, cells in made.items()
        }
        try:
            found = computed(line.value, line.unit, there, rows, self.spec.rows)
        except UsageError as error:
            raise UsageError(f"tables {plan.key!r}, column {column!r}: {error}") from None
        reasons = {row: _reason(plan, row, column) for row in found}
        return {
            row: unanswered(reasons[row]) if reasons[row] else cell for row, cell in found.items()
        }

    def names(
        self,
        known: Mapping[str, tuple[str, str]],
        quantities: Mapping[str, Expression],
        scored: Scored,
        settings: Settings,
    ) -> Names:
        """What an expression may name; worked out where it does."""
        return scored.once("names", lambda: self._names(known, quantities, scored, settings))

    def _names(
        self,
        known: Mapping[str, tuple[str, str]],
        quantities: Mapping[str, Expression],
        scored: Scored,
        settings: Settings,
    ) -> Names:
        plans = {plan.key: plan for plan in self.spec.tables}
        engine = self.quantities(scored)

        def meaning(kind: str, name: str) -> Named:
            if kind == "table":
                plan = plans[name]
                if plan.file or any(line.value for line in plan.columns.values()):
                    return TableColumns(self.table(plan, scored, settings))
                return _asked_columns(engine, plan)
            if kind == "rows":
                return self.spec.rows[name]
            if kind == "quantity":
                return quantities[name].named(names)
            if kind == "metric":
                return _metric(engine, name)
            if name == "runs":
                return RunColumns(scored)
            return of_items(scored, name == "groups", self.registered.columns)

        names = Lazy({written: partial(meaning, *what) for written, what in known.items()})
        return names


def _asked_columns(engine: Quantities, plan: TablePlan) -> AskedColumns:
    """A table that is not printed, as an expression reads it."""
    rows = _rows(plan, engine.scored)
    others = _peers(rows)

    def work_out(row: str, column: str) -> Cell:
        cell = _cell(engine, plan, (row, column), rows[row], plan.columns[column], others)
        return cell or unanswered(_reason(plan, row, column))

    return AskedColumns(plan.key, tuple(rows), tuple(plan.columns), work_out)


def _metric(engine: Quantities, name: str) -> Named:
    """One cell where a metric names its own runs, else a column by run."""
    declared = engine.metrics[name]

    def work_out(*runs: str) -> Cell:
        def cell() -> Cell:
            try:
                return engine.cell(declared, Question(runs))
            except UnaskedError as error:
                return unanswered(str(error))

        return engine.scored.once(("claimed", name, runs), cell)

    if declared.runs or engine.of_items(declared):
        return work_out()
    runs = [run.run for run in engine.scored.records.runs()]
    return ByRun([*runs, *engine.scored.rules], work_out, any_run=engine.scored.partial)


def _rows(plan: TablePlan, scored: Scored) -> dict[str, Line]:
    """The declared rows, and one for each value of the attribute that `each` names."""
    rows = dict(plan.rows)
    if plan.each is None:
        return rows
    name, line = plan.each
    values_of(scored.records, name, f"tables {plan.key!r}.each.attribute")
    items = selected(scored.records.items.values(), line.where)
    for value in dict.fromkeys(part(item, name) for item in items):
        if value and value not in rows:
            rows[value] = replace(line, where=both(line.where, {name: (value,)}))
    return rows


def _cell(
    engine: Quantities,
    plan: TablePlan,
    place: tuple[str, str],
    row: Line,
    column: Line,
    others: Peers,
) -> Cell | None:
    name = f"tables {plan.key!r}, row {place[0]!r}, column {place[1]!r}"
    reason = _reason(plan, *place)
    if reason:
        return unanswered(reason)
    try:
        declared = _asked(engine, row, column)
        roles = _referred(engine, row, column, {**row.roles, **column.roles})
        question = Question(_runs(declared, roles), roles=roles, elsewhere=others.roles)
        if len(question.named(declared.runs or question.runs)) > 1:
            declared = engine.of_several(declared)
        where = both(row.where, column.where)
        none = declared.metric == "items" and declared.unit is Unit.COUNT
        engine.scored.once(
            ("where", text(where), none),
            lambda: check(engine.scored.records, where, "where", none=none),
        )
        return engine.cell(declared, replace(question, where=where, others=others.rows))
    except UnaskedError as error:
        return unanswered(str(error))
    except UsageError as error:
        if engine.scored.partial:
            return unanswered(str(error))
        raise UsageError(f"{name}: {error}") from None


def _reason(plan: TablePlan, row: str, column: str) -> str:
    keys = (f"{row} | {column}", row, f"* | {column}", "*")
    return next((plan.unanswered[key] for key in keys if key in plan.unanswered), "")


def _asked(engine: Quantities, row: Line, column: Line) -> Declaration:
    """The metric that a row and a column ask together.

    A row's named function is told which metric the column asks.
    """
    if row.metric and column.metric and engine.metrics[row.metric].metric == "function":
        return replace(engine.metrics[row.metric], of=(column.metric,))
    if row.metric and column.metric:
        raise UsageError(f"the row asks {row.metric!r} and the column {column.metric!r}")
    name = row.metric or column.metric
    if not name:
        raise UsageError("neither the row nor the column says which metric is asked")
    declared = engine.metrics[name]
    apply, against = row.apply or column.apply, row.against or column.against
    if not apply:
        pass
    elif apply not in COMPOSED or not COMPOSED[apply].needs_of:
        raise UsageError(
            f"apply={apply!r} must be one of {[k for k in COMPOSED if k != 'function']}"
        )
    else:
        if COMPOSED[apply].two and not against:
            raise UsageError(f"apply={apply!r} needs against: a role or a run")
        declared = applied(apply, declared, against, {**row.how, **column.how})
    unit = row.unit or column.unit
    return replace(declared, unit=unit) if unit else declared


def _referred(engine: Quantities, row: Line, column: Line, roles: Roles) -> Roles:
    reference = row.reference or column.reference
    if reference is None:
        return roles
    if not reference.of:
        reference = reference._replace(of=_only_asked(engine.scored))
    name = engine.scored.once(
        ("reference", str(reference)), lambda: added(engine.scored, reference)
    )
    return {**roles, "": (name,)}


def _only_asked(scored: Scored) -> str:
    """A run, if all were asked the same items; else the row must name whose items are meant."""
    runs = [run.run for run in scored.records.runs()]
    sets = {frozenset(item.item for item in scored.asked(run)) for run in runs}
    if len(sets) != 1:
        raise UsageError("the runs were asked different items: run = … must name whose are meant")
    return runs[0]


def _runs(declared: Declaration, roles: Roles) -> tuple[str, ...]:
    """The roles or runs that a cell asks: those named, or the only ones there are.

    None where a row has several roles: then the metric, or what it is made of, names one.
    """
    if declared.runs or declared.metric == "function":
        return declared.runs or roles.get("", ())
    return only(roles)


class Peers(NamedTuple):
    """What the rows of a table ask together: the roles of each, and all roles there are."""

    rows: tuple[Roles, ...]
    roles: frozenset[str]


def _peers(rows: Mapping[str, Line]) -> Peers:
    asking = tuple(line.roles for line in rows.values() if line.roles and line.reference is None)
    return Peers(asking, frozenset(role for roles in asking for role in roles) - {""})


def _ordered(lines: Mapping[str, Line], like: tuple[str, ...]) -> dict[str, Line]:
    """Declared lines in printed order; those that are not printed follow in their own."""
    printed = [name for name in like if name in lines]
    return {name: lines[name] for name in dict.fromkeys([*printed, *lines])}


def _labels(spec: Spec, records: Records) -> None:
    items = records.items.values()
    if any(not item.options for item in items):
        return
    known = dict.fromkeys(option for item in items for option in item.options)
    unknown = [label for label in spec.labels if label not in known]
    if unknown:
        raise UsageError(
            f"labels.set holds {unknown[0]!r}, which no answer can be; options are "
            f"{list(known)[:20]}"
        )


def _printed(spec: Spec, plan: TablePlan) -> PrintedTable:
    return read_table(spec.folder, plan.key, plan.title, plan.file, plan.place)


def _claims(spec: Spec) -> tuple[PrintedClaim, ...]:
    if not isinstance(spec.claims, str):
        return spec.claims
    usual = spec.folder / CLAIMS
    if not spec.claims and not usual.is_file():
        return ()
    return parse_claims(_text(spec, spec.claims or CLAIMS))


def _text(spec: Spec, file: str) -> str:
    path = inside(spec.folder, file)
    return decode(read_bytes(path, largest=LARGEST), str(path))[0]
