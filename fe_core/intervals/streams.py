"""Named, specified sequences of cluster indices (docs/streams.md), and the kit's own `mt-blocks/1`.

A stream turns (seed, clusters, draws) into `draws` rows of `clusters` indices. Rows of a longer
run begin with the rows of a shorter one. Indices come in batches of whole rows: bytes up to 256
clusters, arrays of 16- or 32-bit integers above.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator
from random import Random

from fe_core.errors import UsageError
from fe_core.intervals.drawing.indices import Indices, index_code

BLOCK = 256
MOST_CLUSTERS = 2**32 - 1

MT_BLOCKS = "mt-blocks/1"
PYTHON = "python"
PYTHON_RANDRANGE = "python-randrange"
NUMPY = "numpy"
STREAMS = (MT_BLOCKS, PYTHON, PYTHON_RANDRANGE, NUMPY)

_PIECE = 2**18


def batches(
    stream: str, seed: int, clusters: int, draws: int, *, first: int = 0
) -> Iterator[Indices]:
    """The rows `first` … `first + draws − 1` of a stream, in batches of whole rows.

    Raises UsageError for an unknown stream, a seed outside its domain, or sizes without meaning.
    """
    check(stream, seed, clusters, draws, first)
    if stream == MT_BLOCKS:
        return _mt_blocks(seed, clusters, draws, first)
    if stream == NUMPY:
        from fe_core.intervals.drawing.replay_numpy import numpy_batches

        return numpy_batches(seed, clusters, draws, first)
    from fe_core.intervals.drawing import replay_python

    replayed = (
        replay_python.choices_batches if stream == PYTHON else replay_python.randrange_batches
    )
    return replayed(seed, clusters, draws, first)


MOST_DRAWS = 10_000_000
"""Draws that a command or a study may ask for."""


def check(stream: str, seed: int, clusters: int, draws: int, first: int = 0) -> None:
    """Refuse what lies outside a stream's domain, before anything is drawn."""
    if stream not in STREAMS:
        raise UsageError(f"a stream is one of {', '.join(STREAMS)}, got stream={stream!r}")
    if not 1 <= clusters <= MOST_CLUSTERS:
        raise UsageError(f"a draw needs 1 to {MOST_CLUSTERS} clusters, got clusters={clusters}")
    if draws < 0 or first < 0:
        raise UsageError(f"draws are counted from 0, got draws={draws}, first={first}")
    if stream == MT_BLOCKS and not 0 <= seed < 2**64:
        raise UsageError(f"{MT_BLOCKS} takes seeds 0 to 2^64 - 1, got seed={seed}")
    if stream == MT_BLOCKS and first + draws > BLOCK << 63:
        raise UsageError(f"{MT_BLOCKS} has 2^71 draws, got first={first} and draws={draws}")
    if stream == NUMPY and seed < 0:
        raise UsageError(f"the numpy stream takes no negative seed, got seed={seed}")


def _mt_blocks(seed: int, clusters: int, draws: int, first: int) -> Iterator[Indices]:
    last = first + draws
    while first < last:
        number, skipped = divmod(first, BLOCK)
        taken = min(BLOCK - skipped, last - first)
        yield from _block(seed, number, clusters, skipped, taken)
        first += taken


def _block(seed: int, number: int, clusters: int, skipped: int, taken: int) -> Iterator[Indices]:
    """Rows `skipped` … of one block; a piece at a time, so that many clusters need no gigabytes."""
    generator = Random(seed | number << 64 | 1 << 127)
    if clusters == 1:
        yield bytes(taken)
        return
    piece = max(1, _PIECE // clusters)
    accept = _ByteSieve(clusters) if clusters <= 256 else _WordSieve(clusters)
    rows = skipped + taken
    rest = accept(b"")
    while rows:
        count = min(piece, rows)
        while (missing := count * clusters - len(rest)) > 0:
            rest = rest + accept(generator.randbytes(_raw_bytes(missing, clusters)))  # type: ignore[operator]
        done = max(0, min(count, skipped))
        if done < count:
            yield rest[done * clusters : count * clusters]
        rest, skipped, rows = rest[count * clusters :], skipped - done, rows - count


def _raw_bytes(indices: int, clusters: int) -> int:
    """A multiple of 12 bytes (whole words, whole candidates) that is likely to be enough."""
    bits = (clusters - 1).bit_length()
    octets = (bits + 7) // 8
    expected = (indices << bits) // clusters * octets
    return (expected + expected // 64 + 256) // 12 * 12


class _ByteSieve:
    """Bytes → the indices that survive masked rejection, one byte a candidate."""

    def __init__(self, clusters: int) -> None:
        mask = (1 << (clusters - 1).bit_length()) - 1
        self._table = bytes(value & mask for value in range(256))
        self._rejected = bytes(value for value in range(256) if value & mask >= clusters)

    def __call__(self, raw: bytes) -> bytes:
        return raw.translate(self._table, self._rejected)


class _WordSieve:
    """Bytes → the indices that survive masked rejection, two to four bytes a candidate."""

    def __init__(self, clusters: int) -> None:
        self._clusters = clusters
        self._octets = ((clusters - 1).bit_length() + 7) // 8
        self._mask = (1 << (clusters - 1).bit_length()) - 1
        self._code = index_code(clusters)

    def __call__(self, raw: bytes) -> array[int]:
        clusters = self._clusters
        return array(self._code, [value for value in self._candidates(raw) if value < clusters])

    def _candidates(self, raw: bytes) -> Iterable[int]:
        if self._octets == 3:
            top = self._mask >> 16
            thirds = zip(raw[0::3], raw[1::3], raw[2::3], strict=True)
            return (low | middle << 8 | (high & top) << 16 for low, middle, high in thirds)
        pattern = int.from_bytes(
            self._mask.to_bytes(self._octets, "little") * (len(raw) // self._octets), "little"
        )
        masked = int.from_bytes(raw, "little") & pattern
        words = array(self._code, masked.to_bytes(len(raw), "little"))
        if sys.byteorder == "big":
            words.byteswap()
        return words
