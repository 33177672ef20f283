"""Tables as printed: order, header levels, sections and marks, a verdict beside each number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from fe_core.numbers.verdict import Verdict
from fe_core.reporting.entries import Entry
from fe_core.reporting.escape import html_text
from fe_core.reporting.report import UNFIXED, ShownTable, StudyReport
from offline_reproduction.page import addresses, forest
from offline_reproduction.page.parts import frame, number, style


def table(report: StudyReport, shown: ShownTable, numbers: Mapping[str, int]) -> Iterator[str]:
    """One table, with its intervals drawn below it."""
    verdicts = {entry.verdict for entry in shown.entries.values()}
    held = " ".join(verdict.value for verdict in Verdict if verdict in verdicts)
    anchor = addresses.table(report.study, shown.key)
    yield f'<section class="table" id="{anchor}" data-verdicts="{held}">'
    yield f"<h3>{html_text(shown.heading)}</h3>"
    if shown.undetermined:
        yield f'<p class="note">{UNFIXED}</p></section>'
        return
    yield from frame(shown.heading, _grid(report, shown, numbers))
    if shown.note:
        yield f'<p class="note">{html_text(shown.note)}</p>'
    yield from forest.figure(shown.heading, list(shown.entries.values()))
    yield "</section>"


def _grid(report: StudyReport, shown: ShownTable, numbers: Mapping[str, int]) -> Iterator[str]:
    yield "<table><thead>"
    yield from _head(shown)
    yield "</thead><tbody>"
    first = next((key for key, _ in shown.rows if _entries(shown, key)), None)
    section = ""
    for key, texts in shown.rows:
        new = shown.sections.get(key, "")
        if new != section:
            width = len(shown.columns) + 1
            yield (
                f'<tr class="section"><th scope="rowgroup" colspan="{width}">'
                f"{html_text(new)}</th></tr>"
            )
            section = new
        yield f'<tr><th scope="row">{html_text(key)}</th>'
        yield from _row(report, shown, key, texts, numbers, first=key == first)
        yield "</tr>"
    yield "</tbody></table>"


def _head(shown: ShownTable) -> Iterator[str]:
    """The header's rows; equal names side by side under equal names are one cell, as printed."""
    paths = shown.header or tuple((column,) for column in shown.columns)
    depth = max(map(len, paths), default=1)
    for level in range(depth):
        yield "<tr><td></td>"
        for prefix, group in groupby(paths, key=lambda path, n=level + 1: path[:n]):  # type: ignore[misc]
            width = len(list(group))
            scope = f'colgroup" colspan="{width}' if width > 1 else "col"
            name = prefix[level] if len(prefix) > level else ""
            yield (
                f'<th scope="{scope}">{html_text(name)}</th>'
                if name
                else f'<td colspan="{width}"></td>'
            )
        yield "</tr>"


def _row(
    report: StudyReport,
    shown: ShownTable,
    key: str,
    texts: Sequence[str],
    numbers: Mapping[str, int],
    *,
    first: bool,
) -> Iterator[str]:
    for column, text in zip(shown.columns, texts, strict=True):
        entry = shown.entries.get((key, column))
        if entry is None:
            yield f'<td class="bare">{html_text(text)}</td>'
            continue
        printed, bold = html_text(entry.printed or text), shown.marked.get((key, column), "")
        words = f'<span class="{bold}">{printed}</span>' if bold else printed
        if entry.disagrees:
            words += f" <del>{html_text(entry.recomputed)}</del>"
        button = number(entry, words, report.basis, numbers[entry.id], first=first)
        yield (f'<td id="{addresses.number(entry.id)}" class="{style(entry)}">{button}</td>')
        first = False


def _entries(shown: ShownTable, key: str) -> list[Entry]:
    found = (shown.entries.get((key, column)) for column in shown.columns)
    return [entry for entry in found if entry is not None]
