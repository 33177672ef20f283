"""The record-free audit of a study that ships with the kit: its printed tables and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple, Protocol

from fe_core.errors import UsageError
from offline_reproduction.audit.tables.constraints import Check, Constraint, run
from offline_reproduction.audit.tables.planted import Planted, plant
from offline_reproduction.audit.tables.sheet import Place, Sheet
from offline_reproduction.study import printed as transcriptions
from offline_reproduction.study import printed_tables

AUDITED = ("frameevidence", "visonlyqa")
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


def load(name: str, instead: Mapping[tuple[str, str, str], str] = MappingProxyType({})) -> Audit:
    """A study's printed tables and its constraints. Raises UsageError for an unknown name.

    instead: place → the text to read there, other than the printed one.
    """
    if name not in AUDITED:
        raise UsageError(f"study={name!r} has no identities; there are {', '.join(AUDITED)}")
    package = f"offline_reproduction.papers.{name}"
    identities: Identities = import_module(f"{package}.identities")
    texts = {
        Place(table.key, row, column): text
        for table in printed_tables.tables(f"{package}.printed")
        for (row, column), text in table.cells.items()
    }
    claims = transcriptions.claims(f"{package}.printed")
    texts |= {Place(CLAIMS, claim.id, "printed"): claim.printed for claim in claims}
    texts |= {Place(*place): text for place, text in instead.items()}
    sheet = identities.sheet(texts)
    return Audit(sheet, identities.constraints(sheet))


def audit_study(
    name: str, instead: Mapping[tuple[str, str, str], str] = MappingProxyType({})
) -> list[Check]:
    """Judge every relation between a study's printed numbers; no answers are looked at."""
    audit = load(name, instead)
    return list(run(audit.constraints, audit.sheet))


def kill(name: str) -> tuple[Planted, ...]:
    """Alter every printed number of a study's tables by one unit in its last place and judge."""
    audit = load(name)
    tables = {place: text for place, text in audit.sheet.texts.items() if place.table != CLAIMS}
    return plant(audit.sheet, audit.constraints, tables)
