"""index.html: the report as a page, self-contained and without network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import resources

from fe_core.reporting.escape import html_text
from fe_core.reporting.report import StudyReport
from offline_reproduction.page import addresses, data, lists, runs, summary, tables


def page_text(reports: Sequence[StudyReport]) -> str:
    """The whole page. Everything that is not ours is escaped; details travel as JSON."""
    numbers = {entry.id: n for n, entry in enumerate(e for r in reports for e in r.entries)}
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<head><meta charset="utf-8"><title>Verification report</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">",
        f"<style>{_resource('page.css')}</style></head>",
        '<body><a class="skip" href="#main">Skip to the verdict</a>',
        "<header><h1>Verification report</h1>",
        '<search><input type="search" id="search" aria-label="Search tables, rows, columns, places '
        'and findings" placeholder="Search ( / )" autocomplete="off">'
        '<ol id="found" hidden></ol></search>',
        *summary.filters(reports),
        "</header>",
        *_contents(reports),
        '<main id="main">',
        *(line for report in reports for line in _study(report, numbers)),
        "</main>",
        '<aside id="detail" aria-label="Details of a number" hidden></aside>',
        '<div id="tip" hidden></div>',
        data.script(reports),
        f"<script>{_resource('page.js')}</script>",
        "</body></html>",
    ]
    return "\n".join(lines) + "\n"


def _contents(reports: Sequence[StudyReport]) -> Iterator[str]:
    """The list of contents: studies, their tables, and what stands outside tables."""
    yield '<nav id="contents" aria-label="Contents"><ul>'
    for report in reports:
        yield f'<li><a href="#{addresses.address(report.study)}">{html_text(report.title)}</a><ul>'
        for table in report.tables:
            anchor = addresses.table(report.study, table.key)
            yield f'<li><a href="#{anchor}">{html_text(table.heading)}</a></li>'
        for title, anchor, _ in summary.lists(report):
            yield f'<li><a href="#{anchor}">{title}</a></li>'
        yield f'<li><a href="#{addresses.address(report.study, "runs")}">Runs</a></li></ul></li>'
    yield "</ul></nav>"


def _study(report: StudyReport, numbers: Mapping[str, int]) -> Iterator[str]:
    yield f'<section class="study" id="{addresses.address(report.study)}">'
    yield from summary.first_screen(report, numbers)
    for shown in report.tables:
        yield from tables.table(report, shown, numbers)
    for title, anchor, entries in summary.lists(report):
        yield from lists.section(report, title, anchor, entries, numbers)
    yield from runs.section(report)
    yield "</section>"


def _resource(name: str) -> str:
    return resources.files("offline_reproduction.page").joinpath(name).read_text("utf-8")
