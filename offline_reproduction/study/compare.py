"""Built against printed, number by number. No builder sees what is printed; only this does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from fe_core.numbers import printed as reading
from fe_core.numbers.exact import Exact, exact_text, times
from fe_core.numbers.printed import PrintedValue
from fe_core.numbers.rounding import Rounding, rounded
from fe_core.numbers.verdict import Judged, Verdict, judge, worst
from fe_core.reporting.cells import Cell, OverClusters, Spread, Unit
from fe_core.reporting.entries import Entry, Kind
from offline_reproduction.study.drawn import shown
from offline_reproduction.study.printed_units import holds, printed_scale

if TYPE_CHECKING:
    from fe_core.intervals.bootstrap import DrawnInterval

DEGENERATE = "degenerate"

Drawn = Mapping[OverClusters, "DrawnInterval"]
"""The endpoints of a seeded run of each printed interval."""


def compare(
    entry: Entry,
    cell: Cell | None,
    rule: Rounding,
    drawn: Drawn = MappingProxyType({}),
    point: str = ".",
) -> Entry:
    """`entry` (id, place, printed text) with what `cell` says of it.

    drawn: no verdict rests on these; another seed or generator draws others within the band.
    point: the decimal mark of the table that the text stands in.
    A missing cell, a cell without value, a printed dash and a text that is not read as what the
    cell is are uncheckable, with the reason.
    """
    if cell is None:
        return _uncheckable(entry, "printed, and the study declares nothing for it")
    entry = replace(entry, unit=cell.unit.value, count=cell.count, signature=cell.signature)
    entry = replace(entry, over=cell.over)
    if isinstance(cell.value, bool):
        return _text(entry, "true" if cell.value else "false")
    if isinstance(cell.value, str):
        return _text(entry, cell.value)
    printed = reading.read(entry.printed, point)
    if cell.value is None:
        nothing = isinstance(printed, reading.Absent)
        return replace(_uncheckable(entry, cell.reason), accounted=nothing)
    if isinstance(printed, reading.Absent):
        return _uncheckable(entry, "printed as not reported")
    if isinstance(printed, reading.Unreadable):
        return _uncheckable(entry, f"the printed text cannot be read: {printed.reason}")
    if isinstance(cell.value, OverClusters):
        return _interval(entry, cell.value, printed, rule, cell.unit, drawn)
    if isinstance(cell.value, Spread):
        return _spread(entry, cell, cell.value, printed, rule)
    return _value(entry, cell, cell.value, printed, rule)


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
    if value is None or isinstance(value, OverClusters):
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


def _text(entry: Entry, text: str) -> Entry:
    verdict = Verdict.SAME if text == entry.printed else Verdict.DIFFERENT
    return replace(entry, verdict=verdict, recomputed=text, exact=text)


def _value(entry: Entry, cell: Cell, value: Exact, printed: PrintedValue, rule: Rounding) -> Entry:
    """One exact value against whatever is printed in its place."""
    entry = replace(entry, exact=exact_text(value, cell.unit.scale))
    match printed:
        case reading.Number() | reading.Approximate():
            number = printed if isinstance(printed, reading.Number) else printed.number
            return _single(entry, cell, value, number, rule)
        case reading.Inequality():
            return _bound(entry, cell, value, printed, rule)
        case reading.Count():
            return replace(_count(entry, cell, printed), exact=exact_text(value))
        case reading.Several(parts=(reading.Count() as count, reading.Number() as number)):
            both = [_count(entry, cell, count), _single(entry, cell, value, number, rule)]
            verdict = worst([each.verdict for each in both])
            return replace(
                both[1], verdict=verdict, recomputed=" ".join(e.recomputed for e in both)
            )
        case reading.MeanDeviation() | reading.Range():
            return _other_shape(entry, cell, rule)
    return _uncheckable(entry, f"the printed text {entry.printed!r} is no single number")


def _single(
    entry: Entry, cell: Cell, value: Exact, printed: reading.Number, rule: Rounding
) -> Entry:
    scale = printed_scale(printed, cell.unit)
    if scale is None:
        return _other_unit(entry, printed, cell.unit)
    if scale.denominator == 1:
        judged = judge(value, printed, rule, int(scale))
    else:
        judged = judge(times(value, scale), printed, rule)
    if printed.stored and holds("=", value, printed, scale):
        judged = judged._replace(verdict=Verdict.SAME, roundings=())
    return _judged(entry, judged, entry.exact)


def _bound(
    entry: Entry, cell: Cell, value: Exact, printed: reading.Inequality, rule: Rounding
) -> Entry:
    """`< 0.001`: true or not, of the exact value."""
    number = printed.number
    scale = printed_scale(number, cell.unit)
    if scale is None:
        return _other_unit(entry, number, cell.unit)
    verdict = Verdict.SAME if holds(printed.relation, value, number, scale) else Verdict.DIFFERENT
    text = rounded(times(value, scale), number.decimals + 1, rule)
    return replace(entry, verdict=verdict, recomputed=text)


def _count(entry: Entry, cell: Cell, printed: reading.Count) -> Entry:
    """`5/48` against the cell's own numerator and denominator, not only their ratio.

    What counts nothing, such as an expectation, is compared by its exact value.
    """
    if not cell.count and isinstance(cell.value, Fraction) and printed.total:
        same = cell.value == Fraction(printed.hits, printed.total)
        verdict = Verdict.SAME if same else Verdict.DIFFERENT
        return replace(
            entry, verdict=verdict, recomputed="/".join(map(str, cell.value.as_integer_ratio()))
        )
    if not cell.count:
        reason = f"printed as {entry.printed!r}, the study declares no numerator and denominator"
        return _uncheckable(entry, reason)
    verdict = Verdict.SAME if cell.count == f"{printed.hits}/{printed.total}" else Verdict.DIFFERENT
    return replace(entry, verdict=verdict, recomputed=cell.count)


def _whole_scale(printed: reading.Number, unit: Unit) -> int | None:
    """Printed value per natural value, where that is a whole number."""
    scale = printed_scale(printed, unit)
    return int(scale) if scale is not None and scale.denominator == 1 else None


def _other_unit(entry: Entry, printed: reading.Number, unit: Unit) -> Entry:
    return _uncheckable(entry, f"printed in the unit {printed.unit!r}, declared as {unit.value}")


def _other_shape(entry: Entry, cell: Cell, rule: Rounding) -> Entry:
    """A mean ± deviation stands where one number belongs, or one number where the two belong."""
    return replace(
        entry, verdict=Verdict.DIFFERENT, recomputed=shown_text(cell, "", rule), exact=""
    )


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
    entry: Entry, cell: Cell, value: Spread, printed: PrintedValue, rule: Rounding
) -> Entry:
    """Mean and deviation, printed as `36.0±1.4` or `36.0 (1.4)`."""
    if isinstance(printed, reading.Number) and None not in value:
        return _other_shape(entry, cell, rule)
    if isinstance(printed, reading.Several) and printed.joins in (("(",), ("_",)):
        mean, deviation = printed.parts
        if isinstance(mean, reading.Number) and isinstance(deviation, reading.Number):
            printed = reading.MeanDeviation(mean, deviation)
    if not isinstance(printed, reading.MeanDeviation):
        return _uncheckable(entry, f"the printed text {entry.printed!r} is no mean ± deviation")
    if value.mean is None or value.deviation is None:
        return _uncheckable(entry, "a deviation needs at least two runs")
    scale = _whole_scale(printed.mean, cell.unit)
    if scale is None:
        return _other_unit(entry, printed.mean, cell.unit)
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


def _interval(
    entry: Entry,
    value: OverClusters,
    printed: PrintedValue,
    rule: Rounding,
    unit: Unit,
    drawn: Drawn,
) -> Entry:
    """A printed interval, by its exact law; the endpoints of one seeded run stand beside it."""
    entry = replace(entry, kind=Kind.INTERVAL)
    if not isinstance(printed, reading.Range):
        return _uncheckable(entry, f"the printed text {entry.printed!r} is no interval")
    scale = _whole_scale(printed.low, unit)
    if scale is None:
        return _other_unit(entry, printed.low, unit)
    # Loads the exact law only where an interval is judged.
    from offline_reproduction.study.printed_intervals import judge_printed

    said = judge_printed(value, printed, scale, rule)
    uncheckable = said.verdict is Verdict.UNCHECKABLE
    entry = replace(entry, **said._asdict(), reason=said.detail if uncheckable else "")
    # A degenerate interval is printed as every run would print it: there is nothing to excuse.
    entry = replace(entry, accounted=said.judgement == DEGENERATE)
    if value not in drawn:
        return entry
    decimals = printed.low.decimals, printed.high.decimals
    ends = shown(drawn[value], decimals, rule, scale)
    return replace(entry, drawn=ends, draws=drawn[value].signature)
