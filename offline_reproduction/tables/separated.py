"""Comma, semicolon or tab separated text: one reader for importers, studies and audit."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fe_core.errors import RecordError
from offline_reproduction.tables import markdown
from offline_reproduction.tables.raw import Placed, RawRow, RawTable

LONGEST_CELL = 1 << 20
"""Characters that one cell may have."""

_LONGEST_TITLE = 120


class Line(NamedTuple):
    """A line's number and its fields."""

    number: int
    fields: list[str]


def read_lines(text: str, source: str, delimiter: str = "") -> Iterator[Line]:
    """The header, then every line that is not empty, each as long as the header.

    delimiter: seen in the header where it is not given. Every cell stays text: "None" and "NA" are
    words like any other. Raises RecordError with `source:line` for a missing header, a name that
    occurs twice in it, a ragged line, and a cell past LONGEST_CELL.
    """
    header: list[str] = []
    for line in _parsed(text, source, delimiter or delimiter_of(text)):
        if not header:
            header = line.fields
            if len(set(header)) != len(header):
                twice = next(name for name in header if header.count(name) > 1)
                raise RecordError(f"{source}:{line.number}: the header names {twice!r} twice")
        elif len(line.fields) != len(header):
            raise RecordError(
                f"{source}:{line.number}: {len(line.fields)} fields, the header has {len(header)}"
            )
        yield line
    if not header:
        raise RecordError(f"{source}: is empty; the first line must be the header")


def table(text: str, source: str, delimiter: str = "") -> RawTable:
    """Separated text as one table: the first line heads it, each further line is a row.

    Lines that begin with `# ` are notes. Raises RecordError for a cell past LONGEST_CELL.
    """
    text = "\n".join("" if line.startswith("# ") else line for line in text.split("\n"))
    raw = RawTable(1, headers=1, padded=False, free=False)
    for line in _parsed(text, source, delimiter or delimiter_of(text.lstrip("\n"))):
        if any(field.strip() for field in line.fields):
            cells = [Placed(field.strip(), line.number) for field in line.fields]
            raw.rows.append(RawRow(cells, line.number))
    raw.line = raw.rows[0].line if raw.rows else 1
    return raw


def tabbed(lines: Sequence[str], at: int) -> tuple[list[RawTable], int] | None:
    """The block of tabbed lines in a text that begins at line `at`, and the line behind it.

    Empty fields at the end of a line may have been lost with its last tabs; a line without a tab
    that stands between tabbed ones is a section's title.
    """
    if not (_tabs(lines, at) and (_tabs(lines, at + 1) or _is_title(lines, at + 1))):
        return None
    end = at
    while _tabs(lines, end) or _is_title(lines, end):
        end += 1
    width = max(lines[number].count("\t") + 1 for number in range(at, end))
    return [RawTable(at + 1, [_row(lines[n], n + 1, width) for n in range(at, end)])], end


def _row(line: str, number: int, width: int) -> RawRow:
    """A tabbed line as wide as the table; a title spans it."""
    cells = [markdown.cell(field.strip(), number) for field in line.split("\t")]
    if len(cells) == 1:
        return RawRow([cells[0]._replace(columns=width)], number)
    return RawRow(cells + [Placed("", number)] * (width - len(cells)), number)


def _tabs(lines: Sequence[str], at: int) -> bool:
    """Whether a line has fields: a tab between what is not blank, or after a first empty field."""
    if at >= len(lines):
        return False
    line = lines[at]
    return "\t" in line.strip() or (line.startswith("\t") and "\t" in line.strip("\r\n "))


def _is_title(lines: Sequence[str], at: int) -> bool:
    bare = lines[at].strip() if at < len(lines) else ""
    return 0 < len(bare) <= _LONGEST_TITLE and "\t" not in bare and _tabs(lines, at + 1)


def _parsed(text: str, source: str, delimiter: str) -> Iterator[Line]:
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for fields in reader:
            if fields:
                yield Line(reader.line_num, fields)
    except csv.Error as error:
        raise RecordError(f"{source}:{reader.line_num}: {error}") from None


def delimiter_of(text: str) -> str:
    """The mark that separates the fields of the first line: comma, semicolon or tab."""
    head = text.partition("\n")[0]
    return max(",;\t", key=lambda mark: (head.count(mark), mark == ","))
