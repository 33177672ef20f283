"""Intervals that a paper does not print: drawn on the kit's own stream, and shown as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.rounding import Rounding, rounded
from fe_core.reporting.cells import Resampled, Unit
from fe_core.reporting.tables import Table
from offline_reproduction.study import Settings

DECIMALS = 2

Place = tuple[str, str]
"""Row and column key."""


class DrawnTexts(NamedTuple):
    """`[low, high]` by place, and how the intervals were drawn ("" where there are none)."""

    texts: Mapping[Place, str]
    note: str


class _Shared(NamedTuple):
    """What intervals must have in common to be made of the same draws."""

    denominators: tuple[int, ...]
    level: Fraction
    rule: str


class _Wanted(NamedTuple):
    place: Place
    numerators: tuple[int, ...]
    unit: Unit


def drawn_texts(table: Table, settings: Settings, rule: Rounding) -> DrawnTexts:
    """Every interval of a table; those over the same clusters share their draws.

    Draws, seed and engine are the settings'; the number of draws a paper states is not used here.
    """
    groups: dict[_Shared, list[_Wanted]] = {}
    for shared, wanted in _intervals(table):
        groups.setdefault(shared, []).append(wanted)
    texts: dict[Place, str] = {}
    note = ""
    for shared, wanted_together in groups.items():
        made, note = _drawn(shared, wanted_together, settings, rule)
        texts |= made
    return DrawnTexts(texts, note)


def _intervals(table: Table) -> Iterator[tuple[_Shared, _Wanted]]:
    for place, cell in table.by_key().items():
        value = cell.value
        if isinstance(value, Resampled):
            shared = _Shared(value.denominators, value.level, value.rule)
            yield shared, _Wanted(place, value.numerators, cell.unit)


def _drawn(
    shared: _Shared, wanted: list[_Wanted], settings: Settings, rule: Rounding
) -> tuple[dict[Place, str], str]:
    from fe_core.intervals.bootstrap import Plan, ratio_intervals

    plan = Plan(draws=settings.draws, seed=settings.seed or 0, level=shared.level, rule=shared.rule)
    found = ratio_intervals(
        [*(one.numerators for one in wanted), shared.denominators],
        [(at, len(wanted)) for at in range(len(wanted))],
        plan,
        engine=settings.engine,
        threads=settings.threads,
    )
    texts = {
        one.place: _text(interval.low, interval.high, one.unit, rule)
        for one, interval in zip(wanted, found, strict=True)
    }
    note = (
        f"Intervals without a printed number: {plan.kind.value}, stream {plan.stream}, "
        f"{plan.draws} draws of whole clusters, seed {plan.seed}."
    )
    return texts, note


def _text(low: Fraction | None, high: Fraction | None, unit: Unit, rule: Rounding) -> str:
    if low is None or high is None:
        return "–"
    ends = (rounded(end, DECIMALS, rule, unit.scale) for end in (low, high))
    return f"[{', '.join(ends)}]"
