"""Which counts a printed proportion can be, and which denominators it allows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from fe_core.numbers.printed import Number
from fe_core.numbers.rounding import Rounding, rounded
from offline_reproduction.audit.values.spans import NEAREST, prints, span


def counts(
    number: Number,
    n: int,
    rules: Sequence[Rounding] = NEAREST,
    *,
    scale: int = 100,
    signed: bool = False,
) -> tuple[int, ...]:
    """The integers k for which k/n is printed as `number`; none is a proof of impossibility.

    scale: 100 for percent, 1 for a share. signed: differences may be negative (−n … n).
    Raises ValueError for n < 1. Source: Brown & Heathers (2017), the GRIM test, for means of
    integers; here under each rounding rule, and for proportions 0 ≤ k ≤ n.

    >>> counts(Number(Fraction("28.82"), 2), 288), counts(Number(Fraction("28.83"), 2), 288)
    ((83,), ())
    """
    if n < 1:
        raise ValueError(f"a denominator is at least 1, got n={n!r}")
    part = span(number, rules)
    low = max(-n if signed else 0, ceil(part.low * n / scale))
    high = min(n, floor(part.high * n / scale))
    return tuple(k for k in range(low, high + 1) if prints(Fraction(k, n), number, rules, scale))


def denominators(
    number: Number,
    up_to: int,
    rules: Sequence[Rounding] = NEAREST,
    *,
    scale: int = 100,
) -> tuple[int, ...]:
    """The denominators 1 … up_to for which some proportion is printed as `number`.

    >>> denominators(Number(Fraction("93.0"), 1), 50)
    (43,)
    """
    return tuple(n for n in range(1, up_to + 1) if counts(number, n, rules, scale=scale))


def neighbours(number: Number, n: int, *, scale: int = 100) -> tuple[str, str]:
    """The printable proportions just below and above `number`, as `k/n = text`.

    >>> neighbours(Number(Fraction("28.83"), 2), 288)
    ('83/288 = 28.82', '84/288 = 29.17')
    """
    below = max(0, min(n - 1, floor(number.value * n / scale))) if n > 1 else 0
    return _shown(below, n, number.decimals, scale), _shown(below + 1, n, number.decimals, scale)


def _shown(k: int, n: int, decimals: int, scale: int) -> str:
    return f"{k}/{n} = {rounded(Fraction(k, n), decimals, Rounding.HALF_EVEN, scale)}"
