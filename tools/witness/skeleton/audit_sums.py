"""Sums per audited group with which the prompt audit's intervals can be printed.

Every sum is drawn in two ways, over the twelve groups and over their six components; a walk moves
single units between groups until the exact law allows all four printed endpoints.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.errors import FeError
from fe_core.intervals.judge import Judgement, judge_interval

WALKS, STEPS = 40, 120


class Interval(NamedTuple):
    """Printed endpoints, in percent, of so many draws."""

    low: str
    high: str
    draws: int


class Quantity(NamedTuple):
    """A rate over the audited groups.

    total: numerator. each: denominator of one group. least, most: what one group's part may be.
    by_group, by_component: the intervals under both partitions.
    """

    name: str
    total: int
    each: int
    least: int
    most: int
    by_group: Interval
    by_component: Interval


AGREEMENT = Quantity(
    "paired agreement", -9, 3, -3, 2,
    Interval("-44.44", "-5.56", 10_000), Interval("-41.67", "-3.03", 10_000),
)  # fmt: skip
CHANGES = Quantity(
    "paired changes", 18, 3, 0, 3,
    Interval("30.56", "69.44", 10_000), Interval("25.00", "70.83", 10_000),
)  # fmt: skip
BLOCKS = Quantity(
    "blocks", 1, 6, -4, 4,
    Interval("-12.50", "16.67", 20_000), Interval("-6.94", "16.67", 20_000),
)  # fmt: skip


def group_sums(
    quantity: Quantity, components: Sequence[int], floor: Sequence[int] | None = None
) -> tuple[int, ...]:
    """Numerators, one for each group. components: the component of each group, by number.

    floor: least values of single groups, beyond the quantity's own. Raises FeError if no walk ends.
    """
    low = [max(quantity.least, at) for at in floor or [quantity.least] * len(components)]
    rng = random.Random(quantity.name)
    for _ in range(WALKS):
        sums = _start(quantity, low, rng)
        cost = _distance(quantity, sums, components)
        for _ in range(STEPS):
            if cost is None:
                return tuple(sums)
            moved = _moved(quantity, sums, low, rng)
            further = _distance(quantity, moved, components)
            if further is None or further <= cost:
                sums, cost = moved, further
    raise FeError(f"no sums found for {quantity.name!r}: none of {WALKS} walks met its intervals")


def _start(quantity: Quantity, low: Sequence[int], rng: random.Random) -> list[int]:
    sums = list(low)
    while sum(sums) < quantity.total:
        at = int(rng.random() * len(sums))
        sums[at] += sums[at] < quantity.most
    return sums


def _moved(
    quantity: Quantity, sums: Sequence[int], low: Sequence[int], rng: random.Random
) -> list[int]:
    """One or two units moved between groups, within the bounds."""
    moved = list(sums)
    for _ in range(1 + int(rng.random() * 2)):
        up, down = (int(rng.random() * len(sums)) for _ in range(2))
        if moved[up] < quantity.most and moved[down] > low[down]:
            moved[up] += 1
            moved[down] -= 1
    return moved


def _distance(
    quantity: Quantity, sums: Sequence[int], components: Sequence[int]
) -> Fraction | None:
    """How far the exact endpoints are from the printed ones; None where all can be printed."""
    count = max(components) + 1
    joined = [sum(s for s, c in zip(sums, components, strict=True) if c == n) for n in range(count)]
    sizes = [quantity.each * components.count(n) for n in range(count)]
    gaps = [
        _gap(quantity.by_group, sums, [quantity.each] * len(sums)),
        _gap(quantity.by_component, joined, sizes),
    ]
    wrong = [gap for gap in gaps if gap is not None]
    return sum(wrong, Fraction(0)) if wrong else None


def _gap(interval: Interval, sums: Sequence[int], sizes: Sequence[int]) -> Fraction | None:
    judged = judge_interval(sums, sizes, interval.low, interval.high, draws=interval.draws)
    ends = ((judged.low, interval.low), (judged.high, interval.high))
    if all(end.judgement is Judgement.COMPATIBLE for end, _ in ends):
        return None
    return sum(
        (abs((end.exact or Fraction(0)) - Fraction(text) / 100) for end, text in ends), Fraction(0)
    )
