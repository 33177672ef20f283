"""Numbers that stand in sentences, and checks of print: lists, a line each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from fe_core.numbers.verdict import Verdict
from fe_core.reporting.entries import Entry
from fe_core.reporting.escape import html_text
from fe_core.reporting.report import StudyReport
from offline_reproduction.page import addresses, forest
from offline_reproduction.page.parts import number, style, where

_TABLE = re.compile(r"Table (\d+)")


def section(
    report: StudyReport,
    title: str,
    anchor: str,
    entries: Sequence[Entry],
    numbers: Mapping[str, int],
) -> Iterator[str]:
    """A list under its title."""
    verdicts = {entry.verdict for entry in entries}
    held = " ".join(verdict.value for verdict in Verdict if verdict in verdicts)
    anchors = {_number(table.key): table.key for table in report.tables}
    yield f'<section class="table" id="{anchor}" data-verdicts="{held}">'
    yield f'<h3>{title}</h3><ul class="claims">'
    for at, entry in enumerate(entries):
        yield _line(report, entry, numbers[entry.id], anchors, first=at == 0)
    yield "</ul>"
    yield from forest.figure(title, entries)
    yield "</section>"


def _line(
    report: StudyReport, entry: Entry, index: int, anchors: Mapping[str, str], *, first: bool
) -> str:
    words = html_text(entry.wording or entry.detail or where(entry))
    shown = html_text(entry.printed)
    if entry.disagrees and entry.recomputed:
        shown += f" <del>{html_text(entry.recomputed)}</del>"
    button = number(entry, shown, report.basis, index, first=first)
    place = _linked(entry.place, report.study, anchors)
    return (
        f'<li id="{addresses.number(entry.id)}" class="{style(entry)}">'
        f'{button} {words} <span class="place">{place}</span></li>'
    )


def _linked(place: str, study: str, anchors: Mapping[str, str]) -> str:
    def link(match: re.Match[str]) -> str:
        key = anchors.get(match[1])
        return f'<a href="#{addresses.table(study, key)}">{match[0]}</a>' if key else match[0]

    return _TABLE.sub(link, html_text(place))


def _number(key: str) -> str:
    return key.removeprefix("table-").lstrip("0")
