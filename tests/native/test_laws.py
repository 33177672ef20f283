"""The exact law in Rust against enumeration, against Python, and at its limits."""

from __future__ import annotations

import random
from array import array
from fractions import Fraction
from itertools import product
from math import ceil
from types import ModuleType

import pytest

from fe_core.intervals import law as python

LEVELS = [(0, 1), (1, 40), (1, 3), (1, 2), (39, 40), (97_903, 100_000), (1, 1)]


def from_engine(
    engine: ModuleType, tops: list[int], bottoms: list[int], levels: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    packed = [array("q", column).tobytes() for column in (tops, bottoms)]
    return engine.law_quantiles(*packed, len(tops), levels)


def enumerated(tops: list[int], bottoms: list[int]) -> list[tuple[int, int]]:
    draws = product(range(len(tops)), repeat=len(tops))
    sums = [(sum(tops[i] for i in draw), sum(bottoms[i] for i in draw)) for draw in draws]
    values = sorted(Fraction(top, bottom) for top, bottom in sums if bottom)
    ranks = [max(ceil(Fraction(p, q) * len(values)), 1) - 1 for p, q in LEVELS]
    return [values[rank].as_integer_ratio() for rank in ranks]


@pytest.mark.parametrize("seed", range(40))
def test_quantiles_against_enumeration(engine: ModuleType, seed: int) -> None:
    source = random.Random(seed)
    clusters = source.randint(1, 6)
    bottoms = [source.randint(0, 5) for _ in range(clusters)]
    bottoms[0] = bottoms[0] or 1
    tops = [source.randint(-5, 5) for _ in range(clusters)]
    assert from_engine(engine, tops, bottoms, LEVELS) == enumerated(tops, bottoms)


@pytest.mark.parametrize("clusters", [13, 15, 16, 20, 29, 96])
@pytest.mark.parametrize("equal", [True, False])
def test_quantiles_against_python(engine: ModuleType, clusters: int, equal: bool) -> None:
    source = random.Random(clusters)
    if clusters > 29 and not equal:
        pytest.skip("out of plain Python's reach")
    bottoms = [3 if equal else source.randint(1, 4) for _ in range(clusters)]
    tops = [source.randint(0, n) for n in bottoms]
    assert from_engine(engine, tops, bottoms, LEVELS) == python.law_quantiles(tops, bottoms, LEVELS)


def test_levels_on_the_border_of_an_atom_against_python(engine: ModuleType) -> None:
    """P(ratio <= x) of fair coins is a dyadic number: a level may hit it exactly."""
    for clusters in (14, 16, 26):
        tops = [0, 1] * (clusters // 2)
        for x in (Fraction(1, clusters), Fraction(1, 2)):
            border = python.law(tops, [1] * clusters).up_to(x)
            levels = [border.as_integer_ratio(), (border.numerator + 1, border.denominator)]
            expected = python.law_quantiles(tops, [1] * clusters, levels)
            assert from_engine(engine, tops, [1] * clusters, levels) == expected
            assert expected[0] != expected[1]


def test_an_undecided_level_is_refused(engine: ModuleType) -> None:
    tops = [0, 1] * 15
    border = python.law(tops, [1] * 30).up_to(Fraction(1, 3))
    with pytest.raises(ValueError, match="undecided"):
        from_engine(engine, tops, [1] * 30, [border.as_integer_ratio()])


def test_requests_outside_the_domain_are_refused(engine: ModuleType) -> None:
    for tops, bottoms in [([1, 2], [1, -1]), ([1, 2], [0, 0])]:
        with pytest.raises(ValueError, match="denominator"):
            from_engine(engine, tops, bottoms, LEVELS)
    with pytest.raises(ValueError, match="level"):
        from_engine(engine, [1], [1], [(2, 1)])
    with pytest.raises(ValueError, match="states"):
        from_engine(engine, [2**40, 1, 5], [3, 1, 2], LEVELS)
    with pytest.raises(ValueError, match="states"):
        from_engine(engine, [2**62, 1, -(2**62)], [2**62, 1, 2], LEVELS)
