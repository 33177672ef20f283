"""Metrics of two runs on the same items: who was right, and McNemar's exact test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from fe_core.scoring.metric import Definition, Metric, Over, Parameters, Responses, counted
from fe_core.scoring.paired import mcnemar


def _who(first: bool, second: bool) -> Callable[[Responses], bool]:
    return lambda unit: (unit[0].right, unit[1].right) == (first, second)


def _mcnemar(parameters: Parameters, units: Sequence[Responses]) -> Metric[Responses]:
    def tally(unit: Responses) -> tuple[int, int, int]:
        one, other = unit
        return int(one.right > other.right), int(other.right > one.right), 1

    def value(sums: Sequence[int]) -> Fraction | None:
        return mcnemar(sums[0], sums[1]) if sums[2] else None

    return Metric("mcnemar", tally, value)


METRICS = (
    *(
        Definition(
            name, (Over.RUNS,), about, counted(name, _who(first, second)), "count", pair=True
        )
        for name, about, first, second in (
            ("both", "items that both runs have right", True, True),
            ("only-first", "items that only the run compared with has right", True, False),
            ("only-second", "items that only the row's run has right", False, True),
            ("neither", "items that neither run has right", False, False),
        )
    ),
    Definition(
        "mcnemar",
        (Over.RUNS,),
        "McNemar's exact two-sided p value",
        _mcnemar,
        "share",
        counts=False,
        pair=True,
    ),
)
