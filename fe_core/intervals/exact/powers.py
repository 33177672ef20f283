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

    cells: (row, column) → multiplicity m > 0, coordinates from 0, a cell in row 0. A row of the
    power is one big integer with a lane for each column, wide enough for the sum of all
    coefficients; rows follow by Miller's recurrence with row polynomials for numbers.
    """
    height = max(row for row, _ in cells) * exponent + 1
    width = max(column for _, column in cells) * exponent + 1
    octets = lane_octets(sum(cells.values()) ** exponent)
    terms: dict[int, list[tuple[int, int]]] = {}
    for (row, column), multiplicity in sorted(cells.items()):
        terms.setdefault(row, []).append((8 * octets * column, multiplicity))
    last = max(terms)
    turned = len(terms[0]) > 1 and len(terms[last]) == 1
    if turned:
        terms = {last - row: terms[row] for row in reversed(terms)}
    rows = _rows(terms, exponent, height)
    if turned:
        rows.reverse()
    raw = b"".join([row.to_bytes(width * octets, "little") for row in rows])
    return _lanes(raw, octets), width


def lane_octets(largest: int) -> int:
    """Bytes of a lane that holds `largest`: 8 if that suffices, else as few as possible."""
    return max(8, (largest.bit_length() + 7) // 8)


def _rows(terms: Mapping[int, list[tuple[int, int]]], exponent: int, height: int) -> list[int]:
    """Packed rows of the power: k·P_0·C_k = Σ_j (j(exponent+1) − k)·P_j·C_(k−j).

    Packing is a ring homomorphism, so lanes may overflow or turn negative on the way.
    """
    first = terms[0]
    lead = sum(multiplicity << shift for shift, multiplicity in first)
    found = [lead**exponent]
    others = [(row, part) for row, part in terms.items() if row]
    for k in range(1, height):
        total = 0
        for j, part in others:
            if j <= k and (scale := j * (exponent + 1) - k):
                total += scale * _times(found[k - j], part)
        if len(first) == 1:
            shift, multiplicity = first[0]
            found.append((total >> shift) // (k * multiplicity))
        else:
            found.append(total // (k * lead))
    return found


def _times(packed: int, terms: Sequence[tuple[int, int]]) -> int:
    total, above = 0, terms[-1][0]
    for shift, multiplicity in reversed(terms):
        total = (total << (above - shift)) + (packed * multiplicity if multiplicity > 1 else packed)
        above = shift
    return total << above


def _lanes(raw: bytes, octets: int) -> list[int]:
    if octets != 8:
        return [
            int.from_bytes(raw[at : at + octets], "little") for at in range(0, len(raw), octets)
        ]
    lanes = array("Q", raw)
    if sys.byteorder == "big":
        lanes.byteswap()
    return lanes.tolist()
