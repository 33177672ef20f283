"""What a referee knows of somebody's table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fe_core.numbers.rounding import Rounding
from offline_reproduction.audit.values.spans import NEAREST

MARK = "table"


@dataclass(frozen=True, slots=True)
class Known:
    """What a referee knows of a table.

    n: items behind the accuracy column. wholes: other columns' denominators. supports: golds per
    class. invalid: least and greatest number of invalid answers. metrics: metric → column, where
    the name does not tell. average, total: columns that are the mean or sum of all other numeric
    columns. errors, intervals: a standard error's or 95 % interval's column → its proportion's.
    differences: a column → the two whose difference it is. joint: a joint rate's column → its
    parts'. unknown: a column whose denominator is asked for → the largest to try. mean_row: the row
    that averages all others, as mean or mean ± deviation. scale: 100, 1, or None to look at the
    numbers. limit: vectors of hits searched in a row at most. skip: rows that are no runs.
    """

    n: int | None = None
    wholes: Mapping[str, int] = field(default_factory=dict)
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
    scale: int | None = None
    limit: int | None = None
