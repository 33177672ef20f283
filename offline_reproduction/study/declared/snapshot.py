"""Printed tables made from records, so that a paper's table is generated and then guarded."""

from __future__ import annotations

from fe_core.numbers.rounding import rounded
from fe_core.records.model import Basis
from fe_core.reporting.cells import Cell, Resampled, Spread, Unit
from fe_core.reporting.report import ShownTable, StudyReport
from fe_core.reporting.table_files import csv_text, latex_text, markdown_text
from offline_reproduction.study.declared.scored import Scored
from offline_reproduction.study.declared.spec import Spec
from offline_reproduction.study.paper import Settings, Study


def snapshot(
    spec: Spec, study: Study, scored: Scored, settings: Settings, decimals: int
) -> dict[str, str]:
    """Relative path → text: each declared table as CSV (the guarded one), Markdown and LaTeX."""
    files = {}
    for plan, table in zip(spec.tables, study.tables, strict=True):
        built = table.build(scored, settings)
        rows = tuple(
            (row.key, tuple(_text(cell, spec, decimals) for cell in row.cells))
            for row in built.rows
        )
        shown = ShownTable(plan.key, plan.title, built.columns, rows, {})
        report = _report(spec, scored.records.basis)
        stem = plan.file.removesuffix(".csv")
        files[plan.file] = _without_basis(csv_text(shown, report))
        files[f"{stem}.md"] = markdown_text(shown, report)
        files[f"{stem}.tex"] = latex_text(shown, report)
    return files


def _text(cell: Cell | None, spec: Spec, decimals: int) -> str:
    if cell is None or cell.value is None or isinstance(cell.value, Resampled):
        return "–"
    if isinstance(cell.value, str | bool):
        return str(cell.value)
    parts = cell.value if isinstance(cell.value, Spread) else (cell.value,)
    digits = 0 if cell.unit is Unit.COUNT else decimals
    return "±".join(
        "–" if part is None else rounded(part, digits, spec.rounding, cell.unit.scale)
        for part in parts
    )


def _without_basis(text: str) -> str:
    return "".join(line.rpartition(",")[0] + "\n" for line in text.splitlines())


def _report(spec: Spec, basis: Basis) -> StudyReport:
    return StudyReport(
        spec.name, spec.title, spec.paper, basis, spec.rounding.value, (), (), (), (), (), ()
    )
