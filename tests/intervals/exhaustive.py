"""The dumb model that the exact law is held against: all K^K draws, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st


def all_values(
    numerators: Sequence[int], denominators: Sequence[int]
) -> tuple[list[Fraction], int]:
    """Sorted ratios of every draw that has one, and how many draws have none."""
    clusters = range(len(numerators))
    found, undefined = [], 0
    for draw in product(clusters, repeat=len(numerators)):
        bottom = sum(denominators[c] for c in draw)
        if bottom:
            found.append(Fraction(sum(numerators[c] for c in draw), bottom))
        else:
            undefined += 1
    return sorted(found), undefined


@st.composite
def tallies(draw: st.DrawFn, largest: int = 4) -> tuple[list[int], list[int]]:
    """(numerators, denominators) of at most five clusters, not all denominators 0."""
    clusters = draw(st.integers(1, 5))
    size = draw(st.sampled_from([1, largest]))
    bottoms = draw(st.lists(st.integers(0, size), min_size=clusters, max_size=clusters))
    if draw(st.booleans()):
        bottoms = [size] * clusters
    if not any(bottoms):
        bottoms[0] = 1
    tops = draw(st.lists(st.integers(-size, size), min_size=clusters, max_size=clusters))
    if draw(st.integers(0, 4)) == 0:
        tops = [2 * n + 1 for n in bottoms]
    return tops, bottoms
