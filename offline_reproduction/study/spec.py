"""study.toml, read and checked: what a study is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fe_core.errors import UsageError
from fe_core.numbers.rounding import Rounding
from fe_core.scoring.metric import Parameters
from fe_core.scoring.responses import Evidence
from offline_reproduction.study.declaration import (
    Declaration,
    Defaults,
    read_metrics,
    read_zero,
)
from offline_reproduction.study.keys import Keys, read_toml
from offline_reproduction.study.plan import TablePlan, read_sets, read_tables
from offline_reproduction.study.printed import PrintedClaim, distinct
from offline_reproduction.study.units import Groups
from offline_reproduction.study.vectors import Rows

SCHEMA = "fe-study/1"
FILE = "study.toml"


@dataclass(frozen=True, slots=True)
class Spec:
    """A study as it is declared; paths are below its folder.

    evidence: what is judged, the answers or the recorded scores. labels: of class metrics.
    unanswered: kind of claim → why no record can answer it. rows: named choices of rows, for
    expressions. claims: the file of the claims, or the claims themselves. quantities: name →
    expression, for claims and for each other. partial: whether records may lack runs, whose cells
    then say so. given: the keys that its file has, such as "labels.zero"; what is not given is the
    kit's default.
    """

    folder: Path
    name: str
    title: str
    paper: str
    rounding: Rounding
    records: str
    evidence: Evidence
    labels: tuple[str, ...]
    groups: Groups
    metrics: Mapping[str, Declaration]
    tables: tuple[TablePlan, ...]
    unanswered: Mapping[str, str]
    rows: Mapping[str, Rows]
    claims: str | tuple[PrintedClaim, ...]
    quantities: Mapping[str, str]
    partial: bool = False
    given: frozenset[str] = frozenset()


def read_spec(folder: Path) -> Spec:
    """Read `folder`/study.toml.

    Raises UsageError with the key that is wrong, what it must be, and RecordError where the file
    cannot be read.
    """
    path = folder / FILE
    document = read_toml(path)
    try:
        return _spec(folder, document)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def _spec(folder: Path, document: dict[str, Any]) -> Spec:
    top = Keys(document, "")
    top.known(
        "schema", "name", "title", "paper", "rounding", "records", "evidence", "on_mismatch",
        "labels", "groups", "metrics", "tables", "unanswered", "rows", "claims", "quantities",
        "missing_runs",
    )  # fmt: skip
    if top.text("schema") != SCHEMA:
        raise UsageError(f"schema={top.text('schema')!r}, this kit reads {SCHEMA!r}")
    labels = top.table("labels", {})
    labels.known("set", "zero", "invalid")
    parameters = Parameters(
        labels.texts("set", ()),
        read_zero(labels),
        labels.one_of("invalid", ["wrong", "dropped", "chance"], "wrong"),
    )
    if len(set(parameters.labels)) != len(parameters.labels):
        raise UsageError(f"labels.set={list(parameters.labels)} names a label twice")
    common = top.one_of("on_mismatch", ["error", "common"], "error") == "common"
    metrics = read_metrics(top.table("metrics", {}), Defaults(parameters, common))
    sets = read_sets(top)
    return Spec(
        folder,
        top.plain("name"),
        top.text("title", top.text("name")),
        top.text("paper", ""),
        Rounding(top.one_of("rounding", [rule.value for rule in Rounding], "half-even")),
        top.text("records", "records"),
        Evidence(top.one_of("evidence", ["answer", "score"], "answer")),
        parameters.labels,
        _groups(top.table("groups", {})),
        metrics,
        read_tables(top, metrics, sets),
        top.text_map("unanswered"),
        {
            name: Rows({row: line.roles[""][0] for row, line in lines.items() if "" in line.roles})
            for name, lines in sets.items()
        },
        _claims(top),
        top.text_map("quantities"),
        top.one_of("missing_runs", ["error", "unanswered"], "error") == "unanswered",
        frozenset(_names(document)),
    )


def _names(value: Any, place: str = "") -> Iterator[str]:
    """The full name of every key outside lists."""
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield f"{place}{key}"
        yield from _names(inner, f"{place}{key}.")


def _claims(top: Keys) -> str | tuple[PrintedClaim, ...]:
    if not isinstance(top.value.get("claims", ""), list):
        return top.text("claims", "")
    found = []
    for at, value in enumerate(top.list("claims")):
        keys = Keys(value, f"claims[{at}].")
        keys.known(*PrintedClaim._fields)
        texts = (keys.text("place", ""), keys.text("printed"), keys.text("kind", "number"))
        said = (keys.text("wording", ""), keys.text("value", ""))
        found.append(PrintedClaim(keys.text("id"), *texts, *said))
    return distinct(found)


def _groups(keys: Keys) -> Groups:
    keys.known("attributes", "variants", "incomplete")
    wrong = keys.one_of("incomplete", ["error", "wrong"], "error") == "wrong"
    return Groups(keys.texts("attributes", ()), _variants(keys), wrong)


def _variants(groups: Keys) -> Mapping[str, tuple[str, ...]]:
    given = groups.value.get("variants", [])
    if isinstance(given, list):
        return {"": groups.texts("variants")} if given else {}
    table = groups.table("variants")
    return {family: table.texts(family) for family in table.value}
