"""Small drawings: a printed interval against the exact one and its band."""

from __future__ import annotations

from fractions import Fraction

from fe_core.numbers.printed import Range, read
from fe_core.reporting.entries import Entry
from fe_core.reporting.escape import html_text

WIDTH, HEIGHT, MARGIN = 240, 34, 6


def interval_plot(entry: Entry) -> str:
    """SVG of a judged interval; "" where its numbers cannot be read."""
    printed, exact = read(entry.printed), read(entry.recomputed or "–")
    if not isinstance(printed, Range) or not isinstance(exact, Range) or len(entry.band) != 4:
        return ""
    band = [Fraction(text) for text in entry.band]
    ends = [printed.low.value, printed.high.value, exact.low.value, exact.high.value]
    axis = _Axis(min(*band, *ends, Fraction(0)), max(*band, *ends, Fraction(0)))
    said = f"printed {entry.printed}, exact {entry.recomputed}"
    parts = [
        f'<svg class="plot" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}"><title>{html_text(said)}</title>',
        _line(axis.at(Fraction(0)), 2, axis.at(Fraction(0)), HEIGHT - 2, "zero"),
        _box(axis, band[0], band[1]),
        _box(axis, band[2], band[3]),
        _line(axis.at(ends[0]), 11, axis.at(ends[1]), 11, "printed"),
        _line(axis.at(ends[2]), 23, axis.at(ends[3]), 23, "exact"),
        "</svg>",
    ]
    return "".join(parts)


class _Axis:
    """Values to tenths of a pixel, as text."""

    def __init__(self, low: Fraction, high: Fraction) -> None:
        self.low, self.span = low, (high - low) or Fraction(1)

    def at(self, value: Fraction) -> str:
        tenths = round(10 * (MARGIN + (WIDTH - 2 * MARGIN) * (value - self.low) / self.span))
        return f"{tenths // 10}.{tenths % 10}"

    def length(self, low: Fraction, high: Fraction) -> str:
        tenths = max(10, round(10 * (WIDTH - 2 * MARGIN) * (high - low) / self.span))
        return f"{tenths // 10}.{tenths % 10}"


def _box(axis: _Axis, low: Fraction, high: Fraction) -> str:
    return (
        f'<rect class="band" x="{axis.at(low)}" y="4" width="{axis.length(low, high)}" '
        f'height="{HEIGHT - 8}"/>'
    )


def _line(x1: str, y1: int, x2: str, y2: int, name: str) -> str:
    return f'<line class="{name}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'
