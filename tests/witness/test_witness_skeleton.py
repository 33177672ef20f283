"""The witness skeleton: composition facts, controls and the prompt audit, recounted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("ortools")

from fe_core.intervals.clusters import components
from fe_core.intervals.judge import Judgement, judge_interval
from fe_core.records.model import Item
from tools.witness.program import ClashError
from tools.witness.skeleton import build_items, plan, rules
from tools.witness.skeleton.answers import Answered
from tools.witness.skeleton.audit import audit_answers
from tools.witness.skeleton.balance import spread
from tools.witness.skeleton.controls import control_answers
from tools.witness.skeleton.facts import FACTS, misses

ROOT = Path(__file__).parents[2]


def read(row: dict) -> Item:
    """A row of items.jsonl as an item."""
    return Item(
        row["item"], row["gold"], tuple(row["options"]), row["options"], "one", row["group"],
        row["variant"], row["split"], tuple(row["images"]), row["attributes"],
    )  # fmt: skip


@pytest.fixture(scope="module")
def rows() -> list[dict]:
    return build_items()


@pytest.fixture(scope="module")
def items(rows: list[dict]) -> list[Item]:
    return [read(row) for row in rows]


@pytest.fixture(scope="module")
def audited(items: list[Item]) -> dict[str, Answered]:
    return {run.run.removeprefix("prompt-audit/"): run for run in audit_answers(items)}


def test_composition_facts_hold_against_the_paper(items: list[Item]) -> None:
    """Every fact that the paper prints of the release is recounted from the items."""
    assert [(miss.fact.id, miss.fact.printed, miss.found) for miss in misses(items)] == []


def test_facts_have_names_of_their_own_and_a_place() -> None:
    """An id names one fact; none is without a place."""
    assert len({fact.id for fact in FACTS}) == len(FACTS) == 188
    assert all(fact.place and fact.printed for fact in FACTS)


@settings(max_examples=12, deadline=None)
@given(place=st.integers(0, 959), step=st.integers(1, 3))
def test_a_changed_gold_letter_breaks_a_fact(items: list[Item], place: int, step: int) -> None:
    """The letters are balanced in every condition, so no single gold can move unseen."""
    old = str(items[place].gold)
    new = plan.LETTERS[(plan.LETTERS.index(old) + step) % 4]
    changed = [*items[:place], replace(items[place], gold=new), *items[place + 1 :]]
    assert misses(changed)


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        ({"images": ("img_001", "img_001")}, "images/repeats"),
        ({"split": "dev"}, "table-02/Questions/Train"),
        ({"images": ("img_444",)}, "images/distinct"),
    ],
)
def test_planted_errors_are_caught_by_the_fact_they_break(
    items: list[Item], change: dict, broken: str
) -> None:
    """A training item with other images or another split breaks the fact about them."""
    planted = [replace(items[0], **change), *items[1:]]
    assert broken in {miss.fact.id for miss in misses(planted)}


@pytest.mark.parametrize("attribute", ["scene_cluster", "reference", "relation", "tag", "overlap"])
def test_exchanged_attributes_are_caught(items: list[Item], attribute: str) -> None:
    """Giving one test group another group's attribute breaks a fact."""
    test = [item for item in items if item.variant == "mss" and item.split == "test"]
    own = test[0].attributes[attribute]
    other = next(i.attributes[attribute] for i in test if i.attributes[attribute] != own)
    changed = [
        replace(i, attributes={**i.attributes, attribute: other}) if i.group == test[0].group else i
        for i in items
    ]
    assert misses(changed)


@pytest.mark.slow
def test_the_same_bytes_under_every_hash_seed(rows: list[dict]) -> None:
    """Built in fresh interpreters, items come out byte for byte the same."""
    program = (
        "import json; from tools.witness.skeleton import build_items; "
        "print(json.dumps(build_items()))"
    )
    for seed in ("1", "2026"):
        built = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert built.stdout.strip() == json.dumps(rows)


def test_text_baseline_against_the_prose(items: list[Item]) -> None:
    """69 right of 288; one letter in all three variants of an evidence group; all five groups with
    the MSS right keep it; no pair with a deletion, no whole frame group."""
    run = next(run for run in control_answers(items) if run.run == "control/text-tfidf")
    right = {i.item: run.letters[i.item] == i.gold for i in items if i.split == "test"}
    groups: dict[str, dict[str, Item]] = {}
    for item in items:
        if item.split == "test":
            groups.setdefault(item.group, {})[item.variant] = item
    solved = Counter()
    for group in groups.values():
        hits = {variant: right[item.item] for variant, item in group.items()}
        if "mss" in hits:
            assert len({run.letters[item.item] for item in group.values()}) == 1
            solved["MSS"] += hits["mss"]
            solved["NTS"] += hits["mss"] and hits["deletion"]
            solved["DIS"] += hits["mss"] and hits["addition"]
        else:
            solved["GEM"] += all(hits.values())
    assert sum(right.values()) == 69
    assert solved == {"MSS": 5, "NTS": 0, "DIS": 5, "GEM": 0}


def audit_groups(items: list[Item]) -> dict[str, dict[str, Item]]:
    """The groups of the audit by variant."""
    groups: dict[str, dict[str, Item]] = {}
    for item in items:
        if item.attributes.get("reference", "removed") != "removed":
            groups.setdefault(item.group, {})[item.variant] = item
    return groups


def judged(
    groups: dict[str, dict[str, Item]], part: dict[str, int], each: int, printed: dict[str, str],
    draws: int,
) -> list[Judgement]:  # fmt: skip
    """Judgements of both endpoints, over groups and over union components."""
    keys = {
        name: {f"image:{image}" for item in group.values() for image in item.images}
        | {f"scene:{group['mss'].attributes['scene_cluster']}"}
        for name, group in groups.items()
    }
    result = []
    for kind, joined in (("groups", {n: {n} for n in groups}), ("components", keys)):
        clusters = components(joined)
        sums = [sum(part[g] for g in c.members) for c in clusters]
        sizes = [each * len(c.members) for c in clusters]
        low, high = printed[kind].split()
        found = judge_interval(sums, sizes, low, high, draws=draws)
        result += [found.low.judgement, found.high.judgement]
    return result


def test_paired_audit_against_appendix_e(items: list[Item], audited: dict[str, Answered]) -> None:
    """12, 12, 3 and 9 pairs, half of the answers changed, and all four intervals compatible."""
    groups = audit_groups(items)
    one, two = (audited[f"paired/{w}"].letters for w in ("original", "stable-ids"))
    asked = [item for group in groups.values() for item in group.values()]
    table = Counter((one[i.item] == i.gold, two[i.item] == i.gold) for i in asked)
    assert table == {(True, True): 12, (True, False): 12, (False, True): 3, (False, False): 9}
    assert sum(one[i.item] != two[i.item] for i in asked) == 18
    gaps = {
        name: sum((two[i.item] == i.gold) - (one[i.item] == i.gold) for i in group.values())
        for name, group in groups.items()
    }
    moved = {n: sum(one[i.item] != two[i.item] for i in g.values()) for n, g in groups.items()}
    printed = {"groups": "-44.44 -5.56", "components": "-41.67 -3.03"}
    assert set(judged(groups, gaps, 3, printed, 10_000)) == {Judgement.COMPATIBLE}
    printed = {"groups": "30.56 69.44", "components": "25.00 70.83"}
    assert set(judged(groups, moved, 3, printed, 10_000)) == {Judgement.COMPATIBLE}


def test_repeated_blocks_against_appendix_e(
    items: list[Item], audited: dict[str, Answered]
) -> None:
    """37 and 38 of 72, joint observations, moves, changes between blocks, and both intervals."""
    groups = audit_groups(items)
    right = {
        (block, wording, i.item): audited[f"{block}/{wording}"].letters[i.item] == i.gold
        for block, wording in product(("block-1", "block-2"), ("original", "stable-ids"))
        for group in groups.values()
        for i in group.values()
    }
    joint: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for wording in ("original", "stable-ids"):
        for name, variants in {
            "NTS": ("mss", "deletion"),
            "DIS": ("mss", "addition"),
            "all": ("mss", "deletion", "addition"),
        }.items():
            joint[wording, name] = {
                (block, g)
                for block in ("block-1", "block-2")
                for g, group in groups.items()
                if all(right[block, wording, group[v].item] for v in variants)
            }
    assert Counter(w for (_, w, _), hit in right.items() if hit) == {
        "original": 37, "stable-ids": 38,
    }  # fmt: skip
    sizes = {key: len(found) for key, found in joint.items()}
    assert [sizes["original", name] for name in ("NTS", "DIS", "all")] == [8, 9, 4]
    assert [sizes["stable-ids", name] for name in ("NTS", "DIS", "all")] == [4, 8, 4]
    before, after = joint["original", "NTS"], joint["stable-ids", "NTS"]
    assert (len(after - before), len(before - after)) == (2, 6)
    for wording, number in (("original", 14), ("stable-ids", 15)):
        one, two = (audited[f"block-{n}/{wording}"].letters for n in (1, 2))
        assert sum(one[item] != two[item] for item in one) == number
    gaps = {
        name: sum(
            right[b, "stable-ids", i.item] - right[b, "original", i.item]
            for b in ("block-1", "block-2")
            for i in group.values()
        )
        for name, group in groups.items()
    }
    printed = {"groups": "-12.50 16.67", "components": "-6.94 16.67"}
    assert set(judged(groups, gaps, 6, printed, 20_000)) == {Judgement.COMPATIBLE}


def test_a_clash_is_told_by_the_facts_that_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    """B is gold 120 times in FQ2; one more right answer on test cannot be, and is named."""
    hits = {"train": 76, "dev": 10, "test": 35}
    monkeypatch.setattr(rules, "MAJORITY_HITS", hits)
    with pytest.raises(ClashError) as clash:
        rules.evidence_kinds()
    assert clash.value.facts
    assert "table-10/majority-letter/test" in clash.value.facts
    assert set(clash.value.facts) <= {
        *(f"table-10/majority-letter/{split}" for split in ("train", "dev", "test")),
        *(f"letters/{letter}" for letter in plan.LETTERS),
        "table-02/Groups",
        "table-10/majority-letter/Test DIS",
    }


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=12), st.integers(0, 9))
def test_spread_only_reorders(column: list[str], seed: int) -> None:
    """A spread column holds the same labels, and the same arguments give the same order."""
    fixed = {"place": [str(n % 2) for n in range(len(column))]}
    free = {"label": column, "size": list(reversed(column))}
    found = spread(fixed, free, seed=seed)
    assert {name: sorted(labels) for name, labels in found.items()} == {
        name: sorted(labels) for name, labels in free.items()
    }
    assert found == spread(fixed, free, seed=seed)
