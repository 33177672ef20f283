"""Tables of cells, addressed by row and column key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from fe_core.reporting.cells import Cell


class Row(NamedTuple):
    """A row: its key, and one cell (or None) for each column of its table."""

    key: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A recomputed table. Row and column keys are the printed table's, each unique.

    Raises ValueError for a key that occurs twice or a row of another length.
    """

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""

    def __post_init__(self) -> None:
        keys = [row.key for row in self.rows]
        if len(set(keys)) != len(keys) or len(set(self.columns)) != len(self.columns):
            raise ValueError(f"{self.key}: row and column keys must be unique")
        for row in self.rows:
            if len(row.cells) != len(self.columns):
                raise ValueError(
                    f"{self.key}: row {row.key!r} has {len(row.cells)} cells "
                    f"for {len(self.columns)} columns"
                )

    def by_key(self) -> dict[tuple[str, str], Cell]:
        """(row key, column key) → cell, for the cells that there are."""
        return {
            (row.key, column): cell
            for row in self.rows
            for column, cell in zip(self.columns, row.cells, strict=True)
            if cell is not None
        }
