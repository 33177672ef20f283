"""Comma, semicolon or tab separated text: the one reader that importers and studies share."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import NamedTuple

from fe_core.errors import RecordError

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
    for line in _parsed(text, source, delimiter or _delimiter(text)):
        if not header:
            header = line.fields
            if len(set(header)) != len(header):
                raise RecordError(f"{source}:{line.number}: the header must name each column once")
        elif len(line.fields) != len(header):
            raise RecordError(
                f"{source}:{line.number}: {len(line.fields)} fields, the header has {len(header)}"
            )
        yield line
    if not header:
        raise RecordError(f"{source}: is empty; the first line must be the header")


def _parsed(text: str, source: str, delimiter: str) -> Iterator[Line]:
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for fields in reader:
            if fields:
                yield Line(reader.line_num, fields)
    except csv.Error as error:
        raise RecordError(f"{source}:{reader.line_num}: {error}") from None


def _delimiter(text: str) -> str:
    head = text.partition("\n")[0]
    return max(",;\t", key=lambda mark: (head.count(mark), mark == ","))
