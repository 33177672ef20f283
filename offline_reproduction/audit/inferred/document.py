"""The audit of documents: every table searched, every check graded, one a cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from offline_reproduction.audit.inferred import (
    across,
    bounds,
    carried,
    copies,
    deviation,
    judge,
    magnitude,
    marks,
    notes,
    order,
    partition,
    proportions,
    prose,
    search,
    sentences,
)
from offline_reproduction.audit.inferred.evidence import Support
from offline_reproduction.audit.inferred.findings import Check, Relation, one_a_cell
from offline_reproduction.audit.inferred.grid import Grid, View, columns, grid, rows
from offline_reproduction.tables.model import Document, Table

NEAR = 8
"""Lines before a table whose sentences may say what its marks mean."""

FAMILIES = (order.checks, partition.checks, deviation.checks, bounds.checks)
"""Families that look at one view and need nothing else."""


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
        searched = [_searched(one) for one in found]
        believed = [(one.grid, judge.believed(one.supports)) for one in searched]
        tables = []
        for index, one in enumerate(searched):
            checks = [
                *(sentences.check(b, one.grid) for b in carried.broken(index, believed)),
                *carried.copied_block(index, believed),
                *_checks(document, one),
            ]
            relations = [_relation(support) for support in believed[index][1]]
            tables.append(TableAudit(one.grid.table, tuple(relations), tuple(checks)))
        checks = [check for table in tables for check in table.checks]
        spoken = prose.checks(document.sentences, found)
        every = one_a_cell([*checks, *shared.get(document.path, ()), *spoken])
        audited.append(DocumentAudit(document, tuple(tables), tuple(every)))
    return audited


class _Searched(NamedTuple):
    grid: Grid
    views: tuple[View, View]
    supports: list[Support]


def _searched(one: Grid) -> _Searched:
    views = columns(one), rows(one)
    return _Searched(one, views, search.supports(views))


def _relation(support: Support) -> Relation:
    candidate = support.candidate
    return Relation(candidate.rule, candidate.about, candidate.named, judge.strength(support))


def _checks(document: Document, searched: _Searched) -> list[Check]:
    one, views, supports = searched
    table = one.table
    near = [table.caption, *(s.text for s in table.mentions)]
    near += [s.text for s in document.sentences if 0 <= table.line - s.line <= NEAR]
    means = [s for s in supports if not s.candidate.key[0] and s.candidate.rule == "mean"]
    return [
        *(sentences.check(found, one) for found in judge.broken(supports)),
        *(sentences.check(found, one, text) for text, found in notes.broken(views, supports, near)),
        *marks.checks(one, views, near),
        *magnitude.checks(views[0]),
        *(check for view in views for family in FAMILIES for check in family(view)),
        *(check for view in views for check in proportions.checks(view, near)),
        *copies.checks(one, [s for s in means if s.candidate.named]),
    ]
