"""study.toml, read and checked: what a declared study is."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from fe_core.errors import UsageError
from fe_core.files import decode, read_bytes
from fe_core.numbers.rounding import Rounding
from fe_core.reporting.cells import Unit

SCHEMA = "fe-study/1"
LARGEST = 1 << 20
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
    text, _ = decode(read_bytes(path, largest=LARGEST), str(path))
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise UsageError(f"{path}: is not TOML ({error or 'nests too deep'})") from None
    try:
        return _spec(folder, document)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def _spec(folder: Path, document: dict[str, Any]) -> Spec:
    top = _Keys(document, "")
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


def _metric(name: str, metrics: _Keys) -> MetricSpec:
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
    keys = _Keys(plan, f"tables[{position}].")
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


def _variants(groups: _Keys) -> Mapping[str, tuple[str, ...]]:
    given = groups.value.get("variants", [])
    if isinstance(given, list):
        return {"": groups.texts("variants")} if given else {}
    table = groups.table("variants")
    return {family: table.texts(family) for family in table.value}


class _Keys:
    """A TOML table whose keys are read with their type checked."""

    def __init__(self, value: Any, place: str) -> None:
        if not isinstance(value, dict):
            raise UsageError(f"{place.rstrip('.')} must be a table, got {type(value).__name__}")
        self.value: dict[str, Any] = value
        self.place = place

    def known(self, *names: str) -> None:
        unknown = sorted(set(self.value) - set(names))
        if unknown:
            raise UsageError(f"{self.place}{unknown[0]} is not known; known are {sorted(names)}")

    def text(self, name: str, default: str | None = None) -> str:
        return str(self._typed(name, default, str, "a text"))

    def one_of(self, name: str, allowed: list[str], default: str | None = None) -> str:
        value = self.value.get(name, default)
        value = str(value) if isinstance(value, int) else value
        if value not in allowed:
            raise UsageError(f"{self.place}{name}={value!r} must be one of {allowed}")
        return str(value)

    def table(self, name: str, default: dict[str, Any] | None = None) -> _Keys:
        value = self._typed(name, default, dict, "a table")
        return _Keys(value, f"{self.place}{name}.")

    def list(self, name: str) -> list[Any]:
        return [*self._typed(name, [], list, "a list of tables")]

    def texts(self, name: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        value = self._typed(name, None if default is None else [*default], list, "a list of texts")
        if not all(isinstance(text, str) for text in value):
            raise UsageError(f"{self.place}{name} must be a list of texts")
        return tuple(value)

    def text_map(self, name: str) -> dict[str, str]:
        table = self.table(name, {})
        return {key: table.text(key) for key in table.value}

    def positive(self, name: str, default: int) -> int:
        value = self._typed(name, default, int, "an integer")
        if not 1 <= value <= 10**8:
            raise UsageError(f"{self.place}{name}={value!r} must lie between 1 and 10^8")
        return int(value)

    def fraction(self, name: str, default: Fraction) -> Fraction:
        value = self.value.get(name, default)
        if isinstance(value, float | int) and not isinstance(value, bool):
            value = Fraction(str(value))
        if not isinstance(value, Fraction) or not 0 < value < 1:
            raise UsageError(f"{self.place}{name}={value!r} must lie between 0 and 1")
        return value

    def _typed(self, name: str, default: Any, kind: type, what: str) -> Any:
        if name not in self.value and default is None:
            raise UsageError(f"{self.place}{name} is missing; it must be {what}")
        value = self.value.get(name, default)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise UsageError(f"{self.place}{name} must be {what}, got {type(value).__name__}")
        return value
