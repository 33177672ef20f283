"""Row feasibility: held against brute force, against generated matrices, and against the paper."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fe_core.errors import UsageError
from fe_core.numbers.printed import Number, number
from fe_core.numbers.rounding import Rounding, rounded
from offline_reproduction.audit.row.decide import harmonic_clash, judge_row, solutions, values
from offline_reproduction.audit.row.matrix import realise
from offline_reproduction.audit.row.predictions import Half
from offline_reproduction.audit.row.printed_row import METRICS, Facts, Printed
from offline_reproduction.audit.values.judgement import Judgement

SUPPORTS = (75, 70, 69, 74)
EVEN = (Rounding.HALF_EVEN,)


def shown(value: Fraction | None, decimals: int, rule: Rounding) -> Number:
    """The number as a paper prints it, in percent."""
    assert value is not None
    return number(rounded(value, decimals, rule, 100))


def row(confusion, decimals: int, rule: Rounding, names=METRICS) -> Printed:  # type: ignore[no-untyped-def]
    """The printed row of a confusion."""
    exact = (
        confusion.accuracy(),
        confusion.macro_precision(),
        confusion.macro_recall(),
        confusion.macro_f1(),
    )
    return Printed(
        *(
            shown(value, decimals, rule) if name in names else None
            for name, value in zip(METRICS, exact, strict=True)
        )
    )


@st.composite
def matrices(draw: st.DrawFn, classes: int = 4, most: int = 12) -> list[list[int]]:
    """Confusion matrices with a last column of invalid answers and no empty total."""
    size = draw(st.integers(2, classes))
    cells = st.lists(st.integers(0, most), min_size=size + 1, max_size=size + 1)
    grid = draw(st.lists(cells, min_size=size, max_size=size))
    grid[0][0] += 1
    return grid


def parts(grid: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    """Supports, hits, predicted and the number of invalid answers."""
    size = len(grid)
    supports = tuple(sum(line) for line in grid)
    hits = tuple(grid[i][i] for i in range(size))
    predicted = tuple(sum(line[i] for line in grid) for i in range(size))
    return supports, hits, predicted, (sum(line[-1] for line in grid),)


def brute_force(printed: Printed, facts: Facts) -> set[tuple[tuple[int, ...], ...]]:
    """All solutions by trying every confusion matrix of these supports."""
    size = len(facts.supports)
    found = set()
    for cells in product(*(list(compositions(n, size + 1)) for n in facts.supports)):
        supports, hits, predicted, invalid = parts([list(line) for line in cells])
        if not facts.invalid[0] <= invalid[0] <= facts.invalid[1]:
            continue
        confusion = values(supports, hits, predicted)
        fits = all(
            getattr(printed, name) in (None, getattr(again, name))
            for rule in facts.rules
            for again in [row(confusion, 1, rule)]
            for name in METRICS
        )
        if fits:
            found.add((hits, predicted, invalid))
    return found


def compositions(total: int, size: int) -> Iterator[tuple[int, ...]]:
    """Every way to write `total` as an ordered sum of `size` counts."""
    if size == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, size - 1):
            yield (first, *rest)


@given(
    matrices(),
    st.integers(0, 4),
    st.sampled_from(list(Rounding)),
    st.sets(st.sampled_from(METRICS), min_size=1),
)
def test_a_generated_row_is_never_flagged_and_its_witness_prints_it(grid, decimals, rule, names):
    supports, hits, predicted, invalid = parts(grid)
    printed = row(values(supports, hits, predicted), decimals, rule, names)
    facts = Facts(supports, (invalid[0], invalid[0]), (rule,))
    found = judge_row(printed, facts, count_within=0)
    assert found.judgement is Judgement.POSSIBLE, found
    matrix = found.witness
    assert matrix is not None
    assert sum(matrix.invalid) == invalid[0]
    assert tuple(map(sum, matrix.cells)) == tuple(
        n - i for n, i in zip(supports, matrix.invalid, strict=True)
    )
    assert row(values(supports, matrix.hits, matrix.predicted), decimals, rule, names) == printed


@settings(max_examples=25)
@given(
    st.lists(st.integers(1, 3), min_size=2, max_size=3),
    st.integers(0, 2),
    st.tuples(*[st.one_of(st.none(), st.integers(0, 1000))] * 4),
    st.sampled_from(METRICS),
    st.integers(0, 20),
)
def test_verdicts_and_counts_against_brute_force(supports, invalid, wild, kept, seed):
    facts = Facts(tuple(supports), (0, min(invalid, sum(supports))), EVEN)
    hits = tuple(seed % (n + 1) for n in supports)
    true = row(values(facts.supports, hits, facts.supports), 1, Rounding.HALF_EVEN)
    numbers = {
        name: None if value is None else Number(Fraction(value, 10), 1)
        for name, value in zip(METRICS, wild, strict=True)
    }
    numbers[kept] = getattr(true, kept)
    printed = Printed(**numbers)
    expected = brute_force(printed, facts)
    found = judge_row(printed, facts, count_within=10**6)
    assert set(solutions(printed, facts)) == expected
    assert (found.judgement is Judgement.POSSIBLE) == bool(expected)
    if expected:
        assert found.solutions == len(expected)


@given(st.lists(st.tuples(*[st.integers(0, 30)] * 4), min_size=1, max_size=3), st.booleans())
def test_every_listed_half_lies_in_the_reach_of_its_sum(classes, precision_first):
    hits = tuple(min(hit, support) for support, hit, _, _ in classes)
    supports = tuple(support for support, *_ in classes)
    ranges = [
        range(hit + more, hit + more + width + 1)
        for hit, (_, _, more, width) in zip(hits, classes, strict=True)
    ]
    half = Half(supports, hits, ranges, precision_first)
    listed = 0
    for total in half.totals():
        reach = half.reach(total)
        for entry in half.block(total):
            assert all(
                low <= value <= high for value, (low, high) in zip(entry[:2], reach, strict=True)
            )
            listed += 1
    assert listed == len(list(product(*ranges)))


@given(matrices(), st.randoms(use_true_random=False))
def test_a_matrix_is_rebuilt_from_its_margins(grid, random):
    supports, hits, predicted, invalid = parts(grid)
    matrix = realise(supports, hits, predicted, invalid[0])
    assert matrix.hits == hits
    assert matrix.predicted == predicted
    assert sum(matrix.invalid) == invalid[0]
    assert all(cell >= 0 for line in matrix.cells for cell in line)


def test_margins_without_a_matrix_are_refused():
    with pytest.raises(ValueError, match="no confusion matrix"):
        realise((2, 2), (1, 2), (2, 2), 1)


@pytest.mark.parametrize(
    ("text", "clash"),
    [
        (("40.63", "40.57", "40.72", "40.43"), ("accuracy",)),
        (("40.62", "40.57", "49.72", "40.43"), ("accuracy", "recall")),
        (("40.62", "40.57", "40.72", "41.43"), ("precision", "recall", "f1")),
    ],
)
def test_a_planted_error_is_impossible_with_the_numbers_that_clash(text, clash):
    found = judge_row(Printed(*map(number, text)), Facts(SUPPORTS, rules=EVEN))
    assert found.judgement is Judgement.IMPOSSIBLE
    assert found.clash == clash


def test_f1_above_both_harmonic_bounds_is_impossible_without_supports():
    assert "harmonic mean" in harmonic_clash(Printed(None, *map(number, ("30", "40", "37"))), EVEN)
    assert "2x/(1 + x)" in harmonic_clash(Printed(None, number("20"), None, number("40")), EVEN)
    assert not harmonic_clash(Printed(None, *map(number, ("98.56", "98.40", "98.48"))), EVEN)


def test_larger_problems_are_undecided_with_the_bound_that_was_reached():
    printed = Printed(number("50.0"), None, number("50.0"), number("1.0"))
    found = judge_row(printed, Facts((300,) * 6))
    assert found.judgement is Judgement.UNDECIDED
    assert "not searched" in found.explanation


def test_known_facts_narrow_the_row():
    printed = Printed(number("50.0"))
    facts = Facts((2, 2), rules=EVEN, hits={0: (2, 2)}, predicted={1: (0, 1)})
    assert {hits for hits, _, _ in solutions(printed, facts)} == {(2, 0)}
    assert {predicted for _, predicted, _ in solutions(printed, facts)} == {(4, 0)}


def test_supports_that_are_no_counts_are_refused():
    with pytest.raises(UsageError, match="supports"):
        Facts((5,))
    with pytest.raises(UsageError, match="invalid"):
        Facts((5, 5), (0, 11))
