"""Built against printed, number by number. No builder sees what is printed; only this does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from fe_core.numbers import printed as reading
from fe_core.numbers.exact import Exact, exact_text
from fe_core.numbers.rounding import Rounding, rounded
from fe_core.numbers.verdict import Judged, Verdict, judge, worst
from fe_core.reporting.cells import Cell, Resampled, Spread, Unit
from fe_core.reporting.entries import Entry, Kind
from offline_reproduction.study.drawn import shown

if TYPE_CHECKING:
    from fe_core.intervals.bootstrap import DrawnInterval


class Asked(NamedTuple):
    """A printed interval, what it is an interval of, and the printed value per natural value."""

    value: Resampled
    printed: reading.Range
    scale: int


class IntervalJudged(NamedTuple):
    """A verdict on a printed interval, with the texts that an entry keeps under the same names."""

    verdict: Verdict
    recomputed: str
    exact: str
    judgement: str
    detail: str
    band: tuple[str, ...]


def compare(entry: Entry, cell: Cell | None, rule: Rounding) -> Entry:
    """`entry` (id, place, printed text) with what `cell` says of it.

    A missing cell, a cell without value, and a printed dash are uncheckable, with a reason; so is
    an interval until it is `closed`.
    """
    if cell is None:
        return _uncheckable(entry, "the study has no builder for this number")
    entry = replace(entry, unit=cell.unit.value, count=cell.count, signature=cell.signature)
    if cell.value is None:
        return _uncheckable(entry, cell.reason)
    if isinstance(cell.value, bool):
        return _relation(entry, cell.value)
    if isinstance(cell.value, str):
        return _text(entry, cell.value)
    printed = reading.read(entry.printed)
    if isinstance(printed, reading.Absent):
        return _uncheckable(entry, "printed as not reported")
    if isinstance(cell.value, Resampled):
        return _interval(entry, printed)
    if isinstance(cell.value, Spread):
        if isinstance(printed, reading.Number) and None not in cell.value:
            return _other_shape(entry, cell, rule)
        return _spread(entry, cell.value, printed, rule, cell.unit.scale)
    if isinstance(printed, reading.Count):
        return _text(replace(entry, exact=exact_text(cell.value)), cell.count)
    if isinstance(printed, reading.MeanDeviation | reading.Range):
        return _other_shape(entry, cell, rule)
    if not isinstance(printed, reading.Number):
        return _uncheckable(entry, f"the printed text {entry.printed!r} is no single number")
    judged = judge(cell.value, printed, rule, cell.unit.scale)
    return _judged(entry, judged, exact_text(cell.value, cell.unit.scale))


def closed(
    entry: Entry, asked: Asked, said: IntervalJudged, drawn: DrawnInterval, rule: Rounding
) -> Entry:
    """A printed interval's entry with its judgement, and with the endpoints of a seeded run.

    No verdict rests on those: another seed or generator draws others within the band.
    """
    decimals = asked.printed.low.decimals, asked.printed.high.decimals
    return replace(
        entry,
        **said._asdict(),
        drawn=shown(drawn, decimals, rule, asked.scale),
        draws=drawn.signature,
        reason=said.detail if said.verdict is Verdict.UNCHECKABLE else "",
    )


def shared_roundings(entries: Iterable[Entry]) -> tuple[str, ...]:
    """The rules under which every agreeing number would be printed as it is."""
    shared = {rule.value for rule in Rounding}
    for entry in entries:
        if entry.verdict is Verdict.SAME and entry.roundings:
            shared &= set(entry.roundings)
    return tuple(rule.value for rule in Rounding if rule.value in shared)


def shown_text(cell: Cell | None, like: str, rule: Rounding) -> str:
    """A cell's text with as many decimals as `like` (a printed text of its column) has."""
    if cell is None:
        return ""
    value = cell.value
    if value is None or isinstance(value, Resampled):
        return "–"
    if isinstance(value, bool | str):
        return str(value)
    shape = reading.read(like) if like else None
    if isinstance(shape, reading.Count) and cell.count:
        return cell.count
    if isinstance(value, Spread):
        digits = shape.mean.decimals if isinstance(shape, reading.MeanDeviation) else 2
        parts = [_number(part, digits, rule, cell.unit) for part in value]
        return "±".join(parts)
    decimals = shape.decimals if isinstance(shape, reading.Number) else _decimals(cell.unit)
    return _number(value, decimals, rule, cell.unit)


def _decimals(unit: Unit) -> int:
    return 0 if unit is Unit.COUNT else 2


def _number(value: Exact | None, decimals: int, rule: Rounding, unit: Unit) -> str:
    return "–" if value is None else rounded(value, decimals, rule, unit.scale)


def _uncheckable(entry: Entry, reason: str) -> Entry:
    return replace(entry, verdict=Verdict.UNCHECKABLE, reason=reason)


def _other_shape(entry: Entry, cell: Cell, rule: Rounding) -> Entry:
    """A mean ± deviation stands where one number belongs, or one number where the two belong."""
    return replace(entry, verdict=Verdict.DIFFERENT, recomputed=shown_text(cell, "", rule))


def _relation(entry: Entry, holds: bool) -> Entry:
    said = "true" if holds else "false"
    verdict = Verdict.SAME if said == entry.printed else Verdict.DIFFERENT
    return replace(entry, verdict=verdict, recomputed=said, exact=said)


def _text(entry: Entry, text: str) -> Entry:
    verdict = Verdict.SAME if text == entry.printed else Verdict.DIFFERENT
    return replace(entry, verdict=verdict, recomputed=text, exact=entry.exact or text)


def _judged(entry: Entry, judged: Judged, exact: str) -> Entry:
    rules = tuple(rule.value for rule in judged.roundings)
    return replace(
        entry,
        verdict=judged.verdict,
        recomputed=judged.recomputed,
        exact=exact,
        roundings=rules,
    )


def _spread(
    entry: Entry, value: Spread, printed: reading.PrintedValue, rule: Rounding, scale: int
) -> Entry:
    if not isinstance(printed, reading.MeanDeviation):
        return _uncheckable(entry, f"the printed text {entry.printed!r} is no mean ± deviation")
    if value.mean is None or value.deviation is None:
        return _uncheckable(entry, "a deviation needs at least two runs")
    parts = [
        judge(value.mean, printed.mean, rule, scale),
        judge(value.deviation, printed.deviation, rule, scale),
    ]
    judged = Judged(
        worst([part.verdict for part in parts]),
        "±".join(part.recomputed for part in parts),
        tuple(rule for rule in parts[0].roundings if rule in parts[1].roundings),
    )
    exact = f"{exact_text(value.mean, scale)} ± {exact_text(value.deviation, scale)}"
    return _judged(entry, judged, exact)


def _interval(entry: Entry, printed: reading.PrintedValue) -> Entry:
    entry = replace(entry, kind=Kind.INTERVAL)
    if isinstance(printed, reading.Range):
        return _uncheckable(entry, "the interval was not judged")
    return _uncheckable(entry, f"the printed text {entry.printed!r} is no interval")


def place_of(unanswered: Mapping[str, str], row: str, column: str) -> str:
    """The reason that a study gives for not answering a cell, or ""."""
    for key in (f"{row} | {column}", row, f"* | {column}", "*"):
        if key in unanswered:
            return unanswered[key]
    return ""
