"""Judging a printed interval of a value that has no exact law, by draws of our own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, floor

from fe_core.intervals.band import COVERAGE, Band, probability_band
from fe_core.intervals.bootstrap import Plan, replicates
from fe_core.intervals.engine import Engine
from fe_core.intervals.judge import EndpointJudgement, IntervalJudgement, Judgement, printed_cell
from fe_core.intervals.quantiles import quantile, tails
from fe_core.numbers.printed import Number
from fe_core.numbers.rounding import Rounding

DRAWS = 20_000
"""Of our own, that a judgement rests on."""


def judge_redrawn(
    columns: Sequence[Sequence[int]],
    value: Callable[[Sequence[int]], Fraction | None],
    printed: tuple[Number, Number],
    plan: Plan,
    *,
    scale: int = 100,
    rounding: Rounding = Rounding.HALF_EVEN,
    engine: str | Engine = "auto",
    threads: int = 1,
) -> IntervalJudgement:
    """Judge both endpoints of a printed interval of any value of summed columns.

    plan: how the paper drew; its stream and seed are ours. The law's quantiles that bound a correct
    run's endpoint are themselves bounded by order statistics of our draws, each with 99.99 %: so a
    wrong interval may pass that the law would catch, and a correct one is refused once in 5,000.
    `exact` of each endpoint is that of our own draws.
    """
    ours = plan._replace(draws=DRAWS)
    drawn = replicates(columns, value, ours, engine=engine, threads=threads)
    ordered = sorted(one for one in drawn if one is not None)
    ends = [
        _endpoint(ordered, number, p, plan, scale, rounding)
        for number, p in zip(printed, tails(plan.level), strict=True)
    ]
    undefined = Fraction(len(drawn) - len(ordered), len(drawn))
    return IntervalJudgement(
        ends[0], ends[1], plan.draws, plan.level, plan.rule, plan.kind, COVERAGE, undefined
    )


def _endpoint(
    ordered: Sequence[Fraction],
    number: Number,
    p: Fraction,
    plan: Plan,
    scale: int,
    rounding: Rounding,
) -> EndpointJudgement:
    text = str(number)
    if not ordered:
        return EndpointJudgement(
            text, None, None, None, Judgement.NOT_CHECKABLE, "no draw has a value"
        )
    outer = probability_band(p, draws=plan.draws, rule=plan.rule)
    low = probability_band(outer.low, draws=len(ordered)).low
    high = probability_band(outer.high, draws=len(ordered)).high
    last = len(ordered) - 1
    band = Band(ordered[floor(low * last)], ordered[min(last, ceil(high * last))])
    cell = printed_cell(number, scale, rounding)
    met = cell.low <= band.high and band.low <= cell.high
    judgement = Judgement.COMPATIBLE if met else Judgement.INCOMPATIBLE
    reason = ""
    if met and ordered[0] == ordered[-1]:
        judgement = Judgement.DEGENERATE
        reason = "every draw gives the same value: the interval shows no uncertainty"
    ours = quantile(ordered, p, plan.rule)
    return EndpointJudgement(text, ours, band, None, judgement, reason)
