"""study.toml, read and checked: what a declared study is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from fe_core.errors import UsageError
from fe_core.numbers.rounding import Rounding
from fe_core.reporting.cells import Unit
from offline_reproduction.study.keys import Keys, read_toml

SCHEMA = "fe-study/1"
METRICS = (
    "accuracy", "macro-precision", "macro-recall", "macro-f1", "joint", "circular", "consistency",
    "difference", "mean-deviation", "interval", "mcnemar", "both", "only-first", "only-second",
    "neither",
)  # fmt: skip
"""What a declared metric can be."""


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """One declared metric.

    where: attribute (or `split`, `variant`, `group`) → the value that items must have. of: the
    metric that a difference, a mean or an interval is of. against: the run compared with.
    """

    name: str
    metric: str
    unit: Unit
    where: Mapping[str, str]
    variants: tuple[str, ...] = ()
    of: str = ""
    against: str = ""
    cluster: str = ""
    draws: int = 20_000
    level: Fraction = Fraction(95, 100)


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One printed table: its file, and what its columns and rows stand for.

    columns: header → metric. rows: row → the run, or the runs that a mean is taken over.
    """

    key: str
    title: str
    file: str
    columns: Mapping[str, str]
    rows: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Spec:
    """A whole study.toml. zero: what an undefined class counts (None: nothing is said)."""

    folder: Path
    name: str
    title: str
    paper: str
    rounding: Rounding
    records: str
    labels: tuple[str, ...]
    zero: Fraction | None
    dropped: bool
    group_attributes: tuple[str, ...]
    variants: Mapping[str, tuple[str, ...]]
    metrics: Mapping[str, MetricSpec]
    tables: tuple[TablePlan, ...]


def read_spec(folder: Path) -> Spec:
    """Read `folder`/study.toml.

    Raises UsageError with the key that is wrong, what it must be, and RecordError where the file
    cannot be read.
    """
    path = folder / "study.toml"
    document = read_toml(path)
    try:
        return _spec(folder, document)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def _spec(folder: Path, document: dict[str, Any]) -> Spec:
    top = Keys(document, "")
    top.known(
        "schema", "name", "title", "paper", "rounding", "records", "labels", "groups", "metrics",
        "tables",
    )  # fmt: skip
    if top.text("schema") != SCHEMA:
        raise UsageError(f"schema={top.text('schema')!r}, this kit reads {SCHEMA!r}")
    labels, groups = top.table("labels", {}), top.table("groups", {})
    labels.known("set", "zero", "invalid")
    groups.known("attributes", "variants")
    metrics = {name: _metric(name, top.table("metrics")) for name in top.table("metrics").value}
    _check_references(metrics)
    return Spec(
        folder,
        top.text("name"),
        top.text("title", top.text("name")),
        top.text("paper", ""),
        Rounding(top.one_of("rounding", [rule.value for rule in Rounding], "half-even")),
        top.text("records", "records"),
        labels.texts("set", ()),
        None if labels.one_of("zero", ["0", "none"], "0") == "none" else Fraction(0),
        labels.one_of("invalid", ["wrong", "dropped"], "wrong") == "dropped",
        groups.texts("attributes", ()),
        _variants(groups),
        metrics,
        tuple(_table(position, plan, metrics) for position, plan in enumerate(top.list("tables"))),
    )


def _metric(name: str, metrics: Keys) -> MetricSpec:
    keys = metrics.table(name)
    keys.known("metric", "unit", "where", "variants", "of", "against", "cluster", "draws", "level")
    metric = keys.one_of("metric", list(METRICS))
    usual = {"difference": "points", "mcnemar": "share"}.get(metric, "percent")
    if metric in ("both", "only-first", "only-second", "neither"):
        usual = "count"
    return MetricSpec(
        name,
        metric,
        Unit(keys.one_of("unit", ["percent", "points", "share", "count"], usual)),
        keys.text_map("where"),
        keys.texts("variants", ()),
        keys.text("of", ""),
        keys.text("against", ""),
        keys.text("cluster", ""),
        keys.positive("draws", 20_000),
        keys.fraction("level", Fraction(95, 100)),
    )


def _check_references(metrics: Mapping[str, MetricSpec]) -> None:
    for metric in metrics.values():
        needs_of = metric.metric in ("difference", "mean-deviation", "interval")
        if needs_of and metric.of not in metrics:
            raise UsageError(
                f"metrics.{metric.name}.of={metric.of!r} must name another metric, one of "
                f"{sorted(metrics)}"
            )
        if needs_of and metrics[metric.of].metric in ("mean-deviation", "interval", "mcnemar"):
            raise UsageError(f"metrics.{metric.name}.of={metric.of!r} must be a single ratio")
        paired = metric.metric in (
            "difference", "mcnemar", "both", "only-first", "only-second", "neither",
        )  # fmt: skip
        if paired and not metric.against:
            raise UsageError(f"metrics.{metric.name}.against must name the run compared with")
        if metric.metric == "interval" and not metric.cluster:
            raise UsageError(
                f"metrics.{metric.name}.cluster must name what is drawn: an attribute or 'group'"
            )


def _table(position: int, plan: Any, metrics: Mapping[str, MetricSpec]) -> TablePlan:
    keys = Keys(plan, f"tables[{position}].")
    keys.known("key", "title", "file", "columns", "rows")
    columns, rows = keys.text_map("columns"), keys.table("rows")
    for header, metric in columns.items():
        if metric not in metrics:
            raise UsageError(
                f"tables[{position}].columns.{header!r}={metric!r} is no metric; there are "
                f"{sorted(metrics)}"
            )
    key = keys.text("key")
    if not key or not all(c.isalnum() or c in "-_" for c in key) or not key.isascii():
        raise UsageError(f"tables[{position}].key={key!r} must be letters, digits, - and _")
    runs = {
        row: (run,) if isinstance(run, str) else rows.texts(row) for row, run in rows.value.items()
    }
    return TablePlan(key, keys.text("title", key), keys.text("file"), columns, runs)


def _variants(groups: Keys) -> Mapping[str, tuple[str, ...]]:
    given = groups.value.get("variants", [])
    if isinstance(given, list):
        return {"": groups.texts("variants")} if given else {}
    table = groups.table("variants")
    return {family: table.texts(family) for family in table.value}
