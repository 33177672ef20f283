"""Comma, semicolon or tab separated text, one dictionary a line; every cell stays text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from fe_core.errors import RecordError
from fe_core.files import decode, read_bytes
from fe_core.records.gate import Row

csv.field_size_limit(1 << 20)


def table(path: Path) -> Iterator[Row]:
    """The lines of a file under its header. "None" and "NA" are texts like any other.

    Raises RecordError with `file:line` for ragged lines, a repeated header, or an overlong cell.
    """
    text, _ = decode(read_bytes(path), str(path))
    head = text.partition("\n")[0]
    if path.suffix == ".tsv":
        delimiter = "\t"
    else:
        delimiter = max(",;\t", key=lambda mark: (head.count(mark), mark == ","))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        header = next(reader, [])
        if len(set(header)) != len(header) or not header:
            raise RecordError(f"{path}:1: the header must name each column once, got {header}")
        for line in reader:
            if not line:
                continue
            if len(line) != len(header):
                raise RecordError(
                    f"{path}:{reader.line_num}: {len(line)} fields, the header has {len(header)}"
                )
            yield Row(f"{path}:{reader.line_num}", dict(zip(header, line, strict=True)))
    except csv.Error as error:
        raise RecordError(f"{path}:{reader.line_num}: {error}") from None
