"""GitHub annotations: one workflow command for each number that is not vouched for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fe_core.numbers.verdict import Verdict
from fe_core.reporting.entries import Entry
from fe_core.reporting.escape import github, github_property
from fe_core.reporting.report import StudyReport


def annotation_lines(reports: Sequence[StudyReport]) -> Iterator[str]:
    """`::error` for what the study cannot vouch for, `::notice` for what a finding predicts.

    A last digit is a `::warning`.
    What a finding predicted and no longer holds is an `::error` a cell.
    """
    for report in reports:
        for entry in report.entries:
            if not entry.disagrees and not entry.unaccounted:
                continue
            level = "warning" if entry.verdict is Verdict.LAST_DIGIT else "error"
            level = "notice" if entry.finding else level
            title = github_property(f"{report.study}: {entry.place}")
            message = github(
                f"{entry.id}: {entry.said()}"
                + (f" (as finding {entry.finding} predicts)" if entry.finding else "")
            )
            yield f"::{level} {_location(entry)}title={title}::{message}"
        for kept in report.findings:
            title = github_property(f"{report.study}: finding {kept.finding.id} no longer holds")
            yield from (f"::error title={title}::{github(text)}" for text in kept.broken)


def _location(entry: Entry) -> str:
    """Where the number stands, as far as a user's own file prints it."""
    if not entry.source:
        return ""
    line = f"line={entry.line}," if entry.line else ""
    return f"file={github_property(entry.source)},{line}"
