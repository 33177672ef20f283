"""Tables whose columns are told by spaces alone, as consoles print them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fe_core.numbers.printed import Unreadable, Words, read
from offline_reproduction.tables.raw import Placed, RawRow, RawTable

_PIECE = re.compile(r"\S+(?: \S+)*")
_LINE = re.compile(r"[-=─━═+ ]*")
_LONGEST = 2_000
_MOST_LINES = 10_000


class _Piece(NamedTuple):
    """Words that single spaces part: where they begin and end in their line."""

    start: int
    end: int
    text: str


class _Line(NamedTuple):
    """A line of the block; ruled: a line of dashes stands above it."""

    number: int
    pieces: list[_Piece]
    ruled: bool


def aligned(lines: Sequence[str], at: int) -> tuple[list[RawTable], int]:
    """The space-aligned table that begins at line `at` (from 0), if one does, and the line behind.

    Columns are the stretches that some line with numbers fills; where such lines do not line up,
    they are columns only if all lines have as many pieces. Otherwise this is no table.
    """
    block, end = _block(lines, at)
    if len(block) < 3 or 2 * sum(_has_numbers(line) for line in block[1:]) < len(block) - 1:
        return [], end
    spans = _stretches([line for line in block[1:] if _has_numbers(line)])
    rows = [_in_spans(line, spans) for line in block]
    if None in rows or len(spans) < 2:
        if len({len(line.pieces) for line in block}) > 1 or len(block[0].pieces) < 2:
            return [], end
        rows = [[Placed(piece.text, line.number) for piece in line.pieces] for line in block]
    raw = RawTable(at + 1)
    for line, cells in zip(block, rows, strict=True):
        raw.rows.append(RawRow(cells or [], line.number, line.ruled))
    return [raw], end


def _block(lines: Sequence[str], at: int) -> tuple[list[_Line], int]:
    """The lines from `at` on that are pieces apart from each other, or dashes between such."""
    block: list[_Line] = []
    ruled = False
    end = at
    while end < len(lines) and len(block) < _MOST_LINES and len(lines[end]) <= _LONGEST:
        line = lines[end].expandtabs().rstrip()
        if not line.strip() and block and _goes_on(lines, end + 1, block):
            end += 1
            continue
        if not line.strip() or "|" in line:
            break
        if block and _LINE.fullmatch(line):
            ruled = True
        else:
            pieces = _pieces(line)
            if len(pieces) < 2:
                break
            block.append(_Line(end + 1, pieces, ruled))
            ruled = False
        end += 1
    return block, end


def _pieces(line: str) -> list[_Piece]:
    return [_Piece(m.start(), m.end(), m[0]) for m in _PIECE.finditer(line)]


def _goes_on(lines: Sequence[str], at: int, block: list[_Line]) -> bool:
    """Whether numbers that end where the block's do, or a header's, follow a single blank line."""
    if at >= len(lines) or len(lines[at]) > _LONGEST or "|" in lines[at]:
        return False
    pieces = _pieces(lines[at].expandtabs().rstrip())
    if len(pieces) < 2 or not _has_numbers(_Line(at, pieces, False)):
        return False
    ends = {line.pieces[-1].end for line in block if _has_numbers(line)}
    if not ends:
        return len(pieces) - len(block[-1].pieces) in (0, 1)
    return ends == {pieces[-1].end}


def _has_numbers(line: _Line) -> bool:
    return any(not isinstance(read(piece.text), Words | Unreadable) for piece in line.pieces[1:])


def _stretches(lines: list[_Line]) -> list[tuple[int, int]]:
    """Where the pieces of any line stand, as stretches that blanks in all lines part."""
    found: list[tuple[int, int]] = []
    for start, end in sorted((piece.start, piece.end) for line in lines for piece in line.pieces):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _in_spans(line: _Line, spans: list[tuple[int, int]]) -> list[Placed] | None:
    """A line's cells in their stretches; None where a piece meets none or one that is taken."""
    cells: list[Placed] = []
    column = 0
    for piece in line.pieces:
        while column < len(spans) and spans[column][1] <= piece.start:
            cells.append(Placed("", line.number))
            column += 1
        first = column
        while column < len(spans) and spans[column][0] < piece.end:
            column += 1
        if column == first:
            return None
        cells.append(Placed(piece.text, line.number, columns=column - first))
    return cells + [Placed("", line.number)] * (len(spans) - column)
