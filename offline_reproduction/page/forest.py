"""Forest plots: printed intervals against exact ones and what a correct run of draws may print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from fe_core.numbers.printed import Range, read
from fe_core.reporting.entries import Entry
from fe_core.reporting.escape import html_text
from offline_reproduction.page.parts import frame, plain_table

WIDTH, LABEL, LINE, TOP = 420, 280, 22, 26
"""Pixels: of the axis, of the names left of it, of a line, above the first."""


class Interval(NamedTuple):
    """One line: a name, the exact ends, the printed ends and the band of each end, if known."""

    name: str
    exact: tuple[Fraction, Fraction]
    printed: tuple[Fraction, Fraction] | None = None
    band: tuple[Fraction, ...] = ()
    estimate: Fraction | None = None
    texts: tuple[str, ...] = ()


def figure(title: str, entries: Sequence[Entry]) -> Iterator[str]:
    """The judged intervals among a table's or a list's numbers; nothing where there are none."""
    found = [one for one in map(_interval, entries) if one is not None]
    if found:
        yield from drawing(title, found, ("printed", "exact", "band of the draws"))


def drawing(title: str, intervals: Sequence[Interval], heads: Sequence[str]) -> Iterator[str]:
    """The picture, and the same numbers as a table for whoever cannot see it."""
    axis = _axis(intervals)
    yield f'<figure class="forest"><figcaption>Intervals: {html_text(title)}</figcaption>'
    yield from frame(f"Intervals: {title}", _svg(title, intervals, axis))
    yield "<details><summary>the same as numbers</summary>"
    yield from plain_table(heads, ((one.name, one.texts) for one in intervals))
    yield "</details></figure>"


def _interval(entry: Entry) -> Interval | None:
    printed, exact = read(entry.printed), read(entry.recomputed or "–")
    if not isinstance(printed, Range) or not isinstance(exact, Range) or len(entry.band) != 4:
        return None
    name = ", ".join(part for part in (entry.row, entry.column) if part) or entry.wording
    band = tuple(Fraction(text) for text in entry.band)
    spans = f"{entry.band[0]} … {entry.band[1]}; {entry.band[2]} … {entry.band[3]}"
    return Interval(
        name,
        (exact.low.value, exact.high.value),
        (printed.low.value, printed.high.value),
        band,
        texts=(entry.printed, entry.recomputed, spans),
    )


class _Axis(NamedTuple):
    low: Fraction
    high: Fraction
    step: Fraction

    def at(self, value: Fraction) -> str:
        """A value's place, to tenths of a pixel."""
        share = (value - self.low) / (self.high - self.low)
        tenths = round(10 * (LABEL + (WIDTH - 20) * share + 10))
        return f"{tenths // 10}.{tenths % 10}"

    def ticks(self) -> Iterator[Fraction]:
        """Round values from end to end."""
        value = self.low
        while value <= self.high:
            yield value
            value += self.step


def _axis(intervals: Sequence[Interval]) -> _Axis:
    """Ends at round values around everything that is drawn, in four to ten steps."""
    values = [value for one in intervals for value in (*one.exact, *(one.printed or ()), *one.band)]
    low, high = min(values), max(values)
    span = high - low or Fraction(1)
    step = next(
        size
        for power in range(-6, 12)
        for size in (Fraction(10) ** power * part for part in (1, 2, 5))
        if span / size <= 8
    )
    return _Axis(
        floor(low / step) * step, max(ceil(high / step), floor(low / step) + 1) * step, step
    )


def _svg(title: str, intervals: Sequence[Interval], axis: _Axis) -> Iterator[str]:
    height = TOP + LINE * len(intervals) + 24
    yield (
        f'<svg class="plot" role="img" viewBox="0 0 {LABEL + WIDTH} {height}" '
        f'width="{LABEL + WIDTH}" height="{height}"><title>{html_text(title)}: '
        f"{len(intervals)} intervals</title>"
    )
    yield _legend(intervals)
    bottom = height - 20
    for tick in axis.ticks():
        style = "zero" if tick == 0 else "tick"
        yield _line(axis.at(tick), TOP - 4, axis.at(tick), bottom, style)
        yield f'<text class="number" x="{axis.at(tick)}" y="{bottom + 14}">{_text(tick)}</text>'
    for at, one in enumerate(intervals):
        yield from _one(one, axis, TOP + LINE * at + LINE // 2)
    yield "</svg>"


def _legend(intervals: Sequence[Interval]) -> str:
    parts, x = [], LABEL + 10
    names = ["exact"]
    if any(one.printed for one in intervals):
        names = ["printed", "exact", "band"]
    for name in names:
        if name == "band":
            parts.append(f'<rect class="band" x="{x}" y="4" width="16" height="10"/>')
        else:
            parts.append(_line(str(x), 9, str(x + 16), 9, name))
        label = {"band": "where a correct run may end"}.get(name, name)
        parts.append(f'<text x="{x + 22}" y="13">{label}</text>')
        x += 90
    return "".join(parts)


def _one(one: Interval, axis: _Axis, y: int) -> Iterator[str]:
    name = one.name if len(one.name) <= 38 else one.name[:37] + "…"
    yield f'<text class="name" x="{LABEL - 6}" y="{y + 4}">{html_text(name)}</text>'
    for low, high in zip(one.band[::2], one.band[1::2], strict=True):
        width = max(1.0, float(axis.at(high)) - float(axis.at(low)))
        yield (
            f'<rect class="band" x="{axis.at(low)}" y="{y - 8}" width="{width:.1f}" height="16"/>'
        )
    if one.printed:
        yield _line(axis.at(one.printed[0]), y - 4, axis.at(one.printed[1]), y - 4, "printed")
    shift = 4 if one.printed else 0
    yield _line(axis.at(one.exact[0]), y + shift, axis.at(one.exact[1]), y + shift, "exact")
    if one.estimate is not None:
        yield f'<circle class="estimate" cx="{axis.at(one.estimate)}" cy="{y + shift}" r="3.5"/>'


def _line(x1: str, y1: int, x2: str, y2: int, name: str) -> str:
    return f'<line class="{name}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def _text(value: Fraction) -> str:
    """A tick's label, exactly; ticks are decimal."""
    if value.denominator == 1:
        return str(value.numerator)
    places = next(n for n in range(1, 8) if (value * 10**n).denominator == 1)
    scaled = abs(value.numerator * 10**places // value.denominator)
    sign = "-" if value < 0 else ""
    return f"{sign}{scaled // 10**places}.{scaled % 10**places:0{places}d}"
