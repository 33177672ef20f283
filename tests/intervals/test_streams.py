from __future__ import annotations

import random
import runpy
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fe_core.errors import UsageError
from fe_core.intervals.drawing.replay_numpy import pcg64_state, seed_sequence
from fe_core.intervals.streams import STREAMS, batches

VECTORS = Path(__file__).parent.parent / "vectors" / "streams.tsv"
SIZES = [1, 2, 3, 4, 5, 13, 31, 32, 33, 96, 127, 128, 129, 255, 256, 257, 2000, 65535, 65536, 65537]
SEEDS = [0, 1, 5, 20261010, 2**32 - 1, 2**32, 2**64 - 1, 2**64, 2**64 + 3, 2**128, 2**500 + 1]


def indices(stream, seed, clusters, draws, first=0):
    rows = batches(stream, seed, clusters, draws, first=first)
    return [index for batch in rows for index in batch]


def few(clusters):
    return 6 if clusters < 3000 else 1


@pytest.mark.parametrize("clusters", SIZES)
@pytest.mark.parametrize("seed", SEEDS)
def test_numpy_stream_against_numpy(seed, clusters):
    draws = few(clusters)
    for kind in (np.int64, np.uint32):
        drawn = np.random.default_rng(seed).integers(0, clusters, (draws, clusters), dtype=kind)
        assert indices("numpy", seed, clusters, draws) == drawn.ravel().tolist()


@given(st.integers(0, 2**300))
@example(0)
def test_numpy_seeding_against_numpy(seed):
    words = np.random.SeedSequence(seed).generate_state(8).tolist()
    assert seed_sequence(seed, 8) == words
    state = np.random.PCG64(seed).state["state"]
    assert pcg64_state(seed) == (state["state"], state["inc"])


@pytest.mark.parametrize("clusters", SIZES)
@pytest.mark.parametrize("seed", [*SEEDS, -1, -5, -(2**70)])
def test_python_streams_against_cpython(seed, clusters):
    draws = few(clusters)
    source = random.Random(seed)
    drawn = [i for _ in range(draws) for i in source.choices(range(clusters), k=clusters)]
    assert indices("python", seed, clusters, draws) == drawn
    source = random.Random(seed)
    drawn = [source.randrange(clusters) for _ in range(draws * clusters)]
    assert indices("python-randrange", seed, clusters, draws) == drawn


def block_as_specified(seed, number, clusters, draws):
    """docs/streams.md, word by word and candidate by candidate."""
    if clusters == 1:
        return [0] * draws
    source = random.Random(seed | number << 64 | 1 << 127)
    bits = (clusters - 1).bit_length()
    octets = -(-bits // 8)
    found, waiting = [], b""
    while len(found) < draws * clusters:
        waiting += source.getrandbits(32).to_bytes(4, "little")
        while len(waiting) >= octets:
            value = int.from_bytes(waiting[:octets], "little") & ((1 << bits) - 1)
            waiting = waiting[octets:]
            if value < clusters and len(found) < draws * clusters:
                found.append(value)
    return found


@pytest.mark.parametrize("clusters", SIZES)
@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_mt_blocks_against_the_specification(seed, clusters):
    draws = 300 if clusters <= 257 else few(clusters)
    expected = block_as_specified(seed, 0, clusters, min(draws, 256))
    if draws > 256:
        expected += block_as_specified(seed, 1, clusters, draws - 256)
    assert indices("mt-blocks/1", seed, clusters, draws) == expected


@given(
    st.sampled_from(STREAMS),
    st.integers(0, 2**64 - 1),
    st.integers(1, 300),
    st.integers(0, 300),
    st.integers(0, 5),
)
def test_later_rows_are_the_rows_of_a_longer_run(stream, seed, clusters, first, draws):
    first = first if clusters < 40 else first % 7
    whole = indices(stream, seed, clusters, first + draws)
    assert indices(stream, seed, clusters, draws, first) == whole[first * clusters :]
    assert len(whole) == (first + draws) * clusters
    assert all(index < clusters for index in whole)


@pytest.mark.parametrize(
    ("stream", "seed", "clusters", "draws"),
    [
        ("mt-blocks/1", -1, 3, 1),
        ("mt-blocks/1", 2**64, 3, 1),
        ("numpy", -1, 3, 1),
        ("numpy", 0, 0, 1),
        ("python", 0, 2**32, 1),
        ("python", 0, 2, -1),
        ("mt-blocks/2", 0, 2, 1),
    ],
)
def test_what_lies_outside_a_domain_is_refused(stream, seed, clusters, draws):
    with pytest.raises(UsageError):
        batches(stream, seed, clusters, draws)


def test_vectors():
    written = runpy.run_path(str(VECTORS.with_name("write.py")))["stream_lines"]()
    assert VECTORS.read_text("utf-8").splitlines() == written
