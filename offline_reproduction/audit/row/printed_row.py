"""One results row as printed, and what is known of the run behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.numbers.printed import Number
from fe_core.numbers.rounding import Rounding
from offline_reproduction.audit.values.spans import NEAREST

METRICS = ("accuracy", "precision", "recall", "f1")

Range = tuple[int, int]


class Printed(NamedTuple):
    """The printed numbers of one row, in one unit; None where a metric is not printed."""

    accuracy: Number | None = None
    precision: Number | None = None
    recall: Number | None = None
    f1: Number | None = None

    def given(self) -> tuple[str, ...]:
        """The names of the printed metrics."""
        return tuple(name for name in METRICS if getattr(self, name) is not None)

    def only(self, names: Sequence[str]) -> Printed:
        """The same row with only these metrics printed."""
        return Printed(*(getattr(self, name) if name in names else None for name in METRICS))


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known about a row besides its printed metrics.

    supports: golds per class. invalid: least and greatest number of invalid answers. hits and
    predicted: known ranges per class, by its position. rules: roundings that may have been used.
    scale: 100 for percent, 1 for shares.
    Raises UsageError for supports that are no counts.
    """

    supports: tuple[int, ...]
    invalid: Range = (0, 0)
    rules: tuple[Rounding, ...] = NEAREST
    scale: int = 100
    hits: Mapping[int, Range] = field(default_factory=dict)
    predicted: Mapping[int, Range] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.supports) < 2 or min(self.supports) < 0 or not sum(self.supports):
            raise UsageError(
                f"a row needs at least two classes with supports of at least 0, "
                f"got supports={self.supports!r}"
            )
        if not 0 <= self.invalid[0] <= self.invalid[1] <= sum(self.supports):
            raise UsageError(
                f"invalid answers lie between 0 and n={sum(self.supports)}, "
                f"got invalid={self.invalid!r}"
            )
