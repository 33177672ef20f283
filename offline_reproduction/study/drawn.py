"""Endpoints drawn on the kit's own stream: beside printed intervals, and where none is printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from fe_core.numbers.rounding import Rounding, rounded
from fe_core.reporting.cells import Resampled
from fe_core.reporting.tables import Table
from offline_reproduction.study.paper import Settings

if TYPE_CHECKING:
    from fe_core.intervals.bootstrap import DrawnInterval
    from fe_core.intervals.certify import ExactInterval

DECIMALS = (2, 2)
"""Of the low and high end where no printed interval says how many."""

Place = tuple[str, str]
"""Row and column key."""


class DrawnTexts(NamedTuple):
    """`[low, high]` by place, and how the intervals were drawn ("" where there are none)."""

    texts: Mapping[Place, str]
    note: str


def endpoints(values: Iterable[Resampled], settings: Settings) -> dict[Resampled, DrawnInterval]:
    """The percentile interval of each value: as many draws as it says, the settings' seed.

    Values over the same clusters share their draws; each is what it would be if drawn alone.
    """
    from fe_core.intervals.bootstrap import Plan, ratio_intervals

    alike: dict[object, list[Resampled]] = {}
    for value in dict.fromkeys(values):
        alike.setdefault(value._replace(numerators=()), []).append(value)
    found: dict[Resampled, DrawnInterval] = {}
    for done, together in enumerate(alike.values()):
        settings.progress("drawing intervals", done, len(alike))
        first = together[0]
        drawn = ratio_intervals(
            [*(value.numerators for value in together), first.denominators],
            [(at, len(together)) for at in range(len(together))],
            Plan(first.draws, settings.stream, settings.seed, first.level, first.rule),
            engine=settings.engine,
            threads=settings.threads,
        )
        found |= zip(together, drawn, strict=True)
    if alike:
        settings.progress("drawing intervals", len(alike), len(alike))
    return found


def drawn_texts(table: Table, settings: Settings, rule: Rounding) -> DrawnTexts:
    """Every interval of a table, drawn as often as the settings say."""
    wanted = {
        place: (cell.value._replace(draws=settings.draws), cell.unit)
        for place, cell in table.by_key().items()
        if isinstance(cell.value, Resampled)
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
