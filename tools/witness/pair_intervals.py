"""Intervals of a Base–LoRA pair: where D.6 and Table 25 put them, as facts and judged exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from fe_core.intervals.band import band
from fe_core.intervals.law import law
from tools.witness.cluster_sums import Bounds, Interval, cluster_sums
from tools.witness.families import INTERN, QWEN, Family
from tools.witness.primary import Letters
from tools.witness.program import Program
from tools.witness.sheet import JOINT, Sheet, Test
from tools.witness.targets import Aim

IMAGES_INTERVAL = Interval("[29.2, 59.5]", 10_000)
"""Qwen's all-images minus text-only DIS over exact-image components (6.3, Table 25)."""

PARTITIONS = ("image_component", "scene_cluster", "union_component")
DRAWS = 20_000


def intervals_hold(test: Test, base: Letters, lora: Letters) -> bool:
    """D.6: every DIS interval below zero; NTS intervals over scenes and unions include zero."""
    for attribute in PARTITIONS:
        members = partition(test, attribute)
        sizes = [len(groups) for groups in members]
        for metric in ("NTS", "DIS"):
            before, after = (solved_groups(test, letters, metric) for letters in (base, lora))
            sums = [sum((g in after) - (g in before) for g in groups) for groups in members]
            found = law(sums, sizes)
            low = band(found, Fraction(1, 40), draws=DRAWS)
            high = band(found, Fraction(39, 40), draws=DRAWS)
            if metric == "DIS" and high.high >= 0:
                return False
            includes = low.high <= 0 <= high.low
            if metric == "NTS" and attribute != "image_component" and not includes:
                return False
    return True


def image_sums(test: Test, family: Family, aim: Aim) -> Iterator[list[tuple[list[str], int]]]:
    if family is not QWEN:
        yield []
        return
    members = partition(test, "image_component")
    sizes = [len(groups) for groups in members]
    bounds = Bounds([0] * len(sizes), sizes)
    found = cluster_sums(IMAGES_INTERVAL, aim.joint["DIS"], sizes, bounds, name=aim.name)
    for _, sums in zip(range(3), found, strict=False):
        yield list(zip(members, sums, strict=True))


def as_many(program: Program, name: str, run: Sheet, sums: Sequence[tuple[list[str], int]]) -> None:
    """As many components of each (size, solved) as `sums` has: all that an interval depends on."""
    wanted = Counter((len(groups), total) for groups, total in sums)
    chosen: dict[tuple[int, int], list[Any]] = {}
    for groups, _ in sums:
        solved = sum(run.solved["DIS"][group] for group in groups)
        cases = [program.boolean() for _ in range(len(groups) + 1)]
        program.always(sum(cases) == 1)
        program.always(sum(n * case for n, case in enumerate(cases)) == solved)
        for number, case in enumerate(cases):
            chosen.setdefault((len(groups), number), []).append(case)
    for kind, cases in chosen.items():
        program.fact(name, sum(cases) == wanted[kind])


def clustered(program: Program, family: Family, base: Sheet, lora: Sheet) -> None:
    """Shapes of the cluster sums that put the intervals of D.6 where the paper has them."""
    for attribute in PARTITIONS:
        nts, dis = (
            [
                sum(lora.solved[metric][g] - base.solved[metric][g] for g in groups)
                for groups in partition(base.test, attribute)
            ]
            for metric in ("NTS", "DIS")
        )
        if attribute != "image_component":
            gaining = sum(_positive(program, change) for change in nts)
            program.fact(f"D.6/NTS intervals include zero:{family.model}", gaining <= 3)
        falling = sum(_positive(program, -1 * change) for change in dis)
        program.fact(f"D.6/DIS intervals below zero:{family.model}", falling >= 5)
        if family is INTERN or attribute != "image_component":
            for change in dis:
                program.fact(f"D.6/DIS intervals below zero:{family.model}", change <= 0)
        if attribute == "scene_cluster":
            _leave_one(program, family, nts, dis)


def solved_groups(test: Test, letters: Letters, metric: str) -> set[str]:
    """The groups that a run solves."""
    right = [letter == item.gold for item, letter in zip(test.items, letters, strict=True)]
    return {
        group
        for group in test.of(metric)
        if all(right[test.groups[group][variant]] for variant in JOINT[metric])
    }


def partition(test: Test, attribute: str) -> list[list[str]]:
    """The FQ2 groups by the value of an attribute, in the order of the values."""
    found: dict[str, list[str]] = {}
    for group in test.of("NTS"):
        found.setdefault(test.lead(group).attributes[attribute], []).append(group)
    return [found[value] for value in sorted(found)]


def _leave_one(program: Program, family: Family, nts: Sequence[Any], dis: Sequence[Any]) -> None:
    for change in nts if family is QWEN else ():
        program.fact(f"D.6/leave-one range:{family.model}", sum(nts) - change >= 1)
    for change in dis:
        program.fact(f"D.6/leave-one range:{family.model}", sum(dis) - change <= -1)


def _positive(program: Program, change: Any) -> Any:
    return program.holds(lambda: change >= 1, lambda: change <= 0)
