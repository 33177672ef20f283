"""HTML as people put it into documents: tags told from text, and tables with their spans.

The scan is linear whatever comes: a tag never reaches past the next `<`, a comment that is not
closed hides the rest, and nested tables are read apart, each once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from offline_reproduction.tables.model import Problem
from offline_reproduction.tables.raw import RawRow, RawTable
from offline_reproduction.tables.styled import Styled

DEEPEST = 20
"""Tables inside each other; deeper ones are not read."""

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*)>")
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_SPAN = re.compile(r"\b(row|col)span\s*=\s*[\"']?\s*(\d{1,6})", re.IGNORECASE)
_STYLE = {
    "b": "bold", "strong": "bold", "u": "underline", "ins": "underline",
    "sup": "^", "sub": "_",
}  # fmt: skip
_BLOCKS = {"br", "p", "div", "li", "hr", "img"}
_HIDDEN = ("script", "style", "title")


class Tag(NamedTuple):
    """A tag: its name in lower case, its attributes as written, whether it closes, and where."""

    name: str
    attributes: str
    closing: bool
    start: int
    end: int


def pieces(text: str, start: int = 0) -> Iterator[Tag | str]:
    """Tags and the text between them, entities resolved; comments and scripts are left out."""
    at = start
    for tag in _tags(text, start):
        if tag.start > at:
            yield unescape(text[at : tag.start])
        at = tag.end
        if tag.name != "!":
            yield tag
    if at < len(text):
        yield unescape(text[at:])


def _tags(text: str, start: int) -> Iterator[Tag]:
    """Every tag; a comment or a script is one of name "!" that covers it whole."""
    at = text.find("<", start)
    while at >= 0:
        tag = tag_at(text, at)
        if tag and tag.name in _HIDDEN and not tag.closing:
            closing = re.compile(f"</{tag.name}>|\\Z", re.IGNORECASE).search(text, tag.end)
            tag = tag._replace(name="!", end=closing.end() if closing else len(text))
        if tag:
            yield tag
        at = text.find("<", tag.end if tag else at + 1)


def _after(text: str, closing: str, start: int) -> int:
    found = text.find(closing, start)
    return len(text) if found < 0 else found + len(closing)


def tag_at(text: str, at: int) -> Tag | None:
    """The tag or the comment (a tag "!") that begins at `at`, if one does."""
    if text.startswith("<!--", at):
        return Tag("!", "", False, at, _after(text, "-->", at))
    match = _TAG.match(text, at)
    return match and Tag(match[2].lower(), match[3], bool(match[1]), at, match.end())


def inline(tag: Tag, styled: Styled) -> None:
    """What a tag inside a cell does to the text that follows."""
    style = _STYLE.get(tag.name)
    if tag.name in _BLOCKS:
        styled.add(" ")
    elif tag.name == "span":
        _span(tag, styled)
    elif style:
        (styled.close if tag.closing else styled.open)(style)


def _span(tag: Tag, styled: Styled) -> None:
    """A span is bold where its own style says so."""
    if not tag.closing:
        styled.spans.append(bool(_BOLD.search(tag.attributes)))
        if styled.spans[-1]:
            styled.open("bold")
    elif styled.spans and styled.spans.pop():
        styled.close("bold")


def tables(text: str, start: int, line: int) -> tuple[list[RawTable], int]:
    """The table that begins at `start` (and the tables inside it), and where its text ends.

    line: of `start`. A table that is never closed ends with the text; a problem says so.
    """
    reader = _Reader(text, start, line)
    for piece in pieces(text, start):
        if isinstance(piece, str):
            reader.text(piece)
        elif reader.tag(piece):
            return reader.done, piece.end
    while reader.open:
        reader.open[-1].table.problems.append(Problem(line, "the table is never closed"))
        reader.leave()
    return reader.done, len(text)


class _Open:
    """A table that is being read."""

    def __init__(self, line: int) -> None:
        self.table = RawTable(line, padded=True)
        self.styled: Styled | None = None
        self.rows = self.columns = 1
        self.group = 0
        self.cell_line = line
        self.header = False
        self.head = 0
        self.caption: Styled | None = None


class _Reader:
    """Rows and cells as the tags open and close them; tags that HTML lets one omit are implied."""

    def __init__(self, text: str, start: int, line: int) -> None:
        self.source, self.at, self.line = text, start, line
        self.open: list[_Open] = []
        self.done: list[RawTable] = []

    def tag(self, tag: Tag) -> bool:
        """Take in a tag; whether the outermost table ended with it."""
        self.line += self.source.count("\n", self.at, tag.start)
        self.at = tag.start
        if tag.name == "table":
            if tag.closing:
                self.leave()
                return not self.open
            self.open.append(_Open(self.line))
            if len(self.open) <= DEEPEST:
                self.done.append(self.open[-1].table)
            elif len(self.open) == DEEPEST + 1:
                reason = f"tables inside more than {DEEPEST} others are not read"
                self.open[0].table.problems.append(Problem(self.line, reason))
        elif self.open:
            self._part(self.open[-1], tag)
        return False

    def text(self, text: str) -> None:
        """Text belongs to the innermost open cell or caption."""
        for table in reversed(self.open[-1:]):
            target = table.styled or table.caption
            if target is not None:
                target.add(text)

    def leave(self) -> None:
        """Close the innermost table."""
        if not self.open:
            return
        table = self.open.pop()
        self._end_cell(table)
        _end_group(table)
        table.table.headers = table.head or None

    def _part(self, table: _Open, tag: Tag) -> None:
        name = tag.name
        if name in ("td", "th"):
            self._end_cell(table)
            if not tag.closing:
                self._start_cell(table, tag)
        elif name == "tr":
            self._end_cell(table)
            if not tag.closing:
                table.table.rows.append(RawRow([], self.line))
        elif name in ("thead", "tbody", "tfoot"):
            self._end_cell(table)
            _end_group(table)
            if name == "thead" and tag.closing:
                table.head = len(table.table.rows)
        elif name == "caption":
            self._caption(table, tag)
        elif target := table.styled or table.caption:
            inline(tag, target)

    def _caption(self, table: _Open, tag: Tag) -> None:
        if tag.closing and table.caption is not None:
            table.table.caption = table.caption.cell(self.line).text
            table.caption = None
        elif not tag.closing:
            table.caption = Styled()

    def _start_cell(self, table: _Open, tag: Tag) -> None:
        if not table.table.rows:
            table.table.rows.append(RawRow([], self.line))
        table.styled, table.cell_line = Styled(), self.line
        table.header = tag.name == "th"
        if table.header or _BOLD.search(tag.attributes):
            table.styled.open("bold")
        spans = {name.lower(): int(count) for name, count in _SPAN.findall(tag.attributes)}
        # rowspan="0" reaches to the table's end; a span of no column is HTML's 1.
        table.rows, table.columns = spans.get("row", 1), max(1, spans.get("col", 1))

    def _end_cell(self, table: _Open) -> None:
        if table.styled is not None:
            cell = table.styled.cell(table.cell_line)
            cell = cell._replace(rows=table.rows, columns=table.columns, header=table.header)
            table.table.rows[-1].cells.append(cell)
            table.styled = None


def _end_group(table: _Open) -> None:
    """Cells hang down to the end of their `thead` or `tbody`, and no further."""
    rows = table.table.rows
    for index in range(table.group, len(rows)):
        left = len(rows) - index
        rows[index].cells = [
            cell._replace(rows=min(cell.rows or left, left)) for cell in rows[index].cells
        ]
    table.group = len(rows)
