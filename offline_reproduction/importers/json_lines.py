"""Importer `jsonl`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from fe_core.files import decode, read_bytes
from fe_core.records import lines
from fe_core.records.gate import Row
from offline_reproduction.importers.imported import Imported, Options
from offline_reproduction.importers.mapped import read_rows


def read(paths: Sequence[Path], options: Options) -> Imported:
    """Read JSON Lines files under `--map`."""
    return read_rows((row for path in paths for row in _rows(path)), options)


def _rows(path: Path) -> Iterator[Row]:
    text, _ = decode(read_bytes(path), str(path))
    yield from lines.lenient_rows(text, str(path))
