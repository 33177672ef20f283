"""What a printed document says: tables of cells, and the sentences around them.

Data flows one way: bytes → a format's reader → a grid of raw cells → `Table` → `Document`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from fe_core.numbers.printed import PrintedValue


class Problem(NamedTuple):
    """What was not understood, and where; it never became a cell.

    read: what stands there was read all the same, as the reason says.
    """

    line: int
    reason: str
    read: bool = False


class Cell(NamedTuple):
    """A printed cell.

    text: what a reader of the page sees, markup taken off. value: what that says, `Unreadable` with
    the reason where it says nothing that is understood. marks: arrows, stars, daggers, footnotes,
    notes in brackets, in printed order. spanned: repeats a cell that spans several places; the
    first place has False.
    """

    text: str
    line: int
    value: PrintedValue
    bold: bool = False
    underline: bool = False
    marks: tuple[str, ...] = ()
    spanned: bool = False


class Sentence(NamedTuple):
    """A sentence beside the tables; numbers: each number in it, as a cell of its own."""

    text: str
    line: int
    numbers: tuple[Cell, ...]


class Column(NamedTuple):
    """A column: its header texts from the top down, spans resolved; unit: of `Time (ms)`, "ms"."""

    path: tuple[str, ...]
    unit: str = ""

    @property
    def name(self) -> str:
        """The path as one text, `Accuracy / Test`; "" for a column without header."""
        return " / ".join(text for text in self.path if text)


class Row(NamedTuple):
    """A row: the texts of its label columns, the section row above it, and a cell per column."""

    labels: tuple[str, ...]
    section: str
    line: int
    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        """The labels as one text; the first cell's where a table has no label columns."""
        return " / ".join(text for text in self.labels if text) or self.cells[0].text


@dataclass(frozen=True, slots=True)
class Table:
    """One table as it stands.

    number: its place among the document's tables, from 1. key: the number or label that the
    document gives it (`Table 3`, `tab:main`), "" without one. heading: the nearest heading above.
    Every row has a cell for every column; the first `label_columns` of them (possibly 0) name the
    row. point: the decimal mark that the table proves, "" where it proves both.
    """

    number: int
    key: str
    caption: str
    line: int
    columns: tuple[Column, ...]
    label_columns: int
    rows: tuple[Row, ...]
    heading: str = ""
    point: str = "."
    mentions: tuple[Sentence, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A document: its tables in order, every sentence outside them, and what was not understood."""

    path: str
    tables: tuple[Table, ...]
    sentences: tuple[Sentence, ...] = ()
    problems: tuple[Problem, ...] = ()
