"""GitHub annotations: one workflow command for each number that differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fe_core.numbers.verdict import Verdict
from fe_core.reporting.escape import github
from fe_core.reporting.report import StudyReport


def annotation_lines(reports: Sequence[StudyReport]) -> Iterator[str]:
    """`::error` for an unexplained difference (`::warning` for a last digit), `::notice` else.

    What a finding predicted and no longer holds is an `::error` a cell.
    """
    for report in reports:
        for entry in report.entries:
            if not entry.disagrees:
                continue
            level = "error" if entry.verdict is Verdict.DIFFERENT else "warning"
            level = "notice" if entry.finding else level
            title = github(f"{report.study}: {entry.place}")
            message = github(
                f"{entry.id}: printed {entry.printed}, recomputed {entry.recomputed}"
                + (f" (explained: {entry.finding})" if entry.finding else "")
            )
            yield f"::{level} title={title}::{message}"
        for kept in report.findings:
            title = github(f"{report.study}: finding {kept.finding.id} no longer holds")
            yield from (f"::error title={title}::{github(text)}" for text in kept.broken)
