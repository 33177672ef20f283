from __future__ import annotations

from fractions import Fraction

import pytest

from fe_core.errors import UsageError
from fe_core.intervals.band import band
from fe_core.intervals.bootstrap import Plan, ratio_intervals
from fe_core.intervals.judge import Judgement, judge_interval, printed_cell
from fe_core.intervals.law import law
from fe_core.numbers.printed import Number
from fe_core.numbers.rounding import Rounding, rounded

TOPS = [9, 1, 3, 12, 2, 0, 5, 3, 7, 4, 2, 6, 1]
BOTTOMS = [15, 6, 9, 21, 3, 6, 12, 9, 15, 12, 3, 18, 3]


def test_drawn_endpoints_of_hundreds_of_seeds_lie_in_the_band():
    exact = law(TOPS, BOTTOMS)
    low, high = (band(exact, Fraction(k, 40), draws=2000) for k in (1, 39))
    for seed in range(200):
        drawn = ratio_intervals([TOPS, BOTTOMS], [(0, 1)], Plan(2000, seed=seed), engine="python")
        assert low.low <= drawn[0].low <= low.high
        assert high.low <= drawn[0].high <= high.high


def test_a_planted_error_in_one_endpoint_is_caught_there_only():
    exact = law(TOPS, BOTTOMS)
    low, high = (exact.quantile(Fraction(k, 40)) for k in (1, 39))
    for shift in (Fraction(-1, 100), Fraction(1, 100)):
        wrong = rounded(high + shift, 2, scale=100)
        judged = judge_interval(TOPS, BOTTOMS, rounded(low, 2, scale=100), wrong)
        assert judged.low.judgement is Judgement.COMPATIBLE
        assert judged.high.judgement is Judgement.INCOMPATIBLE
        assert judged.high.chance == 0


def test_fewer_draws_allow_more():
    exact = law(TOPS, BOTTOMS)
    edge = rounded(exact.upper_quantile(Fraction(31, 1000)), 2, scale=100)
    assert judge_interval(TOPS, BOTTOMS, edge, "50").low.judgement is Judgement.INCOMPATIBLE
    few = judge_interval(TOPS, BOTTOMS, edge, "50", draws=2000)
    assert few.low.judgement is Judgement.COMPATIBLE


def test_equal_clusters_are_degenerate_and_said_so():
    judged = judge_interval([1, 1, 1], [2, 2, 2], "50.00", "50.01")
    assert judged.low.judgement is Judgement.DEGENERATE
    assert "no uncertainty" in judged.low.reason
    assert judged.low.chance == 1
    assert judged.high.judgement is Judgement.INCOMPATIBLE


def test_what_cannot_be_judged_says_why():
    dash = judge_interval(TOPS, BOTTOMS, "–", "50.00")
    assert dash.low.judgement is Judgement.NOT_CHECKABLE
    assert dash.low.exact is not None
    far = judge_interval(list(range(300)), [7 * k % 90 + 1 for k in range(300)], "1", "2")
    assert far.low.judgement is far.high.judgement is Judgement.NOT_CHECKABLE
    assert "limit" in far.high.reason


def test_undefined_draws_widen_the_band():
    tops, bottoms = [1, 0, 1, 0, 0, 0], [2, 1, 1, 0, 0, 0]
    judged = judge_interval(tops, bottoms, "0", "100", draws=500)
    assert judged.undefined == Fraction(1, 64)
    assert judged.low.judgement is judged.high.judgement is Judgement.COMPATIBLE


@pytest.mark.parametrize("rule", list(Rounding))
@pytest.mark.parametrize("text", ["28.12", "28.13", "-0.05", "0.00", "-3.1", "7"])
def test_printed_cell_against_rounding(rule, text):
    decimals = len(text.partition(".")[2])
    cell = printed_cell(Number(Fraction(text), decimals), 100, rule)
    assert cell.low < cell.high
    tiny = Fraction(1, 10**9)
    width = cell.high - cell.low
    inside = [cell.low + tiny, cell.low + width / 3, cell.high - tiny]
    outside = [cell.low - tiny, cell.high + tiny]
    if rule in (Rounding.HALF_EVEN, Rounding.HALF_UP, Rounding.TRUNCATE):
        inside += [cell.low] * cell.low_included + [cell.high] * cell.high_included
        outside += [cell.low] * (not cell.low_included) + [cell.high] * (not cell.high_included)
    assert {rounded(value, decimals, rule, 100) for value in inside} == {text}
    assert text not in {rounded(value, decimals, rule, 100) for value in outside}


def test_settings_without_meaning_are_refused():
    for settings in ({"draws": 0}, {"level": Fraction(95)}, {"rule": "median"}):
        with pytest.raises(UsageError):
            judge_interval(TOPS, BOTTOMS, "30", "50", **settings)
