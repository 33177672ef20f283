"""The first screen: what is judged, on what, how it came out, and where it does not agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from fe_core.numbers.verdict import Verdict
from fe_core.records.model import Basis
from fe_core.reporting.entries import Entry, Kept, Kind
from fe_core.reporting.escape import html_text
from fe_core.reporting.markdown import verdict_sentence
from fe_core.reporting.report import ShownTable, StudyReport, basis_line, verdict_word
from offline_reproduction.page import addresses, findings, verdict_map
from offline_reproduction.page.parts import link, mark, where

SHOWN = 50
"""Differences listed one by one; the tables below have them all."""


def first_screen(report: StudyReport, numbers: Mapping[str, int]) -> Iterator[str]:
    """Title, basis, verdict, the map, and the differences, most important first."""
    yield f"<h2>{html_text(report.title)}</h2>"
    kind = "witness" if report.basis is Basis.WITNESS else "released"
    yield f'<p class="basis {kind}">{html_text(basis_line(report))}</p>'
    yield f'<p class="paper">{html_text(report.paper)}</p>'
    yield f'<p class="verdict">{html_text(verdict_sentence(report))}</p>'
    yield from _map(report, numbers)
    yield from _differences(report)
    yield from findings.remarks(report)


def filters(reports: Sequence[StudyReport]) -> Iterator[str]:
    """The four counts; each shows its own numbers only."""
    witness = all(report.basis is Basis.WITNESS for report in reports)
    basis = Basis.WITNESS if witness else Basis.RELEASED
    counts = Counter(entry.verdict for report in reports for entry in report.entries)
    yield '<div class="counts" role="group" aria-label="Show only">'
    for verdict in Verdict:
        yield (
            f'<button type="button" aria-pressed="false" data-only="{verdict.value}">'
            f"{mark(verdict)} <b>{counts[verdict]}</b> {verdict_word(verdict, basis)}</button>"
        )
    yield '</div><p id="hidden" role="status"></p>'


def _map(report: StudyReport, numbers: Mapping[str, int]) -> Iterator[str]:
    yield '<h3 class="small">Verdict map</h3><div class="map">'
    for table in report.tables:
        title, anchor = table.place or table.title, verdict_map.table_anchor(report.study, table)
        grid = verdict_map.of_table(table)
        yield from verdict_map.figure(title, anchor, grid, report.basis, numbers)
    for title, anchor, entries in lists(report):
        grid = verdict_map.of_list(entries)
        yield from verdict_map.figure(title, anchor, grid, report.basis, numbers)
    yield "</div>"


def lists(report: StudyReport) -> Iterator[tuple[str, str, list[Entry]]]:
    """Numbers outside tables: title, address and entries of each list that is not empty."""
    inside = {entry.id for table in report.tables for entry in _shown(table)}
    outside = [entry for entry in report.entries if entry.id not in inside]
    claim = f"{report.study}/claim/"
    for title, key, entries in (
        ("Claims in the text", "claims", [e for e in outside if e.id.startswith(claim)]),
        ("Checks of the printed numbers alone", "checks", [e for e in outside if _check(e)]),
        (
            "Printed numbers that no table above shows",
            "others",
            [e for e in outside if not _check(e) and not e.id.startswith(claim)],
        ),
    ):
        if entries:
            yield title, addresses.address(report.study, key), entries


def _check(entry: Entry) -> bool:
    return entry.kind is Kind.CHECK


def _shown(table: ShownTable) -> Iterator[Entry]:
    """The entries that stand in a table's grid."""
    if table.undetermined:
        return
    for row in verdict_map.of_table(table):
        yield from (entry for entry in row if entry is not None)


def _differences(report: StudyReport) -> Iterator[str]:
    """Unexplained, then what findings explain; within both, large before last digits."""
    failing = sorted((entry for entry in report.entries if entry.fails), key=_severity)
    kept = sorted(report.findings, key=lambda one: (one.holds, -len(one.entries)))
    if not failing and not kept:
        return
    yield '<h3 class="small">Differences</h3>'
    if failing:
        yield f'<p>{len(failing)} that nothing accounts for:</p><ul class="differences">'
        for entry in failing[:SHOWN]:
            yield f"<li>{_difference(entry)}</li>"
        yield "</ul>"
        if len(failing) > SHOWN:
            yield f'<p class="note">{len(failing) - SHOWN} more in the tables below.</p>'
    yield from _explained(report, kept)


def _severity(entry: Entry) -> int:
    return (Verdict.DIFFERENT, Verdict.UNCHECKABLE, Verdict.LAST_DIGIT).index(entry.verdict)


def _explained(report: StudyReport, kept: Sequence[Kept]) -> Iterator[str]:
    if not kept:
        return
    by_id = {entry.id: entry for entry in report.entries}
    many = "1 finding predicts" if len(kept) == 1 else f"{len(kept)} findings predict"
    yield f"<p>{many} the others:</p>"
    for one in kept:
        yield from findings.finding(report.study, one, by_id)


def _difference(entry: Entry) -> str:
    word = mark(entry.verdict, entry.verdict.value)
    return f"{word} {link(entry, where(entry))}: {html_text(entry.said())}"
