"""Recomputed tables as texts, for the files of a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fe_core.records.model import Basis
from fe_core.reporting.cells import OverClusters
from fe_core.reporting.entries import Entry
from fe_core.reporting.report import UNDETERMINED, ShownTable
from fe_core.reporting.tables import Table
from offline_reproduction.study.build import Built
from offline_reproduction.study.compare import shown_text
from offline_reproduction.study.drawn import DrawnTexts, drawn_texts
from offline_reproduction.study.paper import Settings, Study
from offline_reproduction.study.plan import LEVEL
from offline_reproduction.study.printed import PrintedTable, Transcription


def shown_tables(
    study: Study,
    built: Built,
    texts: Transcription,
    entries: Sequence[Entry],
    basis: Basis,
    settings: Settings,
) -> Iterator[ShownTable]:
    """Every recomputed table; on witness basis only what a printed number fixes has digits."""
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
    table: PrintedTable | None,
    entries: Sequence[Entry],
    basis: Basis,
    settings: Settings,
) -> ShownTable:
    by_cell = {(entry.row, entry.column): entry for entry in entries if entry.printed}
    drawn, cells = _drawn(built, by_cell, study, basis, settings), built.by_key()
    like = _first_of_column(table)

    def text(row: str, column: str) -> str:
        entry, cell = by_cell.get((row, column)), cells.get((row, column))
        if entry is not None:
            return entry.recomputed or "–"
        if basis is Basis.WITNESS:
            return "" if cell is None else UNDETERMINED
        made = shown_text(cell, like.get(column, ""), study.rounding)
        return drawn.texts.get((row, column), made)

    columns = _printed_first(table.columns if table else (), built.columns)
    rows = _printed_first(table.rows if table else (), [row.key for row in built.rows])
    texts = tuple((row, tuple(text(row, column) for column in columns)) for row in rows)
    place = table.place if table else built.key.replace("-", " ").capitalize()
    note = " ".join(part for part in (built.note, drawn.note) if part)
    everything = {(entry.row, entry.column): entry for entry in entries}
    return ShownTable(
        built.key, built.title, columns, texts, everything, note, place,
        _header(columns, table), table.sections if table else {}, table.marked if table else {},
    )  # fmt: skip


def _header(columns: Sequence[str], table: PrintedTable | None) -> tuple[tuple[str, ...], ...]:
    """Each column's names as printed, else as its own name tells them."""
    known = dict(zip(table.columns, table.header, strict=True)) if table and table.header else {}
    if not known:
        return _levels(columns)
    return tuple(known.get(column, (column,)) for column in columns)


def _levels(columns: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The levels of a header that its names say: `All / Acc.`, or `All images: Acc.` throughout."""
    for between in (LEVEL, ": "):
        if len(columns) > 1 and all(between in column for column in columns):
            return tuple(tuple(column.split(between)) for column in columns)
    if any(LEVEL in column for column in columns):
        return tuple(tuple(column.split(LEVEL)) for column in columns)
    return ()


def _printed_first(printed: Sequence[str], built: Sequence[str]) -> tuple[str, ...]:
    """Names in the printed order, then those that are declared only: a table looks as printed."""
    return tuple(dict.fromkeys([*printed, *built]))


def _drawn(
    built: Table,
    printed_cells: Mapping[tuple[str, str], Entry],
    study: Study,
    basis: Basis,
    settings: Settings,
) -> DrawnTexts:
    """Intervals that nobody printed, on released records; on witness basis they say nothing."""
    waiting = any(
        isinstance(cell.value, OverClusters) and place not in printed_cells
        for place, cell in built.by_key().items()
    )
    if basis is not Basis.RELEASED or not waiting:
        return DrawnTexts({}, "")
    return drawn_texts(built, settings, study.rounding)


def _first_of_column(table: PrintedTable | None) -> dict[str, str]:
    first: dict[str, str] = {}
    for (_, column), text in table.cells.items() if table else ():
        if any(character.isdigit() for character in text):
            first.setdefault(column, text)
    return first
