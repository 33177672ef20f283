"""Delimited logs, one dictionary a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fe_core.files import decode, read_bytes
from fe_core.records.gate import Row
from offline_reproduction.tables.separated import read_lines


def table(path: Path) -> Iterator[Row]:
    """The lines of a file under its header. Raises RecordError as `read_lines` does."""
    text, _ = decode(read_bytes(path), str(path))
    found = read_lines(text, str(path), "\t" if path.suffix == ".tsv" else "")
    header = next(found).fields
    for line in found:
        yield Row(f"{path}:{line.number}", dict(zip(header, line.fields, strict=True)))
