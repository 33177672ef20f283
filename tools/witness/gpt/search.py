"""Look for integers per cluster whose intervals are the printed ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from fe_core.errors import FeError
from tools.witness.gpt.draws import Draws, Ends, exact
from tools.witness.gpt.facts import Interval

Sums = tuple[int, ...]

_TRIES = 10
_STEPS = (1_500, 300, 300, 300, 300)
_LOSS = (0.6, 0.1, 0.1, 0.1, 0.1)
"""Steps for each vector, and the loss in points that is taken at first, round by round."""

_CLOSE = 0.04


class PlanError(FeError):
    """No sums per component were found that print an interval."""


class Part(NamedTuple):
    """A vector that is looked for: its total, and its bounds per component."""

    total: int
    low: Sequence[int]
    high: Sequence[int]


class Goal(NamedTuple):
    """An interval to print, of the parts of a state weighted by +1, 0 or −1."""

    weights: tuple[int, ...]
    printed: Interval


class Search:
    """Searches over components of fixed sizes; one random stream for all of them."""

    def __init__(self, sizes: Sequence[int], rng: random.Random) -> None:
        self.sizes = tuple(sizes)
        self._draws = Draws(sizes)
        self._rng = rng

    def together(self, parts: Sequence[Part], goals: Sequence[Goal], name: str) -> list[Sums]:
        """Vectors whose combinations print the goals, confirmed on the exact law.

        Searched on the sample; where the sample's interval differs from the exact one, the aim is
        shifted by the difference and the search goes on. Raises PlanError if nothing was found.
        """
        printed = [Ends(float(goal.printed.low), float(goal.printed.high)) for goal in goals]
        for _ in range(_TRIES):
            state, aims = [self._start(part) for part in parts], printed
            for pace in zip(_STEPS, _LOSS, strict=True):
                state = self._improved(state, parts, goals, aims, pace)
                sums = [_weighted(state, goal) for goal in goals]
                found = [
                    exact(one, self.sizes, goal.printed)
                    for one, goal in zip(sums, goals, strict=True)
                ]
                if all(one.prints for one in found):
                    return [tuple(one) for one in state]
                sampled = [self._draws.interval(one) for one in sums]
                aims = [
                    _shifted(ends, drawn, one.ends)
                    for ends, drawn, one in zip(printed, sampled, found, strict=True)
                ]
        raise PlanError(f"{name}: no sums per component print the interval")

    def _start(self, part: Part) -> list[int]:
        """Sums near total·size, within bounds."""
        rows = list(zip(self.sizes, part.low, part.high, strict=True))
        everything = sum(self.sizes)
        sums = [min(max(part.total * size // everything, low), high) for size, low, high in rows]
        while (missing := part.total - sum(sums)) != 0:
            step = 1 if missing > 0 else -1
            room = [c for c, (_, low, high) in enumerate(rows) if low <= sums[c] + step <= high]
            if not room:
                raise PlanError(f"bounds leave no sums with total={part.total}")
            sums[self._rng.choice(room)] += step
        return sums

    def _improved(
        self,
        state: list[list[int]],
        parts: Sequence[Part],
        goals: Sequence[Goal],
        aims: Sequence[Ends],
        pace: tuple[int, float],
    ) -> list[list[int]]:
        """Threshold accepting: small losses are taken early and refused late."""
        miss = self._miss(state, goals, aims, inf)
        best, least = state, miss
        steps, loss = pace[0] * len(parts), pace[1]
        for step in range(steps):
            if least < _CLOSE * len(goals):
                break
            moved = self._moved(state, parts)
            limit = miss + loss * (1 - step / steps) ** 2
            found = self._miss(moved, goals, aims, limit)
            if found < limit:
                state, miss = moved, found
            if miss < least:
                best, least = state, miss
        return best

    def _moved(self, state: list[list[int]], parts: Sequence[Part]) -> list[list[int]]:
        """The state after moving a few units between two components of one part."""
        while True:
            at = self._rng.randrange(len(parts))
            gains, loses = self._rng.sample(range(len(self.sizes)), 2)
            step = self._rng.choice((1, 1, 2, 3))
            sums, part = list(state[at]), parts[at]
            sums[gains] += step
            sums[loses] -= step
            if sums[gains] <= part.high[gains] and sums[loses] >= part.low[loses]:
                return [sums if place == at else kept for place, kept in enumerate(state)]

    def _miss(
        self,
        state: Sequence[Sequence[int]],
        goals: Sequence[Goal],
        aims: Sequence[Ends],
        limit: float,
    ) -> float:
        """Points from all aims together; what has reached the limit is not summed further."""
        total = 0.0
        for goal, aim in zip(goals, aims, strict=True):
            if total < limit:
                total += self._draws.interval(_weighted(state, goal)).apart(aim)
        return total


def _weighted(state: Sequence[Sequence[int]], goal: Goal) -> list[int]:
    rows = zip(*state, strict=True)
    return [sum(w * s for w, s in zip(goal.weights, row, strict=True)) for row in rows]


def _shifted(printed: Ends, sampled: Ends, exact: Ends) -> Ends:
    return Ends(
        printed.low + sampled.low - exact.low,
        printed.high + sampled.high - exact.high,
    )
