"""A printed table by its file: separated text as transcribed, or a table of a whole document."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from fe_core.errors import PrintedError
from fe_core.files import decode, inside, read_bytes
from offline_reproduction.study.printed import PrintedTable, Transcription, claims
from offline_reproduction.tables.separated import notes, read_lines

if TYPE_CHECKING:
    from offline_reproduction.tables.model import Cell, Row, Table

LARGEST = 1 << 24
"""Bytes that a file of printed tables may have."""

SEPARATED = (".csv", ".tsv", ".tab")


def transcription(source: str | Transcription) -> Transcription:
    """A package of transcriptions, read; or a transcription as it is."""
    if isinstance(source, Transcription):
        return source
    return Transcription(tables(source), claims(source))


def tables(package: str) -> tuple[PrintedTable, ...]:
    """Every `table-*.tsv` of a package of transcriptions, sorted by name."""
    files = sorted(resources.files(package).iterdir(), key=lambda file: file.name)
    return tuple(
        parse_table(file.name.removesuffix(".tsv"), file.read_text("utf-8"), file.name)
        for file in files
        if file.name.startswith("table-") and file.name.endswith(".tsv")
    )


def read_table(folder: Path, key: str, title: str, file: str, place: str = "") -> PrintedTable:
    """Read `folder`/`file`; `file#Table 2` (or `#2`, `#tab:main`) is one table of a document.

    Raises RecordError for a path that leaves the folder and for text that is damaged, PrintedError
    for names that occur twice and for a document that holds no such table.
    """
    name, _, wanted = file.partition("#")
    path = inside(folder, name)
    if path.suffix.lower() in SEPARATED:
        text, _ = decode(read_bytes(path, largest=LARGEST), str(path))
        found = parse_table(key, text, str(path), title, f"{title} ({file})")
        return found._replace(place=place or found.place, source=str(path))
    # A study of separated text alone does not pay for the readers of documents.
    from offline_reproduction.tables.read import read_document

    table = _chosen(read_document(path).tables, wanted, str(path))
    return _transcribed(key, table, str(path), title, place or f"{title} ({file})")


def parse_table(key: str, text: str, source: str, title: str = "", place: str = "") -> PrintedTable:
    """Separated text: the first field of a line names its row, the header the columns.

    title, place: where no note `# title: …`, `# place: …` above the header says so.
    """
    said, text = notes(text)
    header, *lines = read_lines(text, source, "" if source.endswith(".csv") else "\t")
    rows = tuple(line.fields[0] for line in lines)
    _once(rows, f"{source}: row", "first fields must be unique")
    columns = tuple(header.fields[1:])
    cells = {
        (line.fields[0], column): field.strip()
        for line in lines
        for column, field in zip(columns, line.fields[1:], strict=True)
        if field.strip()
    }
    place = said.get("place", place or key)
    places = {line.fields[0]: line.number for line in lines}
    title = said.get("title", title or place)
    return PrintedTable(key, place, title, columns, rows, cells, lines=places)


def _chosen(tables: tuple[Table, ...], wanted: str, source: str) -> Table:
    """The table that is asked for, by its number, its key or its label; the only one otherwise."""
    names = [(table, {str(table.number), table.key, f"Table {table.number}"}) for table in tables]
    keyed = [table for table, _ in names if wanted and table.key == wanted]
    found = keyed or [table for table, known in names if not wanted or wanted in known]
    if len(found) != 1:
        known = ", ".join(f"#{table.key or table.number}" for table in tables[:20]) or "none"
        raise PrintedError(
            f"{source}: holds {len(found)} tables for {wanted or 'a file without #'!r}, one is "
            f"needed; there are {known}"
        )
    return found[0]


def _transcribed(key: str, table: Table, source: str, title: str, place: str) -> PrintedTable:
    lost = [problem for problem in table.problems if not problem.read]
    if lost:
        raise PrintedError(f"{source}:{lost[0].line}: {lost[0].reason}")
    data = range(table.label_columns or 1, len(table.columns))
    columns = tuple(table.columns[index].name for index in data)
    rows = _names(table.rows)
    _once(rows, f"{source}:{table.line}: row", "rows of one section must be unique")
    _once(columns, f"{source}:{table.line}: column", "headers must be unique")
    cells = {
        (name, column): row.cells[index].text
        for name, row in zip(rows, table.rows, strict=True)
        for column, index in zip(columns, data, strict=True)
        if row.cells[index].text
    }
    named = list(zip(rows, table.rows, strict=True))
    marks = {
        (name, column): _mark(row.cells[index])
        for name, row in named
        for column, index in zip(columns, data, strict=True)
    }
    return PrintedTable(
        key, place, title, columns, rows, cells, source, {name: row.line for name, row in named},
        tuple(table.columns[index].path for index in data),
        {name: row.section for name, row in named if row.section},
        {at: mark for at, mark in marks.items() if mark},
    )  # fmt: skip


def _mark(cell: Cell) -> str:
    return " ".join(name for name in ("bold", "underline") if getattr(cell, name))


def _names(rows: tuple[Row, ...]) -> tuple[str, ...]:
    """The rows' names; their sections' titles go before them where names would occur twice."""
    names = tuple(row.name for row in rows)
    if len(set(names)) == len(names):
        return names
    return tuple(_with_section(rows))


def _with_section(rows: tuple[Row, ...]) -> Iterator[str]:
    for row in rows:
        yield f"{row.section} / {row.name}" if row.section else row.name


def _once(names: tuple[str, ...], what: str, rule: str) -> None:
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise PrintedError(f"{what} {twice!r} occurs twice; {rule}")
