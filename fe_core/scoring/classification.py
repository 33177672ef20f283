"""Accuracy and macro precision, recall and F1 over a declared label set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.exact import mean, share

ZERO = Fraction(0)


class Confusion(NamedTuple):
    """What macro metrics need of a confusion matrix, one entry per label.

    support: golds of the label. predicted: answers that chose it. hits: both. An invalid answer is
    in `support` of its gold (a false negative there) and in nobody's `predicted`.
    """

    labels: tuple[str, ...]
    support: tuple[int, ...]
    predicted: tuple[int, ...]
    hits: tuple[int, ...]

    def accuracy(self) -> Fraction | None:
        """All hits over all golds."""
        return share(sum(self.hits), sum(self.support))

    def precisions(self, zero: Fraction | None = ZERO) -> tuple[Fraction | None, ...]:
        """Per label hits/predicted; `zero` for a label that was never predicted."""
        return _shares(self.hits, self.predicted, zero)

    def recalls(self, zero: Fraction | None = ZERO) -> tuple[Fraction | None, ...]:
        """Per label hits/support; `zero` for a label without golds."""
        return _shares(self.hits, self.support, zero)

    def f1s(self, zero: Fraction | None = ZERO) -> tuple[Fraction | None, ...]:
        """Per label 2·hits/(predicted + support); `zero` where both are 0."""
        return self.f_betas(Fraction(1), zero)

    def f_betas(self, beta: Fraction, zero: Fraction | None = ZERO) -> tuple[Fraction | None, ...]:
        """Per label (1 + β²)·hits/(predicted + β²·support); `zero` where both are 0.

        Source: van Rijsbergen, Information Retrieval (1979), chapter 7, with β as in Chinchor,
        MUC-4 Evaluation Metrics (1992).
        """
        a, b = (beta * beta).as_integer_ratio()
        both = [b * p + a * s for p, s in zip(self.predicted, self.support, strict=True)]
        return _shares([(a + b) * hits for hits in self.hits], both, zero)

    def weighted(self, values: Sequence[Fraction | None]) -> Fraction | None:
        """Mean of a value per label, weighted by the label's golds; None where one is undefined."""
        if None in values or not sum(self.support):
            return None
        pairs = zip(self.support, values, strict=True)
        return sum((s * v for s, v in pairs if v is not None), ZERO) / sum(self.support)

    def balanced_accuracy(self) -> Fraction | None:
        """Mean recall of the labels that have golds; None where none has."""
        return mean([Fraction(h, s) for h, s in zip(self.hits, self.support, strict=True) if s])

    def macro_precision(self, zero: Fraction | None = ZERO) -> Fraction | None:
        """Mean of the labels' precisions; None where one is undefined and `zero` is None."""
        return _macro(self.precisions(zero))

    def macro_recall(self, zero: Fraction | None = ZERO) -> Fraction | None:
        """Mean of the labels' recalls."""
        return _macro(self.recalls(zero))

    def macro_f1(self, zero: Fraction | None = ZERO) -> Fraction | None:
        """Mean of the labels' F1 scores (not the F1 of the means)."""
        return _macro(self.f1s(zero))


def confusion(pairs: Iterable[tuple[str, str | None]], labels: Sequence[str]) -> Confusion:
    """Count (gold, answer) pairs; the answer is None where it is invalid.

    Raises ValueError for a gold or an answer that is not among `labels`.

    >>> confusion([("A", "A"), ("A", "B"), ("B", None)], "AB").macro_recall()
    Fraction(1, 4)
    """
    index = {label: position for position, label in enumerate(labels)}
    support, predicted, hits = ([0] * len(labels) for _ in range(3))
    for gold, answer in pairs:
        if gold not in index or (answer is not None and answer not in index):
            raise ValueError(f"labels are {list(labels)}, got gold={gold!r}, answer={answer!r}")
        support[index[gold]] += 1
        if answer is not None:
            predicted[index[answer]] += 1
            hits[index[gold]] += gold == answer
    return Confusion(tuple(labels), tuple(support), tuple(predicted), tuple(hits))


def _shares(
    hits: Sequence[int], totals: Sequence[int], zero: Fraction | None
) -> tuple[Fraction | None, ...]:
    return tuple(
        Fraction(hit, total) if total else zero for hit, total in zip(hits, totals, strict=True)
    )


def _macro(values: Sequence[Fraction | None]) -> Fraction | None:
    defined = [value for value in values if value is not None]
    return mean(defined) if len(defined) == len(values) else None
