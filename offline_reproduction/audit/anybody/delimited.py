"""Somebody's table as text: comma, semicolon, tab or Markdown, cells kept as printed."""

from __future__ import annotations

import csv
from typing import NamedTuple

from fe_core.errors import PrintedError

MOST_CELLS = 100_000


class TextTable(NamedTuple):
    """Column keys, row keys in order, and the printed text of every filled cell."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: dict[tuple[str, str], str]


def parse(text: str, source: str) -> TextTable:
    """Read a table whose first line is its header and whose first field names the row.

    The separator is a tab if the header has one, else `|` (Markdown), `;` or `,`, so decimal commas
    need `;` or tabs. Rows of the same name get ` (2)`, ` (3)`, … appended.
    Raises PrintedError for an empty, ragged or oversized table and for columns that occur twice.
    """
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if _filled(line)]
    if len(lines) < 2:
        raise PrintedError(f"{source}: a table needs a header line and at least one row")
    separator = next((mark for mark in "\t|;," if mark in lines[0][1]), ",")
    header, *body = [(number, _fields(line, separator)) for number, line in lines]
    columns = tuple(header[1][1:])
    if not columns or len(set(columns)) != len(columns) or "" in columns:
        raise PrintedError(f"{source}:1: column names must be filled and unique, got {columns!r}")
    if len(body) * len(columns) > MOST_CELLS:
        raise PrintedError(f"{source}: at most {MOST_CELLS} cells are read")
    rows: list[str] = []
    cells: dict[tuple[str, str], str] = {}
    for number, fields in body:
        if len(fields) != len(columns) + 1:
            raise PrintedError(
                f"{source}:{number}: {len(fields)} fields, the header has {len(columns) + 1}; "
                "use tabs or ';' where numbers have decimal commas"
            )
        name = _unused(fields[0] or "(unnamed)", rows)
        rows.append(name)
        cells |= {(name, c): t for c, t in zip(columns, fields[1:], strict=True) if t}
    return TextTable(columns, tuple(rows), cells)


def _filled(line: str) -> bool:
    """Whether a line holds a row: not blank, no comment, no Markdown rule."""
    bare = line.strip()
    return bool(bare) and not bare.startswith("# ") and not set(bare) <= set("|-: ")


def _fields(line: str, separator: str) -> list[str]:
    if separator == "|":
        return [field.strip() for field in line.strip().strip("|").split("|")]
    return [field.strip() for field in next(csv.reader([line], delimiter=separator))]


def _unused(name: str, taken: list[str]) -> str:
    number, fresh = 1, name
    while fresh in taken:
        number += 1
        fresh = f"{name} ({number})"
    return fresh
