"""The constructed runs, recounted from the files by plain loops; laws of their constructor."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.witness import facts, targets, vectors
from tools.witness.cluster_sums import (
    Bounds,
    Interval,
    cluster_sums,
    compatible,
)

RECORDS = Path(__file__).resolve().parents[2] / "records" / "frameevidence"
FRAMES = ("camera", "object", "scene")


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (RECORDS / name).read_text("utf-8").splitlines()]


ITEMS = {row["item"]: row for row in rows("items.jsonl") if row["split"] == "test"}
GROUPS: dict[str, dict[str, str]] = {}
for _row in ITEMS.values():
    GROUPS.setdefault(_row["group"], {})[_row["variant"]] = _row["item"]


def letters(run: str) -> dict[str, str | None]:
    experiment, _, rest = run.partition("/")
    name = re.sub(r"[^A-Za-z0-9.-]", "_", rest.replace("/", "--"))
    return {row["item"]: row["answer"] for row in rows(f"answers/{experiment}/{name}.jsonl")}


def right(run: str) -> set[str]:
    return {item for item, letter in letters(run).items() if letter == ITEMS[item]["gold"]}


def solved(run: str, *variants: str) -> set[str]:
    hits = right(run)
    return {
        group
        for group, members in GROUPS.items()
        if set(variants) <= set(members) and all(members[v] in hits for v in variants)
    }


def insufficient(run: str, variant: str) -> set[str]:
    return {
        item
        for item, letter in letters(run).items()
        if letter
        and ITEMS[item]["variant"] == variant
        and ITEMS[item]["options"][letter] == "insufficient"
    }


def lead(group: str) -> dict[str, str]:
    return ITEMS[min(GROUPS[group].values())]["attributes"]


def primary() -> list[str]:
    return [f"primary/{model}/{setting}" for model, setting in targets.PRIMARY]


def test_every_answer_is_valid_but_ten_llava_additions() -> None:
    failed = Counter(
        (run, ITEMS[item]["variant"])
        for run in primary()
        for item, letter in letters(run).items()
        if letter is None
    )
    assert failed == {("primary/LLaVA-OneVision-7B/Base", "addition"): 10}


@pytest.mark.parametrize(
    ("model", "switches", "reverse"),
    [("Qwen2.5-VL-7B", (28, 35, 22), 0), ("InternVL3-8B", (10, 14, 9), 1)],
)
def test_switches_to_insufficiency(model: str, switches: tuple[int, ...], reverse: int) -> None:
    back = 0
    for variant, number in zip(("mss", "deletion", "addition"), switches, strict=True):
        base, lora = (insufficient(f"primary/{model}/{s}", variant) for s in ("Base", "LoRA"))
        assert len(lora - base) == number
        back += len(base - lora)
    assert back == reverse


@pytest.mark.parametrize(
    ("model", "parts"), [("Qwen2.5-VL-7B", (4, 18, 4, 22)), ("InternVL3-8B", (9, 6, 2, 31))]
)
def test_common_mss_groups_and_what_changes_on_them(model: str, parts: tuple[int, ...]) -> None:
    base, lora = (f"primary/{model}/{setting}" for setting in ("Base", "LoRA"))
    one, other = solved(base, "mss"), solved(lora, "mss")
    common = one & other
    assert (len(common), len(one - other), len(other - one), 48 - len(one | other)) == parts
    changes = {}
    for variant in ("deletion", "addition"):
        before, after = (solved(run, variant) & common for run in (base, lora))
        changes[variant] = (len(after - before), len(before - after))
    wanted = {"Qwen2.5-VL-7B": ((4, 0), (0, 1)), "InternVL3-8B": ((1, 0), (0, 3))}[model]
    assert (changes["deletion"], changes["addition"]) == wanted


def test_two_executions_of_the_base_checkpoints_agree_as_printed() -> None:
    for model, agreement in (("Qwen2.5-VL-7B", 281), ("InternVL3-8B", 277)):
        one, other = letters(f"primary/{model}/Base"), letters(f"ordinary/{model}/Base")
        assert sum(one[item] == other[item] for item in ITEMS) == agreement


def test_three_shots_gain_48_and_lose_43_answers() -> None:
    two, three = right("primary/GPT-5.6/2-shot"), right("primary/GPT-5.6/3-shot")
    assert (len(three - two), len(two - three)) == (48, 43)


@pytest.mark.parametrize(
    ("run", "changed", "both"),
    [("GPT-5.6/2-shot", 94, 26), ("GPT-5.6/3-shot", 94, 27), ("Qwen3-VL-8B/Base", 29, 1)],
)
def test_frame_pairs_that_change_and_are_jointly_right(run: str, changed: int, both: int) -> None:
    answers, hits = letters(f"primary/{run}"), right(f"primary/{run}")
    pairs = [
        pair
        for members in GROUPS.values()
        if "camera" in members
        for pair in combinations([members[frame] for frame in FRAMES], 2)
    ]
    meaning = {item: ITEMS[item]["options"][letter] for item, letter in answers.items()}
    assert sum(meaning[one] != meaning[other] for one, other in pairs) == changed
    assert sum(one in hits and other in hits for one, other in pairs) == both


def test_gaps_to_the_fixed_marginal_reference_over_the_primary_runs() -> None:
    pairs, additions, frames = [], [], []
    for run in primary():
        counts = {v: len(solved(run, v)) for v in (*FRAMES, "mss", "deletion", "addition")}
        nts, dis = (len(solved(run, "mss", v)) for v in ("deletion", "addition"))
        pairs.append(48 * nts - counts["mss"] * counts["deletion"])
        additions.append(48 * dis - counts["mss"] * counts["addition"])
        product = counts["camera"] * counts["object"] * counts["scene"]
        frames.append(48 * 48 * len(solved(run, *FRAMES)) - product)
    assert (min(pairs), max(pairs), sum(gap < 0 for gap in pairs)) == (-198, 15, 19)
    assert (min(additions), max(additions)) == (104, 546)
    assert (sum(gap > 0 for gap in frames), sum(gap < 0 for gap in frames)) == (5, 15)


def test_rendered_inputs_score_higher_in_14_and_16_configurations() -> None:
    higher = Counter[str]()
    sizes = Counter(row["attributes"]["source"] for row in ITEMS.values())
    for run in primary():
        hits = Counter(ITEMS[item]["attributes"]["source"] for item in right(run))
        pairs = Counter(lead(group)["source"] for group in solved(run, "mss", "addition"))
        shares = {s: Fraction(hits[s], sizes[s]) for s in sizes}
        higher["accuracy"] += shares["rendered"] > shares["captured"]
        higher["DIS"] += Fraction(pairs["rendered"], 27) > Fraction(pairs["captured"], 21)
    assert higher == {"accuracy": 14, "DIS": 16}


def test_gpt_without_images_always_answers_insufficiency_to_fq2() -> None:
    run = "ablation/GPT-5.6/0-shot/text-only"
    for variant in ("mss", "deletion", "addition"):
        assert len(insufficient(run, variant)) == 48


@given(hits=st.integers(0, 288), decimals=st.integers(1, 2))
@settings(max_examples=60, deadline=None)
def test_a_count_is_found_again_from_its_printed_share(hits: int, decimals: int) -> None:
    from fe_core.numbers.rounding import rounded

    text = rounded(Fraction(hits, 288), decimals, scale=100)
    assert targets.count(text, 288) == hits


def test_class_counts_print_what_they_were_asked_to() -> None:
    text = {"P": "34.60", "R": "34.30", "F1": "33.83", "Acc.": "34.03"}
    aim = vectors.Target(text, 98, 288, targets.SUPPORT)
    for _, counts in zip(range(3), vectors.candidates(aim, name="a test"), strict=False):
        assert vectors.printed(counts, targets.SUPPORT) == text
        assert (sum(counts.hits), sum(counts.predicted)) == (98, 288)
        assert all(h <= p for h, p in zip(counts.hits, counts.predicted, strict=True))


def test_cluster_sums_can_print_the_interval_and_add_up() -> None:
    sizes = [12, 9, 9, 6, 6, 6, 3, 3, 3]
    bounds = Bounds([-4] * 9, [4] * 9)
    interval = Interval("[-12.5, 18.0]", 2_000)
    found = next(cluster_sums(interval, 2, sizes, bounds, name="a test"))
    assert sum(found) == 2
    assert compatible(interval, found, sizes)
    assert not compatible(Interval("[-2.5, 18.0]", 2_000), found, sizes)


def test_clashing_facts_are_told_by_a_minimal_set() -> None:
    pytest.importorskip("ortools")
    from tools.witness.program import ClashError, Program, solved

    def declare(program: Program) -> None:
        booleans = [program.boolean() for _ in range(6)]
        program.fact("at most two", sum(booleans) <= 2)
        program.fact("harmless", booleans[0] + booleans[1] <= 1)
        program.fact("at least three", sum(booleans) >= 3)

    with pytest.raises(ClashError) as caught:
        solved("a test", declare)
    assert set(caught.value.facts) == {"at most two", "at least three"}


def test_one_run_is_rebuilt_byte_for_byte_and_every_constraint_names_a_fact() -> None:
    pytest.importorskip("ortools")
    from fe_core.records.directory import load
    from tools.witness.build import lines
    from tools.witness.primary_runs import Builder, answered
    from tools.witness.sheet import test_of

    test = test_of(list(load(RECORDS).items.values()))
    zero = letters("primary/GPT-5.6/0-shot")
    builder = Builder(targets.cells(), test, tuple(zero[item.item] for item in test.items))
    name = "primary/Claude Fable 5.1/0-shot"
    run = answered(test, name, builder.letters(name))
    assert lines(run.answers()) == (RECORDS / run.path()).read_text("utf-8")
    assert facts.unknown(builder.facts) == []


def test_the_records_hold_the_runs_of_the_paper() -> None:
    experiments = Counter(row["run"].partition("/")[0] for row in rows("runs.jsonl"))
    assert experiments == {
        "primary": 20,
        "ordinary": 8,
        "ablation": 26,
        "circular": 8,
        "repeat": 1,
        "control": 4,
        "prompt-audit": 6,
    }


def test_a_mistyped_number_makes_the_plan_clash_and_is_named() -> None:
    """22 MSS-right groups (D.3) leave no room for 23 solved addition pairs."""
    pytest.importorskip("ortools")
    from tools.witness.plan import plan
    from tools.witness.primary_runs import primary_aims
    from tools.witness.program import ClashError

    aims = primary_aims(targets.cells())
    name = "Qwen2.5-VL-7B Base"
    aims[name] = aims[name]._replace(joint={**aims[name].joint, "DIS": 23})
    with pytest.raises(ClashError) as caught:
        plan(aims, {}, Counter())
    assert caught.value.facts == (f"D.3/common:{name}",)
