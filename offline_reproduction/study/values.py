"""Values of values: differences, means, ranks, adjusted p values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from fe_core.errors import UsageError
from fe_core.intervals.few.holm import holm
from fe_core.numbers.exact import Exact, mean, population_deviation, sample_deviation
from fe_core.reporting.cells import Cell, Spread
from offline_reproduction.study.estimates import Estimate, combined, constant, pooled
from offline_reproduction.study.selection import attributes, part

if TYPE_CHECKING:
    from offline_reproduction.study.declaration import Declaration
    from offline_reproduction.study.quantities import Quantities, Question

MINUS = (Fraction(1), Fraction(-1))


def difference(engine: Quantities, declared: Declaration, question: Question) -> Estimate:
    """The first of two values minus the second."""
    parts = engine.parts(declared, question)
    count = " - ".join(part.count for part in parts) if all(part.count for part in parts) else ""
    return combined(parts, lambda two: two[0] - two[1], MINUS, count)


def relative_change(engine: Quantities, declared: Declaration, question: Question) -> Estimate:
    """The difference over the second value; no value where that is 0."""
    parts = engine.parts(declared, question)
    return combined(parts, lambda two: (two[0] - two[1]) / two[1] if two[1] else None)


def quotient(engine: Quantities, declared: Declaration, question: Question) -> Estimate:
    """The first value over the second; no value where that is 0."""
    parts = engine.parts(declared, question)
    return combined(parts, lambda two: two[0] / two[1] if two[1] else None)


def mean_of(engine: Quantities, declared: Declaration, question: Question) -> Estimate:
    """Plain, or weighted by the items that each value is over."""
    parts = engine.parts(declared, question)
    weights = [Fraction(1, len(parts))] * len(parts)
    if declared.weights == "items":
        together = pooled(parts)
        if together is not None:
            return together
        sizes = [len(part.items) for part in parts]
        if not all(sizes):
            raise UsageError(f"metrics.{declared.name}: a value without items has no weight")
        weights = [Fraction(size, sum(sizes)) for size in sizes]
    return combined(parts, _weighted(weights), weights)


def sum_of(engine: Quantities, declared: Declaration, question: Question) -> Estimate:
    """The sum."""
    parts = engine.parts(declared, question)
    weights = [Fraction(1)] * len(parts)
    return combined(parts, _weighted(weights), weights)


def minimum(engine: Quantities, declared: Declaration, question: Question) -> Estimate:
    """The least."""
    return combined(engine.parts(declared, question), min)


def maximum(engine: Quantities, declared: Declaration, question: Question) -> Estimate:
    """The greatest."""
    return combined(engine.parts(declared, question), max)


def median_of(engine: Quantities, declared: Declaration, question: Question) -> Estimate:
    """The median: of an even number of values, the mean of the two in the middle."""

    def middle(values: Sequence[Fraction]) -> Exact:
        ordered, half = sorted(values), len(values) // 2
        return ordered[half] if len(values) % 2 else (ordered[half - 1] + ordered[half]) / 2

    return combined(engine.parts(declared, question), middle)


def deviation(engine: Quantities, declared: Declaration, question: Question) -> Estimate:
    """The standard deviation, of a sample or of a population as declared."""
    return combined(engine.parts(declared, question), _deviation(declared))


def mean_deviation(engine: Quantities, declared: Declaration, question: Question) -> Cell:
    """Mean ± deviation."""
    parts = engine.parts(declared, question)
    values = [part.fraction for part in parts]
    said = engine.signature(declared, question, parts)
    if None in values:
        return engine.nothing(declared, said, parts)
    known = [value for value in values if value is not None]
    return Cell(Spread(mean(known), _deviation(declared)(known)), declared.unit, said)


def how_many(engine: Quantities, declared: Declaration, question: Question) -> Estimate:
    """How many values have the declared sign."""
    parts = engine.parts(declared, question)
    wanted = {"positive": 1, "negative": -1, "zero": 0}[declared.sign]
    known = [part.fraction for part in parts if part.fraction is not None]
    if len(known) < len(parts):
        return constant(None)
    holds = [(value > 0) - (value < 0) == wanted for value in known]
    return constant(Fraction(sum(holds))).saying(f"{sum(holds)}/{len(holds)}", parts)


def rank(engine: Quantities, declared: Declaration, question: Question) -> Estimate:
    """1 for the best of the table's rows; equal values share the better place."""
    *rows, own = engine.aligned(
        declared, declared.of[0], [*_rows(engine, declared, question), question]
    )
    values = [row.fraction for row in rows]
    if own.fraction is None or None in values:
        return constant(None)
    better = [
        value for value in values
        if value is not None
        and (value < own.fraction if declared.ascending else value > own.fraction)
    ]  # fmt: skip
    return constant(Fraction(1 + len(better))).saying("", rows)


def adjusted(engine: Quantities, declared: Declaration, question: Question) -> Estimate:
    """Holm's adjustment over the family: metrics of the row, or one metric of all rows.

    Raises UsageError where the family does not hold the p value that is asked for.
    """
    if declared.rows:
        return _adjusted_over_rows(engine, declared, question)
    family = declared.family or declared.of
    if declared.of[0] not in family:
        raise UsageError(
            f"metrics.{declared.name}.family={list(family)} must hold its own {declared.of[0]!r}"
        )
    values = {name: engine.estimate(name, question).fraction for name in family}
    known = {name: value for name, value in values.items() if value is not None}
    if len(known) < len(values):
        return constant(None)
    found = {one.name: one.adjusted for one in holm(family, known)}
    return constant(found[declared.of[0]])


def _adjusted_over_rows(engine: Quantities, declared: Declaration, question: Question) -> Estimate:
    asked = _rows(engine, declared, question)
    tested = [engine.estimate(declared.of[0], each) for each in asked]
    own = engine.estimate(declared.of[0], question).fraction
    known = {str(at): one.fraction for at, one in enumerate(tested) if one.fraction is not None}
    if own is None or len(known) < len(tested):
        return constant(None)
    family = sorted(known)
    found = {one.p: one.adjusted for one in holm(family, known)}
    if own not in found:
        raise UsageError(f"metrics.{declared.name}: the row is none of the family's rows")
    return constant(found[own])


def _rows(engine: Quantities, declared: Declaration, question: Question) -> list[Question]:
    """The table's rows; those of several runs are summaries, unless the metric is of several."""
    several = engine.takes_runs(declared.of[0])
    peers = question.peers(declared.runs)
    return [peer for peer in peers if several or len(peer.runs) == 1 or not peer.runs]


def distinct(engine: Quantities, declared: Declaration, question: Question) -> Estimate:
    """How many values an attribute has, among the items that the row's run was asked, or all."""
    if declared.attribute == "model" and not question.runs:
        return constant(Fraction(len({run.model for run in engine.scored.records.runs()})))
    items = engine.items(question)
    names = {part(item, declared.attribute) for item in items} - {""}
    if not names:
        known = attributes(tuple(engine.scored.records.items.values()))
        raise UsageError(
            f"metrics.{declared.name}: no item has {declared.attribute!r}; there are {known}"
        )
    return constant(Fraction(len(names)))


def named(engine: Quantities, declared: Declaration, question: Question) -> Estimate | Cell:
    """What a paper's registered function makes of the row."""
    return engine.called(declared, question)


def _weighted(weights: Sequence[Fraction]) -> Callable[[Sequence[Fraction]], Fraction]:
    return lambda values: sum((w * v for w, v in zip(weights, values, strict=True)), Fraction(0))


def _deviation(declared: Declaration) -> Callable[[Sequence[Fraction]], Exact | None]:
    return population_deviation if declared.population else sample_deviation
