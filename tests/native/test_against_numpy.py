"""Endpoints of the benchmark workloads against `numpy.percentile`, to the last bit."""

from __future__ import annotations

from types import ModuleType

import pytest

np = pytest.importorskip("numpy")

from benchmarks import ours, peers  # noqa: E402
from benchmarks.workloads import workload  # noqa: E402


@pytest.mark.parametrize(
    ("name", "draws"), [("W1", 20_000), ("W2", 20_000), ("W3", 5_000), ("W5", 1_500)]
)
@pytest.mark.parametrize("seed", [0, 20_260_729])
def test_endpoints_of_the_numpy_replay_against_percentile(
    engine: ModuleType, name: str, draws: int, seed: int
) -> None:
    work = workload(name, draws)
    replicates = peers.numpy_replicates(work, peers.ready(work), 500, seed)
    expected = np.percentile(replicates, [2.5, 97.5], axis=0).T
    raw = ours.packed(work)
    for threads in (1, 2):
        ends = ours.engine_endpoints(engine, work, raw, "numpy", threads, seed)
        assert np.array_equal(ours.interpolated(ends), expected)
