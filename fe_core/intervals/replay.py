"""A printed seed, replayed under every stream: does one of them print these digits?"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.intervals.bootstrap import DrawnInterval, Plan, ratio_intervals
from fe_core.intervals.engine import Engine
from fe_core.intervals.judge import printed_cell
from fe_core.intervals.quantiles import Kind
from fe_core.intervals.streams import MT_BLOCKS, NUMPY, PYTHON, PYTHON_RANDRANGE
from fe_core.numbers.printed import Number, number
from fe_core.numbers.rounding import Rounding

REPLAYS = (NUMPY, PYTHON, PYTHON_RANDRANGE, MT_BLOCKS)


class Replay(NamedTuple):
    """One stream and kind of interval, and which printed endpoints it gives."""

    drawn: DrawnInterval
    low_same: bool
    high_same: bool

    @property
    def same(self) -> bool:
        """Whether both endpoints are printed as the paper prints them."""
        return self.low_same and self.high_same


def replay_printed(
    numerators: Sequence[int],
    denominators: Sequence[int],
    printed_low: str | Number,
    printed_high: str | Number,
    *,
    seed: int,
    draws: int = 20_000,
    level: Fraction = Fraction(95, 100),
    rule: str = "linear",
    kinds: Sequence[Kind] = tuple(Kind),
    streams: Sequence[str] = REPLAYS,
    scale: int = 100,
    rounding: Rounding = Rounding.HALF_EVEN,
    engine: str | Engine = "auto",
) -> list[Replay]:
    """Replay a seed under each stream and kind of interval, and compare the printed endpoints.

    The order of the clusters matters: give the tallies in the order the paper's code has them. A
    stream whose domain does not hold the seed is left out.
    A match is strong evidence; no match says only that the run was made otherwise, and
    `judge_interval` is then the test. An exact half between two printed values matches as
    `rounding` says.
    Raises UsageError for tallies or settings outside their domain, PrintedError for no number.
    """
    cells = [
        printed_cell(number(text) if isinstance(text, str) else text, scale, rounding)
        for text in (printed_low, printed_high)
    ]
    found = []
    for stream in streams:
        if stream in (NUMPY, MT_BLOCKS) and not _in_domain(stream, seed):
            continue
        for kind in kinds:
            plan = Plan(draws, stream, seed, level, rule, kind)
            drawn = ratio_intervals([numerators, denominators], [(0, 1)], plan, engine=engine)[0]
            low_same, high_same = (
                end is not None and cell.holds(end)
                for cell, end in zip(cells, (drawn.low, drawn.high), strict=True)
            )
            found.append(Replay(drawn, low_same, high_same))
    return found


def _in_domain(stream: str, seed: int) -> bool:
    return seed >= 0 and (stream == NUMPY or seed < 2**64)
