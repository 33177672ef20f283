"""Every transcribed number stands in the paper's text where the transcription says."""

from __future__ import annotations

from pathlib import Path

import pytest

from offline_reproduction.papers.visonlyqa.study import STUDY
from offline_reproduction.study import printed, printed_tables

TABLES = {table.key: table for table in printed_tables.tables(STUDY.printed)}
WORDS = {"2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven"} | {
    "1": "one", "8": "eight", "9": "9", "10": "ten", "12": "12", "20": "20"
}  # fmt: skip


@pytest.fixture(scope="module")
def paper(seeds: Path) -> list[str]:
    found = sorted(seeds.glob("003*.txt"))
    assert found
    return found[0].read_text("utf-8").split("\n")


def block(paper: list[str], first: str, lines: int) -> list[list[str]]:
    start = next(i for i, line in enumerate(paper) if line.startswith(first))
    return [line.split("\t") for line in paper[start : start + lines]]


@pytest.mark.parametrize(
    ("key", "first", "skip"),
    [
        ("table-02", "Eval-Real\t50", 1),
        ("table-04a", "Random\t50.0\t50.0\t20.0\t20.0\t20.0\t50.0", 1),
        ("table-04b", "Random\t50.0\t50.0\t20.0\t20.0\t20.0\t33.3", 1),
        ("table-05", "InternVL2-4B\t304M", 1),
        ("table-09", "Phi-3.5-vision\t-2.0", 1),
        ("table-10", "\tRandom\t\t50.0", 3),
    ],
)
def test_tables_against_the_paper(paper: list[str], key: str, first: str, skip: int) -> None:
    table = TABLES[key]
    rows = block(paper, first, len(table.rows))
    for row, fields in zip(table.rows, rows, strict=True):
        kept = [table.cells.get((row, column), "") for column in table.columns]
        assert [field for field in fields[skip:] if field] == [text for text in kept if text]
        assert any(row.endswith(field) for field in fields[:skip] if field)


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("table-02", "\tTriangle\tQuadrilateral\tLength\tAngle\tArea\tDiameter\tShape (s)"
         "\tShape (m)\tExtraction\tIntersection\tSize\tAngle"),
        ("table-04a", "\tTriangle\tQuadrilateral\tDiameter\tLength\tAngle\tArea\tShape (s)"
         "\tShape (m)\tExtraction\tIntersection"),
        ("table-04b", "\tTriangle\tQuadrilateral\tLength\tAngle\tArea\tSize\tAngle"),
        ("table-10", "\t\t\tTriangle\tQuadrilateral\tLength\tAngle\tArea\tSize\tAngle"),
    ],
)  # fmt: skip
def test_headers_against_the_paper(paper: list[str], key: str, line: str) -> None:
    assert line in paper
    words = line.strip("\t").split("\t")
    columns = TABLES[key].columns[: len(words)]
    assert [column.partition(" ")[2] for column in columns] == words


def test_table_9_has_the_header_of_table_4a(paper: list[str]) -> None:
    assert TABLES["table-09"].columns == TABLES["table-04a"].columns
    header = "\t".join(("", *(c.partition(" ")[2] for c in TABLES["table-09"].columns[:-1])))
    assert paper.count(header) == 2


def test_claims_against_the_paper(paper: list[str]) -> None:
    text = "\n".join(paper).replace("($\\pm$ ", "(±").replace(" (±", "±").replace(")", "")
    text = text.casefold()
    for claim in printed.claims(STUDY.printed):
        if claim.printed == "true":
            continue
        spelt = {claim.printed, WORDS.get(claim.printed, claim.printed)}
        assert any(word.casefold() in text for word in spelt), claim


def test_every_claim_has_a_builder_or_a_reason() -> None:
    built = {claim.id for claim in STUDY.claims}
    for claim in printed.claims(STUDY.printed):
        assert (claim.id in built) == (claim.kind in ("number", "relation")), claim
        assert claim.id in built or claim.kind in STUDY.unanswered, claim
