"""junit.xml: a suite a table, a test case a number, so that CI systems show which one failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fe_core.numbers.verdict import Verdict
from fe_core.reporting.entries import Entry
from fe_core.reporting.escape import xml
from fe_core.reporting.overview import grouped
from fe_core.reporting.report import StudyReport


def junit_text(reports: Sequence[StudyReport]) -> str:
    """A JUnit document: what the study cannot vouch for fails, what it accounts for is skipped."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    for report in reports:
        for title, entries in grouped(report).items():
            lines += _suite(f"{report.study}: {title}", entries)
        lines += _findings(report)
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _suite(name: str, entries: Sequence[Entry]) -> Iterator[str]:
    """One table's or list's numbers."""
    failures = sum(entry.fails for entry in entries)
    skipped = sum(_skipped(entry) for entry in entries)
    yield (
        f'<testsuite name="{xml(name)}" tests="{len(entries)}" '
        f'failures="{failures}" errors="0" skipped="{skipped}" time="0">'
    )
    for entry in entries:
        yield from _case(entry)
    yield "</testsuite>"


def _findings(report: StudyReport) -> Iterator[str]:
    """Findings are tests, too: one that no longer holds fails."""
    if not report.findings:
        return
    broken = sum(not kept.holds for kept in report.findings)
    yield (
        f'<testsuite name="{xml(report.study)}: findings" tests="{len(report.findings)}" '
        f'failures="{broken}" errors="0" skipped="0" time="0">'
    )
    for kept in report.findings:
        head = f'<testcase classname="{xml(report.study)}.findings" name="{xml(kept.finding.id)}"'
        if kept.holds:
            yield head + "/>"
            continue
        message = "no longer holds; not as predicted: " + "; ".join(kept.broken[:20])
        yield f'{head}><failure message="{xml(message)}"/></testcase>'
    yield "</testsuite>"


def _case(entry: Entry) -> Iterator[str]:
    group, _, name = entry.id.rpartition("/")
    head = f'<testcase classname="{xml(group.replace("/", "."))}" name="{xml(name)}"'
    if entry.fails:
        message = f"{entry.place}: {entry.said()}"
        yield f'{head}><failure type="{entry.verdict.value}" message="{xml(message)}"/></testcase>'
    elif _skipped(entry):
        why = entry.reason or f"as finding {entry.finding} predicts"
        yield f'{head}><skipped message="{xml(why)}"/></testcase>'
    else:
        yield head + "/>"


def _skipped(entry: Entry) -> bool:
    return entry.verdict is Verdict.UNCHECKABLE or (entry.disagrees and bool(entry.finding))
