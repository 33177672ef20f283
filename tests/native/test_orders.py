"""Order statistics of ratios against sorting every draw."""

from __future__ import annotations

import random
from fractions import Fraction
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .models import block_draws, octets, packed

LEVELS = [(0, 1), (1, 40), (1, 2), (39, 40), (1, 1)]
Sorted = list[tuple[int, list[tuple[Fraction, Fraction]]]]


def by_sorting(
    rows: list[list[int]],
    tallies: list[list[int]],
    ratios: list[tuple[int, int]],
    levels: list[tuple[int, int]],
) -> Sorted:
    sums = [
        [sum(column) for column in zip(*(tallies[i] for i in row), strict=True)] for row in rows
    ]
    found: Sorted = []
    for top, bottom in ratios:
        values = sorted(Fraction(s[top], s[bottom]) for s in sums if s[bottom])
        ends = []
        for p, q in levels if values else []:
            at = (len(values) - 1) * p // q
            ends.append((values[at], values[min(at + 1, len(values) - 1)]))
        found.append((len(values), ends))
    return found


def from_engine(
    engine: ModuleType,
    tallies: list[list[int]],
    ratios: list[tuple[int, int]],
    *,
    draws: int,
    seed: int,
    threads: int,
) -> Sorted:
    flat = packed([value for row in tallies for value in row])
    shape = (len(tallies), len(tallies[0]))
    answer = engine.order_statistics(
        "mt-blocks/1", octets(seed), flat, *shape, ratios, draws, LEVELS, threads
    )
    for _, ends in answer:
        for a, b, c, d in ends:
            assert (a, b, c, d) == (
                *Fraction(a, b).as_integer_ratio(),
                *Fraction(c, d).as_integer_ratio(),
            )
    return [(n, [(Fraction(a, b), Fraction(c, d)) for a, b, c, d in ends]) for n, ends in answer]


def tally_rows(
    source: random.Random, clusters: int, columns: int, low: int, high: int
) -> list[list[int]]:
    return [[source.randint(low, high) for _ in range(columns)] for _ in range(clusters)]


SHAPES = [
    # clusters, lowest and highest tally, draws
    (1, 0, 3, 300),
    (2, 0, 1, 1000),
    (3, 1, 2, 1500),
    (13, 0, 45, 1500),
    (13, 1, 2000, 1500),
    (13, 1, 5000, 1500),
    (13, -20_000, 20_000, 700),
    (13, -(2**40), 2**40, 700),
    (96, 0, 3, 700),
    (256, 0, 40, 300),
    (257, 0, 40, 300),
    (300, -5, 30_000, 300),
    (300, 0, 40_000, 300),
    (300, 0, 2**50, 300),
]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("threads", [1, 2])
def test_order_statistics_against_sorting(
    engine: ModuleType, shape: tuple[int, int, int, int], threads: int
) -> None:
    clusters, low, high, draws = shape
    source = random.Random(f"{shape}")
    tallies = tally_rows(source, clusters, 6, low, high)
    for i, row in enumerate(tallies):
        row[4], row[5] = 7, row[1]
        row[3] = 0 if i else row[3]
    ratios = [(0, 1), (1, 2), (0, 3), (2, 4), (4, 1), (4, 4), (5, 0), (0, 0)]
    rows = block_draws(3, clusters, 0, draws)
    expected = by_sorting(rows, tallies, ratios, LEVELS)
    found = from_engine(engine, tallies, ratios, draws=draws, seed=3, threads=threads)
    assert expected == found


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_many_columns_and_many_draws_against_sorting(engine: ModuleType, threads: int) -> None:
    source = random.Random(4)
    tallies = tally_rows(source, 11, 205, 0, 9)
    for row in tallies:
        row[204] += 9
    ratios = [(0, 204), (31, 204), (32, 204), (99, 204), (203, 204), (203, 7)]
    rows = block_draws(1, 11, 0, 6000)
    expected = by_sorting(rows, tallies, ratios, LEVELS)
    assert expected == from_engine(engine, tallies, ratios, draws=6000, seed=1, threads=threads)


@given(st.data())
def test_any_tallies_against_sorting(engine: ModuleType, data: st.DataObject) -> None:
    clusters = data.draw(st.integers(1, 9))
    size = data.draw(st.sampled_from([1, 5, 300, 2**20, 2**45]))
    low = data.draw(st.sampled_from([0, 1, -size]))
    rows = st.lists(st.integers(min(low, size), size), min_size=3, max_size=3)
    tallies = data.draw(st.lists(rows, min_size=clusters, max_size=clusters))
    seed, draws = data.draw(st.integers(0, 2**64 - 1)), data.draw(st.integers(0, 300))
    ratios = [(0, 1), (2, 1), (1, 0), (2, 2)]
    expected = by_sorting(block_draws(seed, clusters, 0, draws), tallies, ratios, LEVELS)
    assert expected == from_engine(engine, tallies, ratios, draws=draws, seed=seed, threads=1)


@pytest.mark.parametrize("stream", ["mt-blocks/1", "python", "numpy"])
def test_threads_change_nothing(engine: ModuleType, stream: str) -> None:
    source = random.Random(2)
    for clusters in (13, 96, 300):
        tallies = tally_rows(source, clusters, 9, 1, 20)
        flat = packed([value for row in tallies for value in row])
        ratios = [(c, 8) for c in range(8)]
        question = (stream, octets(5), flat, clusters, 9, ratios, 5000, LEVELS)
        answers = [engine.order_statistics(*question, threads) for threads in (1, 2, 7)]
        assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("stream", ["mt-blocks/1", "python", "numpy"])
def test_threads_that_share_the_ratios_change_nothing(engine: ModuleType, stream: str) -> None:
    source = random.Random(3)
    tallies = tally_rows(source, 48, 201, 1, 12)
    flat = packed([value for row in tallies for value in row])
    ratios = [(c, 200) for c in range(200)]
    question = (stream, octets(5), flat, 48, 201, ratios, 3000, LEVELS)
    answers = [engine.order_statistics(*question, threads) for threads in (1, 2, 3)]
    assert answers[0] == answers[1] == answers[2]
    some = (stream, octets(5), flat, 48, 201, ratios[97:103], 3000, LEVELS)
    assert answers[0][97:103] == engine.order_statistics(*some, 1)


def test_wrong_columns_and_levels_are_refused(engine: ModuleType) -> None:
    question = ("mt-blocks/1", octets(5), packed([1, 2]), 2, 1)
    with pytest.raises(ValueError, match="column 1"):
        engine.order_statistics(*question, [(0, 1)], 9, LEVELS, 1)
    for level in [(1, 0), (3, 2)]:
        with pytest.raises(ValueError, match="level"):
            engine.order_statistics(*question, [(0, 0)], 9, [level], 1)
