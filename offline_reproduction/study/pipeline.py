"""Records → tables and claims → entries → the files of a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from fe_core.errors import UsageError
from fe_core.numbers import printed as reading
from fe_core.numbers.printed import Range
from fe_core.numbers.rounding import Rounding
from fe_core.numbers.verdict import Verdict
from fe_core.records.model import Basis, Records
from fe_core.reporting.cells import Cell, Resampled, unanswered
from fe_core.reporting.entries import Entry, Kind
from fe_core.reporting.outcome_map import outcome_map
from fe_core.reporting.report import UNDETERMINED, ShownTable, StudyReport
from fe_core.reporting.tables import Table
from fe_core.scoring.ledger import LedgerRow, ledger
from offline_reproduction.study import beside, compare, printed
from offline_reproduction.study.build import Built, build
from offline_reproduction.study.drawn import DrawnTexts, drawn_texts, endpoints
from offline_reproduction.study.explain import Values, explain
from offline_reproduction.study.findings import Place, Predicted
from offline_reproduction.study.paper import Evidence, Settings, Study, TableSpec


def judge_study(study: Study, folder: Path, settings: Settings) -> StudyReport:
    """Recompute a study from the records in `folder` and compare it with what is printed.

    Raises RecordError for records that cannot be used, UsageError for a study that is incomplete.
    """
    checks = study.checks or _no_checks
    of_print = beside.start(partial(checks, {}))
    evidence = study.load(folder, settings.progress)
    built = build(study, evidence, settings)
    texts = printed.transcription(study.printed)
    entries = judge_built(study, built, texts, settings)
    entries += of_print()
    findings = _cautioned(study.findings.findings, getattr(evidence, "caution", ""))
    marked, kept = explain(
        entries, findings, Values(_cells_by_place(built), study.rounding), checks
    )
    records = evidence.records
    return StudyReport(
        study=study.name,
        title=study.title,
        paper=study.paper,
        basis=records.basis,
        rounding=study.rounding.value,
        shared_roundings=compare.shared_roundings(marked),
        sources=records.sources,
        notes=records.notes,
        ledger=_ledger(study, records),
        entries=marked,
        findings=kept,
        remarks=study.findings.remarks,
        tables=tuple(_shown_tables(study, built, texts, marked, records.basis, settings)),
        outcomes=outcome_map(records) if records.basis is Basis.RELEASED else None,
    )


def judge_built(
    study: Study, built: Built, texts: printed.Transcription, settings: Settings
) -> list[Entry]:
    """One entry for every printed cell, claim and interval, findings aside."""
    asked = printed_intervals(study, built, texts)
    if not asked:
        return judge_entries(study, built, texts, settings)
    said = beside.start(partial(_said, asked, study.rounding))
    entries = judge_entries(study, built, texts, settings)
    drawn = endpoints((one.value for one in asked.values()), settings)
    judged = said()
    return [
        compare.closed(e, asked[e.id], judged[e.id], drawn[asked[e.id].value], study.rounding)
        if e.id in asked
        else e
        for e in entries
    ]


def judge_entries(
    study: Study, built: Built, texts: printed.Transcription, settings: Settings
) -> list[Entry]:
    """One entry for every printed cell and claim; those of intervals are not judged yet."""
    tables = {table.key: table for table in texts.tables}
    entries: list[Entry] = []
    for done, (spec, table) in enumerate(built.tables):
        settings.progress(f"{study.name}: judging", done, len(built.tables))
        if spec.key in tables:
            entries += _cells(study, spec, table, tables.pop(spec.key))
    settings.progress(f"{study.name}: judging", len(built.tables), len(built.tables))
    for left in tables.values():
        entries += _cells(study, TableSpec(left.key, _no_builder), _NOTHING, left)
    entries += _claims(study, texts.claims, built.claims)
    return entries


def printed_intervals(
    study: Study, built: Built, texts: printed.Transcription
) -> dict[str, compare.Asked]:
    """The printed intervals that can be judged, by the id of their entry."""
    tables = {table.key: table.cells for table in texts.tables}
    places = [
        (_cell_id(study, spec.key, *at), tables[spec.key][at], cell)
        for spec, table in built.tables
        for at, cell in table.by_key().items()
        if at in tables.get(spec.key, {})
    ]
    places += [
        (_claim_id(study, claim.id), claim.printed, built.claims[claim.id])
        for claim in texts.claims
        if claim.id in built.claims
    ]
    return {
        name: compare.Asked(cell.value, text, cell.unit.scale)
        for name, shown, cell in places
        if isinstance(cell.value, Resampled) and isinstance(text := reading.read(shown), Range)
    }


def _said(
    asked: Mapping[str, compare.Asked], rounding: Rounding
) -> dict[str, compare.IntervalJudged]:
    """Loads the exact law only where an interval is judged."""
    from offline_reproduction.study.printed_intervals import judge_printed

    return {name: judge_printed(one, rounding) for name, one in asked.items()}


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


def _cells_by_place(built: Built) -> dict[Place, Cell]:
    return {
        (spec.key, *at): cell for spec, table in built.tables for at, cell in table.by_key().items()
    }


def _no_checks(instead: Mapping[Place, str]) -> tuple[Entry, ...]:
    return ()


def report_files(reports: Sequence[StudyReport]) -> dict[str, str]:
    """Every file of the report: relative path → text."""
    from fe_core.reporting.json_report import json_text
    from fe_core.reporting.junit import junit_text
    from fe_core.reporting.markdown import report_text
    from fe_core.reporting.table_files import csv_text, latex_text, markdown_text
    from offline_reproduction.page.page import page_text

    page = beside.start(partial(page_text, reports))
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
    return files | {"index.html": page()}


def _cells(
    study: Study, spec: TableSpec, built: Table, table: printed.PrintedTable
) -> Iterator[Entry]:
    cells = built.by_key()
    for (row, column), text in table.cells.items():
        entry = Entry(
            _cell_id(study, table.key, row, column),
            Kind.CELL,
            table.place,
            text,
            Verdict.UNCHECKABLE,
            table=table.key,
            row=row,
            column=column,
        )
        cell = cells.get((row, column))
        reason = compare.place_of(spec.unanswered, row, column)
        if cell is None and reason:
            cell = unanswered(reason)
        yield compare.compare(entry, cell, study.rounding)


def _claims(
    study: Study, texts: Sequence[printed.PrintedClaim], built: Mapping[str, Cell]
) -> Iterator[Entry]:
    unknown = sorted(set(built) - {text.id for text in texts})
    if unknown:
        raise UsageError(f"{study.name}: claim {unknown[0]!r} is built but not transcribed")
    for text in texts:
        entry = Entry(
            _claim_id(study, text.id),
            Kind.CLAIM,
            text.place,
            text.printed,
            Verdict.UNCHECKABLE,
            wording=text.wording,
        )
        cell = built.get(text.id)
        reason = study.unanswered.get(text.kind)
        if cell is None and reason:
            cell = unanswered(reason)
        yield compare.compare(entry, cell, study.rounding)


def _shown_tables(
    study: Study,
    built: Built,
    texts: printed.Transcription,
    entries: Sequence[Entry],
    basis: Basis,
    settings: Settings,
) -> Iterator[ShownTable]:
    by_table: dict[str, list[Entry]] = {}
    for entry in entries:
        by_table.setdefault(entry.table, []).append(entry)
    tables = {table.key: table for table in texts.tables}
    for spec, table in built.tables:
        found = by_table.get(spec.key, ())
        yield _shown(study, table, tables.get(spec.key), found, basis, settings)


def _shown(
    study: Study,
    built: Table,
    table: printed.PrintedTable | None,
    entries: Sequence[Entry],
    basis: Basis,
    settings: Settings,
) -> ShownTable:
    """The table's texts; on witness basis only values that a printed number fixes have digits."""
    by_cell = {(entry.row, entry.column): entry for entry in entries}
    drawn = _drawn(built, by_cell, study, basis, settings)
    like = _first_of_column(table)
    rows = []
    for row in built.rows:
        texts = []
        for column, cell in zip(built.columns, row.cells, strict=True):
            entry = by_cell.get((row.key, column))
            if entry is not None:
                texts.append(entry.recomputed or "–")
            elif basis is Basis.WITNESS:
                texts.append("" if cell is None else UNDETERMINED)
            else:
                text = compare.shown_text(cell, like.get(column, ""), study.rounding)
                texts.append(drawn.texts.get((row.key, column), text))
        rows.append((row.key, tuple(texts)))
    place = table.place if table else built.key.replace("-", " ").capitalize()
    note = " ".join(part for part in (built.note, drawn.note) if part)
    return ShownTable(built.key, built.title, built.columns, tuple(rows), by_cell, note, place)


def _drawn(
    built: Table,
    printed_cells: Mapping[tuple[str, str], Entry],
    study: Study,
    basis: Basis,
    settings: Settings,
) -> DrawnTexts:
    """Intervals that nobody printed, on released records; on witness basis they say nothing."""
    waiting = any(
        isinstance(cell.value, Resampled) and place not in printed_cells
        for place, cell in built.by_key().items()
    )
    if basis is not Basis.RELEASED or not waiting:
        return DrawnTexts({}, "")
    return drawn_texts(built, settings, study.rounding)


def _first_of_column(table: printed.PrintedTable | None) -> dict[str, str]:
    first: dict[str, str] = {}
    for (_, column), text in table.cells.items() if table else ():
        if any(character.isdigit() for character in text):
            first.setdefault(column, text)
    return first


def _ledger(study: Study, records: Records) -> tuple[LedgerRow, ...]:
    witness = records.basis is Basis.WITNESS
    return tuple(
        row._replace(determined=not witness or study.shows_accuracy(row.run, row.rotation))
        for row in ledger(records)
    )


def _cell_id(study: Study, table: str, row: str, column: str) -> str:
    return f"{study.name}/{table}/{_step(row)}/{_step(column)}"


def _claim_id(study: Study, claim: str) -> str:
    return f"{study.name}/claim/{claim}"


def _step(key: str) -> str:
    """A key as one step of an entry's id."""
    return key.replace("/", "∕")


_NOTHING = Table("", "", (), ())


def _no_builder(evidence: Evidence, settings: Settings) -> Table:
    """Printed tables without builder are listed cell by cell, so that none is forgotten."""
    return _NOTHING
