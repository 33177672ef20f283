"""The record-free audit of a study that ships with the kit: its printed tables and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol

from fe_core.errors import UsageError
from fe_core.numbers.verdict import Verdict
from fe_core.reporting.entries import Entry, Kind
from fe_core.reporting.signature import signature
from offline_reproduction.audit.tables.constraints import Check, Constraint, run
from offline_reproduction.audit.tables.planted import Planted, plant
from offline_reproduction.audit.tables.sheet import Place, Sheet
from offline_reproduction.study import printed as transcriptions
from offline_reproduction.study import printed_tables, registry
from offline_reproduction.study.findings import Checks
from offline_reproduction.study.findings import Place as FoundPlace

VERDICTS = {
    "possible": Verdict.SAME,
    "impossible": Verdict.DIFFERENT,
    "undecided": Verdict.UNCHECKABLE,
}
NOTHING: Mapping[FoundPlace, str] = MappingProxyType({})

CLAIMS = "claims"
"""Sentences' numbers stand in the sheet as Place(CLAIMS, id, "printed")."""


class Identities(Protocol):
    """What a study's `identities` module offers."""

    def sheet(self, texts: Mapping[Place, str]) -> Sheet:
        """The printed texts with their denominators."""
        ...

    def constraints(self, printed: Sheet) -> tuple[Constraint, ...]:
        """Every relation between them."""
        ...


class Audit(NamedTuple):
    """A study's sheet and the constraints on it."""

    sheet: Sheet
    constraints: tuple[Constraint, ...]


def load(name: str, instead: Mapping[FoundPlace, str] = NOTHING) -> Audit:
    """A study's printed tables and its constraints. Raises UsageError for one without identities.

    instead: place → the text to read there, other than the printed one.
    """
    return _load(name, _identities(name), instead)


def _load(name: str, identities: Identities, instead: Mapping[FoundPlace, str]) -> Audit:
    package = f"offline_reproduction.papers.{name}.printed"
    texts = {
        Place(table.key, row, column): text
        for table in printed_tables.tables(package)
        for (row, column), text in table.cells.items()
    }
    claims = transcriptions.claims(package)
    texts |= {Place(CLAIMS, claim.id, "printed"): claim.printed for claim in claims}
    texts |= {Place(*place): text for place, text in instead.items()}
    sheet = identities.sheet(texts)
    return Audit(sheet, identities.constraints(sheet))


def audited() -> dict[str, Identities]:
    """The studies that ship with identities, by name."""
    found = {listed.name: registry.study(listed.name).identities for listed in registry.STUDIES}
    return {name: identities for name, identities in found.items() if identities is not None}


def audit_study(name: str) -> list[Check]:
    """Judge every relation between a study's printed numbers; no answers are looked at.

    Raises UsageError for a study without identities.
    """
    audit = load(name)
    return list(run(audit.constraints, audit.sheet))


def record_free(name: str, identities: Identities) -> Checks:
    """The same as entries of a report: a study's `checks`."""

    def checks(instead: Mapping[FoundPlace, str]) -> tuple[Entry, ...]:
        audit = _load(name, identities, instead)
        return tuple(_entry(name, check) for check in run(audit.constraints, audit.sheet))

    return checks


def _entry(name: str, check: Check) -> Entry:
    undecided = check.judgement.value == "undecided"
    return Entry(
        f"{name}/check/{check.id}",
        Kind.CHECK,
        check.place,
        check.printed,
        VERDICTS[check.judgement.value],
        reason=check.explanation if undecided else "",
        judgement=check.judgement.value,
        detail=check.explanation,
        wording=check.tried,
        signature=signature(check=check.id.partition("/")[0], basis="printed numbers"),
    )


def _identities(name: str) -> Identities:
    known = audited()
    if name not in known:
        raise UsageError(f"study={name!r} has no identities; there are {', '.join(known)}")
    return known[name]


def kill(name: str) -> tuple[Planted, ...]:
    """Alter every printed number of a study's tables by one unit in its last place and judge."""
    audit = load(name)
    tables = {place: text for place, text in audit.sheet.texts.items() if place.table != CLAIMS}
    return plant(audit.sheet, audit.constraints, tables)
