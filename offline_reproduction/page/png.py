"""A small palette PNG as a data URI, the same bytes everywhere (nothing is compressed)."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence

PALETTE = (0x2F, 0x7D, 0x4F, 0xE3, 0xB5, 0x8A, 0x6A, 0x3D, 0x9A, 0xF4, 0xF4, 0xF4)
"""Right, wrong, invalid, not asked."""


def data_uri(rows: Sequence[bytes], width: int) -> str:
    """An image of `rows`, each of `width` values 0…3, two bits a pixel."""
    raw = b"".join(b"\0" + _packed(row) for row in rows)
    header = struct.pack(">IIBBBBB", width, len(rows), 2, 3, 0, 0, 0)
    chunks = (("IHDR", header), ("PLTE", bytes(PALETTE)), ("IDAT", _stored(raw)), ("IEND", b""))
    png = b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)
    return "data:image/png;base64," + base64.b64encode(png).decode("ascii")


def _packed(row: bytes) -> bytes:
    padded = row + bytes(-len(row) % 4)
    return bytes(
        padded[i] << 6 | padded[i + 1] << 4 | padded[i + 2] << 2 | padded[i + 3]
        for i in range(0, len(padded), 4)
    )


def _stored(raw: bytes) -> bytes:
    """A zlib stream of stored blocks: compressors differ between versions, these bytes do not."""
    blocks = [raw[start : start + 65_535] for start in range(0, len(raw), 65_535)] or [b""]
    body = b"".join(
        struct.pack("<BHH", i == len(blocks) - 1, len(block), len(block) ^ 0xFFFF) + block
        for i, block in enumerate(blocks)
    )
    return b"\x78\x01" + body + struct.pack(">I", zlib.adler32(raw))


def _chunk(name: str, data: bytes) -> bytes:
    tagged = name.encode("ascii") + data
    return struct.pack(">I", len(data)) + tagged + struct.pack(">I", zlib.crc32(tagged))
