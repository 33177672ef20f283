"""Printed tables as CSV files: the header maps to metrics, the first field of a row to runs."""

from __future__ import annotations

from pathlib import Path

from fe_core.errors import PrintedError
from fe_core.files import decode, inside, read_bytes
from offline_reproduction.study.printed import PrintedTable
from offline_reproduction.tables.separated import read_lines

LARGEST = 1 << 24


def read_table(folder: Path, key: str, title: str, file: str) -> PrintedTable:
    """Read `folder`/`file`.

    Raises RecordError as `read_lines` does and for a path that leaves the folder, PrintedError for
    a row that occurs twice.
    """
    path = inside(folder, file)
    text, _ = decode(read_bytes(path, largest=LARGEST), file)
    header, *lines = read_lines(text, str(path))
    columns, rows = tuple(header.fields[1:]), tuple(line.fields[0] for line in lines)
    if len(set(rows)) != len(rows):
        twice = next(row for row in rows if rows.count(row) > 1)
        raise PrintedError(f"{path}: row {twice!r} occurs twice; first fields must be unique")
    cells = {
        (line.fields[0], column): cell.strip()
        for line in lines
        for column, cell in zip(columns, line.fields[1:], strict=True)
        if cell.strip()
    }
    return PrintedTable(key, f"{title} ({file})", title, columns, rows, cells)
