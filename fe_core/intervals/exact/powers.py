"""Powers of polynomials with integer coefficients: how often a sum of draws takes each value."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Mapping, Sequence


def power(base: Sequence[int], exponent: int) -> list[int]:
    """Coefficients of (Σ base[j]·x^j)^exponent, lowest first; base[0] must be positive.

    J. C. P. Miller's recurrence, exact in integers:
    k·p_0·c_k = Σ_j (j(exponent+1) − k)·p_j·c_(k−j).

    >>> power([1, 2], 3)
    [1, 6, 12, 8]
    """
    degree = len(base) - 1
    terms = [(j, j * (exponent + 1) * p, p) for j, p in enumerate(base) if j and p]
    found = [0] * degree + [base[0] ** exponent]
    for k in range(1, degree * exponent + 1):
        total = 0
        for j, up, down in terms:
            total += (up - k * down) * found[k + degree - j]
        found.append(total // (k * base[0]))
    return found[degree:]


def planar_power(cells: Mapping[tuple[int, int], int], exponent: int) -> tuple[list[int], int]:
    """Coefficients of (Σ m·x^row·y^column)^exponent as flat rows, and the length of a row.

    cells: (row, column) → multiplicity m > 0, coordinates from 0. Kronecker substitution: the
    polynomial is one big integer with a lane for each cell, wide enough for the sum of all
    coefficients, and every factor is a handful of shifts and additions.
    """
    height = max(row for row, _ in cells) * exponent + 1
    width = max(column for _, column in cells) * exponent + 1
    octets = lane_octets(sum(cells.values()) ** exponent)
    shifts = sorted((8 * octets * (row * width + column), m) for (row, column), m in cells.items())
    packed = 1
    for _ in range(exponent):
        packed = _times(packed, shifts)
    return _lanes(packed, height * width, octets), width


def lane_octets(largest: int) -> int:
    """Bytes of a lane that holds `largest`: 8 if that suffices, else as few as possible."""
    return max(8, (largest.bit_length() + 7) // 8)


def _times(packed: int, shifts: Sequence[tuple[int, int]]) -> int:
    total, above = 0, shifts[-1][0]
    for shift, multiplicity in reversed(shifts):
        total = (total << (above - shift)) + (packed * multiplicity if multiplicity > 1 else packed)
        above = shift
    return total << above


def _lanes(packed: int, count: int, octets: int) -> list[int]:
    raw = packed.to_bytes(count * octets, "little")
    if octets != 8:
        return [
            int.from_bytes(raw[at : at + octets], "little") for at in range(0, len(raw), octets)
        ]
    lanes = array("Q", raw)
    if sys.byteorder == "big":
        lanes.byteswap()
    return lanes.tolist()
