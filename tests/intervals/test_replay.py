"""A seed that a paper prints: which library would have printed these endpoints?"""

from __future__ import annotations

import random

import numpy as np
import pytest

from fe_core.intervals.quantiles import Kind
from fe_core.intervals.replay import REPLAYS, replay_printed

TOPS = [9, 1, 3, 12, 2, 0, 5, 3, 7, 4, 2, 6, 1]
BOTTOMS = [15, 6, 9, 21, 3, 6, 12, 9, 15, 12, 3, 18, 3]
SEED, DRAWS = 20261010, 2000


def numpy_run():
    picked = np.random.default_rng(SEED).integers(0, 13, (DRAWS, 13))
    return np.array(TOPS)[picked].sum(1) / np.array(BOTTOMS)[picked].sum(1)


def python_run():
    source = random.Random(SEED)
    draws = [source.choices(range(13), k=13) for _ in range(DRAWS)]
    return [sum(TOPS[c] for c in d) / sum(BOTTOMS[c] for c in d) for d in draws]


def python_randrange_run():
    source = random.Random(SEED)
    draws = [[source.randrange(13) for _ in range(13)] for _ in range(DRAWS)]
    return [sum(TOPS[c] for c in d) / sum(BOTTOMS[c] for c in d) for d in draws]


@pytest.mark.parametrize(
    ("stream", "run"),
    [("numpy", numpy_run), ("python", python_run), ("python-randrange", python_randrange_run)],
)
@pytest.mark.parametrize("kind", list(Kind))
def test_the_stream_that_printed_an_interval_is_found(stream, run, kind):
    low, high = np.percentile(run(), [2.5, 97.5])
    if kind is Kind.BASIC:
        point = sum(TOPS) / sum(BOTTOMS)
        low, high = 2 * point - high, 2 * point - low
    texts = f"{100 * low:.2f}", f"{100 * high:.2f}"
    found = replay_printed(TOPS, BOTTOMS, *texts, seed=SEED, draws=DRAWS)
    same = [(one.drawn.stream, one.drawn.kind) for one in found if one.same]
    assert same == [(stream, kind)]


def test_a_stream_whose_domain_lacks_the_seed_is_left_out():
    found = replay_printed(TOPS, BOTTOMS, "30", "50", seed=-1, draws=100)
    assert {one.drawn.stream for one in found} == {"python", "python-randrange"}
    assert len(replay_printed(TOPS, BOTTOMS, "30", "50", seed=1, draws=100)) == 2 * len(REPLAYS)


def test_scipy_draws_the_numpy_stream():
    scipy_stats = pytest.importorskip("scipy.stats")
    tops, bottoms = np.array(TOPS), np.array(BOTTOMS)

    def statistic(rows, axis):
        return tops[rows].sum(axis) / bottoms[rows].sum(axis)

    for method in ("percentile", "basic"):
        result = scipy_stats.bootstrap(
            (np.arange(13),),
            statistic,
            n_resamples=DRAWS,
            method=method,
            rng=np.random.default_rng(SEED),
            vectorized=True,
        ).confidence_interval
        texts = f"{100 * result.low:.6f}", f"{100 * result.high:.6f}"
        found = replay_printed(TOPS, BOTTOMS, *texts, seed=SEED, draws=DRAWS, streams=["numpy"])
        assert [one.drawn.kind.value for one in found if one.same] == [method]
