"""index.html: the report as a page, self-contained and without network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from importlib import resources

from fe_core.numbers.verdict import Verdict
from fe_core.records.model import Basis
from fe_core.reporting.entries import Entry, Finding, Kind
from fe_core.reporting.escape import html_text, plain
from fe_core.reporting.json_report import entry_object
from fe_core.reporting.markdown import ledger_texts, verdict_sentence
from fe_core.reporting.report import (
    UNFIXED,
    OutcomeMap,
    ShownTable,
    StudyReport,
    basis_line,
    verdict_word,
)
from fe_core.scoring.ledger import LedgerRow
from offline_reproduction.page.plots import interval_plot
from offline_reproduction.page.png import data_uri

MARKS = {
    Verdict.SAME: "✓",
    Verdict.LAST_DIGIT: "≈",
    Verdict.DIFFERENT: "≠",
    Verdict.UNCHECKABLE: "?",
}
"""Each verdict has a shape of its own, so that colour is never the only difference."""

_TABLE = re.compile(r"Table (\d+)")


def page_text(reports: Sequence[StudyReport]) -> str:
    """The whole page. Everything that is not ours is escaped; details travel as JSON."""
    numbers = {entry.id: n for n, entry in enumerate(e for r in reports for e in r.entries)}
    details = [entry_object(entry) for report in reports for entry in report.entries]
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<head><meta charset="utf-8"><title>Verification report</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">",
        f"<style>{_resource('page.css')}</style></head>",
        "<body><header><h1>Verification report</h1>",
        '<label class="filter"><input type="checkbox" id="only"> only differences</label>',
        _legend(reports),
        "</header><main>",
        *(line for report in reports for line in _study(report, numbers)),
        "</main>",
        '<aside id="detail" role="dialog" aria-label="Details of a number" hidden></aside>',
        f'<script type="application/json" id="entries">{_json(details)}</script>',
        f"<script>{_resource('page.js')}</script>",
        "</body></html>",
    ]
    return "\n".join(lines) + "\n"


def _study(report: StudyReport, numbers: dict[str, int]) -> Iterator[str]:
    yield f'<section id="{_id(report.study)}"><h2>{html_text(report.title)}</h2>'
    kind = "witness" if report.basis is Basis.WITNESS else "released"
    yield f'<p class="basis {kind}">{html_text(basis_line(report))}</p>'
    yield f"<p>{html_text(report.paper)}</p>"
    yield f'<p class="verdict">{html_text(verdict_sentence(report))}</p>'
    yield from _findings(report)
    for table in report.tables:
        yield from _table(report, table, numbers)
    yield from _list(report, Kind.CLAIM, "Claims in the text", numbers)
    yield from _list(report, Kind.CHECK, "Checks of the printed numbers alone", numbers)
    if report.outcomes:
        yield from _outcomes(report.outcomes)
    yield from _ledger(report)
    yield "</section>"


def _legend(reports: Sequence[StudyReport]) -> str:
    witness = all(report.basis is Basis.WITNESS for report in reports)
    basis = Basis.WITNESS if witness else Basis.RELEASED
    words = " ".join(
        f'<span class="v is-{verdict.value}">{mark}</span> {verdict_word(verdict, basis)}'
        for verdict, mark in MARKS.items()
    )
    return f'<p class="legend">{words}</p>'


def _findings(report: StudyReport) -> Iterator[str]:
    if report.findings:
        yield "<h3>Findings</h3>"
    for kept in report.findings:
        more = (
            ("Explains", _entries(len(kept.entries))),
            *(("Not as predicted", text) for text in kept.broken),
        )
        state = "" if kept.holds else " <strong>(no longer holds)</strong>"
        yield _finding(kept.finding, report.study, state, more)
    if report.remarks:
        yield "<h3>Remarks</h3>"
    for remark in report.remarks:
        yield _finding(remark, report.study)


def _finding(
    finding: Finding, study: str, state: str = "", more: Sequence[tuple[str, str]] = ()
) -> str:
    parts = (
        ("Printed", finding.printed),
        ("What follows", finding.follows),
        ("How sure", finding.confidence),
        ("Tried to prove ourselves wrong", finding.tried),
        *more,
    )
    body = "".join(f"<dt>{name}</dt><dd>{html_text(text)}</dd>" for name, text in parts if text)
    return (
        f'<details class="finding" id="{_id(study, finding.id)}" open>'
        f"<summary>{html_text(finding.title)}{state}</summary><dl>{body}</dl></details>"
    )


def _entries(count: int) -> str:
    return f"{count} {'entry' if count == 1 else 'entries'}" if count else ""


def _table(report: StudyReport, table: ShownTable, numbers: dict[str, int]) -> Iterator[str]:
    yield f'<h3 id="{_id(report.study, table.key)}">{html_text(table.heading)}</h3>'
    if table.undetermined:
        yield f'<p class="note">{UNFIXED}</p>'
        return
    heads = "".join(f'<th scope="col">{html_text(column)}</th>' for column in table.columns)
    yield f'<div class="scroll" tabindex="0" role="group" aria-label="{html_text(table.heading)}">'
    yield f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>"
    for key, texts in table.rows:
        cells = "".join(
            _cell(table.entries.get((key, column)), text, report.basis, numbers)
            for column, text in zip(table.columns, texts, strict=True)
        )
        yield f'<tr><th scope="row">{html_text(key)}</th>{cells}</tr>'
    yield "</tbody></table></div>"
    if table.note:
        yield f'<p class="note">{html_text(table.note)}</p>'


def _cell(entry: Entry | None, text: str, basis: Basis, numbers: dict[str, int]) -> str:
    if entry is None:
        return f'<td class="bare">{html_text(text)}</td>'
    shown = html_text(entry.printed or text)
    if entry.disagrees:
        shown += f" <del>{html_text(entry.recomputed)}</del>"
    return f'<td class="{_class(entry)}">{_button(entry, shown, basis, numbers)}</td>'


def _button(entry: Entry, shown: str, basis: Basis, numbers: dict[str, int]) -> str:
    word = verdict_word(entry.verdict, basis) + (", as predicted" if entry.finding else "")
    return (
        f'<button type="button" data-entry="{numbers[entry.id]}">{shown} '
        f'<span class="v is-{entry.verdict.value}" role="img" aria-label="{word}">'
        f"{MARKS[entry.verdict]}</span></button>"
    )


def _list(report: StudyReport, kind: Kind, title: str, numbers: dict[str, int]) -> Iterator[str]:
    prefix = f"{report.study}/claim/"
    entries = [
        entry
        for entry in report.entries
        if entry.kind is kind
        or (kind is Kind.CLAIM and entry.kind is Kind.INTERVAL and entry.id.startswith(prefix))
    ]
    if not entries:
        return
    anchors = {_number(table.key): table.key for table in report.tables}
    yield f'<h3>{title}</h3><ul class="claims">'
    for entry in entries:
        words = html_text(entry.wording or entry.detail)
        place = _linked(entry.place, report.study, anchors)
        button = _button(entry, html_text(entry.printed), report.basis, numbers)
        yield (
            f'<li class="{_class(entry)}">{button} {words} '
            f'<span class="place">{place}</span>{_plot(entry)}</li>'
        )
    yield "</ul>"


def _plot(entry: Entry) -> str:
    return interval_plot(entry) if entry.band else ""


def _linked(place: str, study: str, anchors: dict[str, str]) -> str:
    def link(match: re.Match[str]) -> str:
        key = anchors.get(match[1])
        return f'<a href="#{_id(study, key)}">{match[0]}</a>' if key else match[0]

    return _TABLE.sub(link, html_text(place))


def _number(key: str) -> str:
    return key.removeprefix("table-").lstrip("0")


def _outcomes(outcomes: OutcomeMap) -> Iterator[str]:
    said = (
        f"Map of {outcomes.items} items by {len(outcomes.runs)} runs: green right, sand wrong, "
        "violet invalid, grey not asked; runs from top to bottom as in the ledger below."
    )
    yield f'<h3>Item by run</h3><p class="note">{html_text(said)}</p>'
    yield (
        f'<div class="scroll" tabindex="0" role="group" aria-label="Item by run">'
        f'<img class="map" alt="{html_text(said)}" src="{data_uri(outcomes.rows, outcomes.items)}" '
        f'width="{outcomes.items * _zoom(outcomes)}" height="{4 * len(outcomes.rows)}"></div>'
    )


def _zoom(outcomes: OutcomeMap) -> int:
    """Pixels an item, so that a small map can be seen."""
    return max(1, min(12, 720 // max(1, outcomes.items)))


def _ledger(report: StudyReport) -> Iterator[str]:
    heads = ("asked", "right", "wrong", "unreadable", "empty", "failed", "missing")
    yield "<details><summary>Denominator ledger</summary>"
    yield '<div class="scroll" tabindex="0" role="group" aria-label="Denominator ledger"><table>'
    columns = "".join(f'<th scope="col">{head}</th>' for head in heads)
    yield f"<thead><tr><td></td>{columns}</tr></thead><tbody>"
    for row in report.ledger:
        yield _ledger_row(row)
    yield "</tbody></table></div></details>"


def _ledger_row(row: LedgerRow) -> str:
    name = row.run + (f" (rotation {row.rotation})" if row.rotation else "")
    cells = "".join(f'<td class="bare">{text}</td>' for text in ledger_texts(row))
    return f'<tr><th scope="row">{html_text(name)}</th>{cells}</tr>'


def _class(entry: Entry) -> str:
    """What is not accounted for is marked like a difference."""
    return "is-different" if entry.unaccounted else f"is-{entry.verdict.value}"


def _id(*parts: str) -> str:
    """An id that needs no escaping."""
    joined = "--".join(parts)
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in joined)


def _json(value: object) -> str:
    """JSON inside a script element: no `<` can end it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return plain(text).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _resource(name: str) -> str:
    return resources.files("offline_reproduction.page").joinpath(name).read_text("utf-8")
