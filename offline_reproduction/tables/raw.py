"""What a format's reader hands over: cells in their rows, before spans and headers are resolved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from offline_reproduction.tables.model import Problem


class Placed(NamedTuple):
    """A cell where it is written: the visible text, its emphasis, and the places that it spans.

    header: the format itself says that it heads a column or a row.
    """

    text: str
    line: int
    bold: bool = False
    underline: bool = False
    marks: tuple[str, ...] = ()
    rows: int = 1
    columns: int = 1
    header: bool = False


@dataclass(slots=True)
class RawRow:
    """A row as written; ruled: a line is drawn across the table above it."""

    cells: list[Placed]
    line: int
    ruled: bool = False


@dataclass(slots=True)
class RawTable:
    """A table as written.

    headers: how many leading rows head the columns, None where the format does not say. padded: a
    short row's missing cells are empty by the format's own rules; else such a row is not read.
    free: people lay it out, so further rows may head columns and a row may be a section's title.
    """

    line: int
    rows: list[RawRow] = field(default_factory=list)
    headers: int | None = None
    padded: bool = True
    free: bool = True
    caption: str = ""
    label: str = ""
    problems: list[Problem] = field(default_factory=list)


class Heading(NamedTuple):
    """A heading's visible text."""

    line: int
    text: str


class Paragraph(NamedTuple):
    """Lines of prose, what is shown of each, from `line` on."""

    line: int
    lines: list[str]


Block = Heading | Paragraph | RawTable
