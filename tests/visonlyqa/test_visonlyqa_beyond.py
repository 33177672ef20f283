"""Beyond the printed tables: the extraction's differential, examples, groups, paired prompts."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.reporting.report import StudyReport
from offline_reproduction.papers.visonlyqa.evidence import Evidence
from offline_reproduction.papers.visonlyqa.study import STUDY
from offline_reproduction.papers.visonlyqa.tables import (
    examples,
    extraction,
    groups,
    identical,
    prompting,
)
from offline_reproduction.papers.visonlyqa.tables.extraction import Kind
from offline_reproduction.study import printed_tables
from offline_reproduction.study.paper import Settings

EXAMPLES = next(t for t in printed_tables.tables(STUDY.printed) if t.key == "table-11-61")


@pytest.fixture(scope="module")
def reasoned(evidence: Evidence) -> list[extraction.Compared]:
    return [one for one in extraction.compared(evidence) if one.response.file.kind == "cot"]


def right(one: extraction.Compared) -> bool:
    return one.response.extracted == one.response.question.answer


def test_counts_of_the_differential_named_in_findings(
    reasoned: list[extraction.Compared],
) -> None:
    kinds = Counter(one.kind for one in reasoned)
    assert kinds == {Kind.AGREE: 9568, Kind.UNREADABLE: 399, Kind.DECLINED: 15, Kind.CONFLICT: 18}
    silent = [one for one in reasoned if one.kind is Kind.UNREADABLE]
    llama = [one for one in silent if "Llama" in one.response.file.model]
    cut = [one for one in llama if not one.response.text.rstrip().endswith((".", "!", "?", '"'))]
    assert (sum(map(right, silent)), len(llama), len(cut)) == (144, 353, 327)
    assert all(one.released is not None for one in silent)


def test_declined_responses_named_in_findings(reasoned: list[extraction.Compared]) -> None:
    declined = [one for one in reasoned if one.kind is Kind.DECLINED]
    many = [one for one in declined if one.response.question.many]
    assert {one.response.extracted for one in many} == {"a,b,c,d"}
    assert (len(declined), len(many), sum(map(right, many))) == (15, 12, 4)


def test_conflicts_named_in_findings(reasoned: list[extraction.Compared]) -> None:
    conflicts = [one for one in reasoned if one.kind is Kind.CONFLICT]
    truth = [one for one in conflicts if "True" in one.response.question.options]
    molmo = [
        one
        for one in conflicts
        if one.response.file.model.startswith("MolMo") and not one.response.question.many
    ]
    parsed = [one for one in conflicts if one.parsed.value == one.response.question.answer]
    numbers = len(truth), len(molmo), sum(map(right, conflicts)), len(parsed)
    assert numbers == (10, 4, 8, 5)
    assert sum(one.parsed.value is not None for one in reasoned) == READ


READ = 9559
"""Responses with chain of thought in which the parser reads an option."""


def test_llama_averages_named_in_findings(evidence: Evidence) -> None:
    texts = {}
    for policy in extraction.Policy:
        table = extraction.table_9(policy)(evidence, Settings()).by_key()
        for name in ("Llama 3.2 11B", "Llama 3.2 90B"):
            value = table[name, "Average"].value
            assert isinstance(value, Fraction)
            texts[policy, name] = round(float(100 * value), 1)
    assert list(texts.values()) == [-11.8, -11.8, -2.3, 5.5]


def test_agreement_adds_up_in_every_row(evidence: Evidence) -> None:
    table = extraction.agreement(evidence, Settings())
    for row in table.rows:
        total, *kinds = [cell.value for cell in row.cells[:-1] if cell is not None]
        assert total == sum(kinds)  # type: ignore[arg-type]


def test_every_listed_conflict_has_a_file_and_a_line(evidence: Evidence) -> None:
    table = extraction.conflicts(evidence, Settings())
    places = {response.place for response in evidence.release.responses}
    assert len(table.rows) == 15 + 18
    assert {row.key for row in table.rows} <= places


def letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKD", text).lower())


def printed_examples(seeds: Path) -> dict[int, tuple[list[str], list[list[str]]]]:
    lines = next(iter(sorted(seeds.glob("003*.txt")))).read_text("utf-8").split("\n")
    found = {}
    for start, line in enumerate(lines):
        if line == "Image\tQuestion\tGold Answer":
            caption = next(text for text in lines[start:] if text.startswith("Table "))
            head = next(i for i in range(start, start + 9) if lines[i].startswith("Model\t"))
            rows = [lines[i].split("\t") for i in range(head + 1, head + 8)]
            found[int(caption.split()[1].rstrip(":"))] = lines[start + 1].split("\t"), rows
    return found


def test_example_tables_against_the_paper(seeds: Path) -> None:
    found = printed_examples(seeds)
    assert sorted(found) == list(range(11, 62))
    for number, (question, rows) in found.items():
        assert EXAMPLES.cells[f"{number} Gold", "Gold"] == question[2].strip()
        for name, cot, cot_mark, direct, direct_mark in rows:
            row = f"{number} {name}"
            plain = re.sub(r"\$\\ensuremath\{\\[a-z]+\}\$", "", cot)
            shown = "–" if cot == "–" else examples.fingerprint(plain)
            kept = [EXAMPLES.cells[row, column] for column in EXAMPLES.columns[1:]]
            assert kept == [shown, cot_mark, direct, direct_mark]


def test_example_questions_against_a_search_of_the_release(seeds: Path, evidence: Evidence) -> None:
    found = printed_examples(seeds)
    for example in examples.examples():
        question = found[example.number][0]
        fits = tuple(
            int(q.item.rsplit("/", 1)[1])
            for q in evidence.release.questions
            if q.task.id == example.task
            and letters(q.text) == letters(question[1])
            and q.answer == question[2].strip()
        )
        assert example.fits == fits, example.number


def test_example_verdicts(report: StudyReport) -> None:
    entries = [entry for entry in report.entries if entry.table == "table-11-61"]
    assert Counter(entry.verdict.value for entry in entries) == {
        "same": 1134, "different": 22, "uncheckable": 323
    }  # fmt: skip
    different = Counter(entry.finding for entry in entries if entry.disagrees)
    assert different == {"table-16": 19, "typeset-powers": 3}
    several = [e.number for e in examples.examples() if len(e.fits) > 1]
    assert several == [13, 26, 28, 32, 44, 61]
    assert [e.number for e in examples.examples() if len(e.shown) > 1] == [44]
    assert [e.number for e in examples.examples() if not e.shown] == [29]


def test_pairs_are_statements_with_their_negations(evidence: Evidence) -> None:
    assert groups.pair_counts(evidence) == {
        "real/geometry__triangle": 25,
        "real/geometry__quadrilateral": 25,
        "real/geometry__diameter_radius": 25,
        "real/chemistry__shape_single": 8,
        "real/charts__intersection": 25,
        "synthetic/syntheticgeometry__triangle": 2,
        "synthetic/syntheticgeometry__quadrilateral": 4,
    }
    for pair in groups.statement_pairs(evidence.release.questions):
        assert pair.statement.image == pair.negation.image
        assert {pair.statement.answer, pair.negation.answer} == {"True", "False"}
        assert (groups.negated(pair.statement), groups.negated(pair.negation)) == (False, True)


def test_pairs_add_up_and_intervals_hold_their_shares(evidence: Evidence) -> None:
    for row in groups.pairs(evidence, Settings()).rows:
        values = [cell.value if cell else None for cell in row.cells]
        pairs, both, one, none = values[:4]
        assert both + one + none == pairs  # type: ignore[operator]
        share, low, high = values[7:]
        if low is not None:
            assert low <= share <= high  # type: ignore[operator]


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=4))
def test_chance_of_identical_files_against_enumeration(answers: list[str]) -> None:
    draws = list(itertools.product(answers, repeat=len(answers)))
    equal = sum(first == second for first in draws for second in draws)
    assert identical.chance(answers) == Fraction(equal, len(draws) ** 2)


def test_identical_files_are_the_five_named(evidence: Evidence) -> None:
    found = [(two.first.model, two.second.model) for two in identical.twins(evidence)]
    assert sorted(found) == [
        ("InternVL2-26B", "InternVL2-76B"),
        ("InternVL2-4B", "InternVL2-8B"),
        ("LLaVA-Next 8B", "LLaVA-Next 34B"),
        ("LLaVA-Next 8B", "LLaVA-Next 34B"),
        ("Qwen2-VL-2B", "Qwen2-VL-7B"),
    ]
    table = identical.build(evidence, Settings()).by_key()
    row = "direct/real/InternVL2-26B = direct/real/InternVL2-76B, geometry__triangle"
    assert table[row, "chance if independent"].value == "9 × 10^-16"
    assert table[row, "chance by wording"].value == "1"


def test_probabilities_have_one_rounded_digit() -> None:
    powers = {Fraction(1, 2**50): "9 × 10^-16", Fraction(96, 1000): "1 × 10^-1", Fraction(1): "1"}
    assert {value: identical.power_text(value) for value in powers} == powers


def test_who_answers_by_the_wording_is_named_in_the_remark(evidence: Evidence) -> None:
    counted: Counter[str] = Counter()
    for response in evidence.release.responses:
        question, file = response.question, response.file
        if file.kind == "direct" and question.task.id == "real/geometry__triangle":
            said = "False" if groups.negated(question) else "True"
            counted[file.model] += response.extracted == said
    near = {model: count for model, count in counted.items() if count >= 49}
    assert near == {
        "InternVL2-26B": 50, "InternVL2-76B": 50, "MolMo 72B": 50, "Qwen2-VL-2B": 49,
        "Qwen2-VL-72B": 49,
    }  # fmt: skip


def test_prompts_are_compared_on_the_same_questions(evidence: Evidence) -> None:
    for row in prompting.build(evidence, Settings()).rows:
        numbers = [cell.value for cell in row.cells[:5] if cell is not None]
        assert numbers[0] == 500 == sum(numbers[1:])  # type: ignore[arg-type]
