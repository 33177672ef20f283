from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from exhaustive import tallies
from hypothesis import given
from hypothesis import strategies as st

from fe_core.errors import UsageError
from fe_core.intervals import bootstrap, interval
from fe_core.intervals.bootstrap import Plan, ratio_intervals, replicates, value_interval
from fe_core.intervals.drawing.selection import order_statistics
from fe_core.intervals.drawing.tallies import draw_sums
from fe_core.intervals.quantiles import RULES, Kind, quantile, tails
from fe_core.intervals.streams import batches
from tests.intervals.numpy_doubles import ratio_doubles

PYTHON = {"engine": "python"}


def drawn_one_by_one(columns, plan):
    """Sums of every draw, added up cluster by cluster."""
    clusters = len(columns[0])
    rows = batches(plan.stream, plan.seed, clusters, plan.draws)
    flat = [index for batch in rows for index in batch]
    draws = [flat[at : at + clusters] for at in range(0, len(flat), clusters)]
    return [[sum(column[c] for c in draw) for column in columns] for draw in draws]


def ratio_of(row):
    return Fraction(row[0], row[1]) if row[1] else None


@given(
    st.integers(1, 40),
    st.integers(1, 4),
    st.sampled_from([1, 40, 3000, 2**31, 2**55]),
    st.sampled_from(["mt-blocks/1", "python", "numpy"]),
    st.randoms(use_true_random=False),
)
def test_sums_against_adding_clusters_one_by_one(clusters, width, size, stream, source):
    columns = [
        [source.randint(-size if at % 2 else 0, size) for _ in range(clusters)]
        for at in range(width)
    ]
    plan = Plan(70, stream, source.randrange(2**64))
    sums = draw_sums(columns, draws=70, stream=stream, seed=plan.seed)
    found = [list(row) for row in zip(*map(sums.true, range(width)), strict=True)]
    assert found == drawn_one_by_one(columns, plan)


@pytest.mark.parametrize("size", [4, 300, 40_000, 2**33])
@pytest.mark.parametrize("lowest", [0, 1, -1])
@pytest.mark.parametrize("clusters", [1, 2, 13, 96])
def test_order_statistics_against_sorting(size, lowest, clusters):
    rng = np.random.default_rng(size + clusters)
    bottoms = rng.integers(max(lowest, 0), size, clusters).tolist()
    bottoms[0] = 1
    tops = [int(rng.integers(lowest * n, n + 1)) for n in bottoms]
    sums = draw_sums([tops, bottoms], draws=5000, stream="mt-blocks/1", seed=5)
    ordered = sorted(Fraction(d, n) for d, n in zip(sums.true(0), sums.true(1), strict=True) if n)
    wanted = [0, 3, 124, 125, 4873, 4874, 4999, 2500][: 8 if clusters == 13 else 7]
    wanted = [rank for rank in wanted if rank < len(ordered)]
    found = order_statistics(sums, [(0, 1)], lambda count: wanted)[0]
    assert found.defined == len(ordered)
    assert found.at == {rank: ordered[rank] for rank in wanted}


@given(tallies(), st.sampled_from(RULES), st.sampled_from(list(Kind)), st.integers(1, 300))
def test_ratio_interval_against_replicates(pair, rule, kind, draws):
    plan = Plan(draws, seed=draws, rule=rule, kind=kind, level=Fraction(9, 10))
    found = ratio_intervals(list(pair), [(0, 1)], plan, **PYTHON)[0]
    values = [ratio_of(row) for row in drawn_one_by_one(pair, plan)]
    defined = sorted(value for value in values if value is not None)
    assert found.undefined == draws - len(defined)
    assert found == value_interval(list(pair), ratio_of, plan, **PYTHON)
    assert replicates(list(pair), ratio_of, plan, **PYTHON) == values
    if not defined:
        assert (found.low, found.high) == (None, None)
        return
    low, high = (quantile(defined, p, rule) for p in tails(plan.level))
    if kind is Kind.BASIC:
        low, high = 2 * found.point - high, 2 * found.point - low
    assert (found.low, found.high) == (low, high)


@pytest.mark.parametrize("clusters", [1, 13, 48, 300])
@pytest.mark.parametrize("seed", [7, 20261010])
@pytest.mark.parametrize("draws", [1, 2, 41, 4500])
def test_numpy_replay_against_numpy_itself_to_the_last_bit(clusters, seed, draws, twin):
    rng = np.random.default_rng(clusters)
    bottoms = rng.integers(1, 45, clusters)
    tops = rng.binomial(bottoms, [[0.4], [0.7]])
    picked = np.random.default_rng(seed).integers(0, clusters, (draws, clusters))
    columns = [*tops.tolist(), bottoms.tolist()]
    plan = Plan(draws, "numpy", seed)
    found = ratio_doubles(columns, [(0, 2), (1, 2)], plan, engine=twin)
    exact = ratio_intervals(columns, [(0, 2), (1, 2)], plan, engine=twin)
    for top, ends, one in zip(tops, found, exact, strict=True):
        values = top[picked].sum(1) / bottoms[picked].sum(1)
        assert list(ends) == np.percentile(values, [2.5, 97.5]).tolist()
        assert [float(one.low), float(one.high)] == pytest.approx(list(ends), rel=1e-15)


def test_numpy_bits_where_draws_are_undefined(twin):
    tops, bottoms = np.array([1, 0, 2, 0]), np.array([3, 0, 2, 0])
    picked = np.random.default_rng(5).integers(0, 4, (3000, 4))
    d, n = tops[picked].sum(1), bottoms[picked].sum(1)
    expected = np.percentile(d[n > 0] / n[n > 0], [2.5, 97.5]).tolist()
    columns = [tops.tolist(), bottoms.tolist(), [0, 0, 0, 0]]
    found = ratio_doubles(columns, [(0, 1), (0, 2)], Plan(3000, "numpy", 5), engine=twin)
    assert found == [tuple(expected), None]


def test_statistics_share_their_draws():
    columns = [[3, 0, 2, 1, 5], [1, 2, 2, 0, 4], [5, 4, 3, 2, 6], [2, 0, 0, 3, 1]]
    difference = [a - b for a, b in zip(columns[0], columns[1], strict=True)]
    plan = Plan(999)
    both = ratio_intervals([*columns, difference], [(0, 2), (4, 2), (1, 3)], plan, **PYTHON)
    alone = ratio_intervals([difference, columns[2]], [(0, 1)], plan, **PYTHON)
    assert both[1] == alone[0]
    contrast = value_interval(
        columns, lambda row: Fraction(row[0] - row[1], row[2]), plan, **PYTHON
    )
    assert contrast == alone[0]


def test_a_stratum_absent_from_a_draw_is_counted():
    found = interval([1, 0, 0], [1, 0, 0], draws=1000, engine="python")
    assert found.drawn.undefined == sum(
        row[1] == 0 for row in drawn_one_by_one([[1, 0, 0], [1, 0, 0]], Plan(1000))
    )
    assert found.drawn.undefined > 0
    assert found.exact.undefined == Fraction(8, 27)
    assert found.exact.degenerate


def test_nothing_to_divide_by_is_none_in_a_drawn_interval():
    found = ratio_intervals([[1, 2], [0, 0]], [(0, 1)], Plan(10), **PYTHON)[0]
    assert (found.point, found.low, found.high, found.undefined) == (None, None, None, 10)


def test_sums_past_64_bits_are_refused():
    largest = (2**63 - 1) // 3
    ratio_intervals([[largest, 0, 0], [1, 1, 1]], [(0, 1)], Plan(10), **PYTHON)
    for beyond in (largest + 1, -largest - 1):
        with pytest.raises(UsageError, match="past 64 bits"):
            ratio_intervals([[beyond, 0, 0], [1, 1, 1]], [(0, 1)], Plan(10), **PYTHON)


@pytest.mark.parametrize("ratio", [(0, 2), (2, 0), (-1, 0), (0, 1)])
def test_ratios_that_name_no_column_or_a_negative_denominator_are_refused(ratio):
    with pytest.raises(UsageError):
        ratio_intervals([[1, 2], [1, -1]], [ratio], Plan(10), **PYTHON)


def test_signature_names_all_that_endpoints_depend_on():
    plan = Plan(100, "numpy", 5, Fraction(9, 10), "hazen", Kind.BASIC)
    found = bootstrap.ratio_intervals([[1, 0], [1, 1]], [(0, 1)], plan, **PYTHON)[0]
    assert found.signature == (
        "interval:basic|level:9/10|rule:hazen|clusters:2|draws:100|stream:numpy|seed:5"
    )
