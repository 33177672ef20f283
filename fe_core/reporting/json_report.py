"""verification.json: one entry for every printed number, in a stable shape (docs/report.md)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from fe_core import __version__
from fe_core.numbers.exact import exact_text
from fe_core.reporting.entries import Entry, Finding, Kept
from fe_core.reporting.report import StudyReport, basis_line
from fe_core.scoring.ledger import LedgerRow

SCHEMA = "fe-verification/1"
_ENCODER = json.JSONEncoder(ensure_ascii=False)


def json_text(reports: Sequence[StudyReport]) -> str:
    """The whole document: `schema`, `kit`, `studies`; equal reports give equal bytes."""
    document = {
        "schema": SCHEMA,
        "kit": {"name": "fe-kit", "version": __version__},
        "studies": [_study(report) for report in reports],
    }
    return _laid_out(document) + "\n"


def _laid_out(value: Any, margin: str = "") -> str:
    """JSON in which an entry, or whatever else holds no further object, is one line to `diff`.

    (`json.dumps` with `indent` would spread every entry over lines, and does so slowly.)
    """
    if not _holds_objects(value):
        return _ENCODER.encode(value)
    inner = margin + " "
    if isinstance(value, list):
        start, end = "[]"
        items = [_laid_out(item, inner) for item in value]
    else:
        start, end = "{}"
        items = [f"{_ENCODER.encode(key)}: {_laid_out(value[key], inner)}" for key in value]
    lines = f",\n{inner}".join(items)
    return f"{start}\n{inner}{lines}\n{margin}{end}"


def _holds_objects(value: Any) -> bool:
    if not isinstance(value, dict | list):
        return False
    items = value.values() if isinstance(value, dict) else value
    return any(
        isinstance(item, dict) or (isinstance(item, list) and _holds_objects(item))
        for item in items
    )


def _study(report: StudyReport) -> dict[str, Any]:
    return {
        "study": report.study,
        "title": report.title,
        "paper": report.paper,
        "basis": report.basis.value,
        "basis_note": basis_line(report),
        "rounding": {"declared": report.rounding, "fits-all": list(report.shared_roundings)},
        "records": {
            "files": [source._asdict() for source in report.sources],
            "notes": list(report.notes),
        },
        "summary": report.summary(),
        "premises": [premise._asdict() for premise in report.premises],
        "ledger": [_ledger(row) for row in report.ledger],
        "findings": [_finding(kept) for kept in report.findings],
        "remarks": [_texts(remark) for remark in report.remarks],
        "entries": [entry_object(entry) for entry in report.entries],
    }


def entry_object(entry: Entry) -> dict[str, Any]:
    """An entry as JSON: the promised fields always, the others where they say something."""
    promised = {
        "id": entry.id,
        "kind": entry.kind.value,
        "place": entry.place,
        "table": entry.table,
        "row": entry.row,
        "column": entry.column,
        "printed": entry.printed,
        "recomputed": entry.recomputed,
        "exact": entry.exact,
        "unit": entry.unit,
    }
    optional = {
        "count": entry.count,
        "verdict": entry.verdict.value,
        "reason": entry.reason,
        "roundings": list(entry.roundings),
        "signature": entry.signature,
        "judgement": entry.judgement,
        "detail": entry.detail,
        "band": list(entry.band),
        "drawn": entry.drawn,
        "draws": entry.draws,
        "wording": entry.wording,
        "finding": entry.finding,
        "accounted": entry.accounted,
        "over": list(entry.over),
    }
    always = ("verdict", "roundings", "signature")
    return promised | {name: value for name, value in optional.items() if value or name in always}


def _ledger(row: LedgerRow) -> dict[str, Any]:
    spans = {"worst": row.worst, "best": row.best}
    shown = row._asdict() | {
        name: None if value is None else exact_text(value, 100) for name, value in spans.items()
    }
    hidden = () if row.determined else ("right", "wrong", "worst", "best")
    return shown | dict.fromkeys(hidden)


def _finding(kept: Kept) -> dict[str, Any]:
    said = {"holds": kept.holds, "entries": list(kept.entries)}
    return _texts(kept.finding) | said | ({"broken": list(kept.broken)} if kept.broken else {})


def _texts(finding: Finding) -> dict[str, str]:
    return {
        "id": finding.id,
        "title": finding.title,
        "printed": finding.printed,
        "follows": finding.follows,
        "confidence": finding.confidence,
        "tried": finding.tried,
    }
