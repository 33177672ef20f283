"""Cells of this study: how counts, shares, differences and intervals become values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from fe_core.errors import UsageError
from fe_core.numbers.exact import mean, sample_deviation
from fe_core.reporting.cells import Cell, Resampled, Spread, Unit, unanswered
from fe_core.reporting.signature import signature
from fe_core.reporting.tables import Row
from offline_reproduction.papers.frameevidence.scores import Score

NOTHING = "nothing to divide by"


def percent(score: Score, **made: object) -> Cell:
    """Successes as a percentage."""
    return share(score.rate, f"{score.hits}/{score.total}", **made)


def share(value: Fraction | None, count: str = "", /, **made: object) -> Cell:
    """A proportion, printed in percent."""
    return _cell(value, Unit.PERCENT, count, made)


def points(value: Fraction | None, count: str = "", /, **made: object) -> Cell:
    """A difference of proportions, printed in percentage points."""
    return _cell(value, Unit.POINTS, count, made)


def difference(after: Score, before: Score, **made: object) -> Cell:
    """`after` minus `before` in percentage points."""
    if after.rate is None or before.rate is None:
        return points(None, **made)
    text = f"{after.hits}/{after.total} - {before.hits}/{before.total}"
    return points(after.rate - before.rate, text, **made)


def number(value: int, of: int | None = None, /, **made: object) -> Cell:
    """A count, with what it is out of where the paper prints that too."""
    return _cell(value, Unit.COUNT, "" if of is None else f"{value}/{of}", made)


def plain(value: Fraction | None, **made: object) -> Cell:
    """A value printed as it is, neither a percentage nor a whole count."""
    return _cell(value, Unit.SHARE, "", made)


def spread(values: Sequence[Fraction | None], **made: object) -> Cell:
    """Mean and sample deviation of proportions over runs, from unrounded values."""
    known = [value for value in values if value is not None]
    if len(known) < max(2, len(values)):
        return Cell(None, Unit.PERCENT, signature(**made), reason=NOTHING)
    return Cell(Spread(mean(known), sample_deviation(known)), Unit.PERCENT, signature(**made))


def interval(columns: Sequence[Sequence[int]], draws: int, **made: object) -> Cell:
    """A percentile interval of Σ numerators / Σ denominators over whole clusters.

    columns: numerators and denominators, one integer per cluster.
    """
    numerators, denominators = columns
    value = Resampled(tuple(numerators), tuple(denominators), draws)
    return Cell(value, Unit.POINTS, signature(**made, draws=draws, clusters=len(numerators)))


def relation(holds: bool, **made: object) -> Cell:
    """Whether a sentence is true."""
    return Cell(bool(holds), Unit.RELATION, signature(**made))


def text(value: str, **made: object) -> Cell:
    """A name."""
    return Cell(value, Unit.TEXT, signature(**made))


def row(key: str, columns: Sequence[str], build: Callable[[], Sequence[Cell | None]]) -> Row:
    """A table's row; where the records lack a run it needs, every cell says so."""
    try:
        return Row(key, tuple(build()))
    except UsageError as lacking:
        return Row(key, tuple(unanswered(str(lacking)) for _ in columns))


def keyed(key: str, columns: Sequence[str], build: Callable[[], Mapping[str, Cell | None]]) -> Row:
    """A row whose cells come by column key; columns that are not given stay empty."""

    def cells() -> Sequence[Cell | None]:
        given = build()
        return [given.get(column) for column in columns]

    return row(key, columns, cells)


def _cell(value: int | Fraction | None, unit: Unit, count: str, made: Mapping[str, object]) -> Cell:
    if value is None:
        return Cell(None, unit, signature(**made), reason=NOTHING)
    return Cell(value, unit, signature(**made), count)
