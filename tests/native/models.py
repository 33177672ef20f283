"""Slow, obvious programs that the engine is held against."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Sequence


def octets(seed: int) -> bytes:
    """|seed| as little-endian 32-bit words, at least one."""
    words = max(1, -(-abs(seed).bit_length() // 32))
    return abs(seed).to_bytes(4 * words, "little")


def packed(values: Sequence[int]) -> bytes:
    return b"".join(value.to_bytes(8, "little", signed=True) for value in values)


def block(seed: int, number: int, clusters: int) -> list[int]:
    """The 256 · K indices of one block of mt-blocks/1."""
    source = random.Random(seed | number << 64 | 1 << 127)
    bits = (clusters - 1).bit_length()
    width = -(-bits // 8)
    found: list[int] = []
    while len(found) < 256 * clusters:
        if not bits:
            found.append(0)
            continue
        raw = source.randbytes(4 * width)
        for at in range(0, len(raw), width):
            index = int.from_bytes(raw[at : at + width], "little") & ((1 << bits) - 1)
            if index < clusters and len(found) < 256 * clusters:
                found.append(index)
    return found


def block_draws(seed: int, clusters: int, first: int, draws: int) -> list[list[int]]:
    rows: list[list[int]] = []
    for number in range(first // 256, (first + draws + 255) // 256):
        flat = block(seed, number, clusters)
        rows += [flat[at : at + clusters] for at in range(0, len(flat), clusters)]
    skipped = first % 256
    return rows[skipped : skipped + draws]


def python_draws(seed: int, clusters: int, draws: int) -> list[list[int]]:
    source = random.Random(seed)
    return [source.choices(range(clusters), k=clusters) for _ in range(draws)]


def unpacked(raw: bytes, width: int) -> list[list[int]]:
    """Rows of `width` 32-bit indices."""
    flat = array("I", raw)
    return [list(flat[at : at + width]) for at in range(0, len(flat), width)]


def summed(rows: Sequence[Sequence[int]], tallies: Sequence[Sequence[int]]) -> bytes:
    """The engine's bytes for the sums of these draws."""
    return packed(list(_sums(rows, tallies)))


def _sums(rows: Sequence[Sequence[int]], tallies: Sequence[Sequence[int]]) -> Iterator[int]:
    for row in rows:
        for column in range(len(tallies[0])):
            yield sum(tallies[index][column] for index in row)
