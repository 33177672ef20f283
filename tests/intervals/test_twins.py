"""The Rust twin against plain Python; skipped without fe_boot unless FE_REQUIRE_NATIVE=1."""

from __future__ import annotations

import os
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.errors import UsageError
from fe_core.intervals import engine as engines
from fe_core.intervals.bootstrap import Plan, ratio_intervals, value_interval
from fe_core.intervals.engine import PYTHON, draw_columns, exact_quantiles, resolve
from fe_core.intervals.streams import batches

CLUSTERS = [1, 2, 13, 96, 256, 257, 2000]
SEEDS = [0, 1, 20261010, 2**32, 2**63, 2**64 - 1]
REPLAYED = ["mt-blocks/1", "python", "numpy"]


@pytest.fixture(scope="module")
def rust():
    if os.environ.get("FE_REQUIRE_NATIVE") != "1":
        pytest.importorskip("fe_boot")
    return resolve("rust", {})


def test_the_twin_is_the_one_asked_for(rust):
    assert rust.name == "rust"
    assert rust.native.SEAM == engines.SEAM
    assert resolve("auto", {}).name == "rust"


@pytest.mark.parametrize("stream", REPLAYED)
@pytest.mark.parametrize("clusters", CLUSTERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_indices_block_by_block(rust, stream, clusters, seed):
    draws = 520 if clusters <= 257 else 3
    for first in (0, 255, 1024) if stream == "mt-blocks/1" else (0,):
        expected = [i for b in batches(stream, seed, clusters, draws, first=first) for i in b]
        words = engines._seed_words(seed)
        raw = rust.native.indices(stream, words, clusters, draws, first)
        assert np.frombuffer(raw, "<u4").tolist() == expected


@pytest.mark.parametrize("stream", REPLAYED)
@pytest.mark.parametrize("clusters", CLUSTERS)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("size", "most"), [(3, 30), (40, 50), (140, 2), (3, 100), (2, 20_000)])
def test_sums_of_every_draw(rust, stream, clusters, threads, size, most):
    """Whatever loop adds them up: rows of one to four vectors, counts times bytes or halves."""
    rng = np.random.default_rng(clusters)
    columns = [rng.integers(-9, most, clusters).tolist() for _ in range(size)]
    draws = 700 if clusters <= 257 else 5
    for first in (0, 300) if stream == "mt-blocks/1" else (0,):
        plan = {"draws": draws, "stream": stream, "seed": 2**64 - 1, "first": first}
        expected = draw_columns(PYTHON, columns, **plan)
        found = draw_columns(rust, columns, **plan, threads=threads)
        assert [list(one) for one in found] == [list(one) for one in expected]


@pytest.mark.parametrize("clusters", CLUSTERS)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("least", "most"), [(0, 9), (1, 9), (-3, 9), (0, 100), (1, 20_000)])
def test_ratio_intervals(rust, clusters, threads, least, most):
    rng = np.random.default_rng(clusters + least + 9)
    bottoms = rng.integers(max(least, 0), most, clusters).tolist()
    columns = [*(rng.integers(least, most, clusters).tolist() for _ in range(4)), bottoms]
    draws = {256: 600, 257: 600, 2000: 60}.get(clusters, 4500)
    for stream in REPLAYED:
        plan = Plan(draws, stream, 20261010)
        ratios = [(0, 4), (1, 4), (2, 4), (3, 4)]
        expected = ratio_intervals(columns, ratios, plan, engine="python")
        assert ratio_intervals(columns, ratios, plan, engine=rust, threads=threads) == expected


@given(
    st.integers(1, 20),
    st.integers(0, 2**64 - 1),
    st.integers(1, 400),
    st.sampled_from([1, 40, 70_000, 2**40, 2**58]),
    st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=60),
    st.randoms(use_true_random=False),
)
def test_any_tallies_and_levels(rust, clusters, seed, draws, size, level, source):
    tops = [source.randint(-size, size) for _ in range(clusters)]
    bottoms = [source.randint(0, size) for _ in range(clusters)]
    plan = Plan(draws, seed=seed, level=level)
    expected = ratio_intervals([tops, bottoms], [(0, 1)], plan, engine="python")
    assert ratio_intervals([tops, bottoms], [(0, 1)], plan, engine=rust) == expected


def test_metrics_that_are_no_ratio(rust):
    columns = [[3, 1, 0, 4], [2, 2, 1, 1], [5, 4, 3, 6]]

    def value(row):
        return Fraction(row[0] * row[1], row[2] ** 2)

    plan = Plan(2000)
    assert value_interval(columns, value, plan, engine=rust) == value_interval(
        columns, value, plan, engine="python"
    )


@pytest.mark.parametrize("clusters", [1, 2, 5, 13, 16, 20, 29, 48])
@pytest.mark.parametrize("least", [0, 1, -2])
def test_law_quantiles(rust, clusters, least):
    rng = np.random.default_rng(clusters + least + 9)
    bottoms = rng.integers(max(0, least), 6 if clusters < 20 else 3, clusters)
    bottoms[0] = 2
    tops = rng.integers(least, 3, clusters)
    levels = [Fraction(k, 1000) for k in (0, 1, 21, 25, 500, 975, 1000)]
    expected = exact_quantiles(PYTHON, tops, bottoms, levels, levels)
    assert exact_quantiles(rust, tops, bottoms, levels, levels) == expected


def test_law_quantiles_go_through_the_twin(rust):
    """The native law answers itself for a dozen clusters; nothing falls back there."""
    tops, bottoms = (
        [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9],
        [9, 7, 9, 3, 12, 15, 3, 9, 9, 6, 9, 12, 15],
    )
    found = engines._native_law(rust.native, tops, bottoms, [Fraction(1, 40), Fraction(39, 40)])
    assert found == exact_quantiles(PYTHON, tops, bottoms, [Fraction(1, 40), Fraction(39, 40)])[0]


@pytest.mark.parametrize("seam", [99, engines.SEAM])
def test_another_interface_or_version_is_not_used_and_said_so(monkeypatch, seam):
    import sys

    monkeypatch.setitem(sys.modules, "fe_boot", SimpleNamespace(SEAM=seam, __version__="9.9"))
    engines._native.cache_clear()
    try:
        found = resolve("auto", {})
        assert (found.name, found.native) == ("python", None)
        assert "fe_boot 9.9 is not used" in found.message
        with pytest.raises(UsageError, match="not used"):
            resolve("rust", {})
    finally:
        engines._native.cache_clear()


def test_the_switch_is_compared_with_1():
    assert resolve("auto", {"FE_PURE_PYTHON": "1"}) == PYTHON
    assert resolve("python", {"FE_PURE_PYTHON": "0"}) == PYTHON
    assert resolve("auto", {"FE_PURE_PYTHON": "0"}) == resolve("auto", {})
    with pytest.raises(UsageError, match="engine='julia'"):
        resolve("julia")
