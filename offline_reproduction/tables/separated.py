"""Comma, semicolon or tab separated text: one reader for importers, studies and audit."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import NamedTuple

from fe_core.errors import RecordError
from offline_reproduction.tables.raw import Placed, RawRow, RawTable

LONGEST_CELL = 1 << 20
"""Characters that one cell may have."""


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

    `# name: value` above the header is a note. Raises RecordError for a cell past LONGEST_CELL.
    """
    said, text = notes(text)
    raw = RawTable(1, headers=1, padded=False, free=False)
    for line in _parsed(text, source, delimiter or delimiter_of(text)):
        if any(field.strip() for field in line.fields):
            cells = [Placed(field.strip(), line.number) for field in line.fields]
            raw.rows.append(RawRow(cells, line.number))
    raw.line = raw.rows[0].line if raw.rows else 1
    raw.caption, raw.label = said.get("title", ""), said.get("place", "")
    return raw


def notes(text: str) -> tuple[dict[str, str], str]:
    """The notes `# name: value` above the header, and the text with an empty line for each."""
    found: dict[str, str] = {}
    lines = text.split("\n")
    for number, line in enumerate(lines):
        name, colon, value = line.removeprefix("# ").partition(":")
        if not line.startswith("# ") or not colon:
            break
        found[name.strip()] = value.strip()
        lines[number] = ""
    return found, "\n".join(lines)


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
    head = text.lstrip("\n").partition("\n")[0]
    return max(",;\t", key=lambda mark: (head.count(mark), mark == ","))
