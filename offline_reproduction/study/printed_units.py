"""Printed units against declared ones, and relations that a printed number states."""

from __future__ import annotations

from fractions import Fraction

from fe_core.numbers.exact import Exact, Root, times
from fe_core.numbers.printed import Number
from fe_core.reporting.cells import Unit

SCALES = {
    "%": Fraction(100),
    "‰": Fraction(1000),
    "k": Fraction(1, 1000),
    "K": Fraction(1, 1000),
    "M": Fraction(1, 10**6),
    "B": Fraction(1, 10**9),
}
"""Printed unit → printed value per natural value, whatever unit the study declares."""

POINTS = ("pp", "pts", "points", "pt", "p.p.")

NOISE = Fraction(8, 2**53)
"""Relative error that a few operations on doubles leave in a number printed with all its digits."""


def printed_scale(printed: Number, declared: Unit) -> Fraction | None:
    """Printed value per natural value; None where the printed unit is not the declared one.

    `0.50%` says a hundredth of what `0.50` says where a share is declared.

    >>> printed_scale(Number(Fraction(1, 2), 2, unit="%"), Unit.SHARE)
    Fraction(100, 1)
    """
    unit = printed.unit
    if not unit or (unit in POINTS and declared in (Unit.POINTS, Unit.PERCENT)):
        return Fraction(declared.scale)
    if unit.startswith("×10^"):
        return Fraction(declared.scale) / Fraction(10) ** int(unit.removeprefix("×10^"))
    if declared is Unit.COUNT and unit in ("%", "‰"):
        return None
    return SCALES.get(unit)


def holds(relation: str, value: Exact, printed: Number, scale: Fraction) -> bool:
    """Whether `value`·`scale` stands in `relation` (< ≤ > ≥) to a printed number, exactly.

    "=" is for numbers printed with more digits than a double keeps: equal but for its noise.

    >>> holds("<", Fraction(1, 2000), Number(Fraction(1, 1000), 3), Fraction(1))
    True
    """
    scaled = times(value, scale)
    if relation == "=":
        if isinstance(scaled, Root):
            ratio = abs(scaled.square - printed.value**2)
            return ratio <= 2 * NOISE * scaled.square
        return abs(scaled - printed.value) <= NOISE * abs(Fraction(scaled))
    if isinstance(scaled, Root):
        # A root is not negative: it lies above every negative number, else squares compare.
        side = scaled.square - printed.value**2 if printed.value >= 0 else Fraction(1)
    else:
        side = scaled - printed.value
    found: bool = {"<": side < 0, "≤": side <= 0, ">": side > 0, "≥": side >= 0}[relation]
    return found
