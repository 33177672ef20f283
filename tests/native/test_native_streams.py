"""Indices and sums of the engine against CPython, NumPy and slow models."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

from .models import block_draws, octets, packed, summed, unpacked

SEEDS = [0, 1, 7, 2**32 - 1, 2**32, 2**63, 2**64 - 1]
COUNTS = [1, 2, 3, 13, 16, 17, 48, 96, 128, 129, 255, 256, 257, 2000]


@pytest.mark.parametrize("clusters", COUNTS)
@pytest.mark.parametrize("seed", SEEDS[::3])
def test_blocks_against_random_bytes(engine: ModuleType, clusters: int, seed: int) -> None:
    for first, draws in [(0, 3), (0, 300 if clusters < 300 else 20), (254, 5), (2**40, 2)]:
        raw = engine.indices("mt-blocks/1", octets(seed), clusters, draws, first)
        assert unpacked(raw, clusters) == block_draws(seed, clusters, first, draws)


@pytest.mark.parametrize("clusters", [65_536, 65_537, 2**24 + 1])
def test_wide_candidates_against_random_bytes(engine: ModuleType, clusters: int) -> None:
    source = random.Random(5 | 1 << 127)
    bits = (clusters - 1).bit_length()
    width = -(-bits // 8)
    raw = source.randbytes(4 * clusters * 3)
    expected = []
    for at in range(0, 12_000 * width, width):
        index = int.from_bytes(raw[at : at + width], "little") & ((1 << bits) - 1)
        if index < clusters:
            expected.append(index)
    found = engine.indices("mt-blocks/1", octets(5), clusters, 1, 0)
    assert unpacked(found[: 4 * 5000], 5000)[0] == expected[:5000]


@pytest.mark.parametrize("clusters", [1, 2, 13, 96, 256, 257, 2000])
@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("low", [-3, 0, -(2**40)])
def test_sums_against_addition(engine: ModuleType, clusters: int, threads: int, low: int) -> None:
    source = random.Random(clusters * threads)
    tallies = [[source.randint(low, 20) for _ in range(5)] for _ in range(clusters)]
    flat = packed([value for row in tallies for value in row])
    draws = 700 if clusters < 200 else 30
    for first in (0, 250):
        rows = block_draws(9, clusters, first, draws)
        found = engine.sums("mt-blocks/1", octets(9), flat, clusters, 5, draws, first, threads)
        assert found == summed(rows, tallies)


def test_no_draws_and_no_columns_give_nothing(engine: ModuleType) -> None:
    assert engine.indices("mt-blocks/1", octets(1), 5, 0, 0) == b""
    assert engine.sums("mt-blocks/1", octets(1), packed([1, 2]), 2, 1, 0, 0, 2) == b""
    assert engine.sums("mt-blocks/1", octets(1), b"", 2, 0, 9, 0, 2) == b""


@pytest.mark.parametrize(
    "arguments",
    [
        ("shake", octets(1), 3, 1, 0),
        ("mt-blocks/1", b"", 3, 1, 0),
        ("mt-blocks/1", b"abc", 3, 1, 0),
        ("mt-blocks/1", octets(2**64), 3, 1, 0),
        ("mt-blocks/1", octets(1), 0, 1, 0),
        ("mt-blocks/1", octets(1), 2**32 + 1, 1, 0),
        ("mt-blocks/1", octets(1), 2**32, 2**60, 0),
    ],
)
def test_requests_outside_the_domain_are_refused(engine: ModuleType, arguments: tuple) -> None:
    with pytest.raises(ValueError, match=r"."):
        engine.indices(*arguments)


def test_sums_past_64_bits_are_refused(engine: ModuleType) -> None:
    engine.sums("mt-blocks/1", octets(1), packed([2**61, -(2**61)]), 2, 1, 9, 0, 1)
    with pytest.raises(ValueError, match="64 bits"):
        engine.sums("mt-blocks/1", octets(1), packed([2**62, 0]), 2, 1, 9, 0, 1)
    with pytest.raises(ValueError, match="tallies must have 24 bytes"):
        engine.sums("mt-blocks/1", octets(1), packed([1, 2]), 3, 1, 9, 0, 1)
