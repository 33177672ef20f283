"""Blocks of tabbed lines in a text, as papers look once their tables are copied out of a page."""

from __future__ import annotations

from collections.abc import Sequence

from offline_reproduction.tables import markdown
from offline_reproduction.tables.raw import Placed, RawRow, RawTable

_LONGEST_TITLE = 120


def tabbed(lines: Sequence[str], at: int) -> tuple[list[RawTable], int] | None:
    """The block of tabbed lines in a text that begins at line `at`, and the line behind it.

    Empty fields at the end of a line may have been lost with its last tabs; a line without a tab
    that stands between tabbed ones is a section's title.
    """
    if not (_tabs(lines, at) and (_tabs(lines, at + 1) or _is_title(lines, at + 1))):
        return None
    end = at
    while _tabs(lines, end) or _is_title(lines, end):
        end += 1
    width = max(lines[number].count("\t") + 1 for number in range(at, end))
    return [RawTable(at + 1, [_row(lines[n], n + 1, width) for n in range(at, end)])], end


def _row(line: str, number: int, width: int) -> RawRow:
    """A tabbed line as wide as the table; a title spans it."""
    cells = [markdown.cell(field.strip(), number) for field in line.split("\t")]
    if len(cells) == 1:
        return RawRow([cells[0]._replace(columns=width)], number)
    return RawRow(cells + [Placed("", number)] * (width - len(cells)), number)


def _tabs(lines: Sequence[str], at: int) -> bool:
    """Whether a line has fields: a tab between what is not blank, or after a first empty field."""
    if at >= len(lines):
        return False
    line = lines[at]
    return "\t" in line.strip() or (line.startswith("\t") and "\t" in line.strip("\r\n "))


def _is_title(lines: Sequence[str], at: int) -> bool:
    bare = lines[at].strip() if at < len(lines) else ""
    return 0 < len(bare) <= _LONGEST_TITLE and "\t" not in bare and _tabs(lines, at + 1)
