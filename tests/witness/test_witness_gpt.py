"""GPT zero-shot's constructed runs: their facts, the search for sums, the constraints' parts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fe_core.intervals.judge import Judgement, judge_interval
from fe_core.numbers.rounding import rounded
from fe_core.records.model import Item
from offline_reproduction.study import printed_tables
from tools.witness.circular.facts import FAMILIES, ROWS
from tools.witness.gpt import facts
from tools.witness.gpt.facts import INTERVALS, PRIMARY, Interval

pytest.importorskip("numpy")

TABLES = {
    table.key: table
    for table in printed_tables.tables("offline_reproduction.papers.frameevidence.printed")
}
LETTERS = ("A", "B", "C", "D")
SIZES = (57, 42, 33, 30, 24, 21, 18, 15, 15, 12, 9, 6, 6)


def percent(hits: int, of: int = facts.ITEMS) -> str:
    return rounded(Fraction(hits, of), 2, scale=100)


def test_facts_are_table_13_against_its_transcription() -> None:
    table = TABLES["table-13"]
    rows = [
        (percent(row.total), row.triplets, row.unions)
        for row in INTERVALS
        if row.place == "Table 13"
    ]
    assert len(rows) == len(table.rows)
    for key, (estimate, triplets, unions) in zip(table.rows, rows, strict=True):
        assert triplets is not None
        assert table.cells[key, "Estimate"] == estimate
        assert table.cells[key, "96 triplets"] == f"[{triplets.low}, {triplets.high}]"
        assert table.cells[key, "13 union components"] == f"[{unions.low}, {unions.high}]"


def test_facts_are_tables_4_8_and_12_against_their_transcription() -> None:
    row, scores = "GPT-5.6 0-shot", facts.SCORES[PRIMARY]
    four = [TABLES["table-04"].cells[row, column] for column in ("P", "R", "F1", "Acc.")]
    assert four == [scores.precision, scores.recall, scores.f1, scores.accuracy]
    joint = [TABLES["table-04"].cells[row, column] for column in ("GEM", "NTS", "DIS")]
    assert joint == [percent(hits, 48) for hits in (scores.gem, scores.nts, scores.dis)]
    eight = [TABLES["table-08"].cells[row, column] for column in ("MSS", "Del.", "Add.")]
    assert eight == [str(number) for number in facts.INSUFFICIENT.values()]
    circular = [
        facts.RIGHT_AT[0],
        facts.ALL_RIGHT,
        facts.ALL_CONSISTENT,
        facts.RIGHT_AT[0] - facts.ALL_RIGHT,
    ]
    columns = ("Vanilla", "Circular", "Consistency", "Drop")
    assert [TABLES["table-12"].cells[row, column] for column in columns] == [
        percent(hits) for hits in circular
    ]
    assert TABLES["table-12"].cells[row, "Mean rot."] == percent(sum(facts.RIGHT_AT), 1152)


def test_the_pair_counts_print_table_7() -> None:
    zero = facts.RIGHT_AT[0]
    pairs = {"Repeat": (facts.SCORES[facts.REPEAT].right, *facts.ZERO_REPEAT[2:4])}
    for rotation, counts in enumerate(facts.WITH_ZERO, 1):
        pairs[f"R{rotation}"] = (facts.RIGHT_AT[rotation], *counts)
    for column, (right, both, agree) in pairs.items():
        values = {
            "At least one correct": zero + right - both,
            "Both correct": both,
            "Consistency": agree,
            "Consistently wrong": agree - both,
        }
        for row, hits in values.items():
            assert TABLES["table-07"].cells[row, column] == percent(hits), (row, column)


def test_the_open_weight_rows_are_table_12s_and_6bs_against_their_transcription() -> None:
    for row in ROWS:
        _, family, setting = row.run.split("/")
        key = f"{family} {setting.removeprefix('LoRA-')}"
        cells = [TABLES["table-12"].cells[key, column] for column in TABLES["table-12"].columns]
        assert cells == list(row[1:])
    for family in FAMILIES:
        columns = [
            c
            for c in TABLES["table-06"].columns
            if c.split(": ")[-1] in ("Vanilla", "Circular", "Consistency")
        ]
        cells = [TABLES["table-06"].cells[f"{family.family} LoRA", column] for column in columns]
        assert cells == list(family[1:])


def test_the_strata_add_up_to_the_solved_groups() -> None:
    scores = facts.SCORES[PRIMARY]
    for metric in ("gem", "nts", "dis"):
        sizes = [s.groups for s in facts.STRATA if (s.solved, s.attribute) == (metric, "images")]
        assert sum(sizes) == getattr(scores, metric)
    assert sum(facts.RIGHT_BY_VARIANT.values()) == scores.right


@pytest.mark.parametrize("name", ["repeat right", "zero-repeat changed", "agree over rotation 2"])
def test_sums_are_found_that_print_an_interval_against_the_exact_law(name: str) -> None:
    from tools.witness.gpt.search import Goal, Part, Search

    found = next(row for row in INTERVALS if row.name == name)
    low = [-size // 2 for size in SIZES] if "over" in name else [0] * len(SIZES)
    search = Search(SIZES, random.Random(name))
    (sums,) = search.together([Part(found.total, low, SIZES)], [Goal((1,), found.unions)], name)
    assert sum(sums) == found.total
    judged = judge_interval(sums, SIZES, *found.unions)
    assert {judged.low.judgement, judged.high.judgement} == {Judgement.COMPATIBLE}


def test_sums_that_cannot_be_are_refused() -> None:
    from tools.witness.gpt.search import (
        Goal,
        Part,
        PlanError,
        Search,
    )

    search = Search(SIZES, random.Random(1))
    goal = Goal((1,), Interval("40.00", "50.00"))
    with pytest.raises(PlanError, match="bounds leave no sums"):
        search.together([Part(130, [0] * 13, [1] * 13)], [goal], "too little room")


def spread(sums: Sequence[int]) -> bool:
    """Whether group sums of three terms each may print 'repeat minus primary' over triplets."""
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    from tools.witness.gpt.pairing import print_spread
    from tools.witness.program import Program

    program = Program()
    found = next(row for row in INTERVALS if row.name == "repeat minus primary")
    assert found.triplets is not None
    terms, groups = [], []
    for total in sums:
        units = [program.boolean() - program.boolean() for _ in range(3)]
        program.always(sum(units) == total)
        groups.append(range(len(terms), len(terms) + 3))
        terms += units
    print_spread(program, "spread", terms, groups, found.total, found.triplets)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return bool(solver.solve(program.model) in (cp_model.OPTIMAL, cp_model.FEASIBLE))


@given(st.data())
@settings(max_examples=12, deadline=None)
def test_the_spread_that_is_asked_for_is_printed_against_the_exact_law(data: st.DataObject) -> None:
    twos = 2 * data.draw(st.integers(0, 7))
    ones = 2 * data.draw(st.integers((81 - 4 * twos) // 2, (91 - 4 * twos) // 2)) + 1
    lost = (ones - 13) // 2
    sums = [2, -2] * (twos // 2) + [1] * (ones - lost) + [-1] * lost
    sums += [0] * (96 - len(sums))
    assert spread(sums)
    judged = judge_interval(sums, [3] * 96, "-1.74", "10.76")
    assert {judged.low.judgement, judged.high.judgement} == {Judgement.COMPATIBLE}


def test_a_spread_of_the_right_size_is_allowed_and_others_are_not() -> None:
    fits = [1] * 49 + [-1] * 36 + [0] * 11
    assert spread(fits)
    assert not spread([1] * 13 + [0] * 83)
    assert not spread([3] * 18 + [-3] * 13 + [-1] * 2 + [0] * 63)


def test_agreement_and_both_right_are_read_off_the_new_run() -> None:
    pytest.importorskip("ortools")
    from tools.witness.gpt.pairing import paired
    from tools.witness.program import Program
    from tools.witness.sheet import sheet, test_of

    meanings = dict(zip(LETTERS, ("front", "back", "left", "right"), strict=True))
    items = [
        Item(f"q{n}", gold, LETTERS, meanings, group="g", variant=variant, split="test")
        for n, (gold, variant) in enumerate(zip("ABC", ("camera", "object", "scene"), strict=True))
    ]
    program = Program()
    run = sheet(program, test_of(items))
    pair = paired(run, ("A", "C", "C"))
    for place, letter in enumerate("ACD"):
        program.always(run.letters[place][LETTERS.index(letter)] == 1)
    values = program.solve()
    assert values is not None
    assert [values(one) for one in pair.agree] == [1, 1, 0]
    assert [one if isinstance(one, int) else values(one) for one in pair.both] == [1, 0, 0]
