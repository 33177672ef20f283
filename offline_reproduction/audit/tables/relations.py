"""Relations between printed cells, each checked over everything the cells can stand for.

A relation is impossible only if no values that print these texts satisfy it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from fe_core.numbers.exact import Exact
from fe_core.numbers.printed import Count, MeanDeviation, Number
from fe_core.numbers.rounding import rounded
from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.sheet import Place, Sheet
from offline_reproduction.audit.values.conventions import Candidates, explain
from offline_reproduction.audit.values.deviation import deviation_squares
from offline_reproduction.audit.values.granularity import neighbours
from offline_reproduction.audit.values.judgement import (
    Judgement,
    Said,
    impossible,
    possible,
    undecided,
)
from offline_reproduction.audit.values.spans import Span, meet, prints, span, times, total

Terms = Sequence[tuple[Place, int | Fraction]]


def granular(id: str, place: Place) -> Constraint:
    """The cell is a proportion of a known whole (the sheet knows it)."""

    def test(sheet: Sheet) -> Said:
        found, known = sheet.counts(place), sheet.denominators.get(place)
        if found is None or known is None:
            return undecided("no number with a known denominator is printed here")
        if isinstance(sheet.read(place), Count):
            return possible(f"{sheet.text(place)} is a count")
        if found:
            return possible(f"{sheet.text(place)} is {_either(found)} of {known.n}")
        number = sheet.number(place)
        assert number is not None
        below, above = neighbours(number, known.n, scale=sheet.scale_of(place))
        return impossible(
            f"{sheet.text(place)} is no proportion of {known.n}: "
            f"its neighbours are {below} and {above}"
        )

    return Constraint(id, "granularity", (place,), "proportions of a known whole", test)


def linear(id: str, family: str, terms: Terms, target: Place, about: str) -> Constraint:
    """Σ weight·cell = target: sums, means, differences and complements."""

    def test(sheet: Sheet) -> Said:
        return _equal_spans(sheet, _sum(sheet, terms), sheet.reach(target), target)

    return Constraint(id, family, (*(place for place, _ in terms), target), about, test)


def constant(id: str, family: str, terms: Terms, value: Exact, about: str) -> Constraint:
    """Σ weight·cell = a known rational value."""

    def test(sheet: Sheet) -> Said:
        reach = _sum(sheet, terms)
        if reach is None or not isinstance(value, int | Fraction):
            return undecided("a cell holds no number")
        if value in reach:
            return possible(f"the sum can be {_show(Fraction(value))}")
        return impossible(f"the sum lies in {_shown(reach)}, not at {_show(Fraction(value))}")

    return Constraint(id, family, tuple(place for place, _ in terms), about, test)


def exactly(id: str, family: str, place: Place, value: Exact, about: str) -> Constraint:
    """The cell prints one exact value, in natural units (a share, not percent)."""

    def test(sheet: Sheet) -> Said:
        number = sheet.number(place)
        if number is None:
            return undecided("the cell holds no number")
        text = rounded(value, number.decimals, sheet.rules[0], sheet.scale_of(place))
        if prints(value, number, sheet.rules, sheet.scale_of(place)):
            return possible(f"the exact value prints as {text}")
        return impossible(f"the exact value prints as {text}, not as {sheet.text(place)}")

    return Constraint(id, family, (place,), about, test)


def same(id: str, first: Place, second: Place, about: str) -> Constraint:
    """Two places print the same value, perhaps with different precision."""

    def test(sheet: Sheet) -> Said:
        one, two = sheet.read(first), sheet.read(second)
        if isinstance(one, MeanDeviation) and isinstance(two, MeanDeviation):
            pairs = list(zip(one, two, strict=True))
        elif isinstance(one, Number) and isinstance(two, Number):
            reaches = (sheet.reach(first), sheet.reach(second))
            return _equal_spans(sheet, reaches[0], reaches[1], second)
        else:
            return undecided("one of the two cells holds no number")
        if all(meet(span(a, sheet.rules), span(b, sheet.rules)) for a, b in pairs):
            return possible("both can be the same value")
        return impossible(f"{sheet.text(first)} and {sheet.text(second)} are never the same value")

    return Constraint(id, "copy", (first, second), about, test)


def at_most(id: str, family: str, smaller: Place, larger: Place, about: str) -> Constraint:
    """One cell's value cannot be above another's."""

    def test(sheet: Sheet) -> Said:
        low, high = sheet.reach(smaller), sheet.reach(larger)
        if low is None or high is None:
            return undecided("one of the two cells holds no number")
        if low.low <= high.high:
            return possible("the order is kept")
        return impossible(f"{sheet.text(smaller)} is above {sheet.text(larger)}")

    return Constraint(id, family, (smaller, larger), about, test)


def between(id: str, place: Place, low: int, high: int, about: str) -> Constraint:
    """The cell's value cannot be outside low … high, in the printed unit."""

    def test(sheet: Sheet) -> Said:
        reach = sheet.reach(place)
        if reach is None:
            return undecided("the cell holds no number")
        if reach.low > high or reach.high < low:
            return impossible(f"{sheet.text(place)} is outside {low} to {high}")
        return possible(f"{sheet.text(place)} is within {low} to {high}")

    return Constraint(id, "range", (place,), about, test)


def explained(
    constraint: Constraint, target: Place, candidates: Callable[[Sheet], Candidates]
) -> Constraint:
    """The same constraint; where it is impossible, conventions that give the target are named.

    candidates: convention → value in the printed unit.
    """

    def test(sheet: Sheet) -> Said:
        said, number = constraint.test(sheet), sheet.number(target)
        if said.judgement is not Judgement.IMPOSSIBLE or number is None:
            return said
        return impossible(f"{said.explanation}; {explain(number, candidates(sheet)).text()}")

    return replace(constraint, test=test)


def mean_deviation(id: str, runs: Sequence[Place], target: Place, about: str) -> Constraint:
    """`mean±deviation` over runs, with the sample deviation (divisor n − 1)."""

    def test(sheet: Sheet) -> Said:
        value = sheet.read(target)
        reaches = [sheet.reach(place) for place in runs]
        known = [reach for reach in reaches if reach is not None]
        if not isinstance(value, MeanDeviation) or len(known) < max(2, len(reaches)):
            return undecided("no mean ± deviation over numbers is printed here")
        mean = times(total(known), Fraction(1, len(known)))
        if not meet(mean, span(value.mean, sheet.rules)):
            return impossible(f"the mean of the runs lies in {_shown(mean)}")
        low, high = deviation_squares(known)
        part = span(value.deviation, sheet.rules)
        if high < max(part.low, Fraction(0)) ** 2 or low > part.high**2:
            return impossible(
                f"the sample deviation of the runs is between "
                f"sqrt({_show(low)}) and sqrt({_show(high)})"
            )
        return possible("mean and sample deviation fit the runs")

    return Constraint(id, "deviation", (*runs, target), about, test)


def rows_satisfy(
    id: str,
    cells: Sequence[Place],
    target: Place,
    bounds: Callable[[Sheet], tuple[int, int]],
    about: str,
) -> Constraint:
    """A printed "k of n": the other cells leave between bounds(sheet)[0] and [1] rows."""

    def test(sheet: Sheet) -> Said:
        number = sheet.number(target)
        if number is None:
            return undecided("no count is printed here")
        low, high = bounds(sheet)
        if low <= number.value <= high:
            return possible(f"the other cells leave {low} to {high}")
        return impossible(f"the other cells leave {low} to {high}, printed is {number.value}")

    return Constraint(id, "count", (*cells, target), about, test)


def marked_maximum(id: str, cells: Sequence[Place], marked: Sequence[Place]) -> Constraint:
    """Bold marks: every marked cell can be the largest of its cells, and no other must be."""

    def test(sheet: Sheet) -> Said:
        reaches = {place: sheet.reach(place) for place in cells}
        known = {place: reach for place, reach in reaches.items() if reach is not None}
        for place in marked:
            above = [q for q, reach in known.items() if reach.low > known[place].high]
            if above:
                return impossible(f"{place} is marked, {above[0]} is larger")
        top = max(known, key=lambda place: known[place].low)
        if marked and all(known[top].low > known[place].high for place in marked):
            return impossible(f"{top} is larger than every marked cell")
        return possible("the marked cells can be the largest")

    return Constraint(id, "mark", tuple(cells), "marks of the largest value", test)


def custom(
    id: str,
    family: str,
    cells: Sequence[Place],
    about: str,
    test: Callable[[Mapping[Place, tuple[int, ...]]], str],
) -> Constraint:
    """A relation on counts; `test` gets every cell's counts and returns "" or what clashes."""

    def judge(sheet: Sheet) -> Said:
        found = {place: sheet.counts(place) for place in cells}
        whole = {place: counts for place, counts in found.items() if counts}
        if len(whole) < len(found):
            return undecided("a cell has no count")
        clash = test(whole)
        return impossible(clash) if clash else possible("the counts can hold together")

    return Constraint(id, family, tuple(cells), about, judge)


def _sum(sheet: Sheet, terms: Terms) -> Span | None:
    parts = []
    for place, weight in terms:
        reach = sheet.reach(place)
        if reach is None:
            return None
        parts.append(times(reach, weight))
    return total(parts)


def _equal_spans(sheet: Sheet, left: Span | None, right: Span | None, target: Place) -> Said:
    if left is None or right is None:
        return undecided("a cell holds no number")
    if meet(left, right):
        return possible(f"{sheet.text(target)} lies in {_shown(left)} as far as printed")
    return impossible(
        f"the other cells give {_shown(left)}, printed is {sheet.text(target)} "
        f"(which stands for {_shown(right)})"
    )


def _either(found: Sequence[int]) -> str:
    if len(found) > 4:
        return f"one of {found[0]} … {found[-1]} ({len(found)} counts)"
    return " or ".join(map(str, found))


def _shown(part: Span) -> str:
    if part.low == part.high:
        return _show(part.low)
    return f"{_show(part.low)} … {_show(part.high)}"


def _show(value: Fraction) -> str:
    """Decimals for readers: exact where they end by the fifth, else rounded to five."""
    text = rounded(value, 5)
    return text.rstrip("0").rstrip(".") if Fraction(text) == value else text
