"""One entry for every printed number and every declared one: nothing leaves silently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from fe_core.errors import UsageError
from fe_core.numbers import printed as reading
from fe_core.numbers.numerals import decimal_mark
from fe_core.numbers.verdict import Verdict
from fe_core.reporting.cells import Behind, Cell, Resampled, Unit
from fe_core.reporting.entries import Entry, Kind
from fe_core.reporting.tables import Table
from offline_reproduction.study.build import Built
from offline_reproduction.study.compare import Drawn, compare
from offline_reproduction.study.drawn import endpoints
from offline_reproduction.study.findings import Place
from offline_reproduction.study.paper import Settings, Study
from offline_reproduction.study.printed import PrintedClaim, PrintedTable, Transcription

Reasons = Mapping[str, str]
"""`row | column`, `row`, `* | column` or `*` → why no record can answer these cells."""


def judge_built(
    study: Study, built: Built, texts: Transcription, settings: Settings
) -> list[Entry]:
    """One entry for every printed or declared cell and every printed claim, findings aside."""
    drawn = endpoints(_printed_intervals(built, texts), settings)
    tables = {table.key: table for table in texts.tables}
    entries: list[Entry] = []
    for done, (spec, table) in enumerate(built.tables):
        settings.progress(f"{study.name}: judging", done, len(built.tables))
        if spec.key in tables:
            printed = tables.pop(spec.key)
            entries += _cells(study, printed, table, spec.unanswered, drawn)
    settings.progress(f"{study.name}: judging", len(built.tables), len(built.tables))
    for left in tables.values():
        entries += _cells(study, left, Table(left.key, "", (), ()), {}, drawn)
    entries += _claims(study, texts.claims, built.claims, drawn)
    return entries


def cells_by_place(built: Built) -> dict[Place, Cell]:
    """Every recomputed cell of a table by (table, row, column)."""
    return {
        (spec.key, *at): cell for spec, table in built.tables for at, cell in table.by_key().items()
    }


def behind(study: Study, built: Built) -> dict[str, Behind]:
    """Entry id → the answers behind it, for the numbers that know."""
    cells = {entry_id(study, *at): cell for at, cell in cells_by_place(built).items()}
    cells |= {f"{study.name}/claim/{name}": cell for name, cell in built.claims.items()}
    return {name: cell.behind for name, cell in cells.items() if cell.behind is not None}


def entry_id(study: Study, table: str, row: str, column: str) -> str:
    """The id of a table's number."""
    return f"{study.name}/{table}/{_step(row)}/{_step(column)}"


def _printed_intervals(built: Built, texts: Transcription) -> Iterator[Resampled]:
    """What is drawn beside the print: ratios of printed intervals; all else is judged by draws."""
    cells = cells_by_place(built)
    shown = [
        (text, cells.get((table.key, *at)))
        for table in texts.tables
        for at, text in table.cells.items()
    ]
    shown += [(claim.printed, built.claims.get(claim.id)) for claim in texts.claims]
    for text, cell in shown:
        value = cell.value if cell else None
        if isinstance(value, Resampled) and isinstance(reading.read(text), reading.Range):
            yield value


def _cells(
    study: Study, printed: PrintedTable, built: Table, reasons: Reasons, drawn: Drawn
) -> Iterator[Entry]:
    cells, point = built.by_key(), decimal_mark(printed.cells.values())
    for row, column in _places(printed, built):
        text, cell = printed.cells.get((row, column), ""), cells.get((row, column))
        entry = Entry(
            entry_id(study, printed.key, row, column),
            Kind.CELL,
            printed.place,
            text,
            Verdict.UNCHECKABLE,
            table=printed.key,
            row=row,
            column=column,
            source=printed.source,
            line=printed.lines.get(row, 0),
        )
        if text:
            entry = compare(entry, cell, study.rounding, drawn, point)
        elif cell is not None and (cell.value is not None or reason_of(reasons, row, column)):
            entry = replace(entry, unit=cell.unit.value, reason=_unprinted(row, column, printed))
        else:
            continue
        known = cell is not None and cell.value is not None
        yield _accounted(entry, reason_of(reasons, row, column, known=known))


def _places(printed: PrintedTable, built: Table) -> Iterator[tuple[str, str]]:
    """Printed rows and columns in their order, then those that are declared only."""
    rows = dict.fromkeys([*printed.rows, *(row.key for row in built.rows)])
    columns = dict.fromkeys([*printed.columns, *built.columns])
    return ((row, column) for row in rows for column in columns)


def _unprinted(row: str, column: str, printed: PrintedTable) -> str:
    if row not in printed.rows:
        return "declared, and its row is not printed"
    if column not in printed.columns:
        return "declared, and its column is not printed"
    return "declared, and the printed cell is empty"


def _claims(
    study: Study, texts: Sequence[PrintedClaim], built: Mapping[str, Cell], drawn: Drawn
) -> Iterator[Entry]:
    unknown = sorted(set(built) - {text.id for text in texts})
    if unknown:
        raise UsageError(f"{study.name}: claim {unknown[0]!r} is built but not transcribed")
    for text in texts:
        entry = Entry(
            f"{study.name}/claim/{text.id}",
            Kind.CLAIM,
            text.place,
            text.printed,
            Verdict.UNCHECKABLE,
            wording=text.wording,
        )
        entry = compare(entry, built.get(text.id), study.rounding, drawn)
        yield _accounted(entry, study.unanswered.get(text.kind, ""))


def _accounted(entry: Entry, reason: str) -> Entry:
    """An entry that cannot be checked for a reason that the study declares says so."""
    if entry.verdict is not Verdict.UNCHECKABLE or not reason:
        return entry
    return replace(entry, reason=reason, accounted=True, unit=entry.unit or Unit.TEXT.value)


def reason_of(reasons: Reasons, row: str, column: str, *, known: bool = False) -> str:
    """The reason that a study declares for not answering a cell, or "".

    known: whether records answer it all the same; then only a reason for this very row counts, not
    one for a whole column or table.
    """
    keys = (f"{row} | {column}", row, *(() if known else (f"* | {column}", "*")))
    return next((reasons[key] for key in keys if key in reasons), "")


def _step(key: str) -> str:
    """A key as one step of an entry's id."""
    return key.replace("/", "∕")
