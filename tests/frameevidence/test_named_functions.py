"""The paper's definitions at their edges, and its named functions (Appendices A, D.3, F.2, G.4)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from small import ITEMS, TEST, Letters, golds, sheets, study

from fe_core.reporting.cells import Cell
from offline_reproduction.papers.frameevidence.metrics import REGISTERED
from offline_reproduction.papers.frameevidence.study import SPEC
from offline_reproduction.study.declared import Builder
from offline_reproduction.study.evidence import Scored
from offline_reproduction.study.paper import Settings

BUILDER = Builder(SPEC, REGISTERED, {})
BASE, LORA = "primary/Qwen2.5-VL-7B/Base", "primary/Qwen2.5-VL-7B/LoRA"
LETTERS = "ABCD"


def value(scored: Scored, metric: str, run: str = "run") -> Any:
    """A metric of a run."""
    known = {name: ("metric", name) for name in SPEC.metrics}
    names = BUILDER.names(known, {}, scored, Settings())
    column = names[metric]
    assert isinstance(column, Mapping)
    cell = column[run]
    assert isinstance(cell, Cell)
    return cell.value


def adaptation(before: Letters, after: Letters) -> dict[str, Any]:
    """What the table of both adapted families says of Qwen."""
    scored = study({BASE: before, LORA: after})
    plan = next(plan for plan in SPEC.tables if plan.key == "adaptation")
    cells = BUILDER.table(plan, scored, Settings()).by_key()
    return {column: cell.value for (row, column), cell in cells.items() if row == "Qwen"}


def groups(family: str) -> list[list[str]]:
    """The test items of each group of a family, in order."""
    found: dict[object, list[str]] = {}
    for item in ITEMS:
        attributes = item["attributes"]
        assert isinstance(attributes, dict)
        if item["split"] == "test" and attributes["family"] == family:
            found.setdefault(item["group"], []).append(str(item["item"]))
    return list(found.values())


@given(sheets())
def test_an_invalid_answer_is_a_false_negative_and_nobodys_guess(letters: Letters) -> None:
    right = sum(letters[item] == golds()[item] for item in TEST)
    scored = study({"run": letters})
    assert value(scored, "right") == right
    assert value(scored, "Acc") == Fraction(right, len(TEST))
    lost = study({"run": {item: letters[item] or "A" for item in TEST}})
    assert value(lost, "R") >= value(scored, "R")


def test_a_class_that_is_never_predicted_has_precision_zero() -> None:
    scored = study({"run": dict.fromkeys(TEST, "A")})
    hits = sum(gold == "A" for gold in golds().values())
    assert value(scored, "P") == Fraction(hits, len(TEST)) / 4


@given(sheets(), st.sampled_from(TEST), st.integers(0, 3))
def test_one_lost_answer_breaks_consistency(letters: Letters, item: str, rotation: int) -> None:
    told = {name: letter or "A" for name, letter in letters.items()}
    shown: list[dict[str, str | None]] = [
        {name: LETTERS[(LETTERS.index(v) - r) % 4] for name, v in told.items()} for r in range(4)
    ]
    whole = study({"run": shown})
    assert value(whole, "Consistency_items") == len(TEST)
    assert value(whole, "Circular_items") == value(whole, "right")
    assert value(whole, "complete") == 1
    shown[rotation] = {**shown[rotation], item: None}
    broken = study({"run": shown})
    assert value(broken, "Consistency_items") == len(TEST) - 1
    assert value(broken, "complete") == 0


@given(sheets())
def test_correct_pairs_against_right_answers_of_each_frame_group(letters: Letters) -> None:
    """k right answers of a frame group are k(k−1)/2 correct pairs; three make a solved group."""
    scored = study({"run": letters})
    rights = [sum(letters[i] == golds()[i] for i in group) for group in groups("FQ1")]
    assert value(scored, "frames-correct") == sum(comb(k, 2) for k in rights)
    assert value(scored, "GEM_groups") == rights.count(3)
    parts = sum(value(scored, f"frames-{part}") for part in ("changed", "repeated", "invalid"))
    assert parts == value(scored, "frames-differing") == 3 * len(rights)


@given(sheets(), sheets())
def test_common_and_coverage_parts_add_up_to_the_joint_difference(a: Letters, b: Letters) -> None:
    made, scored = adaptation(a, b), study({BASE: a, LORA: b})
    for metric in ("NTS", "DIS"):
        before, after = (value(scored, f"{metric}_groups", run) for run in (BASE, LORA))
        assert made[f"{metric} common"] + made[f"{metric} coverage"] == after - before
        assert made[f"{metric} gains"] - made[f"{metric} losses"] == made[f"{metric} common"]
        assert made[f"new {metric}"] - made[f"lost {metric}"] == after - before
        strata = [made[f"new {metric} {part}"] for part in ("overlapping", "apart")]
        assert sum(part or 0 for part in strata) == made[f"new {metric}"]
    assert (
        sum(made[f"MSS {part}"] for part in ("both", "first only", "second only", "neither")) == 4
    )


@given(sheets(), sheets())
def test_answers_that_turn_to_insufficiency_and_back(a: Letters, b: Letters) -> None:
    made, mirrored = adaptation(a, b), adaptation(b, a)
    for variant in ("mss", "deletion", "addition"):
        assert made[f"{variant} to insufficient"] == mirrored[f"{variant} to spatial"]
        assert 0 <= made[f"{variant} to insufficient"] + made[f"{variant} to spatial"] <= 4


@given(st.permutations(LETTERS), sheets())
@settings(max_examples=30)
def test_relabelling_options_with_golds_changes_nothing(order: list[str], letters: Letters) -> None:
    """Insufficiency is a meaning and not a letter; no score knows the letters' names."""
    name = dict(zip(LETTERS, order, strict=True))
    items = [
        {
            **item,
            "gold": name[str(item["gold"])],
            "options": dict(sorted((name[k], v) for k, v in item["options"].items())),  # type: ignore[attr-defined]
        }
        for item in ITEMS
    ]
    renamed = {item: None if v is None else name[v] for item, v in letters.items()}
    before, after = study({"run": letters}), study({"run": renamed}, items)
    for metric in ("insufficient", "mss_right", "P", "R", "F1", "Acc", "DIS", "frames-changed"):
        assert value(before, metric) == value(after, metric), metric


@given(sheets(), st.integers(0, 10**6))
@settings(max_examples=30)
def test_order_of_items_changes_nothing(letters: Letters, seed: int) -> None:
    shuffled = list(ITEMS)
    random.Random(seed).shuffle(shuffled)
    one, other = study({"run": letters}), study({"run": letters}, shuffled)
    for metric in ("F1", "GEM", "NTS_gap", "DIS_gap", "frames-correct", "insufficient"):
        assert value(one, metric) == value(other, metric), metric


@given(sheets())
def test_a_gap_is_the_observed_rate_minus_the_reference(letters: Letters) -> None:
    scored = study({"run": letters})
    for metric in ("GEM", "NTS", "DIS"):
        gap = value(scored, metric) - value(scored, f"{metric}_reference")
        assert value(scored, f"{metric}_gap") == gap


def test_rules_answer_the_majority_of_what_training_showed() -> None:
    """Ties go to the first letter; a value that training did not show gets the majority letter."""
    scored = study({})
    golds_of = {
        str(item["item"]): str(item["gold"])
        for item in ITEMS
        if item["split"] == "train"
        and str(item["item"]).split("_")[-1] in ("mss", "deletion", "addition")
    }
    counts = {letter: [*golds_of.values()].count(letter) for letter in LETTERS}
    majority = min(LETTERS, key=lambda letter: (-counts[letter], letter))
    told = scored.rules["rule: Majority letter"]
    assert {answer.option for answer in told.values()} == {majority}
    assert all(answer.right == (answer.item.gold == majority) for answer in told.values())
