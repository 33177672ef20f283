"""Rotations 1 to 3, one after the other beside rotation zero and the repeat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tools.witness.gpt.facts import (
    ALL_CONSISTENT,
    ALL_RIGHT,
    RIGHT_AT,
    WITH_ZERO,
)
from tools.witness.gpt.pairing import Letters, paired
from tools.witness.gpt.plan import Plan
from tools.witness.gpt.steady import Clusters, answers, interval
from tools.witness.program import Program
from tools.witness.sheet import Sheet, Test

_KEPT = ((0, 288), (98, 114), (ALL_CONSISTENT, ALL_CONSISTENT))
_KEPT_RIGHT = ((0, 288), (64, 72), (ALL_RIGHT, ALL_RIGHT))
"""Items still consistent, and still right, after rotations 1, 2 and 3: the last is printed."""


def rotated_answers(
    test: Test, clusters: Clusters, plan: Plan, zero: Letters, repeat: Letters
) -> tuple[Letters, ...]:
    """Chosen options (not shown letters) at rotations 1, 2 and 3."""
    steady = [True] * len(test.items)
    found: list[Letters] = []
    for rotation in (1, 2, 3):
        found.append(_one(test, clusters, plan, zero, repeat, rotation, steady))
        steady = [
            kept and letter == before
            for kept, letter, before in zip(steady, found[-1], zero, strict=True)
        ]
    return tuple(found)


def _one(
    test: Test,
    clusters: Clusters,
    plan: Plan,
    zero: Letters,
    repeat: Letters,
    rotation: int,
    steady: Sequence[bool],
) -> Letters:
    gold = [item.gold for item in test.items]
    again = [int(a == b) for a, b in zip(zero, repeat, strict=True)]
    again_right = [
        same * (letter == right) for same, letter, right in zip(again, zero, gold, strict=True)
    ]
    both, agree = WITH_ZERO[rotation - 1]

    def declare(program: Program, run: Sheet) -> None:
        pair = paired(run, zero)
        place = f"Appendix A/rotation {rotation}"
        program.fact(f"{place}, right", sum(run.right) == RIGHT_AT[rotation])
        program.fact(f"{place}, both right", sum(pair.both) == both)
        program.fact(f"{place}, agree", sum(pair.agree) == agree)
        _kept(program, f"{place}, consistent", pair.agree, steady, _KEPT[rotation - 1])
        _kept(program, f"{place}, all right", pair.both, steady, _KEPT_RIGHT[rotation - 1])
        planned = plan.both[rotation - 1], plan.agree[rotation - 1]
        agreed = _less([len(union) for union in clusters.unions], plan.zero_repeat_changed)
        for name, terms, before, sums, then in (
            ("both right", pair.both, again_right, planned[0], plan.zero_repeat_both),
            ("agree", pair.agree, again, planned[1], agreed),
        ):
            over = f"{name} over rotation {rotation}"
            interval(program, clusters, over, _less(before, terms), _less(then, sums))

    return answers(f"GPT rotation {rotation}", test, declare)


def _kept(
    program: Program,
    fact: str,
    terms: Sequence[Any],
    steady: Sequence[bool],
    wanted: tuple[int, int],
) -> None:
    kept = sum(term for term, still in zip(terms, steady, strict=True) if still)
    program.fact(fact, kept >= wanted[0])
    program.fact(fact, kept <= wanted[1])


def _less(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    return [a - b for a, b in zip(one, other, strict=True)]
