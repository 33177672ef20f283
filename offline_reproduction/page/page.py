"""index.html: the report as a page, self-contained and without network."""

from __future__ import annotations

from collections.abc import Sequence

from fe_core.reporting.escape import html_text
from fe_core.reporting.markdown import verdict_sentence
from fe_core.reporting.report import StudyReport, basis_line


def page_text(reports: Sequence[StudyReport]) -> str:
    """The whole page."""
    body = "\n".join(
        f"<h2>{html_text(report.title)}</h2>\n<p>{html_text(basis_line(report))}</p>\n"
        f"<p>{html_text(verdict_sentence(report))}</p>"
        for report in reports
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
        f"<title>Verification report</title></head>\n<body>\n{body}\n</body>\n</html>\n"
    )
