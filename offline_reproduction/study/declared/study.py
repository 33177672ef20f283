"""A study.toml as a `Study`, judged by the same pipeline as the papers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from fe_core.errors import UsageError
from fe_core.files import inside
from fe_core.records.directory import Progress, load
from fe_core.reporting.cells import Cell, unanswered
from fe_core.reporting.tables import Row, Table
from offline_reproduction.study.declared.cells import cell
from offline_reproduction.study.declared.printed_csv import read_table
from offline_reproduction.study.declared.scored import Scored
from offline_reproduction.study.declared.spec import MetricSpec, Spec, TablePlan
from offline_reproduction.study.findings import of_folder
from offline_reproduction.study.paper import Settings, Study, TableSpec
from offline_reproduction.study.printed import PrintedTable, Transcription


def declared_study(spec: Spec, *, printed: bool = True) -> Study:
    """The study that a study.toml declares.

    printed: whether its printed tables are read (a snapshot fills them instead).
    Raises UsageError for a printed row or column that nothing is declared for.
    """
    tables = tuple(_printed(spec, plan) for plan in spec.tables) if printed else ()
    return Study(
        name=spec.name,
        title=spec.title,
        paper=spec.paper,
        rounding=spec.rounding,
        load=_loader(spec),
        printed=Transcription(tables),
        findings=of_folder(spec.folder),
        tables=tuple(TableSpec(plan.key, _builder(spec, plan)) for plan in spec.tables),
    )


def records_folder(spec: Spec) -> Path:
    """Where its records are. Raises RecordError for a path that leaves the study's folder."""
    return inside(spec.folder, spec.records)


def _printed(spec: Spec, plan: TablePlan) -> PrintedTable:
    table = read_table(spec.folder, plan.key, plan.title, plan.file)
    for what, found, declared in (
        ("column", table.columns, plan.columns),
        ("row", table.rows, plan.rows),
    ):
        unknown = [name for name in found if name not in declared]
        if unknown:
            raise UsageError(
                f"{spec.folder / plan.file}: nothing is declared for {what} {unknown[0]!r}; "
                f"add it to tables.{what}s of {plan.key!r} in study.toml"
            )
    return table


def _loader(spec: Spec) -> Callable[[Path, Progress], Scored]:
    def read(folder: Path, progress: Progress) -> Scored:
        records = load(
            folder,
            progress=progress,
            group_attributes=spec.group_attributes,
            variants=spec.variants,
        )
        return Scored(records)

    return read


def _builder(spec: Spec, plan: TablePlan) -> Callable[[Scored, Settings], Table]:
    def build(scored: Scored, settings: Settings) -> Table:
        rows = tuple(
            Row(row, tuple(_cell(spec, scored, plan, header, runs) for header in plan.columns))
            for row, runs in plan.rows.items()
        )
        return Table(plan.key, plan.title, tuple(plan.columns), rows)

    return build


def _cell(spec: Spec, scored: Scored, plan: TablePlan, header: str, runs: Sequence[str]) -> Cell:
    """A column of a mean is for rows of several runs, every other column for rows of one."""
    metric = spec.metrics[plan.columns[header]]
    if len(runs) > 1 and metric.metric != "mean-deviation":
        mean = _mean_of(spec, metric.name)
        if mean is None:
            return unanswered(f"no metric is declared as the mean-deviation of {metric.name!r}")
        metric = mean
    return cell(spec, scored, metric, runs)


def _mean_of(spec: Spec, name: str) -> MetricSpec | None:
    for metric in spec.metrics.values():
        if metric.metric == "mean-deviation" and metric.of == name:
            return metric
    return None
