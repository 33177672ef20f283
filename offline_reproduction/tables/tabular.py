"""The inside of a LaTeX table: rows, rules, `\\multicolumn` and `\\multirow`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate

from offline_reproduction.tables import tex
from offline_reproduction.tables.model import Problem
from offline_reproduction.tables.raw import Placed, RawRow, RawTable

ARGUMENTS = {
    "tabular": 1, "tabular*": 2, "tabularx": 2, "tabulary": 2, "longtable": 1, "supertabular": 1,
    "xltabular": 2, "tabu": 1, "longtabu": 1, "array": 1, "NiceTabular": 1, "tblr": 1,
    "longtblr": 1, "ltablex": 2, "tabularew": 1,
}  # fmt: skip
"""Environments that hold a table → their arguments before its first row."""

_TOKEN = re.compile(
    r"\\(begin|end)\s*\{[^{}]*\}|\\\\\*?(?:\s*\[[^\[\]]*\])?|\\([A-Za-z@]+)|\\.|[{}&]", re.DOTALL
)
_RULES = {"hline", "toprule", "midrule", "bottomrule", "hhline", "specialrule", "Xhline"} | {
    "thickhline", "thinhline", "Xhrule", "heavyrule", "lightrule", "hdashline", "dashedmidrule"
}  # fmt: skip
_DROPPED = {
    "hhline": 1, "specialrule": 3, "Xhline": 1, "cmidrule": 1, "cline": 1, "rowcolor": 1,
    "noalign": 1, "arrayrulecolor": 1, "addlinespace": 0, "morecmidrules": 0, "cdashline": 1,
    "rowcolors": 3, "vspace": 1, "label": 1, "caption": 1, "cdashlinelr": 1, "cmidrulekern": 0,
    "hdashline": 0, "rowfont": 1, "tabucline": 1, "SetRow": 1, "extrarowheight": 0,
}  # fmt: skip
"""Commands between rows → their arguments; they belong to no cell."""

_SPANNING = re.compile(r"\s*\\(multicolumn|multirow)\s*")
_DEEPEST = 4
"""`\\multicolumn` and `\\multirow` inside each other."""

_TRIM = re.compile(r"\s*(?:\([lr{}\d.pt-]*\))?\s*")
_ENDS = ("endfirsthead", "endhead", "endfoot", "endlastfoot")


def read(text: str, name: str, start: int, end: int, line_of: Callable[[int], int]) -> RawTable:
    """The table between `start` (right behind `\\begin{name}`) and `end` of `text`.

    line_of: position → line.
    """
    body = _Body(text[start:end], lambda at: line_of(start + at))
    return body.read(name, line_of(start))


def lines_of(text: str) -> Callable[[int], int]:
    """Position → line, from 1."""
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    return lambda at: bisect_right(starts, at)


class _Body:
    """Rows as they are found; a position is one in the body."""

    def __init__(self, text: str, line_of: Callable[[int], int]) -> None:
        self.text, self.line_of = text, line_of
        self.braces = tex.groups(text)
        self.table = RawTable(0)
        self.dropped: list[tuple[int, int]] = []
        self.cells: list[Placed] = []
        self.ruled = False
        self.head: int | None = None
        self.first_head = False

    def read(self, name: str, line: int) -> RawTable:
        self.table.line = line
        at = self._begin(name)
        start, depth = at, 0
        while match := _TOKEN.search(self.text, at):
            at = match.end()
            token = match[0]
            if token == "{" and match.start() in self.braces:
                at = self.braces[match.start()] + 1
            elif match[1]:
                depth += 1 if match[1] == "begin" else -1
            elif depth:
                continue
            elif token == "&":
                self._cell(start, match.start())
                start = at
            elif token.startswith("\\\\") or match[2] in ("tabularnewline", "cr"):
                self._cell(start, match.start())
                self._row(match.start())
                start = at
            elif match[2]:
                at = self._command(match[2], match.start(), at)
        if self.text[start:].strip():
            self._cell(start, len(self.text))
        self._row(len(self.text))
        self.table.headers = self.head
        _hang(self.table)
        return self.table

    def _begin(self, name: str) -> int:
        """Past the environment's options and arguments."""
        if name in ("tabu", "longtabu"):
            opening = self.text.find("{")
            return self.braces.get(opening, -1) + 1
        at = tex.options(self.text, 0)
        for _ in range(ARGUMENTS[name]):
            _, at = tex.argument(self.text, at, self.braces)
            at = tex.options(self.text, at)
        return at

    def _command(self, name: str, start: int, at: int) -> int:
        if name in _ENDS:
            self._part_ends(name, start, at)
            return at
        if name not in _RULES and name not in _DROPPED:
            return at
        if name in _RULES:
            self.ruled = True
        at = tex.options(self.text, at)
        if name in ("cmidrule", "cline", "toprule", "midrule", "bottomrule"):
            at = _TRIM.match(self.text, at).end()  # type: ignore[union-attr]
        for _ in range(_DROPPED.get(name, 0)):
            content, at = tex.argument(self.text, at, self.braces)
            at = tex.options(self.text, at)
            if name == "caption":
                self.table.caption = tex.visible(content)
            if name == "label":
                self.table.label = content.strip()
        self.dropped.append((start, at))
        return at

    def _part_ends(self, name: str, start: int, at: int) -> None:
        """longtable's repeated heads and feet are printed, but no rows of their own."""
        self.dropped.append((start, at))
        rows = self.table.rows
        if name == "endfirsthead":
            self.head, self.first_head = len(rows), True
        elif name == "endhead" and not self.first_head:
            self.head = len(rows)
        else:
            del rows[self.head or 0 :]

    def _cell(self, start: int, end: int) -> None:
        """The cell between two positions, without what belongs to no cell."""
        pieces: list[tuple[int, str]] = []
        at = start
        for left, right in self.dropped:
            pieces.append((at, self.text[at:left]))
            at = max(at, right)
        pieces.append((at, self.text[at:end]))
        self.dropped.clear()
        where, first = next((piece for piece in pieces if piece[1].strip()), (start, ""))
        line = self.line_of(where + len(first) - len(first.lstrip()))
        text = "".join(piece for _, piece in pieces)
        self.cells.append(_placed(text, line, self.table.problems))

    def _row(self, at: int) -> None:
        cells, self.cells = self.cells, []
        if any(cell.text or cell.columns > 1 for cell in cells) or len(cells) > 1:
            line = next((cell.line for cell in cells if cell.text), self.line_of(at))
            self.table.rows.append(RawRow(cells, line, self.ruled))
            self.ruled = False


def _placed(text: str, line: int, problems: list[Problem]) -> Placed:
    """A cell with the spans that its first commands give it."""
    rows = columns = 1
    for _ in range(_DEEPEST):
        match = _SPANNING.match(text)
        if match is None:
            break
        braces = tex.groups(text)
        at = tex.options(text, match.end())
        count, at = tex.argument(text, at, braces)
        at = tex.options(text, at)
        _, at = tex.argument(text, at, braces)
        at = tex.options(text, at)
        inner, at = tex.argument(text, at, braces)
        number = re.fullmatch(r"\s*(-?\d{1,4})(?:\.\d*)?\s*", count)
        if number is None:
            problems.append(Problem(line, f"\\{match[1]} spans {count!r}, which is no number"))
        elif match[1] == "multicolumn":
            columns = max(1, int(number[1]))
        else:
            rows = int(number[1])
        text = inner + text[at:]
    cell = tex.cell(text, line)
    return cell._replace(rows=rows, columns=columns)


def _hang(table: RawTable) -> None:
    """Make `\\multirow` hang as the grid expects: the empty cells written below it go.

    A negative count spans upwards: the text moves to the first of its rows. Text that is written
    below a span ends it.
    """
    offsets = [_offsets(row) for row in table.rows]
    for index in range(len(table.rows)):
        for column, cell in sorted(offsets[index].items()):
            if cell.rows < 0:
                _move_up(table, offsets, index, column)
    for index, row in enumerate(table.rows):
        for column, cell in sorted(offsets[index].items()):
            if cell.rows > 1:
                depth = _clear_below(table, offsets, index, column, cell)
                _exchange(row, cell, cell._replace(rows=depth))


def _offsets(row: RawRow) -> dict[int, Placed]:
    starts = accumulate((cell.columns for cell in row.cells), initial=0)
    return dict(zip(starts, row.cells, strict=False))


def _move_up(table: RawTable, offsets: list[dict[int, Placed]], index: int, column: int) -> None:
    cell = offsets[index][column]
    top = max(0, index + cell.rows + 1)
    above = offsets[top].get(column)
    plain = cell._replace(rows=1)
    if above is not None and not above.text and top < index:
        moved = cell._replace(rows=index - top + 1)
        _exchange(table.rows[top], above, moved)
        offsets[top][column] = moved
        plain = cell._replace(text="", rows=1)
    _exchange(table.rows[index], cell, plain)
    offsets[index][column] = plain


def _clear_below(
    table: RawTable, offsets: list[dict[int, Placed]], index: int, column: int, cell: Placed
) -> int:
    """Take away the empty cells below a span; how many rows it reaches."""
    for depth in range(1, cell.rows):
        if index + depth >= len(table.rows):
            return depth
        below = offsets[index + depth].get(column)
        if below is None:
            continue
        if below.text or below.columns != cell.columns:
            return depth
        cells = table.rows[index + depth].cells
        position = next(i for i, other in enumerate(cells) if other is below)
        del cells[position]
        del offsets[index + depth][column]
    return cell.rows


def _exchange(row: RawRow, old: Placed, new: Placed) -> None:
    position = next(i for i, cell in enumerate(row.cells) if cell is old)
    row.cells[position] = new
