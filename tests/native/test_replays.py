"""Replays against the libraries themselves."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

from .models import octets, unpacked

NEIGHBOURS = [2**bits + step for bits in (2, 4, 7, 8, 16) for step in (-1, 0, 1)]
COUNTS = [1, 2, 12, 13, 96, 2000, *NEIGHBOURS]
SEEDS = [0, 1, 5, 2**32 - 1, 2**32, 2**64, 2**64 + 5, 2**127 + 1, 3**100]


@pytest.mark.parametrize("clusters", COUNTS)
@pytest.mark.parametrize("seed", [*SEEDS, -5, -(2**70)])
def test_python_against_choices(engine: ModuleType, clusters: int, seed: int) -> None:
    draws = 1 + 3000 // clusters
    source = random.Random(seed)
    expected = [source.choices(range(clusters), k=clusters) for _ in range(draws)]
    raw = engine.indices("python", octets(seed), clusters, draws, 0)
    assert unpacked(raw, clusters) == expected
    raw = engine.indices("python", octets(seed), clusters, draws - 1, 1)
    assert unpacked(raw, clusters) == expected[1:]


@pytest.mark.parametrize("clusters", COUNTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_numpy_against_integers(engine: ModuleType, clusters: int, seed: int) -> None:
    numpy = pytest.importorskip("numpy")
    draws = 1 + 3000 // clusters
    drawn = numpy.random.default_rng(seed).integers(0, clusters, size=(draws, clusters))
    raw = engine.indices("numpy", octets(seed), clusters, draws, 0)
    assert unpacked(raw, clusters) == drawn.tolist()
    raw = engine.indices("numpy", octets(seed), clusters, draws - 1, 1)
    assert unpacked(raw, clusters) == drawn[1:].tolist()


def test_numpy_rejections_against_integers(engine: ModuleType) -> None:
    """2^32 mod K is largest for K a little above 2^31: one half word in two is rejected."""
    numpy = pytest.importorskip("numpy")
    clusters = 50_000_017
    drawn = numpy.random.default_rng(8).integers(0, clusters, size=clusters)
    found = numpy.frombuffer(engine.indices("numpy", octets(8), clusters, 1, 0), dtype="<u4")
    assert numpy.array_equal(found, drawn)


@pytest.mark.parametrize("stream", ["python", "numpy"])
def test_sums_of_replays_do_not_depend_on_threads(engine: ModuleType, stream: str) -> None:
    tallies = b"".join((i % 7).to_bytes(8, "little") for i in range(500))
    one = engine.sums(stream, octets(3), tallies, 500, 1, 900, 5, 1)
    for threads in (2, 3):
        assert engine.sums(stream, octets(3), tallies, 500, 1, 900, 5, threads) == one
