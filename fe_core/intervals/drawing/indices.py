"""How drawn cluster indices are held: bytes up to 256 clusters, arrays of integers above."""

from __future__ import annotations

from array import array
from typing import TypeAlias

Indices: TypeAlias = "bytes | array[int]"


def index_code(clusters: int) -> str:
    """Array type code of indices below `clusters`, of which there are more than 256."""
    return "H" if clusters <= 2**16 else "I"
