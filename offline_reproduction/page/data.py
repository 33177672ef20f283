"""What the page's script reads: every entry, and the items behind them, each text once.

Compressors differ between versions and machines; texts that stand once do not, and take a fifth.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from fe_core.reporting.escape import plain
from fe_core.reporting.json_report import entry_object
from fe_core.reporting.report import StudyReport
from offline_reproduction.page import addresses
from offline_reproduction.page.items import Items


def script(reports: Sequence[StudyReport]) -> str:
    """The data as a script element that runs nothing."""
    return f'<script type="application/json" id="data">{_json(_document(reports))}</script>'


def _document(reports: Sequence[StudyReport]) -> dict[str, Any]:
    texts: dict[str, int] = {}
    fields: dict[str, int] = {}
    entries, items = [], Items(texts)
    for report in reports:
        items.add(report)
        for entry in report.entries:
            packed: list[int] = []
            for name, value in entry_object(entry).items():
                text = ", ".join(value) if isinstance(value, list) else str(value)
                if text:
                    packed += [
                        fields.setdefault(name, len(fields)),
                        texts.setdefault(text, len(texts)),
                    ]
            entries.append(packed)
    return {
        "fields": list(fields),
        "entries": entries,
        "at": [addresses.number(e.id) for report in reports for e in report.entries],
        "findings": {
            f"{report.study}/{one.id}": [one.title, addresses.finding(report.study, one.id)]
            for report in reports
            for one in (*(kept.finding for kept in report.findings), *report.remarks)
        },
        "tables": [
            [table.heading, addresses.table(report.study, table.key)]
            for report in reports
            for table in report.tables
        ],
        "items": items.document(),
        "texts": list(texts),
    }


def _json(value: object) -> str:
    """JSON inside a script element: no `<` can end it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return plain(text).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
