"""Verdicts: one printed number against one exact value, under a declared rounding rule."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.exact import Exact
from fe_core.numbers.printed import Number
from fe_core.numbers.rounding import Rounding, rounded, rules_that_print


class Verdict(Enum):
    """Always one of four."""

    SAME = "same"
    LAST_DIGIT = "last-digit"
    DIFFERENT = "different"
    UNCHECKABLE = "uncheckable"


class Judged(NamedTuple):
    """A verdict, the text the exact value has at the printed precision, and the rules that fit."""

    verdict: Verdict
    recomputed: str
    roundings: tuple[Rounding, ...]


WORST = (Verdict.DIFFERENT, Verdict.LAST_DIGIT, Verdict.UNCHECKABLE, Verdict.SAME)


def judge(value: Exact, printed: Number, rule: Rounding, scale: int = 1) -> Judged:
    """Compare at the printed precision, and only there.

    `same` where the declared rule prints the number, `last-digit` where it prints a neighbour
    one unit away in the last printed place, `different` otherwise.

    >>> judge(Fraction(81, 288), Number(Fraction("28.13"), 2), Rounding.HALF_EVEN, 100).verdict
    <Verdict.LAST_DIGIT: 'last-digit'>
    """
    text = rounded(value, printed.decimals, rule, scale)
    gap = abs(Fraction(text) - printed.value) * 10**printed.decimals
    verdict = Verdict.SAME if gap == 0 else Verdict.LAST_DIGIT if gap == 1 else Verdict.DIFFERENT
    sign = "+" if printed.plus and not text.startswith("-") else ""
    return Judged(
        verdict, sign + text, rules_that_print(value, printed.value, printed.decimals, scale)
    )


def worst(verdicts: list[Verdict]) -> Verdict:
    """The verdict of a cell of several numbers: its worst part's."""
    return min(verdicts, key=WORST.index)
