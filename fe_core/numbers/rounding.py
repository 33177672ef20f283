"""How an exact value becomes the decimal text that a paper prints."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from math import isqrt

from fe_core.numbers.exact import Exact, Root, scaled_floor, times


class Rounding(Enum):
    """A rule that turns an exact value into decimals.

    The two double rules differ only where the product and the quotient round differently:
    `100*k/n` is one rounding of the exact percentage, `k/n*100` rounds twice.
    """

    HALF_EVEN = "half-even"
    HALF_UP = "half-up"
    DOUBLE_PERCENT = "double-100k/n"
    DOUBLE_SHARE = "double-k/n*100"
    TRUNCATE = "truncate"


def rounded(
    value: Exact, decimals: int, rule: Rounding = Rounding.HALF_EVEN, scale: int = 1
) -> str:
    """Decimal text of `value`·`scale`, rounded once under `rule`; no sign on zero.

    decimals: digits after the point, at least 0. scale: 100 for a share printed as percent.

    >>> rounded(Fraction(81, 288), 2, scale=100), rounded(Fraction(81, 288), 1, scale=100)
    ('28.12', '28.1')
    >>> rounded(Fraction(9, 32), 2, Rounding.HALF_UP, 100)
    '28.13'
    """
    if rule is Rounding.DOUBLE_PERCENT:
        return f"{_double(times(value, scale)):z.{decimals}f}"
    if rule is Rounding.DOUBLE_SHARE:
        return f"{_double(value) * scale:z.{decimals}f}"
    return decimal_text(_units(value, scale * 10**decimals, rule), decimals)


def decimal_text(units: int, decimals: int) -> str:
    """Text of units·10^−decimals.

    >>> decimal_text(-5, 2), decimal_text(0, 1), decimal_text(12, 0)
    ('-0.05', '0.0', '12')
    """
    digits = f"{abs(units):0{decimals + 1}d}"
    sign = "-" if units < 0 else ""
    return sign + (f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits)


def rules_that_print(
    value: Exact, text_value: Fraction, decimals: int, scale: int = 1
) -> tuple[Rounding, ...]:
    """The rules under which `value`·`scale` is printed as `text_value` with `decimals` digits."""
    units = text_value * 10**decimals
    if units.denominator > 1:
        return ()
    text = decimal_text(units.numerator, decimals)
    return tuple(rule for rule in Rounding if rounded(value, decimals, rule, scale) == text)


def _units(value: Exact, factor: int, rule: Rounding) -> int:
    floor, whole = scaled_floor(value, factor)
    negative = not isinstance(value, Root) and value < 0
    if not whole and rule is not Rounding.TRUNCATE:
        twice, tie = scaled_floor(value, 2 * factor)
        up = twice > 2 * floor
        if up and tie and rule is Rounding.HALF_EVEN:
            up = floor % 2 == 1
        floor += up
    return -floor if negative else floor


def _double(value: Exact) -> float:
    """The nearest double; for a root within one unit in the last place (truncated at 2^−64)."""
    if not isinstance(value, Root):
        return float(value)
    shift = 1 << 160
    square = value.square * shift
    return float(Fraction(isqrt(square.numerator // square.denominator), 1 << 80))
