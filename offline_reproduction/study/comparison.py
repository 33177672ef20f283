"""Runs against each other: paired differences, exact tests, ranks; all can be declared, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.intervals.bootstrap import Plan, value_interval
from fe_core.intervals.certify import interval as ratio_interval
from fe_core.intervals.engine import Engine, draw_columns
from fe_core.intervals.few.effective import THRESHOLD, effective_clusters
from fe_core.intervals.few.holm import holm
from fe_core.intervals.few.signflip import sign_flip
from fe_core.reporting.cells import Unit
from fe_core.scoring.comparable import comparable
from offline_reproduction.study.clustered import clustered, of_sums
from offline_reproduction.study.declaration import Declaration
from offline_reproduction.study.estimates import Estimate
from offline_reproduction.study.quantities import Quantities, Question

Value = Callable[[Sequence[int]], Fraction | None]

ITEM = ("item",)
"""Drawn by themselves."""


class Compared(NamedTuple):
    """The second run's value minus the first's, over the same items.

    low, high: of whole clusters. method: "exact" or "drawn". p: of `test`, "" where no exact test
    is of this metric. adjusted: by Holm over all that were compared together.
    """

    first: str
    second: str
    values: tuple[Fraction | None, Fraction | None]
    difference: Fraction | None
    low: Fraction | None
    high: Fraction | None
    method: str
    test: str
    p: Fraction | None
    adjusted: Fraction | None
    clusters: int
    effective: Fraction | None


class Ranked(NamedTuple):
    """A run's place, 1 for the best, and where whole-cluster draws put it.

    p: of the paired test against the next better run; None for the best.
    """

    rank: int
    run: str
    value: Fraction | None
    low: int
    high: int
    p: Fraction | None


class Comparison(NamedTuple):
    """What is compared, over which clusters, and how it is drawn."""

    engine: Quantities
    metric: str
    cluster: tuple[str, ...]
    plan: Plan
    drawing: Engine

    def pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Compared]:
        """Each pair; the p values of all are one family. Raises UsageError for other items."""
        made = [self._pair(first, second) for first, second in pairs]
        family = {f"{one.first} {one.second}": one.p for one in made if one.p is not None}
        found = {one.name: one.adjusted for one in holm(tuple(family), family)} if family else {}
        return [one._replace(adjusted=found.get(f"{one.first} {one.second}")) for one in made]

    def ranks(self, runs: Sequence[str]) -> list[Ranked]:
        """Runs from the best to the worst; equal values share a place."""
        made = {run: self._estimate(run) for run in runs}
        comparable({run: tuple(one.items) for run, one in made.items()})
        order = sorted(made, key=lambda run: _descending(made[run].fraction))
        drawn = self._drawn_ranks([made[run] for run in order])
        p = dict(self._against_better(order))
        values = [made[run].fraction for run in order]
        return [
            Ranked(_rank(values, at), run, values[at], *drawn[at], p.get(run))
            for at, run in enumerate(order)
        ]

    def _estimate(self, run: str) -> Estimate:
        made = self.engine.estimate(self.metric, Question((run,), fixed=True))
        if not made.samples:
            raise UsageError(f"metric={self.metric!r} reads no answers of {run!r}")
        return made.single()

    def _pair(self, first: str, second: str) -> Compared:
        values = tuple(self._estimate(run).fraction for run in (first, second))
        declared = Declaration(
            "difference", "difference", Unit.POINTS, {}, of=(self.metric,), against=first,
            cluster=self.cluster,
        )  # fmt: skip
        made = self.engine.whole(declared, Question((second,), fixed=True))
        columns = clustered(self.engine, made, declared)
        low, high, method = self._interval(made, columns)
        test, p = self._test(made, columns)
        sizes = effective_clusters(columns[1]) if made.ratio else None
        return Compared(
            first, second, (values[0], values[1]), made.fraction, low, high, method, test, p, None,
            len(columns[0]), sizes.effective if sizes else None,
        )  # fmt: skip

    def _interval(
        self, made: Estimate, columns: Sequence[Sequence[int]]
    ) -> tuple[Fraction | None, Fraction | None, str]:
        if made.ratio:
            found = ratio_interval(
                columns[0], columns[1], draws=self.plan.draws, stream=self.plan.stream,
                seed=self.plan.seed, level=self.plan.level, engine=self.drawing,
            )  # fmt: skip
            return found.low, found.high, "exact" if found.exact else "drawn"
        drawn = value_interval(columns, of_sums(made), self.plan, engine=self.drawing)
        return drawn.low, drawn.high, "drawn"

    def _test(
        self, made: Estimate, columns: Sequence[Sequence[int]]
    ) -> tuple[str, Fraction | None]:
        """Sign flips of whole clusters; of single items they are McNemar's exact test."""
        if not made.ratio or (len(set(columns[1])) > 1 and self.cluster == ITEM):
            return "", None
        alone = self.cluster == ITEM and set(columns[0]) <= {-1, 0, 1}
        return "McNemar, exact" if alone else "sign flips", sign_flip(columns[0]).p

    def _against_better(self, order: Sequence[str]) -> list[tuple[str, Fraction | None]]:
        steps = zip(order[1:], order, strict=False)
        return [(run, self._pair(better, run).p) for run, better in steps]

    def _drawn_ranks(self, made: Sequence[Estimate]) -> list[tuple[int, int]]:
        """The level's share of the drawn ranks of each run, whole ranks."""
        declared = Declaration("rank", "rank", Unit.COUNT, {}, cluster=self.cluster)
        each = [clustered(self.engine, one, declared) for one in made]
        columns = [column for some in each for column in some]
        sums = draw_columns(
            self.drawing, columns, draws=self.plan.draws, stream=self.plan.stream,
            seed=self.plan.seed,
        )  # fmt: skip
        found: list[list[int]] = [[] for _ in made]
        known: dict[tuple[int, ...], list[int]] = {}
        widths = [len(some) for some in each]
        values = [of_sums(one) for one in made]
        for row in zip(*sums, strict=True):
            if row not in known:
                known[row] = _ranks_of(row, widths, values)
            for at, rank in enumerate(known[row]):
                found[at].append(rank)
        return [_ends(ranks, self.plan.level) for ranks in found]


def all_pairs(runs: Sequence[str], baseline: str = "") -> list[tuple[str, str]]:
    """Every pair, or the others against a baseline. Raises UsageError for one that is no run."""
    if not baseline:
        return list(combinations(runs, 2))
    if baseline not in runs:
        raise UsageError(f"baseline={baseline!r} is no run; there are {list(runs)[:8]}")
    return [(baseline, run) for run in runs if run != baseline]


def few(compared: Sequence[Compared]) -> str:
    """A warning where there are too few clusters for an interval; "" where there are enough."""
    least = min((one.effective for one in compared if one.effective is not None), default=None)
    if least is None or least >= THRESHOLD:
        return ""
    return (
        f"effective clusters {float(least):.1f}, below {THRESHOLD}: intervals are likely to be too "
        "short; the exact test stands"
    )


def _ranks_of(row: Sequence[int], widths: Sequence[int], values: Sequence[Value]) -> list[int]:
    found, at = [], 0
    for wide, value in zip(widths, values, strict=True):
        found.append(value(row[at : at + wide]))
        at += wide
    return [_rank(found, place) for place in range(len(found))]


def _rank(values: Sequence[Fraction | None], at: int) -> int:
    own = values[at]
    return 1 + sum(v is not None and (own is None or v > own) for v in values)


def _ends(ranks: Sequence[int], level: Fraction) -> tuple[int, int]:
    ordered, tail = sorted(ranks), (1 - level) / 2
    last = len(ordered) - 1
    return ordered[floor(last * tail)], ordered[ceil(last * (1 - tail))]


def _descending(value: Fraction | None) -> tuple[bool, Fraction]:
    return value is None, -(value or Fraction(0))
