"""Every number of the paper is a cell, a claim, or on the list of what needs none (FE_SEEDS)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from paper_numbers import Paragraph, numbers, prose_paper, tables_paper

from offline_reproduction.papers.frameevidence.study import STUDY
from offline_reproduction.study import printed

PACKAGE = "offline_reproduction.papers.frameevidence.printed"
TEXTS = printed.claims(PACKAGE)
NEEDS_NONE = Path(__file__).with_name("numbers_without_claim.tsv")


def accounted() -> dict[str, set[str]]:
    """Place → numbers printed there by claims (a relation: in its wording), or that need none."""
    found: dict[str, set[str]] = {}
    for claim in TEXTS:
        text = claim.wording if claim.printed == "true" else claim.printed
        found.setdefault(claim.place, set()).update(numbers(text))
    for line in NEEDS_NONE.read_text("utf-8").splitlines()[1:]:
        place, number, _ = line.split("\t")
        found.setdefault(place, set()).add(number)
    return found


def unaccounted(paragraphs: Iterator[Paragraph]) -> list[tuple[str, str, str]]:
    known = accounted()
    return [
        (paragraph.place, number, paragraph.text[:60])
        for paragraph in paragraphs
        for number in numbers(paragraph.text)
        if number not in known.get(paragraph.place, set())
    ]


def test_every_number_of_the_paper_with_tables_is_accounted_for(seeds: Path) -> None:
    assert unaccounted(tables_paper(seeds)) == []


def test_every_number_of_the_complete_prose_is_accounted_for(seeds: Path) -> None:
    assert unaccounted(prose_paper(seeds)) == []


def test_a_planted_number_is_noticed() -> None:
    planted = [
        Paragraph("Abstract", "It has 961 questions in twenty-one scenes, as Table 7 shows."),
        Paragraph("§6.2", "GPT three-shot reaches 50.01% (Someone et al., 2024)."),
    ]
    found = [(place, number) for place, number, _ in unaccounted(iter(planted))]
    assert ("Abstract", "961") in found
    assert ("§6.2", "50.01") in found
    assert not any(number in ("7", "2024") for _, number in found)


def test_every_claim_stands_where_the_paper_prints_its_number(seeds: Path) -> None:
    """The other way round: a claim's printed numbers occur in the text of its place."""
    there: dict[str, list[str]] = {}
    for paragraph in [*tables_paper(seeds), *prose_paper(seeds)]:
        there.setdefault(paragraph.place, []).extend(numbers(paragraph.text))
    for claim in TEXTS:
        if claim.kind != "relation":
            missing = [n for n in numbers(claim.printed) if n not in there.get(claim.place, [])]
            assert not missing, f"{claim.id}: {claim.place} does not print {missing}"


def test_every_claim_is_recomputed_or_of_a_kind_that_cannot_be() -> None:
    built = {claim.id for claim in STUDY.claims}
    for text in TEXTS:
        recomputed = text.kind in ("number", "relation")
        assert recomputed == (text.id in built), text.id
        assert recomputed or text.kind in STUDY.unanswered, text.id
        assert text.kind != "relation" or text.printed == "true"


def test_wordings_are_our_own(seeds: Path) -> None:
    """No wording repeats eight words of the paper in a row."""
    paper = words(" ".join(path.read_text("utf-8") for path in sorted(seeds.glob("00[01]*"))))
    runs = {tuple(paper[at : at + 8]) for at in range(len(paper) - 7)}
    for text in TEXTS:
        own = words(text.wording)
        for at in range(len(own) - 7):
            assert tuple(own[at : at + 8]) not in runs, text.id


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ten of 1,120 images; 5/48 (10.42%)", ["10", "1120", "5", "48", "10.42"]),
        ("GPT-5.6 three-shot and Qwen2.5-VL-7B on FQ1 in Table 4 (Kim et al., 2026)", []),
        ("interval [$-4.90$, $5.35$]", ["4.90", "5.35"]),
        ("28.12–31.25% and 14–15/36", ["28.12", "31.25", "14", "15", "36"]),
    ],
)
def test_numbers_of_a_text(text: str, found: list[str]) -> None:
    assert numbers(text) == found
