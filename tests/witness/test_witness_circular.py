"""The constructed rotation runs print Table 12's rows and Table 6b's means ± deviations."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fe_core.errors import PrintedError
from fe_core.numbers.exact import mean, sample_deviation
from fe_core.numbers.rounding import rounded
from fe_core.records.model import Item
from fe_core.scoring.rotation import shown_to_option
from tools.witness.circular.build import build, rotations, shown
from tools.witness.circular.counts import Counts, count, counts
from tools.witness.circular.facts import FAMILIES, ROWS, Row

LETTERS = ("A", "B", "C", "D")


def questions(number: int) -> list[Item]:
    return [
        Item(f"q{index:03d}", LETTERS[index * 7 % 4], LETTERS, split="test")
        for index in range(number)
    ]


def scores(items: list[Item], sheets: Mapping[int, Mapping[str, str]]) -> Counts:
    """The counts as the scorer's own rotation rule sees them."""
    chosen = {
        item.item: [shown_to_option(sheets[r][item.item], r, item.options) for r in sorted(sheets)]
        for item in items
    }
    gold = {item.item: item.gold for item in items}
    right = [sum(found[r] == gold[name] for name, found in chosen.items()) for r in sorted(sheets)]
    same = [name for name, found in chosen.items() if len(set(found)) == 1]
    return Counts(tuple(right), sum(chosen[name][0] == gold[name] for name in same), len(same))


def percent(hits: int, of: int) -> str:
    return rounded(Fraction(hits, of), 2, scale=100)


@pytest.fixture(scope="module")
def built() -> dict[str, Counts]:
    items = questions(288)
    return {run: scores(items, sheets) for run, sheets in build(items).items()}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.run)
def test_every_row_prints_against_the_scorers_rotation_rule(
    row: Row, built: dict[str, Counts]
) -> None:
    found = built[row.run]
    assert percent(found.right[0], 288) == row.vanilla
    assert percent(sum(found.right), 1152) == row.mean_rotation
    assert percent(found.all_right, 288) == row.circular
    assert percent(found.consistent, 288) == row.consistency
    assert percent(found.right[0] - found.all_right, 288) == row.drop


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.family)
def test_the_adapters_print_the_familys_mean_and_deviation(
    family: tuple[str, str, str, str], built: dict[str, Counts]
) -> None:
    name, *printed = family
    seeds = [found for run, found in built.items() if f"/{name}/LoRA" in run]
    columns = (
        [found.right[0] for found in seeds],
        [found.all_right for found in seeds],
        [found.consistent for found in seeds],
    )
    for text, column in zip(printed, columns, strict=True):
        shares = [Fraction(hits, 288) for hits in column]
        middle, deviation = mean(shares), sample_deviation(shares)
        assert deviation is not None
        assert f"{rounded(middle, 2, scale=100)}±{rounded(deviation, 2, scale=100)}" == text


def test_qwen_base_has_no_constructed_answers(built: dict[str, Counts]) -> None:
    assert len(built) == 7
    assert not [run for run in built if run.endswith("Qwen2.5-VL-7B/Base")]


def test_the_same_items_in_any_order_give_the_same_answers() -> None:
    items = questions(288)
    assert build(items) == build(reversed(items))


def test_only_test_items_are_answered() -> None:
    other = Item("train", "A", LETTERS, split="train")
    for sheets in build([*questions(288), other]).values():
        assert all("train" not in sheet for sheet in sheets.values())


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_any_feasible_counts_are_met_exactly(data: st.DataObject) -> None:
    items = questions(data.draw(st.integers(4, 40)))
    consistent = data.draw(st.integers(0, len(items)))
    all_right = data.draw(st.integers(0, consistent))
    loose = len(items) - consistent
    right = tuple(all_right + data.draw(st.integers(0, loose * 3 // 4)) for _ in range(4))
    wanted = Counts(right, all_right, consistent)
    assert scores(items, rotations(items, wanted, random.Random(1))) == wanted


@given(st.sampled_from(LETTERS), st.integers(0, 3))
def test_shown_letters_and_options_are_inverse(option: str, rotation: int) -> None:
    item = Item("q", "A", LETTERS)
    assert shown_to_option(shown(item, option, rotation), rotation, LETTERS) == option


def test_planted_errors_in_a_row_are_refused() -> None:
    with pytest.raises(PrintedError, match="drop"):
        counts(ROWS[0]._replace(drop="22.58"))
    with pytest.raises(PrintedError, match="counts of 288"):
        count("30.20", 288)
    with pytest.raises(PrintedError, match="rotation 0"):
        rotations(questions(4), Counts((4, 0, 0, 0), 0, 1), random.Random(1))
