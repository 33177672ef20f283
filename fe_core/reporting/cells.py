"""Cells: exact values with their unit and signature; no text is made here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.exact import Exact


class Unit(Enum):
    """How a natural value relates to the printed one."""

    PERCENT = "percent"
    POINTS = "points"
    COUNT = "count"
    SHARE = "share"
    TEXT = "text"
    RELATION = "relation"

    @property
    def scale(self) -> int:
        """Printed value per natural value: 100 for percent and percentage points."""
        return 100 if self in (Unit.PERCENT, Unit.POINTS) else 1


class Spread(NamedTuple):
    """A mean and a deviation over runs."""

    mean: Exact | None
    deviation: Exact | None


class Resampled(NamedTuple):
    """A ratio over clusters, and how its interval was drawn.

    numerators, denominators: one integer per cluster, in the same order. draws: how many the paper
    says it drew. level: of the interval. rule: of the quantile.
    """

    numerators: tuple[int, ...]
    denominators: tuple[int, ...]
    draws: int = 20_000
    level: Fraction = Fraction(95, 100)
    rule: str = "linear"


class Redrawn(NamedTuple):
    """Any value of whole clusters, and how its interval was drawn: no ratio, so by seeded draws.

    columns: integers, one per cluster each. value: the value of their sums.
    """

    columns: tuple[tuple[int, ...], ...]
    value: Callable[[Sequence[int]], Fraction | None]
    draws: int = 20_000
    level: Fraction = Fraction(95, 100)
    rule: str = "linear"


OverClusters = Resampled | Redrawn
"""What has an interval."""

CellValue = Exact | Spread | OverClusters | str | bool


class Behind(NamedTuple):
    """The answers that a number is made of: those of these runs to these items."""

    runs: tuple[str, ...]
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One recomputed value.

    value: natural (83/288, not 28.82); None needs `reason`, the reason why nothing can be computed.
    count: `83/288` where there is one. over: what it stands on, a text for each run's answers.
    """

    value: CellValue | None
    unit: Unit
    signature: str
    count: str = ""
    reason: str = ""
    behind: Behind | None = None
    over: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.value is None and not self.reason:
            raise ValueError(f"a cell without a value needs a reason, signature={self.signature!r}")


def unanswered(reason: str, unit: Unit = Unit.TEXT) -> Cell:
    """A cell that no record can answer, and why."""
    return Cell(None, unit, "", reason=reason)
