"""The same bootstrap by other means; each function returns the 2.5 % and 97.5 % endpoints.

Every one is a good formulation of its kind: NumPy counts clusters and multiplies (float32 is
exact here, every sum stays below 2^24), SciPy is given the same inside its statistic.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from .workloads import Workload

Floats = NDArray[np.float64]
LEVELS = (0.025, 0.975)


def ready(work: Workload) -> NDArray[np.float32]:
    """Tallies as a K × (S + 1) matrix."""
    return np.ascontiguousarray(np.array(work.columns, dtype=np.float32).T)


def numpy_endpoints(
    work: Workload, matrix: NDArray[np.float32], rows: int, seed: int = 0
) -> Floats:
    """Integers, bincount, one float32 product, partition; `rows` draws at a time."""
    return _quantiles(numpy_replicates(work, matrix, rows, seed))


def numpy_replicates(
    work: Workload, matrix: NDArray[np.float32], rows: int, seed: int = 0
) -> Floats:
    """B × S ratios from `default_rng(seed).integers(0, K)`."""
    rng = np.random.default_rng(seed)
    clusters = work.clusters
    shift = (np.arange(rows) * clusters)[:, None]
    found = np.empty((work.draws, work.statistics))
    for at in range(0, work.draws, rows):
        count = min(rows, work.draws - at)
        indices = rng.integers(0, clusters, size=(count, clusters))
        indices += shift[:count]
        drawn = np.bincount(indices.ravel(), minlength=count * clusters)
        sums = drawn.reshape(count, clusters).astype(np.float32) @ matrix
        wide = sums.astype(np.float64)
        np.divide(wide[:, :-1], wide[:, -1:], out=found[at : at + count])
    return found


def best_rows(work: Workload, matrix: NDArray[np.float32]) -> int:
    """The number of draws at a time with which NumPy is fastest here, by trying."""
    sizes = {max(1, min(work.draws, size // work.clusters)) for size in (1 << 16, 1 << 18, 1 << 20)}
    some = work._replace(draws=min(work.draws, max(sizes), 4000))
    times = {
        rows: _seconds(lambda rows=rows: numpy_endpoints(some, matrix, rows)) for rows in sizes
    }
    return min(times, key=times.__getitem__)


def scipy_plain(work: Workload) -> Floats:
    """`scipy.stats.bootstrap` over clusters, sums inside the statistic."""
    top, bottom = np.array(work.numerators, dtype=float), np.array(work.denominators, dtype=float)

    def ratios(indices: NDArray[np.int64], axis: int) -> Floats:
        return np.moveaxis(top[:, indices].sum(axis=axis) / bottom[indices].sum(axis=axis), 0, 0)

    return _scipy(work, ratios, max(1, 200_000 // (work.clusters * work.statistics)))


def scipy_counts(work: Workload, matrix: NDArray[np.float32], rows: int) -> Floats:
    """`scipy.stats.bootstrap` with counts and one product inside the statistic."""
    clusters = work.clusters

    def ratios(indices: NDArray[np.int64], axis: int) -> Floats:
        flat = np.atleast_2d(indices)
        shifted = flat + (np.arange(len(flat)) * clusters)[:, None]
        drawn = np.bincount(shifted.ravel(), minlength=flat.shape[0] * clusters)
        sums = (drawn.reshape(flat.shape).astype(np.float32) @ matrix).astype(np.float64)
        values = (sums[:, :-1] / sums[:, -1:]).T
        return values if indices.ndim > 1 else values[:, 0]

    return _scipy(work, ratios, rows)


def _scipy(work: Workload, statistic: Callable[..., Floats], batch: int) -> Floats:
    from scipy.stats import bootstrap

    found = bootstrap(
        (np.arange(work.clusters),),
        statistic,
        n_resamples=work.draws,
        batch=batch,
        vectorized=True,
        axis=-1,
        method="percentile",
        rng=np.random.default_rng(0),
    )
    return np.array([found.confidence_interval.low, found.confidence_interval.high]).T


def arch_endpoints(work: Workload) -> Floats:
    """`arch.bootstrap.IIDBootstrap` over clusters."""
    from arch.bootstrap import IIDBootstrap

    table = np.array(work.columns, dtype=float).T

    def ratios(rows: Floats) -> Floats:
        sums = rows.sum(axis=0)
        return np.asarray(sums[:-1] / sums[-1])

    resampled = IIDBootstrap(table, seed=np.random.default_rng(0))
    return _quantiles(resampled.apply(ratios, work.draws))


def plain_python(work: Workload) -> Floats:
    """`random.choices` and `zip`, as papers' scripts do it."""
    source = random.Random(0)
    rows = list(zip(*work.columns, strict=True))
    replicates: list[list[float]] = [[] for _ in work.numerators]
    for _ in range(work.draws):
        sums = [sum(column) for column in zip(*source.choices(rows, k=len(rows)), strict=True)]
        for values, top in zip(replicates, sums, strict=False):
            values.append(top / sums[-1])
    found = []
    for values in replicates:
        values.sort()
        found.append([values[int((work.draws - 1) * level)] for level in LEVELS])
    return np.array(found)


def _quantiles(replicates: Floats) -> Floats:
    """The endpoints by partition, interpolated as `numpy.percentile` does."""
    draws = len(replicates)
    columns = np.ascontiguousarray(replicates.T)
    places = [(draws - 1) * level for level in LEVELS]
    ranks = sorted({min(int(place) + step, draws - 1) for place in places for step in (0, 1)})
    parts = np.partition(columns, ranks, axis=1)
    found = []
    for place in places:
        low, high = parts[:, int(place)], parts[:, min(int(place) + 1, draws - 1)]
        found.append(low + (high - low) * (place - int(place)))
    return np.array(found).T


def _seconds(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return perf_counter() - start
