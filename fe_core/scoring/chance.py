"""Exact expectations under independent uniform guesses."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from fe_core.errors import UsageError
from fe_core.numbers.exact import mean
from fe_core.records.model import Item


def choices(item: Item) -> int:
    """How many answers a uniform guess chooses among: its options, or their subsets.

    Raises UsageError for an item without options, which nobody can guess.
    """
    number = len(item.options)
    if not number:
        raise UsageError(f"item={item.item!r} has no options to guess among")
    return 2**number if item.select == "many" else number


def all_right(options: Sequence[int]) -> Fraction:
    """The chance that every one of several guesses is right, given their numbers of options."""
    chance = Fraction(1)
    for number in options:
        chance /= number
    return chance


def expected_accuracy(options: Sequence[int]) -> Fraction | None:
    """Expected share of right guesses over items with these numbers of options."""
    return mean([Fraction(1, number) for number in options])


def expected_macro_recall(supports: Sequence[int], options: int) -> Fraction:
    """Expected mean recall: 1/options for each label that has golds, 0 for one that has none."""
    return _mean([Fraction(support > 0, options) for support in supports])


def expected_macro_precision(supports: Sequence[int], options: int) -> Fraction:
    """Expected mean precision, an undefined precision counting 0.

    Given that a label is predicted p > 0 times, its hits are hypergeometric with mean p·n_c/N, so
    the expectation is n_c/N times the chance of predicting it at all.
    """
    total = sum(supports)
    never = Fraction(options - 1, options) ** total
    return _mean([Fraction(support, total) * (1 - never) for support in supports])


def expected_macro_f1(supports: Sequence[int], options: int) -> Fraction:
    """Expected mean F1 (FrameEvidence, Appendix A: 24.93 % under 75, 70, 69, 74).

    supports: golds per label. options: each guess is one of so many, all equally likely.
    Given p predictions of a label, its expected hits are p·n_c/N; F1 is 2·hits/(p + n_c), so one
    binomial sum over p gives the expectation exactly.
    """
    total = sum(supports)
    return _mean([_expected_f1(support, total, options) for support in supports])


def _expected_f1(support: int, total: int, options: int) -> Fraction:
    if not support:
        return Fraction(0)
    terms = (
        Fraction(comb(total, p) * (options - 1) ** (total - p) * 2 * p, p + support)
        for p in range(1, total + 1)
    )
    return sum(terms, Fraction(0)) * Fraction(support, total * options**total)


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)
