"""A Base checkpoint, its primary LoRA, and the ordinary Base run: solved so that they fit together.

Base and LoRA are one program. The ordinary run follows: few of its answers differ (G.2), so its
class counts are chosen together with those of Base.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from fe_core.errors import FeError
from tools.witness.families import QWEN, Family
from tools.witness.ordinary import ordinary_sheet
from tools.witness.pair_facts import print_pair
from tools.witness.pair_intervals import (
    as_many,
    clustered,
    image_sums,
    intervals_hold,
)
from tools.witness.plan import Shape
from tools.witness.primary import (
    PAIR_SECONDS,
    Facts,
    Letters,
    attempt,
    primary_sheet,
)
from tools.witness.program import Program
from tools.witness.sheet import Sheet, Test
from tools.witness.targets import Aim, Cells
from tools.witness.vectors import LETTERS, Counts, candidates, near

_SECONDS = 6
"""Class counts that are tried for the second execution after each first."""


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
    for sums in image_sums(test, family, aims[0]):

        def declare(program: Program, sums: Any = sums) -> list[Sheet]:
            runs = [
                primary_sheet(program, text, test, aim, found, shape)
                for aim, found, shape in zip(aims[:2], counts[:2], shapes, strict=True)
            ]
            print_pair(program, family, *runs)
            clustered(program, family, *runs)
            as_many(program, f"6.3/interval of images:{family.model}", runs[0], sums)
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
