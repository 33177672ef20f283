"""A page of an audit: every table as it was read, its relations, the cells that contradict them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fe_core.reporting.escape import html_text
from offline_reproduction.audit.inferred.document import DocumentAudit, TableAudit
from offline_reproduction.audit.inferred.findings import Check, Grade
from offline_reproduction.audit.inferred.grid import grid

MOST_ROWS = 400
"""Rows of a table that are drawn; rows with a check are drawn in any case."""

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;
color:#1b1b1b;background:#fff}
.wide{overflow-x:auto}table{border-collapse:collapse;margin:.5rem 0}
th,td{border:1px solid #bbb;padding:.2rem .5rem;text-align:right}th{background:#f2f2f2}
.contradiction{background:#ffd9d6;outline:3px solid #a40000}
.note{background:#fff3c4;outline:2px dashed #6b5200}
.contradiction::after{content:" ✗"}.note::after{content:" ?"}
small{display:block;font-weight:normal;color:#3d3d3d}
@media (prefers-color-scheme:dark){body{background:#16181b;color:#eee}th{background:#26292e}
small{color:#c4c4c4}.contradiction{background:#5b1512;outline-color:#ff8a80}
.note{background:#4a3d08;outline-color:#ffd54f}}
"""


def page(audits: Sequence[DocumentAudit]) -> str:
    """One HTML page without scripts; every name of a document is escaped."""
    body = "\n".join(line for audit in audits for line in _document(audit))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Audit</title><style>{STYLE}</style></head><body><main>\n"
        f"<h1>Audit</h1>\n{body}\n</main></body></html>\n"
    )


def _document(audit: DocumentAudit) -> Iterator[str]:
    yield f"<section><h2>{html_text(audit.document.path)}</h2>"
    accused = [c for c in audit.checks if c.grade in (Grade.CONTRADICTION, Grade.NOTE)]
    yield "<ol>" + "".join(_item(check) for check in accused) + "</ol>"
    if not accused:
        yield "<p>Nothing contradicts itself here.</p>"
    for table in audit.tables:
        yield from _table(table, [c for c in accused if c.table == table.table.number])
    yield "</section>"


def _item(check: Check) -> str:
    sentence = "<br>".join(html_text(line) for line in check.sentence.split("\n"))
    premises = "; ".join(html_text(premise) for premise in check.premises)
    grade = check.grade.value
    return f"<li><strong>{grade}</strong> {sentence}<small>Premises: {premises}.</small></li>"


def _table(audit: TableAudit, checks: Sequence[Check]) -> Iterator[str]:
    table, names = audit.table, grid(audit.table)
    marked = {(check.row, check.column): check.grade.value for check in checks}
    rows = {check.row for check in checks}
    yield f"<h3>Table {table.number}</h3><p>{html_text(table.caption or table.heading)}</p>"
    held = "".join(
        f"<li>{html_text(r.about)}: {r.strength.holds} of {r.strength.of} places</li>"
        for r in audit.relations
    )
    yield f'<ul>{held}</ul><div class="wide" tabindex="0"><table><thead><tr>'
    yield "".join(f'<th scope="col">{html_text(name)}</th>' for name in names.columns)
    yield "</tr></thead><tbody>"
    for at, row in enumerate(table.rows):
        if at >= MOST_ROWS and names.rows[at] not in rows:
            continue
        yield (
            "<tr>"
            + "".join(
                _cell(
                    cell.text, marked.get((names.rows[at], name), ""), column < table.label_columns
                )
                for column, (name, cell) in enumerate(zip(names.columns, row.cells, strict=True))
            )
            + "</tr>"
        )
    yield "</tbody></table></div>"


def _cell(text: str, grade: str, label: bool) -> str:
    tag = 'th scope="row"' if label else "td"
    mark = f' class="{grade}" title="{grade}"' if grade else ""
    return f"<{tag}{mark}>{html_text(text)}</{tag[:2]}>"
