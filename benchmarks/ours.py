"""The kit's own ways, and that they give NumPy's endpoints to the last bit."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .workloads import Workload

QUANTILES = [(1, 40), (39, 40)]
Ends = list[tuple[int, list[tuple[int, int, int, int]]]]


def packed(work: Workload) -> bytes:
    return np.array(work.columns, dtype="<i8").T.tobytes()


def engine_endpoints(
    engine: ModuleType, work: Workload, raw: bytes, stream: str, threads: int, seed: int = 0
) -> Ends:
    """One call of the engine, from packed tallies to exact order statistics."""
    words = seed.to_bytes(4, "little")
    size = work.statistics
    ratios = [(at, size) for at in range(size)]
    return engine.order_statistics(
        stream, words, raw, work.clusters, size + 1, ratios, work.draws, QUANTILES, threads
    )


def kit_endpoints(work: Workload, engine: str, threads: int = 1) -> Any:
    """The library's own face, from lists of integers to exact interpolated endpoints."""
    from fe_core.intervals.bootstrap import Plan, ratio_intervals

    ratios = [(at, work.statistics) for at in range(work.statistics)]
    return ratio_intervals(
        work.columns, ratios, Plan(draws=work.draws), engine=engine, threads=threads
    )


def interpolated(ends: Ends) -> NDArray[np.float64]:
    """Endpoints in doubles, with the operations of `numpy.percentile` in their order."""
    found = []
    for defined, rows in ends:
        pair = []
        for (a, b, c, d), (p, q) in zip(rows, QUANTILES, strict=True):
            place = (defined - 1) * (p / q)
            weight = place - int(place)
            low, high = a / b, c / d
            step = high - low
            pair.append(high - step * (1 - weight) if weight >= 0.5 else low + step * weight)
        found.append(pair)
    return np.array(found)
