from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from exhaustive import all_values, tallies
from hypothesis import given
from hypothesis import strategies as st

from fe_core.errors import UsageError
from fe_core.intervals.exact.powers import planar_power, power
from fe_core.intervals.law import (
    OutOfReachError,
    constant_ratio,
    law,
    reach,
    undefined_probability,
    variance,
)

VECTORS = Path(__file__).parent.parent / "vectors" / "law.tsv"


@given(tallies())
def test_atoms_against_enumeration(pair):
    values, undefined = all_values(*pair)
    exact = law(*pair)
    assert [tuple(atom) for atom in exact.atoms()] == sorted(Counter(values).items())
    assert exact.undefined == Fraction(undefined, exact.draws)
    assert exact.defined + undefined == exact.draws


@given(tallies(), st.fractions(0, 1, max_denominator=50))
def test_quantiles_against_enumeration(pair, p):
    values, _ = all_values(*pair)
    count = len(values)
    lower = next(x for n, x in enumerate(values, 1) if Fraction(n, count) >= p)
    upper = next((x for n, x in enumerate(values, 1) if Fraction(n, count) > p), values[-1])
    exact = law(*pair)
    assert exact.quantile(p) == lower
    assert exact.upper_quantile(p) == upper


@given(tallies(), st.fractions(-5, 5, max_denominator=12))
def test_position_against_enumeration(pair, value):
    values, _ = all_values(*pair)
    exact = law(*pair)
    assert exact.below(value) == Fraction(sum(x < value for x in values), len(values))
    assert exact.up_to(value) == Fraction(sum(x <= value for x in values), len(values))


@given(tallies())
def test_variance_against_enumeration(pair):
    values, _ = all_values(*pair)
    mean = sum(values) / len(values)
    assert variance(*pair) == sum((x - mean) ** 2 for x in values) / len(values)


@given(tallies())
def test_constancy_and_undefined_draws_against_the_law(pair):
    exact = law(*pair)
    assert constant_ratio(*pair) == (len(exact.atoms()) == 1)
    assert undefined_probability(pair[1]) == exact.undefined


@given(tallies())
def test_a_cluster_drawn_twice_counts_twice(pair):
    tops, bottoms = pair
    exact = law(tops, bottoms)
    alone = [Fraction(d, n) for d, n in zip(tops, bottoms, strict=True) if n]
    assert all(
        exact.up_to(value) - exact.below(value) >= Fraction(1, exact.defined) for value in alone
    ), "K copies of one cluster are a draw"


@given(st.lists(st.integers(0, 5), min_size=1, max_size=4), st.integers(1, 9))
def test_power_against_repeated_multiplication(base, exponent):
    base = [1, *base]
    product = [1]
    for _ in range(exponent):
        longer = [0] * (len(product) + len(base) - 1)
        for i, a in enumerate(product):
            for j, b in enumerate(base):
                longer[i + j] += a * b
        product = longer
    assert power(base, exponent) == product


CELLS = st.dictionaries(
    st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(1, 5), min_size=1, max_size=6
)


@given(CELLS, st.integers(0, 3), st.integers(1, 7))
def test_planar_power_against_repeated_multiplication(cells, column, exponent):
    cells = {**cells, (0, column): 1}
    product = Counter({(0, 0): 1})
    for _ in range(exponent):
        longer = Counter()
        for (a, b), count in product.items():
            for (c, d), multiplicity in cells.items():
                longer[a + c, b + d] += count * multiplicity
        product = longer
    weights, width = planar_power(cells, exponent)
    assert len(weights) % width == 0
    assert {divmod(at, width): w for at, w in enumerate(weights) if w} == product


def test_wide_lanes_hold_the_whole_count():
    weights, width = planar_power({(0, 0): 10, (1, 2): 10}, 20)
    assert width == 41
    assert sum(weights) == 20**20
    assert weights[0] == 10**20


def test_law_of_equal_clusters_is_the_binomial():
    exact = law([1] * 40 + [0] * 56, [1] * 96)
    from math import comb

    expected = [comb(96, k) * 40**k * 56 ** (96 - k) for k in range(97)]
    assert [atom.weight for atom in exact.atoms()] == expected


def test_one_cluster_and_equal_clusters_have_one_value():
    for tops, bottoms in (([3], [7]), ([2, 2, 2], [5, 5, 5]), ([1, 2, 3], [2, 4, 6])):
        exact = law(tops, bottoms)
        assert len(exact.atoms()) == 1
        assert variance(tops, bottoms) == 0


def test_what_is_no_tally_is_refused():
    for tops, bottoms in (([], []), ([1], [1, 2]), ([1, 2], [0, 0]), ([1, 2], [1, -1])):
        with pytest.raises(UsageError):
            law(tops, bottoms)


def test_out_of_reach_says_what_it_would_need():
    tops, bottoms = list(range(300)), [7 * k % 90 + 1 for k in range(300)]
    with pytest.raises(OutOfReachError, match=str(reach(tops, bottoms).states)):
        law(tops, bottoms)


def test_vectors():
    cases = [line.split("\t") for line in VECTORS.read_text("utf-8").splitlines()[3:]]
    assert len(cases) > 100
    for tops, bottoms, *rest in cases:
        p, q, top, bottom = map(int, rest)
        exact = law(list(map(int, tops.split())), list(map(int, bottoms.split())))
        assert exact.quantile(Fraction(p, q)) == Fraction(top, bottom)


@pytest.mark.parametrize(("clusters", "largest"), [(13, 45), (16, 9), (29, 4), (48, 3)])
def test_law_of_more_clusters_against_simulation(clusters, largest):
    rng = np.random.default_rng(clusters)
    bottoms = rng.integers(clusters % 2, largest + 1, clusters)
    tops = rng.integers(-bottoms, bottoms + 1)
    picked = rng.integers(0, clusters, (100_000, clusters))
    d, n = tops[picked].sum(1), bottoms[picked].sum(1)
    values = d[n > 0] / n[n > 0]
    exact = law(tops.tolist(), bottoms.tolist())
    for p in (Fraction(1, 1000), Fraction(1, 40), Fraction(1, 2), Fraction(39, 40)):
        value = exact.quantile(p)
        for share, drawn in (
            (exact.up_to(value), (values <= float(value) + 1e-12).mean()),
            (exact.below(value), (values < float(value) - 1e-12).mean()),
        ):
            assert abs(float(share) - drawn) < 5 * (float(p * (1 - p)) / len(values)) ** 0.5 + 1e-5
    assert float(variance(tops.tolist(), bottoms.tolist())) == pytest.approx(values.var(), rel=0.03)


def test_quantiles_do_not_depend_on_what_was_asked_before():
    rng = np.random.default_rng(7)
    bottoms = rng.integers(3, 45, 13).tolist()
    tops = [int(rng.integers(0, n + 1)) for n in bottoms]
    levels = [Fraction(k, 997) for k in range(0, 998, 83)]
    from fe_core.intervals.law import _expanded

    forwards = [law(tops, bottoms).quantile(p) for p in levels]
    _expanded.cache_clear()
    backwards = [law(tops, bottoms).quantile(p) for p in reversed(levels)]
    assert forwards == backwards[::-1] == sorted(forwards)
