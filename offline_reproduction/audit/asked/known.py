"""What a reader knows of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fe_core.numbers.rounding import Rounding
from offline_reproduction.audit.values.spans import NEAREST

MARK = "table"


@dataclass(frozen=True, slots=True)
class Known:
    """What a reader knows of a table.

    n: items behind the accuracy column. wholes: other columns' denominators, a number or `@COLUMN`
    for the one that stands in the same row. supports: golds per class. invalid: least and greatest
    number of invalid answers. metrics: metric → column, where the name does not tell. average,
    total: columns that are the mean or sum of all other numeric columns. errors, intervals: a
    standard error's or 95 % interval's column → its proportion's. differences: a column → the two
    whose difference it is. joint: a joint rate's column → its parts'. unknown: a column whose
    denominator is asked for → the largest to try. mean_row: the row that averages all others, as
    mean or mean ± deviation. scales: column → 100 or 1, "" for all; else the numbers tell. limit:
    vectors of hits searched in a row at most. skip: rows that are no runs.
    """

    n: int | None = None
    wholes: Mapping[str, int | str] = field(default_factory=dict)
    supports: tuple[int, ...] = ()
    invalid: tuple[int, int] = (0, 0)
    metrics: Mapping[str, str] = field(default_factory=dict)
    average: str = ""
    total: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)
    intervals: Mapping[str, str] = field(default_factory=dict)
    differences: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    joint: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unknown: Mapping[str, int] = field(default_factory=dict)
    mean_row: str = ""
    skip: tuple[str, ...] = ()
    rules: tuple[Rounding, ...] = NEAREST
    scales: Mapping[str, int] = field(default_factory=dict)
    limit: int | None = None

    def columns(self) -> list[str]:
        """Every column that is named."""
        named = [*self.wholes, *self.metrics.values(), self.average, self.total, *self.unknown]
        named += [str(w).removeprefix("@") for w in self.wholes.values() if isinstance(w, str)]
        named += [column for column in self.scales if column]
        for pairs in (self.errors, self.intervals):
            named += [*pairs, *pairs.values()]
        for groups in (self.differences, self.joint):
            named += [*groups, *(part for parts in groups.values() for part in parts)]
        return [column for column in named if column]

    def asks(self) -> bool:
        """Whether anything is stated that a check needs."""
        return bool(self.n or self.supports or self.columns() or self.mean_row or self.metrics)
