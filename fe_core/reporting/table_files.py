"""A table as CSV, Markdown and LaTeX; every file says its basis."""

from __future__ import annotations

import csv
import io

from fe_core.reporting.escape import csv_field, latex, markdown
from fe_core.reporting.report import ShownTable, StudyReport, basis_line


def csv_text(table: ShownTable, report: StudyReport) -> str:
    """One line a row; the last column repeats the basis on every row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["row", *map(csv_field, table.columns), "basis"])
    for key, texts in table.rows:
        writer.writerow([csv_field(key), *map(csv_field, texts), report.basis.value])
    return out.getvalue()


def markdown_text(table: ShownTable, report: StudyReport) -> str:
    """A Markdown table below its title and basis."""
    lines = [f"# {markdown(table.heading)}", "", basis_line(report), "", *markdown_rows(table)]
    if table.note:
        lines += ["", markdown(table.note)]
    return "\n".join(lines) + "\n"


def markdown_rows(table: ShownTable) -> list[str]:
    """The lines of a Markdown table."""
    head = ["", *map(markdown, table.columns)]
    lines = [_piped(head), _piped(["---"] + ["---:"] * len(table.columns))]
    lines += [_piped([markdown(key), *map(markdown, texts)]) for key, texts in table.rows]
    return lines


def latex_text(table: ShownTable, report: StudyReport) -> str:
    """A LaTeX tabular; nothing but the standard packages is needed."""
    lines = [
        f"% {latex(table.heading)}",
        f"% {latex(basis_line(report))}",
        rf"\begin{{tabular}}{{l{'r' * len(table.columns)}}}",
        r"\hline",
        _latex_row(["", *table.columns]),
        r"\hline",
        *(_latex_row([key, *texts]) for key, texts in table.rows),
        r"\hline",
        r"\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def _piped(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _latex_row(cells: list[str]) -> str:
    return " & ".join(map(latex, cells)) + r" \\"
