from __future__ import annotations

from fractions import Fraction
from math import floor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fe_core.intervals.band import band, chance, probability_band
from fe_core.intervals.exact.binomial import at_least, beta_point_above, beta_point_below
from fe_core.intervals.judge import Judgement, judge_interval, printed_cell
from fe_core.intervals.law import law
from fe_core.intervals.quantiles import Kind
from fe_core.numbers.printed import Number
from fe_core.numbers.rounding import rounded

LOW, HIGH = Fraction(1, 40), Fraction(39, 40)


@given(st.integers(1, 400), st.integers(0, 400), st.fractions(0, 1, max_denominator=300))
def test_binomial_tail_against_scipy(n, k, p):
    assert float(at_least(n, k, p)) == pytest.approx(
        stats.binom.sf(k - 1, n, float(p)), 1e-9, 1e-15
    )


def test_binomial_tail_against_summation():
    from math import comb

    p = Fraction(3, 7)
    terms = [comb(30, j) * p**j * (1 - p) ** (30 - j) for j in range(31)]
    for k in range(31):
        assert abs(Fraction(at_least(30, k, p)) - sum(terms[k:])) < Fraction(1, 10**30)


@pytest.mark.parametrize(("n", "k"), [(20_000, 500), (10_000, 250), (999, 25), (40, 1), (5, 5)])
def test_beta_points_against_scipy(n, k):
    tail = Fraction(5, 100_000)
    below, above = beta_point_below(k, n, tail), beta_point_above(k, n, tail)
    assert float(below) == pytest.approx(stats.beta(k, n - k + 1).ppf(5e-5), abs=2e-9)
    assert float(above) == pytest.approx(stats.beta(k, n - k + 1).ppf(1 - 5e-5), abs=2e-9)
    assert at_least(n, k, below) <= tail
    assert 1 - Fraction(at_least(n, k, above)) <= tail


def test_probability_bands_of_the_usual_runs():
    low, high = probability_band(LOW, draws=20_000)
    assert (round(float(low), 5), round(float(high), 5)) == (0.02093, 0.02957)
    narrow, wide = probability_band(LOW, draws=20_000), probability_band(LOW, draws=10_000)
    assert wide.low < narrow.low < LOW < narrow.high < wide.high


def cases():
    rng = np.random.default_rng(3)
    equal = [3] * 96
    unequal = rng.integers(3, 46, 13).tolist()
    sparse = [0, 1] * 24
    return {
        "equal": ([int(rng.integers(0, n + 1)) for n in equal], equal),
        "unequal": ([int(rng.binomial(n, 0.4)) for n in unequal], unequal),
        "differences": ([int(rng.integers(-n, n + 1)) for n in unequal], unequal),
        "varying": ([int(rng.integers(0, n + 1)) for n in sparse], sparse),
        "coarse": ([0, 0, 1], [1, 1, 1]),
    }


def simulated(tops, bottoms, draws, runs, seed=11):
    """Endpoints of many runs, as NumPy interpolates them."""
    rng = np.random.default_rng(seed)
    top, bottom = np.array(tops), np.array(bottoms)
    ends = []
    for _ in range(runs):
        picked = rng.integers(0, len(tops), (draws, len(tops)))
        d, n = top[picked].sum(1), bottom[picked].sum(1)
        ends.append(np.percentile(d[n > 0] / n[n > 0], [2.5, 97.5]))
    return np.array(ends)


@pytest.mark.parametrize("name", cases())
@pytest.mark.parametrize("draws", [1000, 10_000])
def test_band_and_chance_against_simulation(name, draws):
    tops, bottoms = cases()[name]
    ends = simulated(tops, bottoms, draws, 300 if draws == 1000 else 60)
    exact = law(tops, bottoms)
    for column, p in ((0, LOW), (1, HIGH)):
        allowed = band(exact, p, draws=draws)
        inside = (ends[:, column] >= float(allowed.low) - 1e-12) & (
            ends[:, column] <= float(allowed.high) + 1e-12
        )
        assert (~inside).sum() <= 1, "99.99 % of correct runs lie inside"
    prints = [rounded(exact.quantile(p), 2, scale=100) for p in (LOW, HIGH)]
    judged = judge_interval(tops, bottoms, *prints, draws=draws)
    for column, end in ((0, judged.low), (1, judged.high)):
        texts = [f"{100 * value:.2f}" for value in ends[:, column]]
        share = texts.count(end.printed) / len(texts)
        expected = float(end.chance)
        deviation = (expected * (1 - expected) / len(texts)) ** 0.5
        assert abs(share - expected) < 5 * deviation + 1e-3


def test_chance_between_atoms_against_simulation():
    tops, bottoms = [0, 0, 1, 1], [1, 1, 1, 1]
    exact = law(tops, bottoms)
    # At this level the endpoint's rank falls between the atoms 1/4 and 1/2 often enough.
    level = 1 - 2 * exact.up_to(Fraction(1, 4))
    ends = []
    rng = np.random.default_rng(5)
    for _ in range(4000):
        values = rng.binomial(4, 0.5, size=50) / 4
        ends.append(np.percentile(values, float(50 * (1 - level))))
    between = {value for value in ends if value not in (0.25, 0.5)}
    assert len(between) == 1
    text = f"{100 * between.pop():.2f}"
    judged = judge_interval(tops, bottoms, text, text, draws=50, level=level)
    share = sum(f"{100 * value:.2f}" == text for value in ends) / len(ends)
    assert share == pytest.approx(float(judged.low.chance), abs=0.02)
    assert judged.low.judgement is Judgement.COMPATIBLE


def test_basic_intervals_are_judged_at_the_mirrored_tail():
    tops, bottoms = cases()["unequal"]
    point = Fraction(sum(tops), sum(bottoms))
    exact = law(tops, bottoms)
    low = rounded(2 * point - exact.quantile(HIGH), 2, scale=100)
    high = rounded(2 * point - exact.quantile(LOW), 2, scale=100)
    judged = judge_interval(tops, bottoms, low, high, kind=Kind.BASIC)
    assert judged.low.judgement is judged.high.judgement is Judgement.COMPATIBLE
    assert judged.low.exact == 2 * point - exact.quantile(HIGH)
    assert judged.low.band.low <= judged.low.exact <= judged.low.band.high


@pytest.mark.parametrize("name", ["equal", "unequal", "varying", "coarse"])
@pytest.mark.parametrize("rule", ["linear", "lower"])
def test_chances_of_all_printed_texts_add_up_to_one(name, rule):
    tops, bottoms = cases()[name]
    exact = law(tops, bottoms)
    for p in (LOW, HIGH):
        allowed = band(exact, p, draws=2000, rule=rule, coverage=1 - Fraction(1, 10**9))
        first, last = (floor(1000 * value) for value in allowed)
        cells = [printed_cell(Number(Fraction(k, 10), 1), 100) for k in range(first - 1, last + 3)]
        total = sum(chance(exact, p, cell, draws=2000, rule=rule) for cell in cells)
        assert abs(total - 1) < Fraction(len(cells) + 10, 10**6)
