"""Two runs on the same items, and statistics of items summed by cluster."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

from tools.witness.gpt.facts import ITEMS, Interval
from tools.witness.program import Program
from tools.witness.sheet import Sheet
from tools.witness.vectors import LETTERS

Letters = tuple[str, ...]
"""A run's options in the order of the test items."""

_INNER, _OUTER = Fraction("1.887"), Fraction("2.035")
"""Normal deviates of 0.02957 and 0.02093: where the 2.5% point of 20,000 draws may lie."""


class Paired(NamedTuple):
    """Of each item: whether both runs are right, whether they chose the same option."""

    both: tuple[Any, ...]
    agree: tuple[Any, ...]


def paired(run: Sheet, given: Letters) -> Paired:
    """Outcomes of a run beside given answers, at the same option order: no new variables."""
    items = run.test.items
    agree = tuple(
        row[LETTERS.index(letter)] for row, letter in zip(run.letters, given, strict=True)
    )
    both = tuple(
        same if letter == item.gold else 0
        for same, letter, item in zip(agree, given, items, strict=True)
    )
    return Paired(both, agree)


def print_sums(
    program: Program,
    fact: str,
    terms: Sequence[Any],
    clusters: Sequence[Sequence[int]],
    sums: Sequence[int],
) -> None:
    """The terms of each cluster's positions add up to its planned sum."""
    for positions, total in zip(clusters, sums, strict=True):
        program.fact(fact, sum(terms[position] for position in positions) == total)


def print_spread(
    program: Program,
    fact: str,
    terms: Sequence[Any],
    groups: Sequence[Sequence[int]],
    total: int,
    printed: Interval,
) -> None:
    """Sums of groups spread as much as the printed interval over equal groups asks for.

    A draw's total over G groups of equal size has variance Σ s² − total²/G, and lies on the lattice
    of one item. Each endpoint allows a range of standard deviations; the middle half of what both
    allow is asked for, and the exact law decides afterwards.
    """
    least, most = _deviations(total, printed)
    quarter = (most - least) / 4
    mean = Fraction(total * total, len(groups))
    value = sum(_square(program, [terms[n] for n in group]) for group in groups)
    program.fact(fact, value >= ceil((least + quarter) ** 2 + mean))
    program.fact(fact, value <= floor((most - quarter) ** 2 + mean))


def _deviations(total: int, printed: Interval) -> tuple[Fraction, Fraction]:
    """Standard deviations with which a normal total prints both endpoints on the item lattice."""
    apart = [abs(round(Fraction(text) * ITEMS / 100) - total) for text in printed]
    half = Fraction(1, 2)
    return (
        max((end - half) / _OUTER for end in apart),
        min((end + half) / _INNER for end in apart),
    )


def _square(program: Program, terms: Sequence[Any]) -> Any:
    """Square of a sum of terms of −1, 0 or 1, by a switch for each size of it."""
    sizes = range(1, len(terms) + 1)
    total = sum(terms)
    switches = {signed: program.boolean() for size in sizes for signed in (size, -size)}
    program.always(sum(switches.values()) <= 1)
    program.always(total == sum(signed * switch for signed, switch in switches.items()))
    return sum(signed * signed * switch for signed, switch in switches.items())
