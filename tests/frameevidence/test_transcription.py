"""The transcribed tables, cell by cell, against the text of the paper (FE_SEEDS)."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from offline_reproduction.study import printed_tables

PACKAGE = "offline_reproduction.papers.frameevidence.printed"
TABLES = {table.key: table for table in printed_tables.tables(PACKAGE)}
LABELS = {2: 1, 3: 1, 4: 2, 5: 1, 7: 1, 8: 1, 9: 1, 10: 1, 11: 2, 12: 2, 13: 1, 14: 1, 15: 1, 16: 1}
"""Label columns of each table in the paper's text; Table 6 has two panels and is read apart."""
HEADERS = {4: 2, 14: 2, 16: 2}


@pytest.fixture(scope="module")
def lines() -> list[str]:
    folder = os.environ.get("FE_SEEDS")
    if not folder:
        pytest.skip("FE_SEEDS names no folder of the papers' texts")
    return next(Path(folder).glob("000*")).read_text("utf-8").split("\n")


def block(lines: list[str], start: str) -> list[list[str]]:
    """The lines of cells that follow the caption `start`, cleaned of LaTeX."""
    at = next(number for number, line in enumerate(lines) if line.startswith(start)) + 1
    while not lines[at].strip():
        at += 1
    end = lines.index("", at) if "" in lines[at:] else len(lines)
    return [[clean(cell) for cell in line.split("\t")] for line in lines[at:end]]


def clean(cell: str) -> str:
    plain = cell.replace(r"{\pm}", "±").replace(r"$\pm$", "±").replace(r"\mathbf", "")
    return re.sub(r"[{}$]", "", plain).strip()


def values(rows: list[list[str]], labels: int) -> list[list[str]]:
    return [row[labels:] for row in rows if len(row) > labels and any(row[labels:])]


@pytest.mark.parametrize("number", sorted(LABELS))
def test_every_cell_against_the_paper(lines: list[str], number: int) -> None:
    table = TABLES[f"table-{number:02}"]
    rows = block(lines, f"Table {number}:")[HEADERS.get(number, 1) :]
    ours = [[table.cells[row, column] for column in table.columns] for row in table.rows]
    assert ours == values(rows, LABELS[number])


def test_both_panels_of_table_6_against_the_paper(lines: list[str]) -> None:
    table = TABLES["table-06"]
    for start, prefix in (("(a) Ordinary", "Ordinary: "), ("(b) Four", "Rotations: ")):
        header, *rows = block(lines, start)
        columns = [prefix + name for name in header[1:]]
        ours = [[table.cells[row, column] for column in columns] for row in table.rows]
        assert ours == values(rows, 1)


@pytest.mark.parametrize("number", sorted(set(LABELS) - {3, 4, 8, 11, 12}))
def test_rows_are_named_as_in_the_paper(lines: list[str], number: int) -> None:
    rows = block(lines, f"Table {number}:")[HEADERS.get(number, 1) :]
    named = [row[0] for row in rows if any(row[1:])]
    for ours, theirs in zip(TABLES[f"table-{number:02}"].rows, named, strict=True):
        assert plain(ours).startswith(plain(theirs))


def plain(label: str) -> str:
    return re.sub(r"[ /()_]", "", label)


def test_893_cells_are_transcribed() -> None:
    cells = [text for table in TABLES.values() for text in table.cells.values()]
    assert len([text for text in cells if text != "–"]) == 893
    assert cells.count("–") == 3
