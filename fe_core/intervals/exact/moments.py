"""Exact moments of a ratio over whole-cluster bootstrap draws."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

LIMIT = 4_000_000
"""Largest packed polynomial in bytes: about half a second in plain Python."""


def ratio_variance(numerators: Sequence[int], denominators: Sequence[int]) -> Fraction | None:
    """Variance of Σ numerators / Σ denominators over the draws whose denominator is not 0.

    Equal denominators have a closed form. Otherwise only the moments of the numerator for each
    denominator sum are needed: with P_i = Σ_c d_c^i·y^(n_c) the sums of D and D² at denominator N
    are the coefficients of K·P_0^(K−1)·P_1 and K·P_0^(K−1)·P_2 + K(K−1)·P_0^(K−2)·P_1².
    None where these polynomials would pass LIMIT.
    """
    clusters = len(numerators)
    if min(denominators) == max(denominators):
        first, second = sum(numerators), sum(d * d for d in numerators)
        spread = Fraction(second) - Fraction(first * first, clusters)
        return spread / (clusters * denominators[0]) ** 2
    octets = _octets(numerators, clusters)
    lanes = (max(denominators) - min(denominators)) * clusters + 1
    if octets * lanes > LIMIT:
        return None
    return _variance(_sums(numerators, denominators, octets, lanes), min(denominators) * clusters)


def _octets(numerators: Sequence[int], clusters: int) -> int:
    """Bytes that hold K^K times the largest square of a (shifted, hence not negative) sum."""
    reach = clusters * (max(0, *numerators) - min(0, *numerators)) + 1
    return (clusters * clusters.bit_length() + 2 * reach.bit_length() + 2 * 8) // 8


def _sums(
    numerators: Sequence[int], denominators: Sequence[int], octets: int, lanes: int
) -> list[tuple[int, int, int]]:
    """(draws, Σ D, Σ D²) over all draws, for each denominator sum from the smallest up."""
    clusters, least = len(numerators), min(denominators)
    lift = max(0, -min(numerators))
    zeroth = first = second = 0
    for d, n in zip(numerators, denominators, strict=True):
        place = 1 << (8 * octets * (n - least))
        zeroth += place
        first += (d + lift) * place
        second += (d + lift) ** 2 * place
    rest = zeroth ** (clusters - 2)
    counts = _lanes(rest * zeroth * zeroth, octets, lanes)
    firsts = _lanes(clusters * rest * zeroth * first, octets, lanes)
    mixed = clusters * rest * (zeroth * second + (clusters - 1) * first * first)
    seconds = _lanes(mixed, octets, lanes)
    back = clusters * lift
    return [
        (c, f - back * c, s - 2 * back * f + back * back * c)
        for c, f, s in zip(counts, firsts, seconds, strict=True)
    ]


def _lanes(packed: int, octets: int, lanes: int) -> list[int]:
    raw = packed.to_bytes(octets * lanes, "little")
    return [int.from_bytes(raw[at : at + octets], "little") for at in range(0, len(raw), octets)]


def _variance(sums: Sequence[tuple[int, int, int]], least: int) -> Fraction:
    """Second moment minus squared mean of D/N, N counting up from `least`, N = 0 left out."""
    present = [(n, *row) for n, row in enumerate(sums, least) if n and row[0]]
    total = sum(draws for _, draws, _, _ in present)
    mean = _balanced_sum([Fraction(first, n) for n, _, first, _ in present])
    square = _balanced_sum([Fraction(second, n * n) for n, _, _, second in present])
    return square / total - (mean / total) ** 2


def _balanced_sum(terms: Sequence[Fraction]) -> Fraction:
    """The sum, halves first, so that large common denominators arise only at the end."""
    if len(terms) < 2:
        return sum(terms, Fraction(0))
    middle = len(terms) // 2
    return _balanced_sum(terms[:middle]) + _balanced_sum(terms[middle:])
