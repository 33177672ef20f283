"""The audit of documents: every table searched, every check graded, one a cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from offline_reproduction.audit.inferred import (
    across,
    copies,
    judge,
    magnitude,
    marks,
    search,
    sentences,
)
from offline_reproduction.audit.inferred.findings import Check, Relation, one_a_cell
from offline_reproduction.audit.inferred.grid import Grid, columns, grid, rows
from offline_reproduction.tables.model import Document, Table

NEAR = 8
"""Lines before a table whose sentences may say what its marks mean."""


class TableAudit(NamedTuple):
    """A table, its relations and checks."""

    table: Table
    relations: tuple[Relation, ...]
    checks: tuple[Check, ...]


class DocumentAudit(NamedTuple):
    """A document's tables and all its checks, in order."""

    document: Document
    tables: tuple[TableAudit, ...]
    checks: tuple[Check, ...]


def audit(documents: Sequence[Document]) -> list[DocumentAudit]:
    """Audit documents together: the same entry may stand in several."""
    grids = [[grid(table) for table in document.tables] for document in documents]
    shared: dict[str, list[Check]] = {}
    listed = [
        (document.path, one)
        for document, found in zip(documents, grids, strict=True)
        for one in found
    ]
    for path, check in across.checks(listed):
        shared.setdefault(path, []).append(check)
    audited = []
    for document, found in zip(documents, grids, strict=True):
        tables = [_table(document, one) for one in found]
        checks = [check for table in tables for check in table.checks]
        every = one_a_cell([*checks, *shared.get(document.path, ())])
        audited.append(DocumentAudit(document, tuple(tables), tuple(every)))
    return audited


def _table(document: Document, one: Grid) -> TableAudit:
    views = columns(one), rows(one)
    supports = search.supports(views)
    leaders = judge.believed(supports)
    relations = tuple(
        Relation(s.candidate.rule, s.candidate.about, s.candidate.named, judge.strength(s))
        for s in leaders
    )
    table = one.table
    near = [table.caption, *(s.text for s in table.mentions)]
    near += [s.text for s in document.sentences if 0 <= table.line - s.line <= NEAR]
    down = [s for s in supports if not s.candidate.key[0] and s.candidate.rule == "mean"]
    checks = [
        *(sentences.check(found, one) for found in judge.broken(supports)),
        *marks.checks(one, views, near),
        *magnitude.checks(views[0]),
        *copies.checks(one, [s for s in down if s.candidate.named]),
    ]
    return TableAudit(table, relations, tuple(checks))
