"""What an audit said: as text, as `fe-audit/2`, as GitHub's annotations."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from fe_core.reporting import escape
from offline_reproduction.audit.inferred.document import DocumentAudit, TableAudit
from offline_reproduction.audit.inferred.findings import Check, Grade, Strength

SCHEMA = "fe-audit/2"
MOST_LINES = 3
"""Lines that a check's text has at most."""


def count(audits: Sequence[DocumentAudit], grade: Grade) -> int:
    """How many checks have a grade."""
    return sum(check.grade is grade for audit in audits for check in audit.checks)


def lines(audits: Sequence[DocumentAudit], *, everything: bool) -> Iterator[str]:
    """Every contradiction and note, and a last line that counts; everything: what was checked."""
    for audit in audits:
        path = audit.document.path
        for problem in audit.document.problems if everything else ():
            yield f"not read {path}:{problem.line}: {problem.reason}"
        for table in audit.tables if everything else ():
            yield from _relations(path, table)
        for check in audit.checks:
            if everything or check.grade in (Grade.CONTRADICTION, Grade.NOTE):
                yield message(path, check)
    tables = sum(len(audit.tables) for audit in audits)
    found, noted = count(audits, Grade.CONTRADICTION), count(audits, Grade.NOTE)
    relations = sum(len(table.relations) for audit in audits for table in audit.tables)
    yield (
        f"{_plural(tables, 'table')} read, {_plural(relations, 'relation')} found, "
        f"{_plural(found, 'contradiction')}, {_plural(noted, 'note')}"
    )


def message(path: str, check: Check) -> str:
    """A check in at most three lines."""
    told = check.sentence.split("\n")[:MOST_LINES]
    return "\n    ".join([f"{check.grade.value.upper()} {path}:{check.line}: {told[0]}", *told[1:]])


def document(audits: Sequence[DocumentAudit], notes: Sequence[str] = ()) -> str:
    """The audit as JSON; notes: what was tolerated while the documents were read."""
    listed = {
        "schema": SCHEMA,
        "documents": [_document(audit) for audit in audits],
        "notes": list(notes),
    }
    return json.dumps(listed, ensure_ascii=False, indent=1) + "\n"


def github(audits: Sequence[DocumentAudit]) -> Iterator[str]:
    """GitHub's workflow commands: an error or a warning at its file and line."""
    for audit in audits:
        for check in audit.checks:
            level = {Grade.CONTRADICTION: "error", Grade.NOTE: "warning"}.get(check.grade)
            if level:
                where = f"file={escape.github_property(audit.document.path)},line={check.line}"
                yield f"::{level} {where},title=fe audit::{escape.github(check.sentence)}"


def _document(audit: DocumentAudit) -> dict[str, object]:
    return {
        "path": audit.document.path,
        "tables": [_table(table) for table in audit.tables],
        "checks": [_check(check) for check in audit.checks],
        "problems": [problem._asdict() for problem in audit.document.problems],
    }


def _table(audit: TableAudit) -> dict[str, object]:
    table = audit.table
    return {
        "table": table.number,
        "caption": table.caption,
        "line": table.line,
        "read": f"{len(table.rows)} rows, {len(table.columns)} columns",
        "relations": [
            {
                "rule": relation.rule,
                "about": relation.about,
                "named": relation.named,
                "support": _strength(relation.strength),
            }
            for relation in audit.relations
        ],
        "problems": [problem._asdict() for problem in table.problems],
    }


def _check(check: Check) -> dict[str, object]:
    listed = {**check._asdict(), "grade": check.grade.value}
    return {**listed, "premises": list(check.premises), "support": _strength(check.support)}


def _strength(strength: Strength) -> dict[str, int]:
    return strength._asdict()


def _relations(path: str, audit: TableAudit) -> Iterator[str]:
    table = audit.table
    size = f"{len(table.rows)} rows, {len(table.columns)} columns"
    yield f"read {path}:{table.line}: Table {table.number} {table.caption[:60]!r}: {size}"
    for problem in table.problems:
        yield f"    not read, line {problem.line}: {problem.reason}"
    for relation in audit.relations:
        held = relation.strength
        yield f"    {relation.about}: holds in {held.holds} of {held.of} places ({held.bits} bits)"


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
