"""The indices of `numpy.random.default_rng(seed).integers(0, clusters, size=(draws, clusters))`.

SeedSequence (four-word pool), PCG64 (XSL-RR 128/64) and Lemire's method on 32-bit halves, as
docs/streams.md specifies them. One array of B × K indices and B arrays of K are the same stream.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import islice

from fe_core.intervals.drawing.indices import Indices, index_code

_WORD = 0xFFFFFFFF
_LONG = 0xFFFFFFFFFFFFFFFF
_HUGE = (1 << 128) - 1
_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_PIECE = 2**16


def numpy_batches(seed: int, clusters: int, draws: int, first: int) -> Iterator[Indices]:
    """Rows `first` … of the stream; seed ≥ 0 of any size, clusters below 2^32."""
    if clusters == 1:
        found: Iterator[int] = iter(bytes(draws + first))
    else:
        found = _indices(*pcg64_state(seed), clusters)
    for _ in islice(found, first * clusters):
        pass
    piece = max(1, _PIECE // clusters)
    while draws:
        count = min(piece, draws)
        taken = islice(found, count * clusters)
        yield bytes(taken) if clusters <= 256 else array(index_code(clusters), taken)
        draws -= count


def pcg64_state(seed: int) -> tuple[int, int]:
    """State and increment with which `default_rng(seed)` starts."""
    words = seed_sequence(seed, 8)
    longs = [low | high << 32 for low, high in zip(words[0::2], words[1::2], strict=True)]
    increment = ((longs[2] << 64 | longs[3]) << 1 | 1) & _HUGE
    state = (increment + (longs[0] << 64 | longs[1])) * _MULTIPLIER + increment
    return state & _HUGE, increment


def seed_sequence(seed: int, count: int) -> list[int]:
    """`count` 32-bit words of `numpy.random.SeedSequence(seed).generate_state`."""
    entropy = _words(seed)
    mixer = _Hash(0x43B0D7E5, 0x931E8875)
    pool = [mixer(word) for word in (entropy + [0] * 4)[:4]]
    for source in range(4):
        for target in range(4):
            if source != target:
                pool[target] = _mixed(pool[target], mixer(pool[source]))
    for word in entropy[4:]:
        pool = [_mixed(kept, mixer(word)) for kept in pool]
    outlet = _Hash(0x8B51F9DD, 0x58F38DED)
    return [outlet(pool[at % 4]) for at in range(count)]


class _Hash:
    """A multiplicative hash whose constant moves on with every word."""

    def __init__(self, start: int, factor: int) -> None:
        self._constant = start
        self._factor = factor

    def __call__(self, word: int) -> int:
        word ^= self._constant
        self._constant = self._constant * self._factor & _WORD
        word = word * self._constant & _WORD
        return word ^ word >> 16


def _mixed(x: int, y: int) -> int:
    word = (x * 0xCA01F9DD - y * 0x4973F715) & _WORD
    return word ^ word >> 16


def _words(seed: int) -> list[int]:
    """The seed's 32-bit words, least significant first; one zero word for 0."""
    return [seed >> 32 * at & _WORD for at in range(max(1, (seed.bit_length() + 31) // 32))]


def _indices(state: int, increment: int, clusters: int) -> Iterator[int]:
    """Lemire's indices from both halves of each PCG64 output, the low half first."""
    least = (1 << 32) % clusters
    while True:
        state = (state * _MULTIPLIER + increment) & _HUGE
        word = (state >> 64 ^ state) & _LONG
        turn = state >> 122
        word = (word >> turn | word << (64 - turn)) & _LONG
        for half in (word & _WORD, word >> 32):
            scaled = half * clusters
            if scaled & _WORD >= least:
                yield scaled >> 32
