"""Printed tables as CSV files: the header maps to metrics, the first field of a row to runs."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from fe_core.errors import PrintedError
from fe_core.files import decode, inside, read_bytes
from offline_reproduction.printed import PrintedTable

LARGEST = 1 << 24
csv.field_size_limit(1 << 20)


def read_table(folder: Path, key: str, title: str, file: str) -> PrintedTable:
    """Read `folder`/`file` (comma, semicolon or tab, by its header line).

    Raises PrintedError with the line for ragged lines and repeated keys, RecordError for a path
    that leaves the folder or a file that cannot be read.
    """
    path = inside(folder, file)
    text, _ = decode(read_bytes(path, largest=LARGEST), file)
    head = text.partition("\n")[0]
    delimiter = max(",;\t", key=lambda mark: (head.count(mark), mark == ","))
    try:
        lines = [line for line in csv.reader(io.StringIO(text), delimiter=delimiter) if line]
    except csv.Error as error:
        raise PrintedError(f"{path}: is no CSV ({error})") from None
    if not lines:
        raise PrintedError(f"{path}: is empty; the first line is the header")
    columns, rows = tuple(lines[0][1:]), tuple(line[0] for line in lines[1:])
    if len(set(columns)) != len(columns) or len(set(rows)) != len(rows):
        raise PrintedError(f"{path}: headers and first fields must be unique")
    cells: dict[tuple[str, str], str] = {}
    for number, line in enumerate(lines[1:], 2):
        if len(line) != len(lines[0]):
            raise PrintedError(
                f"{path}:{number}: {len(line)} fields, the header has {len(lines[0])}"
            )
        for column, cell in zip(columns, line[1:], strict=True):
            if cell.strip():
                cells[line[0], column] = cell.strip()
    return PrintedTable(key, f"{title} ({file})", title, columns, rows, cells)
