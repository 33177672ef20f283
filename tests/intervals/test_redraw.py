"""Intervals judged by draws of our own, held against the exact law where there is one."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fe_core.intervals.bootstrap import Plan
from fe_core.intervals.judge import Judgement, judge_interval
from fe_core.intervals.redraw import judge_redrawn
from fe_core.numbers.exact import share
from fe_core.numbers.printed import Number

PLAN = Plan(2000)


def number(value: Fraction) -> Number:
    return Number(Fraction(round(value * 10), 10), 1)


@given(st.lists(st.integers(0, 5), min_size=3, max_size=9), st.integers(-400, 400))
@settings(max_examples=20, deadline=None)
def test_what_the_law_allows_is_allowed_and_what_is_far_off_is_not(
    hits: list[int], off: int
) -> None:
    sizes = [5] * len(hits)
    law = judge_interval(hits, sizes, "0.0", "0.0", draws=PLAN.draws)
    ends = [100 * (end.exact or Fraction(0)) + Fraction(off, 10) for end in (law.low, law.high)]
    printed = number(ends[0]), number(ends[1])
    exact = judge_interval(hits, sizes, *printed, draws=PLAN.draws)
    ours = judge_redrawn([hits, sizes], lambda sums: share(*sums), printed, PLAN, engine="python")
    for by_law, by_draws in ((exact.low, ours.low), (exact.high, ours.high)):
        if by_law.judgement is not Judgement.INCOMPATIBLE:
            assert by_draws.judgement is by_law.judgement
        assert by_draws.band is not None
        assert by_law.band is not None
        assert by_draws.band.low <= by_law.band.high
        if by_draws.judgement is Judgement.INCOMPATIBLE:
            assert by_law.judgement is Judgement.INCOMPATIBLE
    if abs(off) > 0 and set(hits) == {hits[0]}:
        assert ours.low.judgement is Judgement.INCOMPATIBLE


def test_an_interval_of_no_ratio_against_all_draws() -> None:
    """The product of two shares is no ratio of sums; all 6^6 draws give its distribution."""
    columns = [[1, 0, 1, 1, 0, 1], [0, 1, 1, 1, 1, 0], [1] * 6]

    def product(sums: Sequence[int]) -> Fraction:
        return Fraction(sums[0] * sums[1], sums[2] ** 2)

    draws = itertools.product(range(6), repeat=6)
    every = sorted(
        product([sum(column[at] for at in draw) for column in columns]) for draw in draws
    )
    right = [number(100 * every[round(p * len(every))]) for p in (0.025, 0.975)]
    judged = judge_redrawn(columns, product, (right[0], right[1]), PLAN, engine="python")
    assert {judged.low.judgement, judged.high.judgement} == {Judgement.COMPATIBLE}
    assert judged.undefined == 0
    wrong = number(Fraction(31)), number(Fraction(62))
    judged = judge_redrawn(columns, product, wrong, PLAN, engine="python")
    assert {judged.low.judgement, judged.high.judgement} == {Judgement.INCOMPATIBLE}


@pytest.mark.parametrize("columns", [[[0, 0], [0, 0]], [[0], [0]]])
def test_no_draw_with_a_value_is_no_judgement(columns: list[list[int]]) -> None:
    ends = Number(Fraction(0), 1), Number(Fraction(1), 1)
    judged = judge_redrawn(columns, lambda sums: share(*sums), ends, PLAN, engine="python")
    assert judged.low.judgement is judged.high.judgement is Judgement.NOT_CHECKABLE
    assert judged.undefined == 1
