"""Records → tables and claims → entries → the files of a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from fe_core.numbers.numerals import decimal_mark
from fe_core.records.model import Basis, Records
from fe_core.reporting.entries import Entry
from fe_core.reporting.outcome_map import outcome_map
from fe_core.reporting.report import StudyReport
from fe_core.scoring.ledger import LedgerRow, ledger
from offline_reproduction.study import compare, printed_tables
from offline_reproduction.study.build import build
from offline_reproduction.study.claims import TableColumns, identifier
from offline_reproduction.study.explain import Values, explain
from offline_reproduction.study.findings import Place, Predicted
from offline_reproduction.study.judging import behind, cells_by_place, judge_built
from offline_reproduction.study.paper import Settings, Study
from offline_reproduction.study.premises import of_records
from offline_reproduction.study.shown import shown_tables


def judge_study(study: Study, folder: Path, settings: Settings) -> StudyReport:
    """Recompute a study from the records in `folder` and compare it with what is printed.

    Raises RecordError for records that cannot be used, UsageError for a study that is incomplete.
    """
    checks = study.checks or _no_checks
    evidence = study.load(folder, settings.progress)
    built = build(study, evidence, settings)
    texts = printed_tables.transcription(study.printed)
    entries = judge_built(study, built, texts, settings)
    entries += checks({})
    findings = _cautioned(study.findings.findings, getattr(evidence, "caution", ""))
    values = Values(
        cells_by_place(built),
        study.rounding,
        {table.key: decimal_mark(table.cells.values()) for table in texts.tables},
        {identifier(spec.key): TableColumns(table) for spec, table in built.tables},
    )
    marked, kept = explain(entries, findings, values, checks)
    records = evidence.records
    rows = _ledger(study, records)
    return StudyReport(
        study=study.name,
        title=study.title,
        paper=study.paper,
        basis=records.basis,
        rounding=study.rounding.value,
        shared_roundings=compare.shared_roundings(marked),
        sources=records.sources,
        notes=records.notes,
        ledger=rows,
        entries=marked,
        findings=kept,
        remarks=study.findings.remarks,
        premises=(*of_records(records, rows), *study.premises(records)),
        tables=tuple(shown_tables(study, built, texts, marked, records.basis, settings)),
        outcomes=outcome_map(records) if records.basis is Basis.RELEASED else None,
        behind=behind(study, built),
        records=records,
    )


def report_files(reports: Sequence[StudyReport]) -> dict[str, str]:
    """Every file of the report: relative path → text."""
    from fe_core.reporting.json_report import json_text
    from fe_core.reporting.junit import junit_text
    from fe_core.reporting.markdown import report_text
    from fe_core.reporting.table_files import csv_text, latex_text, markdown_text
    from offline_reproduction.page.page import page_text

    files = {
        "verification.json": json_text(reports),
        "verification.md": report_text(reports),
        "junit.xml": junit_text(reports),
    }
    for report in reports:
        for table in report.tables:
            stem = f"tables/{report.study}/{table.key}"
            files[f"{stem}.csv"] = csv_text(table, report)
            files[f"{stem}.md"] = markdown_text(table, report)
            files[f"{stem}.tex"] = latex_text(table, report)
    return files | {"index.html": page_text(reports)}


def _cautioned(findings: Sequence[Predicted], caution: str) -> Sequence[Predicted]:
    """What the records' version leaves open is said where a finding says how sure it is."""
    if not caution:
        return findings
    return [
        each._replace(
            finding=replace(each.finding, confidence=f"{caution}; {each.finding.confidence}")
        )
        for each in findings
    ]


def _no_checks(instead: Mapping[Place, str]) -> tuple[Entry, ...]:
    return ()


def _ledger(study: Study, records: Records) -> tuple[LedgerRow, ...]:
    witness = records.basis is Basis.WITNESS
    return tuple(
        row._replace(
            determined=row.determined
            and (not witness or study.shows_accuracy(row.run, row.rotation))
        )
        for row in ledger(records)
    )
