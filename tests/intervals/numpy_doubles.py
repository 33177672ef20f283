"""Endpoints with NumPy's rounding, bit for bit, of the kit's draws: to hold them against NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from fe_core.intervals.bootstrap import DEFAULT, Plan
from fe_core.intervals.columns import integers
from fe_core.intervals.drawing.selection import Ratio
from fe_core.intervals.engine import Engine, Neighbours, ordered_ratios, resolved
from fe_core.intervals.quantiles import tails


def linear_double(ordered: Sequence[float], q: float) -> float:
    """NumPy's `percentile(values, 100·q)` of sorted doubles, to the last bit.

    q: the double that NumPy forms, the percentage divided by 100.
    """
    at, weight = _place(len(ordered), q)
    return _step(ordered[at], ordered[min(at + 1, len(ordered) - 1)], weight)


def ratio_doubles(
    columns: Sequence[Sequence[int]],
    ratios: Sequence[Ratio],
    plan: Plan = DEFAULT,
    *,
    engine: str | Engine = "auto",
    threads: int = 1,
) -> list[tuple[float, float] | None]:
    """Percentile endpoints as NumPy computes them from these replicates, to the last bit.

    They equal `numpy.percentile(replicates, [100·p, 100·(1 − p)])` of the double quotients under
    its default rule; each is within a few units in the last place of the exact endpoint. None where
    no draw has a value.
    """
    columns = [integers(column, f"column {at}") for at, column in enumerate(columns)]
    q = [float(100 * p) / 100 for p in tails(plan.level)]
    found = _neighbours(columns, ratios, plan, plan.draws, q, resolved(engine), threads)
    endpoints: list[tuple[float, float] | None] = []
    for ratio, (defined, ends) in zip(ratios, found, strict=True):
        if defined not in (0, plan.draws):
            again = _neighbours(columns, [ratio], plan, defined, q, resolved(engine), threads)
            ends = again[0][1]
        doubles = [
            _step(a / b, c / d, _place(defined, one)[1])
            for (a, b, c, d), one in zip(ends, q, strict=False)
        ]
        endpoints.append((doubles[0], doubles[1]) if doubles else None)
    return endpoints


def _neighbours(
    columns: Sequence[Sequence[int]],
    ratios: Sequence[Ratio],
    plan: Plan,
    count: int,
    q: Sequence[float],
    engine: Engine,
    threads: int,
) -> list[tuple[int, Sequence[Neighbours]]]:
    """The drawn values at the ranks that NumPy takes of `count` values.

    Its rank is a double product, which may fall short of an exact whole number; a level in the
    middle between two ranks asks for the same pair without doubt.
    """
    levels = [_between_ranks(count, _place(count, one)[0]) for one in q]
    return ordered_ratios(
        engine,
        columns,
        ratios,
        levels,
        "linear",
        draws=plan.draws,
        stream=plan.stream,
        seed=plan.seed,
        threads=threads,
    )


def _between_ranks(count: int, at: int) -> Fraction:
    return Fraction(2 * at + 1, 2 * (count - 1)) if at + 1 < count else Fraction(1)


def _place(count: int, q: float) -> tuple[int, float]:
    """Rank from 0 and weight of the next value, in doubles as NumPy has them."""
    exact = (count - 1) * q
    at = int(exact)
    return at, exact - at


def _step(low: float, high: float, weight: float) -> float:
    """Interpolation that steps back from the upper value from the middle of the gap on."""
    if weight >= 0.5:
        return high - (high - low) * (1 - weight)
    return low + (high - low) * weight
