"""Spreadsheets (extra `xlsx`) and Parquet (extra `parquet`), through the libraries that know them.

What a library raises for a stranger's bytes is an error with the file's name; what a file could ask
of it is bounded before it is asked.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

from fe_core.errors import RecordError, UsageError
from fe_core.foreign import guarded
from offline_reproduction.importers.containers import archive, member
from offline_reproduction.importers.unpacking import allowance

LARGEST_SHEET = 1 << 28
"""Bytes that a spreadsheet may have, unpacked; columns and rows as many as a sheet can show."""
MOST_ROWS, MOST_COLUMNS = 1 << 20, 1 << 10

_PLACE = re.compile(rb"\br=[\"']([A-Z]*)(\d+)[\"']")

Cells = tuple[str, list[Any]]
"""Where a row stands, and its cells."""


def spreadsheet(data: bytes, place: str) -> Iterator[Cells]:
    """The first sheet's header and rows; empty rows are left out.

    Every cell is text, so that "None" and "NA" stay what they are. Raises UsageError without
    openpyxl, RecordError for a file that is damaged, encrypted, ragged, or past the bounds.
    """
    names = archive(data, place).names
    if sum(len(member(archive(data, place), name)) for name in names) > LARGEST_SHEET:
        raise RecordError(f"{place}: unpacks to more than {LARGEST_SHEET} bytes; not read")
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise UsageError(
            f"{place}: .xlsx needs openpyxl (pip install 'fe-kit[xlsx]'), or save it as .csv"
        ) from None
    with guarded(place):
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()
        header = _header(sheet, place)
        yield f"{place}:1", header
        width = max(len(header), _width(data, sheet, place))
        rows = sheet.iter_rows(min_row=2, max_row=MOST_ROWS, max_col=width, values_only=True)
        for number, cells in enumerate(rows, 2):
            texts = ["" if cell is None else str(cell) for cell in cells]
            if any(texts[len(header) :]):
                raise RecordError(f"{place}:{number}: has more cells than the header")
            if any(texts):
                yield f"{place}:{number}", (texts + [""] * len(header))[: len(header)]


def parquet(data: bytes, place: str) -> Iterator[Cells]:
    """The columns' names, then every row. Raises as `spreadsheet`; needs pyarrow."""
    try:
        from pyarrow import parquet as library
    except ImportError:
        raise UsageError(
            f"{place}: Parquet needs pyarrow (pip install 'fe-kit[parquet]'), or save it as .csv"
        ) from None
    with guarded(place):
        file = library.ParquetFile(io.BytesIO(data))
        groups = [file.metadata.row_group(n) for n in range(file.metadata.num_row_groups)]
        unpacked = sum(group.total_byte_size for group in groups)
        if unpacked > allowance(len(data)):
            raise RecordError(f"{place}: unpacks to {unpacked} bytes; not read")
        if file.metadata.num_columns > MOST_COLUMNS:
            raise RecordError(f"{place}: has more than {MOST_COLUMNS} columns; not read")
        names = file.schema_arrow.names
        yield place, names
        number = 0
        for batch in file.iter_batches(batch_size=1024):
            for row in batch.to_pylist():
                yield f"{place}[{number}]", [row[name] for name in names]
                number += 1


def _width(data: bytes, sheet: Any, place: str) -> int:
    """The last column that the sheet's own text names; no cell beyond the bounds is left unsaid."""
    text = member(archive(data, place), sheet._worksheet_path.lstrip("/"))
    width = 0
    for match in _PLACE.finditer(text):
        column = 0
        for letter in match[1]:
            column = 26 * column + letter - 64
        width = max(width, column)
        if column > MOST_COLUMNS or len(match[2]) > 7 or int(match[2]) > MOST_ROWS:
            raise RecordError(
                f"{place}: has a cell or row at {match[0][:40]!a}, past {MOST_COLUMNS} columns and "
                f"{MOST_ROWS} rows; not read"
            )
    return width


def _header(sheet: Any, place: str) -> list[str]:
    first = next(sheet.iter_rows(max_row=1, max_col=MOST_COLUMNS, values_only=True), ())
    header = ["" if cell is None else str(cell) for cell in first]
    while header and not header[-1]:
        header.pop()
    if not header or "" in header or len(set(header)) < len(header):
        raise RecordError(f"{place}:1: the header must name each column once")
    return header
