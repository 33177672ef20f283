"""A Base checkpoint, its primary LoRA, and the ordinary Base run: solved so that they fit together.

Switches to insufficiency (D.2), common MSS-correct groups (D.3), clustered intervals (D.6), overlap
strata (F.1) and the few answers by which the two Base executions differ (G.2) tie the three.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fe_core.errors import FeError
from fe_core.intervals.band import band
from fe_core.intervals.law import law
from offline_reproduction.frameevidence.witness.cluster_sums import Bounds, Interval, cluster_sums
from offline_reproduction.frameevidence.witness.plan import Shape
from offline_reproduction.frameevidence.witness.primary import (
    PAIR_SECONDS,
    Facts,
    Letters,
    attempt,
    primary_sheet,
)
from offline_reproduction.frameevidence.witness.program import Program
from offline_reproduction.frameevidence.witness.sheet import (
    EVIDENCE,
    JOINT,
    Sheet,
    Test,
    print_counts,
    sheet,
)
from offline_reproduction.frameevidence.witness.targets import GROUPS, Aim, Cells
from offline_reproduction.frameevidence.witness.vectors import LETTERS, Counts, candidates, near

IMAGES_INTERVAL = Interval("[29.2, 59.5]", 10_000)
"""Qwen's all-images minus text-only DIS over exact-image components (6.3, Table 25)."""

PARTITIONS = ("image_component", "scene_cluster", "union_component")
DRAWS = 20_000

_SECONDS = 6
"""Class counts that are tried for the second execution after each first."""


class Family(NamedTuple):
    """What the prose says of one Base–LoRA pair.

    reverse: switches from insufficiency back. common: MSS right in both. gained, lost: (deletion,
    addition) changes on common groups. kept_nts: solved by both. elsewhere: (metric, Base, LoRA)
    solved in groups without overlap. changed: answers that differ between the two Base runs.
    """

    model: str
    reverse: Mapping[str, int]
    common: int
    gained: tuple[int, int]
    lost: tuple[int, int]
    kept_nts: int | None
    elsewhere: tuple[str, int, int]
    changed: int


QWEN = Family(
    "Qwen2.5-VL-7B", {"mss": 0, "deletion": 0, "addition": 0}, 4, (4, 0), (0, 1), None,
    ("DIS", 4, 2), 7,
)  # fmt: skip
INTERN = Family(
    "InternVL3-8B", {"mss": 1, "deletion": 0, "addition": 0}, 9, (1, 0), (0, 3), 2,
    ("NTS", 1, 2), 11,
)  # fmt: skip


class Trio(NamedTuple):
    """Answers of the primary Base, the primary LoRA and the ordinary Base run."""

    base: Letters
    lora: Letters
    ordinary: Letters


def trio(
    text: Cells,
    test: Test,
    family: Family,
    aims: Sequence[Aim],
    shapes: Sequence[Shape],
    facts: Facts,
) -> Trio:
    """Solve one family. aims: of Base, LoRA and ordinary Base; shapes: of the first two.

    Raises FeError where none of the class counts that were tried works.
    """
    adapted = candidates(aims[1].letters, name=aims[1].name)
    paired = _paired_counts(family, aims)
    for (first, seconds), third in zip(paired, adapted, strict=False):
        counts = (first, third, seconds[0])
        stated: Facts = Counter()
        pair = _base_and_lora(text, test, family, aims, shapes, counts, stated)
        if pair is None:
            continue
        for second in seconds:
            again = _second_execution(test, family, aims[2], second, pair[0], stated)
            if again is not None:
                facts.update(stated)
                return Trio(pair[0], pair[1], again)
    raise FeError(f"{family.model}: no class counts that were tried fit Base, LoRA and ordinary")


def _second_execution(
    test: Test, family: Family, aim: Aim, counts: Counts, base: Letters, facts: Facts
) -> Letters | None:
    def declare(program: Program) -> list[Sheet]:
        run = ordinary_sheet(program, test, aim, counts)
        same = sum(
            row[LETTERS.index(letter)]
            for row, letter in zip(run.letters, base, strict=True)
            if letter is not None
        )
        program.fact(f"G.2/agreement:{family.model}", same == len(base) - family.changed)
        return [run]

    found = attempt(declare, facts)
    return found[0] if found else None


def ordinary_sheet(program: Program, test: Test, aim: Aim, counts: Counts) -> Sheet:
    """Variables of an ordinary run: Table 11, and the signs of D.4 for the eight of them."""
    run = sheet(program, test)
    print_counts(program, run, aim, counts, "table-11")
    for metric, variants in JOINT.items():
        rights = [_right_of(program, run, variant) for variant in variants]
        most = GROUPS ** len(variants)
        reference = program.product([program.product(rights[:2], GROUPS**2), *rights[2:]], most)
        observed = GROUPS ** (len(variants) - 1) * aim.joint[metric]
        gap = observed - reference
        program.fact(
            f"D.4/ordinary {metric} gap:{aim.name}", gap >= 1 if metric == "DIS" else gap <= -1
        )
    return run


def _right_of(program: Program, run: Sheet, variant: str) -> Any:
    total = program.integer(0, GROUPS)
    program.always(total == run.hits(lambda item: item.variant == variant))
    return total


def _paired_counts(family: Family, aims: Sequence[Aim]) -> Iterator[tuple[Counts, list[Counts]]]:
    for first in candidates(aims[0].letters, name=aims[0].name):
        seconds = list(near(first, aims[2].letters, changes=family.changed))
        if seconds:
            yield first, seconds[:_SECONDS]


def _base_and_lora(
    text: Cells,
    test: Test,
    family: Family,
    aims: Sequence[Aim],
    shapes: Sequence[Shape],
    counts: Sequence[Counts],
    facts: Facts,
) -> list[Letters] | None:
    for sums in _image_sums(test, family, aims[0]):

        def declare(program: Program, sums: Any = sums) -> list[Sheet]:
            runs = [
                primary_sheet(program, text, test, aim, found, shape)
                for aim, found, shape in zip(aims[:2], counts[:2], shapes, strict=True)
            ]
            _switches(program, family, *runs)
            _common(program, family, *runs)
            _strata(program, family, *runs)
            _clustered(program, family, *runs)
            _as_many(program, f"6.3/interval of images:{family.model}", runs[0], sums)
            _room(program, family, runs[0], counts[0], counts[2])
            return runs

        found = attempt(declare, facts, seconds=PAIR_SECONDS)
        if found and intervals_hold(test, *found):
            return found
    return None


def _room(program: Program, family: Family, base: Sheet, was: Counts, will: Counts) -> None:
    """Leave Qwen's second execution a group that one more right letter adds to DIS (21 to 22)."""
    if family is not QWEN:
        return
    more = [
        letter for letter, old, new in zip(LETTERS, was.hits, will.hits, strict=True) if new > old
    ]
    open_groups = [
        base.right[base.test.groups[group]["mss"]] - solved
        for group, solved in base.solved["DIS"].items()
        if base.test.lead(group).gold in more
    ]
    program.always(sum(open_groups) >= 1)


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


def _image_sums(test: Test, family: Family, aim: Aim) -> Iterator[list[tuple[list[str], int]]]:
    if family is not QWEN:
        yield []
        return
    members = partition(test, "image_component")
    sizes = [len(groups) for groups in members]
    bounds = Bounds([0] * len(sizes), sizes)
    found = cluster_sums(IMAGES_INTERVAL, aim.joint["DIS"], sizes, bounds, name=aim.name)
    for _, sums in zip(range(3), found, strict=False):
        yield list(zip(members, sums, strict=True))


def _as_many(
    program: Program, name: str, run: Sheet, sums: Sequence[tuple[list[str], int]]
) -> None:
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


def _switches(program: Program, family: Family, base: Sheet, lora: Sheet) -> None:
    for variant in EVIDENCE:
        kept, before = [], []
        for position, item in enumerate(base.test.items):
            if item.variant == variant:
                both = (base.insufficient(position), lora.insufficient(position))
                kept.append(program.all_of(both))
                before.append(both[0])
        back = sum(before) - sum(kept)
        program.fact(f"D.2/reverse switches:{family.model}", back == family.reverse[variant])


def _common(program: Program, family: Family, base: Sheet, lora: Sheet) -> None:
    common: list[Any] = []
    changes: dict[tuple[str, str], list[Any]] = {}
    for members in base.test.groups.values():
        if "mss" not in members:
            continue
        mss = [base.right[members["mss"]], lora.right[members["mss"]]]
        common.append(program.all_of(mss))
        for variant in ("deletion", "addition"):
            answers = [base.right[members[variant]], lora.right[members[variant]]]
            for name, chosen in (("base", answers[:1]), ("lora", answers[1:]), ("both", answers)):
                changes.setdefault((variant, name), []).append(program.all_of(mss + chosen))
    program.fact(f"D.3/common groups:{family.model}", sum(common) == family.common)
    for variant, gained, lost in zip(
        ("deletion", "addition"), family.gained, family.lost, strict=True
    ):
        first, second, both = (sum(changes[variant, name]) for name in ("base", "lora", "both"))
        program.fact(f"D.3/gains on common groups:{family.model}", second - both == gained)
        program.fact(f"D.3/losses on common groups:{family.model}", first - both == lost)


def _strata(program: Program, family: Family, base: Sheet, lora: Sheet) -> None:
    metric, *numbers = family.elsewhere
    for run, number in zip((base, lora), numbers, strict=True):
        found = run.joint(metric, lambda item: item.attributes["overlap"] == "none")
        program.fact(f"F.1/{metric} elsewhere:{family.model}", found == number)
    if family.kept_nts is not None:
        pairs = [(value, lora.solved["NTS"][g]) for g, value in base.solved["NTS"].items()]
        kept = sum(program.all_of(pair) for pair in pairs)
        program.fact(f"D.6/kept deletion successes:{family.model}", kept == family.kept_nts)
    if family is QWEN:
        both = sum(
            program.all_of([value, lora.solved["DIS"][g]])
            for g, value in base.solved["DIS"].items()
            if base.test.lead(g).attributes["overlap"] == "none"
        )
        program.fact(f"F.1/DIS gains and losses elsewhere:{family.model}", both == 0)


def _clustered(program: Program, family: Family, base: Sheet, lora: Sheet) -> None:
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


def _leave_one(program: Program, family: Family, nts: Sequence[Any], dis: Sequence[Any]) -> None:
    for change in nts if family is QWEN else ():
        program.fact(f"D.6/leave-one range:{family.model}", sum(nts) - change >= 1)
    for change in dis:
        program.fact(f"D.6/leave-one range:{family.model}", sum(dis) - change <= -1)


def _positive(program: Program, change: Any) -> Any:
    return program.holds(lambda: change >= 1, lambda: change <= 0)
