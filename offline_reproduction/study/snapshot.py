"""Printed tables made from records, so that a paper's table is generated and then guarded."""

from __future__ import annotations

import csv
import io

from fe_core.errors import UsageError
from fe_core.numbers.rounding import Rounding, rounded
from fe_core.records.model import Basis
from fe_core.reporting.cells import Cell, OverClusters, Spread, Unit
from fe_core.reporting.report import ShownTable, StudyReport
from fe_core.reporting.table_files import csv_text, latex_text, markdown_text
from offline_reproduction.study.evidence import Scored
from offline_reproduction.study.paper import Settings, Study
from offline_reproduction.study.printed_intervals import interval_text
from offline_reproduction.study.spec import Spec

EXTRA = {Unit.SHARE: 2}
"""Decimals that a unit needs more than percentages do: a share and a p value need two."""


def snapshot(
    spec: Spec, study: Study, scored: Scored, settings: Settings, decimals: int
) -> dict[str, str]:
    """Path → text: each table as its file says (the guarded one), as Markdown and as LaTeX."""
    files = {}
    plans = [plan for plan in spec.tables if plan.file]
    for plan, table in zip(plans, study.tables, strict=True):
        built = table.build(scored, settings)
        rows = tuple(
            (row.key, tuple(_text(cell, spec.rounding, decimals, settings) for cell in row.cells))
            for row in built.rows
        )
        shown = ShownTable(plan.key, plan.title, built.columns, rows, {})
        report = _report(spec, scored.records.basis)
        stem = plan.file.rpartition(".")[0] or plan.file
        files[f"{stem}.md"] = markdown_text(shown, report)
        files[f"{stem}.tex"] = latex_text(shown, report)
        if plan.file not in files:
            files[plan.file] = _without_basis(csv_text(shown, report), plan.file)
    return files


def _text(cell: Cell | None, rule: Rounding, decimals: int, settings: Settings) -> str:
    """Everything that can be computed; a dash for what cannot (nothing to divide by, say)."""
    if cell is None or cell.value is None:
        return "–"
    if isinstance(cell.value, str | bool):
        return str(cell.value).lower() if isinstance(cell.value, bool) else cell.value
    digits = decimals + EXTRA.get(cell.unit, 0) if cell.unit is not Unit.COUNT else 0
    if isinstance(cell.value, OverClusters):
        return interval_text(cell.value, digits, rule, cell.unit.scale, settings)
    parts = cell.value if isinstance(cell.value, Spread) else (cell.value,)
    return "±".join(
        "–" if part is None else rounded(part, digits, rule, cell.unit.scale) for part in parts
    )


def _without_basis(text: str, file: str) -> str:
    """Separated text as the file's name says; a table of somebody's document is never written."""
    if "#" in file or not file.endswith((".csv", ".tsv")):
        raise UsageError(f"{file}: a snapshot writes .csv, .tsv, .md and .tex, no other file")
    lines = [row[:-1] for row in csv.reader(text.splitlines())]
    out = io.StringIO()
    mark = "\t" if file.endswith(".tsv") else ","
    csv.writer(out, delimiter=mark, lineterminator="\n").writerows(lines)
    return out.getvalue()


def _report(spec: Spec, basis: Basis) -> StudyReport:
    return StudyReport(
        spec.name, spec.title, spec.paper, basis, spec.rounding.value, (), (), (), (), (), ()
    )
