"""The explainer: which of a finite, declared list of conventions gives a printed number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.exact import (
    Exact,
    mean,
    population_deviation,
    sample_deviation,
    share,
)
from fe_core.numbers.printed import Number
from fe_core.numbers.rounding import Rounding, rounded
from fe_core.scoring.classification import Confusion

WINDOW = 25
"""Units in the last printed place, either way, over which chance hits are counted."""
Candidates = Mapping[str, Exact | None]
"""What a convention is called → the value it gives, in natural units (None: undefined there)."""


class Hit(NamedTuple):
    """A convention whose value prints the number, and the rounding rules that do it."""

    convention: str
    roundings: tuple[Rounding, ...]


class Explanation(NamedTuple):
    """hits: what explains the number. tried: conventions times rounding rules.

    by_chance: hits to expect at a number picked blindly near the printed one, so that a hit among
    many candidates is not oversold.
    """

    hits: tuple[Hit, ...]
    tried: int
    by_chance: Fraction

    def text(self) -> str:
        """One sentence for a report."""
        about = f"{self.tried} conventions tried, {float(self.by_chance):.2g} hits by chance"
        if not self.hits:
            return f"no convention explains it ({about})"
        return f"printed so by: {'; '.join(hit.convention for hit in self.hits)} ({about})"


def explain(printed: Number, candidates: Candidates, *, scale: int = 1) -> Explanation:
    """Try every convention under every rounding rule.

    >>> explain(Number(Fraction("33.3"), 1), {"k/n": Fraction(1, 3)}, scale=100).hits[0].convention
    'k/n'
    """
    known = {name: value for name, value in candidates.items() if value is not None}
    hits = []
    for name, value in known.items():
        rules = tuple(rule for rule in Rounding if _shows(value, printed, rule, scale))
        if rules:
            hits.append(Hit(name, rules))
    values = list(known.values())
    return Explanation(tuple(hits), len(known) * len(Rounding), _by_chance(printed, values, scale))


def proportions(hits: int, valid: int, total: int) -> Candidates:
    """Invalid answers as wrong, or dropped from the denominator."""
    return {
        "invalid answers count as wrong": share(hits, total),
        "invalid answers dropped": share(hits, valid),
    }


def classification(confusion: Confusion) -> Candidates:
    """Ways to average one run's precision, recall and F1."""
    precision, recall = confusion.macro_precision(), confusion.macro_recall()
    weights = confusion.support
    total = sum(weights)
    f1s = confusion.f1s()
    weighted = [w * (f or Fraction(0)) for w, f in zip(weights, f1s, strict=True)]
    return {
        "accuracy (micro)": confusion.accuracy(),
        "macro precision, undefined as 0": precision,
        "macro precision over predicted classes": _defined_mean(confusion.precisions(None)),
        "macro recall": recall,
        "mean of the classes' F1": confusion.macro_f1(),
        "F1 of mean precision and mean recall": _harmonic(precision, recall),
        "F1 weighted by support": sum(weighted, Fraction(0)) / total if total else None,
    }


def averages(counts: Sequence[tuple[int, int]]) -> Candidates:
    """Micro or macro over tasks, groups or annotators; parts as (hits, total)."""
    shares = [value for value in (share(*part) for part in counts) if value is not None]
    hits, total = (sum(column) for column in zip(*counts, strict=True)) if counts else (0, 0)
    return {"pooled (micro)": share(hits, total), "mean of the parts (macro)": mean(shares)}


def deviations(values: Sequence[Fraction], decimals: int, *, scale: int = 1) -> Candidates:
    """Sample or population deviation, of exact values or of printed ones."""
    shown = [Fraction(rounded(value, decimals, scale=scale)) / scale for value in values]
    return {
        "sample deviation": sample_deviation(values),
        "population deviation": population_deviation(values),
        "sample deviation of rounded values": sample_deviation(shown),
        "population deviation of rounded values": population_deviation(shown),
    }


def differences(first: Fraction, second: Fraction, decimals: int, *, scale: int = 1) -> Candidates:
    """A difference of exact values, of rounded ones, and with the sides exchanged."""
    one, two = (
        Fraction(rounded(value, decimals, scale=scale)) / scale for value in (first, second)
    )
    return {
        "difference of exact values": first - second,
        "difference of rounded values": one - two,
        "sides exchanged": second - first,
        "relative change": (first - second) / second if second else None,
    }


def elsewhere(values: Mapping[str, Exact]) -> Candidates:
    """Another run's, row's or column's value."""
    return {f"the value of {name}": value for name, value in values.items()}


def _by_chance(printed: Number, values: Sequence[Exact], scale: int) -> Fraction:
    """Conventions within WINDOW units of the printed number, per unit: a local density."""
    reach = Fraction(WINDOW, 10**printed.decimals)
    near = 0
    for value in values:
        text = Fraction(rounded(value, printed.decimals, Rounding.HALF_EVEN, scale))
        near += abs(text - printed.value) <= reach
    return Fraction(near, 2 * WINDOW + 1)


def _shows(value: Exact, printed: Number, rule: Rounding, scale: int) -> bool:
    return Fraction(rounded(value, printed.decimals, rule, scale)) == printed.value


def _harmonic(first: Fraction | None, second: Fraction | None) -> Fraction | None:
    if first is None or second is None or not first + second:
        return None
    return 2 * first * second / (first + second)


def _defined_mean(values: Sequence[Fraction | None]) -> Fraction | None:
    return mean([value for value in values if value is not None])
