"""Records → tables and claims. Nothing here knows what is printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fe_core.reporting.cells import Cell
from fe_core.reporting.tables import Table
from offline_reproduction.study.paper import Evidence, Settings, Study, TableSpec


class Built(NamedTuple):
    """Everything that a study recomputes from its records."""

    tables: tuple[tuple[TableSpec, Table], ...]
    claims: Mapping[str, Cell]


def build(study: Study, evidence: Evidence, settings: Settings) -> Built:
    """Run every builder of a study. Raises what builders raise for records they cannot use."""
    work = len(study.tables) + len(study.claims)
    tables = []
    for done, spec in enumerate(study.tables):
        settings.progress(f"{study.name}: recomputing", done, work)
        tables.append((spec, spec.build(evidence, settings)))
    claims = {}
    for done, claim in enumerate(study.claims, len(study.tables)):
        settings.progress(f"{study.name}: recomputing", done, work)
        claims[claim.id] = claim.build(evidence, settings)
    settings.progress(f"{study.name}: recomputing", work, work)
    return Built(tuple(tables), claims)
