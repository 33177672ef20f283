"""Printed intervals in a study: judged by the exact law, without seed or generator."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import NamedTuple

from fe_core.intervals.bootstrap import DrawnInterval, Plan
from fe_core.intervals.certify import ExactInterval, exact_interval
from fe_core.intervals.judge import (
    EndpointJudgement,
    IntervalJudgement,
    Judgement,
    judge_interval,
)
from fe_core.intervals.law import OutOfReachError
from fe_core.numbers import printed as reading
from fe_core.numbers.exact import exact_text
from fe_core.numbers.rounding import Rounding, rounded
from fe_core.numbers.verdict import Verdict
from fe_core.reporting.cells import OverClusters, Resampled
from offline_reproduction.study.drawn import endpoints, plan_of, shown, summed
from offline_reproduction.study.paper import Settings

VERDICTS = {
    Judgement.COMPATIBLE: Verdict.SAME,
    Judgement.INCOMPATIBLE: Verdict.DIFFERENT,
    Judgement.DEGENERATE: Verdict.UNCHECKABLE,
    Judgement.NOT_CHECKABLE: Verdict.UNCHECKABLE,
}


class IntervalJudged(NamedTuple):
    """A verdict on a printed interval, with the texts that an entry keeps under the same names."""

    verdict: Verdict
    recomputed: str
    exact: str
    judgement: str
    detail: str
    band: tuple[str, ...]


def judge_printed(
    value: OverClusters, printed: reading.Range, scale: int, rounding: Rounding
) -> IntervalJudged:
    """Judge both endpoints of a printed percentile interval; the worse one is the verdict.

    recomputed: the exact law's endpoints at the printed precision, or those of draws of our own
    where the value is no ratio of sums or its law is out of reach. detail: for each endpoint the
    band in which a correct run of as many draws lies with 99.99 %, and the chance that it prints
    the printed digits.
    """
    judged = _by_law(value, printed, scale, rounding) if isinstance(value, Resampled) else None
    how = ""
    if judged is None:
        judged = _by_draws(value, printed, scale, rounding)
        how = "no exact law, judged by seeded draws of our own: "
    ends = ((judged.low, printed.low), (judged.high, printed.high))
    worst = min((end.judgement for end, _ in ends), key=_BADNESS.index)
    texts = [_text(end.exact, number.decimals, scale) for end, number in ends]
    exacts = ["–" if end.exact is None else exact_text(end.exact, scale) for end, _ in ends]
    detail = how + "; ".join(
        f"{name}: {_detail(end, number, scale)}"
        for name, (end, number) in zip(("low", "high"), ends, strict=True)
    )
    return IntervalJudged(
        VERDICTS[worst],
        f"[{', '.join(texts)}]",
        "" if how else f"[{', '.join(exacts)}]",
        worst.value,
        detail,
        tuple(text for end, number in ends for text in _band(end, number, scale)),
    )


def interval_text(
    value: OverClusters, decimals: int, rounding: Rounding, scale: int, settings: Settings
) -> str:
    """`[low, high]` of the exact law, or of seeded draws where it is out of reach."""
    found: DrawnInterval | ExactInterval | None = None
    if isinstance(value, Resampled):
        with suppress(OutOfReachError):
            found = exact_interval(
                value.numerators,
                value.denominators,
                plan_of(value, settings),
                engine=settings.engine,
            )
    found = found or endpoints([value], settings)[value]
    return shown(found, (decimals, decimals), rounding, scale)


def _by_law(
    value: Resampled, printed: reading.Range, scale: int, rounding: Rounding
) -> IntervalJudgement | None:
    """None where the law is out of reach."""
    judged = judge_interval(
        value.numerators,
        value.denominators,
        printed.low,
        printed.high,
        draws=value.draws,
        level=value.level,
        rule=value.rule,
        scale=scale,
        rounding=rounding,
    )
    return judged if judged.undefined is not None else None


def _by_draws(
    value: OverClusters, printed: reading.Range, scale: int, rounding: Rounding
) -> IntervalJudgement:
    from fe_core.intervals.redraw import judge_redrawn

    columns, of = summed(value)
    plan = Plan(value.draws, level=value.level, rule=value.rule)
    ends = printed.low, printed.high
    return judge_redrawn(columns, of, ends, plan, scale=scale, rounding=rounding)


_BADNESS = (
    Judgement.INCOMPATIBLE,
    Judgement.NOT_CHECKABLE,
    Judgement.DEGENERATE,
    Judgement.COMPATIBLE,
)


def _detail(end: EndpointJudgement, printed: reading.Number, scale: int) -> str:
    if end.band is None or end.exact is None:
        return f"{end.judgement.value} ({end.reason})"
    band = " … ".join(_band(end, printed, scale))
    chance = "" if end.chance is None else f", printed by a correct run with {_percent(end.chance)}"
    why = f" ({end.reason})" if end.reason else ""
    return f"{end.judgement.value}{why}, band {band}{chance}"


def _band(end: EndpointJudgement, printed: reading.Number, scale: int) -> tuple[str, ...]:
    places = printed.decimals + 1
    return tuple(rounded(value, places, scale=scale) for value in end.band or ())


def _percent(chance: Fraction) -> str:
    return f"{rounded(chance, 1, scale=100)} %"


def _text(value: Fraction | None, decimals: int, scale: int) -> str:
    return "–" if value is None else rounded(value, decimals, scale=scale)
