"""Is there a single-label confusion matrix that prints a row of accuracy and macro P, R, F1?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice
from math import prod
from typing import NamedTuple

from fe_core.numbers.printed import Number
from fe_core.numbers.rounding import Rounding, rounded
from fe_core.scoring.classification import Confusion
from offline_reproduction.audit.row import hits as hit_search
from offline_reproduction.audit.row.matrix import Matrix, realise
from offline_reproduction.audit.row.predictions import Windows, predictions
from offline_reproduction.audit.row.printed_row import Facts, Printed
from offline_reproduction.audit.values.granularity import counts, neighbours
from offline_reproduction.audit.values.judgement import Judgement
from offline_reproduction.audit.values.spans import Span, prints, span, times

SURE_CLASSES, SURE_ITEMS = 4, 500
"""Up to this size every row is decided, however long the search."""
HALVES = 400_000
"""Half vectors that may be listed for larger problems."""
WORK = 1_000_000
"""Vectors of hits times items that are searched for larger problems."""


class RowJudgement(NamedTuple):
    """Whether a row is possible.

    witness: a confusion matrix that prints the row. solutions: how many (hits, predicted, invalid)
    vectors print it, where all were counted. clash: the printed metrics that cannot hold together.
    tried: vectors of hits that were searched.
    """

    judgement: Judgement
    explanation: str
    witness: Matrix | None = None
    solutions: int | None = None
    clash: tuple[str, ...] = ()
    tried: int = 0


def judge_row(
    printed: Printed, facts: Facts, *, count_within: int = 12, limit: int | None = None
) -> RowJudgement:
    """Decide a row: a witness, a proof that there is none, or undecided with the bound reached.

    count_within: all solutions are counted where at most so many vectors of hits have to be
    searched. limit: vectors searched at most; None decides rows of up to four classes and 500
    items whatever it takes, and stops larger ones at WORK / items (at least ten).
    Macro precision counts 0 for a class that is never predicted.
    """
    names = printed.given()
    if not names:
        return RowJudgement(Judgement.UNDECIDED, "no metric of the row is printed as a number")
    early = _followable(printed, facts)
    if early is not None:
        return early
    sure = len(facts.supports) <= SURE_CLASSES and sum(facts.supports) <= SURE_ITEMS
    bound = limit if limit is not None else None if sure else max(10, WORK // sum(facts.supports))
    if not sure and _partial(facts) > HALVES:
        return RowJudgement(
            Judgement.UNDECIDED, f"more than {HALVES} partial vectors of counts; not searched"
        )
    return _search(printed, facts, count_within, bound)


def solutions(printed: Printed, facts: Facts) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every (hits, predicted, (invalid,)) that prints the row, in the search's fixed order."""
    for vector in hit_search.vectors(_space(printed, facts)):
        yield from _completions(vector, printed, facts)


def values(supports: Sequence[int], hits: Sequence[int], predicted: Sequence[int]) -> Confusion:
    """The confusion counts whose metrics the row prints."""
    labels = tuple(str(index) for index in range(len(supports)))
    return Confusion(labels, tuple(supports), tuple(predicted), tuple(hits))


def _partial(facts: Facts) -> int:
    """About how many partial vectors of counts a search would have to list at a time."""
    supports, middle = facts.supports, len(facts.supports) // 2
    halves = [prod(n + 1 for n in part) for part in (supports[:middle], supports[middle:])]
    if len(supports) > SURE_CLASSES:
        return prod(sum(supports) // 2 for _ in supports[middle:])
    return max(halves)


def _search(printed: Printed, facts: Facts, count_within: int, bound: int | None) -> RowJudgement:
    vectors = hit_search.vectors(_space(printed, facts))
    head = list(islice(vectors, count_within + 1))
    few = len(head) <= count_within
    first, found, tried = None, 0, 0
    for vector in chain(head, vectors):
        if tried == bound:
            return _undecided(tried)
        tried += 1
        for solution in _completions(vector, printed, facts):
            first = first or solution
            found += 1
            if not few:
                break
        if first is not None and not few:
            break
    if first is None:
        return _none(printed, facts, tried)
    matrix = realise(facts.supports, first[0], first[1], first[2][0])
    text = "a confusion matrix prints the row"
    count = found if few else None
    return RowJudgement(Judgement.POSSIBLE, text, matrix, count, tried=tried)


def _undecided(tried: int) -> RowJudgement:
    text = f"{tried} vectors of hits tried without a result"
    return RowJudgement(Judgement.UNDECIDED, text, tried=tried)


def _none(printed: Printed, facts: Facts, tried: int) -> RowJudgement:
    names = printed.given()
    if not tried:
        return _no_hits(printed, facts)
    clash = _smaller_clash(printed, facts, tried) or names
    shown = ", ".join(f"{name} {_text(getattr(printed, name))}" for name in clash)
    return RowJudgement(
        Judgement.IMPOSSIBLE,
        f"all {tried} ways to spread the right answers over classes with supports "
        f"{list(facts.supports)} were combined with every possible count of predictions: "
        f"none prints {shown} together",
        clash=clash,
        tried=tried,
    )


def _smaller_clash(printed: Printed, facts: Facts, tried: int) -> tuple[str, ...]:
    if tried > 300:
        return ()
    for dropped in ("f1", "precision"):
        names = tuple(name for name in printed.given() if name != dropped)
        if len(names) == len(printed.given()) or not names:
            continue
        if judge_row(printed.only(names), facts).judgement is Judgement.IMPOSSIBLE:
            return names
    return ()


def _followable(printed: Printed, facts: Facts) -> RowJudgement | None:
    """The proofs that a reader can check by hand, shortest first."""
    n, accuracy = sum(facts.supports), printed.accuracy
    if accuracy is not None and not counts(accuracy, n, facts.rules, scale=facts.scale):
        below, above = neighbours(accuracy, n, scale=facts.scale)
        return RowJudgement(
            Judgement.IMPOSSIBLE,
            f"accuracy {_text(accuracy)} is no count of {n}: neighbours are {below} and {above}",
            clash=("accuracy",),
        )
    clash = harmonic_clash(printed, facts.rules, facts.scale)
    if not clash:
        return None
    names = tuple(name for name in ("precision", "recall", "f1") if name in printed.given())
    return RowJudgement(Judgement.IMPOSSIBLE, clash, clash=names)


def harmonic_clash(printed: Printed, rules: Sequence[Rounding], scale: int = 100) -> str:
    """Why macro F1 is too large for macro precision and recall whatever the supports, or "".

    A class's F1 is the harmonic mean of its precision and recall: never above their mean, nor,
    since neither exceeds 1, above 2x/(1 + x) of either; both bounds are concave and so hold for
    means over classes.
    """
    if printed.f1 is None:
        return ""
    f1, shown = span(printed.f1, rules).low / scale, _text(printed.f1)
    tops = {
        name: span(number, rules).high / scale
        for name, number in (("precision", printed.precision), ("recall", printed.recall))
        if number is not None
    }
    if len(tops) == 2 and 2 * f1 > sum(tops.values()):
        return (
            "a class's F1 is the harmonic mean of its precision and recall, so macro F1 is at "
            f"most the mean of macro precision and recall: {shown} is above "
            f"({_text(printed.precision)} + {_text(printed.recall)})/2"
        )
    for name, top in tops.items():
        if f1 > 2 * top / (1 + top):
            return f"macro F1 is at most 2x/(1 + x) of macro {name} x: {shown} is above that"
    return ""


def _no_hits(printed: Printed, facts: Facts) -> RowJudgement:
    space = _space(printed, facts)
    common = hit_search.weights(facts.supports)[0] * len(facts.supports)
    shown = [
        "none" if value is None else rounded(Fraction(value, common), 6, scale=facts.scale)
        for value in hit_search.nearest(space)
    ]
    clash = tuple(name for name in ("accuracy", "recall") if getattr(printed, name) is not None)
    totals = f"{list(space.totals)} right answers" if space.totals is not None else "right answers"
    return RowJudgement(
        Judgement.IMPOSSIBLE,
        f"no way to spread {totals} over classes with supports {list(facts.supports)} gives "
        f"macro recall {_text(printed.recall)}: the nearest are {shown[0]} and {shown[1]}",
        clash=clash,
    )


def _space(printed: Printed, facts: Facts) -> hit_search.HitSpace:
    n, size = sum(facts.supports), len(facts.supports)
    ranges = []
    for index, support in enumerate(facts.supports):
        low, high = facts.hits.get(index, (0, support))
        ranges.append((max(0, low), min(support, high)))
    totals = None
    if printed.accuracy is not None:
        totals = counts(printed.accuracy, n, facts.rules, scale=facts.scale)
    recall = _span(printed, "recall", facts)
    return hit_search.HitSpace(
        facts.supports,
        tuple(ranges),
        totals,
        None if recall is None else times(recall, Fraction(size, facts.scale)),
    )


def _completions(
    vector: tuple[int, ...], printed: Printed, facts: Facts
) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not _metric_prints("recall", values(facts.supports, vector, vector), printed, facts):
        return
    size = len(facts.supports)
    known = [facts.predicted.get(index) for index in range(size)]
    windows = Windows(
        *(
            None if part is None else times(part, Fraction(size, facts.scale))
            for part in (_span(printed, "precision", facts), _span(printed, "f1", facts))
        )
    )
    missed = sum(facts.supports) - sum(vector)
    for invalid in range(facts.invalid[0], min(facts.invalid[1], missed) + 1):
        for predicted in predictions(facts.supports, vector, invalid, windows, known):
            confusion = values(facts.supports, vector, predicted)
            if all(_metric_prints(name, confusion, printed, facts) for name in ("precision", "f1")):
                yield vector, predicted, (invalid,)


def _metric_prints(name: str, confusion: Confusion, printed: Printed, facts: Facts) -> bool:
    number = getattr(printed, name)
    if number is None:
        return True
    value = getattr(confusion, f"macro_{name}")()
    return value is not None and prints(value, number, facts.rules, facts.scale)


def _span(printed: Printed, name: str, facts: Facts) -> Span | None:
    number = getattr(printed, name)
    return None if number is None else span(number, facts.rules)


def _text(number: Number | None) -> str:
    return "" if number is None else rounded(number.value, number.decimals)
