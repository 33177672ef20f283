"""Tables drawn with pipes: Markdown's, and the bordered ones of consoles."""

from __future__ import annotations

import re
from collections.abc import Sequence

from offline_reproduction.tables import markdown
from offline_reproduction.tables.model import Problem
from offline_reproduction.tables.raw import RawRow, RawTable

_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:[|+]\s*:?-+:?\s*)*\|?")
_BORDER = re.compile(r"\+(?:[-=:]+\+)+")
_DRAWN = str.maketrans(
    dict.fromkeys("│┃║┆┇┊┋", "|")
    | dict.fromkeys("─━╌╍┄┅┈┉", "-")
    | dict.fromkeys("═", "=")
    | dict.fromkeys(
        "┌┍┎┏┐┑┒┓└┕┖┗┘┙┚┛├┝┞┟┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬╭╮╯╰",
        "+",
    )
)


def piped(lines: Sequence[str], at: int) -> tuple[list[RawTable], int] | None:
    """The table of pipes that begins at line `at` (from 0), and the line behind it.

    It has a line of dashes below its header or above its rows; without one, at least two lines that
    begin and end in a pipe and have as many cells.
    """
    first = lines[at].strip()
    second = lines[at + 1].strip() if at + 1 < len(lines) else ""
    if "|" not in first or ("|" not in second and "+" not in second):
        return None
    table = RawTable(at + 1)
    if _RULE.fullmatch(first):
        table.headers = 0
        table.problems.append(
            Problem(at + 1, "the table has no header above its dashes", read=True)
        )
    elif _RULE.fullmatch(second):
        table.headers = 1
        dashes, cells = len(markdown.row(second.replace("+", "|"))), len(markdown.row(first))
        if dashes != cells:
            reason = f"the header has {cells} cells and the line of dashes {dashes}"
            table.problems.append(Problem(at + 1, reason, read=True))
    elif not _alike(first, second):
        return None
    width = max(len(markdown.row(line.replace("+", "|"))) for line in (first, second) if line)
    end = _rows(table, lines, at, width)
    _settle(table, width)
    return [table] if len(table.rows) > (table.headers or 0) else [], end


def _settle(table: RawTable, width: int) -> None:
    """Rows with more cells than the header go: nobody knows which cell belongs to which column.

    Where all of them have one number of cells, it is the header that nobody can place, and goes.
    """
    headers = table.headers or 0
    body = table.rows[headers:]
    longer = [row for row in body if len(row.cells) > width]
    if longer and len({len(row.cells) for row in body}) == 1:
        reason = f"the header has {width} cells and every row {len(body[0].cells)}; it is not read"
        table.problems.append(Problem(table.line, reason, read=True))
        table.rows, table.headers = body, 0
        return
    for row in longer:
        reason = f"{len(row.cells)} cells below a header of {width}; the row is not read"
        table.problems.append(Problem(row.line, reason))
    table.rows = [row for row in table.rows if len(row.cells) <= width]


def _alike(first: str, second: str) -> bool:
    """Whether two lines are rows of one table without any line of dashes."""
    framed = all(line[:1] == "|" and line[-1:] == "|" for line in (first, second))
    cells = len(markdown.row(first))
    return framed and cells > 1 and cells == len(markdown.row(second))


def _rows(table: RawTable, lines: Sequence[str], at: int, width: int) -> int:
    ruled = False
    while at < len(lines):
        line = lines[at].strip()
        if "|" not in line and not ("+" in line and _RULE.fullmatch(line)):
            break
        if _RULE.fullmatch(line):
            ruled = True
        else:
            cells = [markdown.cell(text, at + 1) for text in markdown.row(line, width)]
            table.rows.append(RawRow(cells, at + 1, ruled))
            ruled = False
        at += 1
    return at


def bordered(lines: Sequence[str], at: int) -> tuple[list[RawTable], int] | None:
    """The table between `+---+` borders that begins at line `at`, and the line behind it.

    Where a border stands between all rows (reStructuredText), the lines between two borders are one
    row; else each line is one.
    """
    if not _BORDER.fullmatch(drawn(lines[at])):
        return None
    end = at
    parts: list[list[tuple[int, str]]] = []
    border = lines[at]
    doubled = 0
    while end < len(lines) and (line := drawn(lines[end]))[:1] in ("+", "|"):
        if _BORDER.fullmatch(line):
            parts.append([])
            doubled = len(parts) - 1 if "=" in line and len(parts) > 1 else doubled
        elif parts:
            parts[-1].append((end + 1, line))
        end += 1
    parts = [part for part in parts if part]
    width = len(drawn(border).strip("+").split("+"))
    table = RawTable(at + 1, headers=doubled or (1 if len(parts) > 1 else None))
    merged = len(parts) > 2
    for part in parts:
        rows = _merged(part, width) if merged else [(n, markdown.row(line)) for n, line in part]
        for number, texts in rows:
            cells = [markdown.cell(text, number) for text in texts]
            table.rows.append(RawRow(cells, number, ruled=True))
    return [table] if table.rows else [], end


def _merged(part: list[tuple[int, str]], width: int) -> list[tuple[int, list[str]]]:
    """Lines between two borders as one row, unless one of them has other cells."""
    rows = [markdown.row(line) for _, line in part]
    if any(len(row) != width for row in rows):
        return [(number, row) for (number, _), row in zip(part, rows, strict=True)]
    if sum(bool(row[0]) for row in rows) > 1 and all(all(row) for row in rows):
        return [(number, row) for (number, _), row in zip(part, rows, strict=True)]
    return [(part[0][0], [" ".join(filter(None, texts)) for texts in zip(*rows, strict=True)])]


def drawn(line: str) -> str:
    """A line with box-drawing characters as the plain ones."""
    return line.strip().translate(_DRAWN)
