"""Endpoints drawn on the kit's own stream: beside printed intervals, and where none is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from fe_core.numbers.exact import share
from fe_core.numbers.rounding import Rounding, rounded
from fe_core.reporting.cells import OverClusters, Resampled
from fe_core.reporting.tables import Table
from offline_reproduction.study.paper import Settings

if TYPE_CHECKING:
    from fe_core.intervals.bootstrap import DrawnInterval, Plan
    from fe_core.intervals.certify import ExactInterval

DECIMALS = (2, 2)
"""Of the low and high end where no printed interval says how many."""

Value = Callable[[Sequence[int]], Fraction | None]

Place = tuple[str, str]
"""Row and column key."""


class DrawnTexts(NamedTuple):
    """`[low, high]` by place, and how the intervals were drawn ("" where there are none)."""

    texts: Mapping[Place, str]
    note: str


def endpoints(
    values: Iterable[OverClusters], settings: Settings
) -> dict[OverClusters, DrawnInterval]:
    """The percentile interval of each value: as many draws as it says, the settings' seed.

    Ratios over the same clusters share their draws; each is what it would be if drawn alone.
    """
    from fe_core.intervals.bootstrap import ratio_intervals, value_interval

    alike: dict[object, list[Resampled]] = {}
    found: dict[OverClusters, DrawnInterval] = {}
    for value in dict.fromkeys(values):
        if isinstance(value, Resampled):
            alike.setdefault(value._replace(numerators=()), []).append(value)
        else:
            found[value] = value_interval(
                value.columns,
                value.value,
                plan_of(value, settings),
                engine=settings.engine,
                threads=settings.threads,
            )
    for done, together in enumerate(alike.values()):
        settings.progress("drawing intervals", done, len(alike))
        first = together[0]
        drawn = ratio_intervals(
            [*(value.numerators for value in together), first.denominators],
            [(at, len(together)) for at in range(len(together))],
            plan_of(first, settings),
            engine=settings.engine,
            threads=settings.threads,
        )
        found |= zip(together, drawn, strict=True)
    if alike:
        settings.progress("drawing intervals", len(alike), len(alike))
    return found


def summed(value: OverClusters) -> tuple[Sequence[Sequence[int]], Value]:
    """The columns whose sums a value is of, and the value of such sums."""
    if isinstance(value, Resampled):
        return (value.numerators, value.denominators), lambda sums: share(sums[0], sums[1])
    return value.columns, value.value


def plan_of(value: OverClusters, settings: Settings) -> Plan:
    """How a value is drawn: as its paper says, on the settings' stream and seed."""
    from fe_core.intervals.bootstrap import Plan

    return Plan(value.draws, settings.stream, settings.seed, value.level, value.rule)


def drawn_texts(table: Table, settings: Settings, rule: Rounding) -> DrawnTexts:
    """Every interval of a table, drawn as often as the settings say."""
    wanted = {
        place: (cell.value._replace(draws=settings.draws), cell.unit)
        for place, cell in table.by_key().items()
        if isinstance(cell.value, OverClusters)
    }
    found = endpoints((value for value, _ in wanted.values()), settings)
    note = ""
    for one in found.values():
        note = (
            f"Intervals without a printed number: {one.kind.value}, stream {one.stream}, "
            f"{one.draws} draws of whole clusters, seed {one.seed}."
        )
    texts = {
        place: shown(found[value], DECIMALS, rule, unit.scale)
        for place, (value, unit) in wanted.items()
    }
    return DrawnTexts(texts, note)


def shown(
    drawn: DrawnInterval | ExactInterval, decimals: tuple[int, int], rule: Rounding, scale: int
) -> str:
    """`[low, high]`, each with its decimals; a dash where no draw has a value."""
    if drawn.low is None or drawn.high is None:
        return "–"
    ends = zip((drawn.low, drawn.high), decimals, strict=True)
    return f"[{', '.join(rounded(end, places, rule, scale) for end, places in ends)}]"
