"""Importer `csv`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from offline_reproduction.importers.delimited import table
from offline_reproduction.importers.imported import Imported, Options
from offline_reproduction.importers.mapped import read_rows


def read(paths: Sequence[Path], options: Options) -> Imported:
    """Read delimited files under `--map`."""
    return read_rows((row for path in paths for row in table(path)), options)
