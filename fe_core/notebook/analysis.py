"""For a notebook: rows of a log in, exact values with intervals out.

Fractions are kept; a float is accepted wherever one number is asked for, and is taken for exactly
what it is, but for a confidence level, which is taken as it is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import SupportsFloat

from fe_core.errors import UsageError
from fe_core.intervals.bootstrap import Plan, value_interval
from fe_core.intervals.certify import interval as ratio_interval
from fe_core.intervals.few.effective import effective_clusters
from fe_core.intervals.few.signflip import sign_flip
from fe_core.intervals.judge import IntervalJudgement
from fe_core.intervals.judge import judge_interval as judge_ends
from fe_core.notebook.estimate import Estimate
from fe_core.notebook.rows import (
    Rows,
    by_cluster,
    by_item,
    cluster_names,
    gathered,
    read_rows,
    response,
    right_answers,
)
from fe_core.numbers.printed import Number, Range, read
from fe_core.numbers.rounding import Rounding
from fe_core.numbers.verdict import Judged
from fe_core.numbers.verdict import judge as judge_printed
from fe_core.scoring.comparable import comparable
from fe_core.scoring.metric import Metric, Parameters, Responses, columns
from fe_core.scoring.metrics import METRICS
from fe_core.scoring.paired import mcnemar, paired

NINETY_FIVE = Fraction(95, 100)


def accuracy(
    rows: Rows,
    *,
    correct: str = "",
    gold: str = "gold",
    answer: str = "answer",
    cluster: str = "",
    confidence_level: float | Fraction = NINETY_FIVE,
    draws: int = 20_000,
    seed: int = 0,
) -> Estimate:
    """The share of right answers, with the exact interval of drawing whole clusters anew.

    correct: the column that says whether an answer is right; without it `answer` is compared with
    `gold`. cluster: the column whose equal values are drawn together; "" for each row by itself.
    Raises UsageError for rows that lack a column, and for values that are neither right nor wrong.

    >>> rows = [{"ok": True, "image": "a"}, {"ok": False, "image": "a"}, {"ok": True, "image": "b"}]
    >>> accuracy(rows, correct="ok", cluster="image").value
    Fraction(2, 3)
    """
    given = read_rows(rows)
    right = right_answers(given, correct, gold, answer)
    sums = by_cluster([(int(one), 1) for one in right], cluster_names(given, cluster))
    return _ratio("accuracy", sums, _level(confidence_level), draws, seed)


def macro_f1(
    rows: Rows,
    *,
    gold: str = "gold",
    answer: str = "answer",
    labels: Sequence[str] = (),
    cluster: str = "",
    confidence_level: float | Fraction = NINETY_FIVE,
    draws: int = 20_000,
    seed: int = 0,
) -> Estimate:
    """The mean of the labels' F1, with an interval of seeded draws of whole clusters.

    labels: () for those that occur. An undefined class counts 0; an answer that is missing (None)
    is wrong. Raises UsageError as `accuracy`.
    """
    return measure(
        "macro-f1",
        rows,
        gold=gold,
        answer=answer,
        labels=labels,
        cluster=cluster,
        confidence_level=confidence_level,
        draws=draws,
        seed=seed,
    )


def measure(
    metric: str,
    rows: Rows,
    *,
    gold: str = "gold",
    answer: str = "answer",
    labels: Sequence[str] = (),
    cluster: str = "",
    confidence_level: float | Fraction = NINETY_FIVE,
    draws: int = 20_000,
    seed: int = 0,
) -> Estimate:
    """Any metric of the registry that is over single answers, by its name in study.toml.

    Raises UsageError for an unknown metric, and as `accuracy`.
    """
    if metric not in METRICS:
        raise UsageError(f"metric={metric!r} is not known; there are {sorted(METRICS)}")
    given, plan = read_rows(rows), Plan(draws, seed=seed, level=_level(confidence_level))
    units = [(response(row, at, gold, answer, labels),) for at, row in enumerate(given)]
    made = METRICS[metric].make(Parameters(labels=tuple(labels)), units)
    found = columns(made, gathered(units, cluster_names(given, cluster)))
    if made.is_ratio:
        return _ratio(metric, list(zip(*found, strict=True)), plan.level, draws, seed)
    return _drawn(metric, made, found, plan)


def compare(
    first: Rows,
    second: Rows,
    *,
    item: str = "item",
    correct: str = "",
    gold: str = "gold",
    answer: str = "answer",
    cluster: str = "",
    confidence_level: float | Fraction = NINETY_FIVE,
    draws: int = 20_000,
    seed: int = 0,
) -> Estimate:
    """The second's accuracy minus the first's over the same items, with an interval and a test.

    The test is McNemar's exact one where every item is drawn by itself, and exact sign flips of
    whole clusters where `cluster` names a column. Raises UsageError where the two were asked
    different items, naming them, and as `accuracy`.
    """
    rows = [by_item(read_rows(one), item) for one in (first, second)]
    shared = comparable({"first": tuple(rows[0]), "second": tuple(rows[1])}).items
    ordered = [[one[name] for name in shared] for one in rows]
    right = [right_answers(one, correct, gold, answer) for one in ordered]
    gains = [(int(b) - int(a), 1) for a, b in zip(*right, strict=True)]
    sums = by_cluster(gains, cluster_names(ordered[0], cluster))
    made = _ratio("difference", sums, _level(confidence_level), draws, seed)
    if cluster:
        p, test = sign_flip([top for top, _ in sums]).p, "sign flips"
    else:
        table = paired(zip(*right, strict=True))
        p, test = mcnemar(table.first, table.second), "McNemar, exact"
    return replace(made, pvalue=p, test=test)


def judge(
    printed: str,
    value: Fraction | int | SupportsFloat,
    *,
    percent: bool = True,
    rounding: str | Rounding = Rounding.HALF_EVEN,
) -> Judged:
    """Whether an exact value is printed like this: same, last-digit or different.

    percent: whether 100 times the value is printed. rounding: the rule's name.
    Raises UsageError for a text that is no single number.

    >>> judge("28.82", Fraction(83, 288)).verdict.value
    'same'
    """
    number = read(printed)
    if not isinstance(number, Number):
        raise UsageError(f"printed={printed!r} is no single number; give a text such as '28.82'")
    return judge_printed(_exact(value), number, Rounding(rounding), 100 if percent else 1)


def judge_interval(
    printed: str,
    rows: Rows,
    *,
    correct: str = "",
    gold: str = "gold",
    answer: str = "answer",
    cluster: str = "",
    draws: int = 20_000,
    confidence_level: float | Fraction = NINETY_FIVE,
    percent: bool = True,
) -> IntervalJudgement:
    """Whether a correct bootstrap of the accuracy may print this interval, whatever its seed.

    printed: `[39.58, 50.69]`. Raises UsageError for a text that is no interval, and as `accuracy`.
    """
    ends = read(printed)
    if not isinstance(ends, Range):
        raise UsageError(
            f"printed={printed!r} is no interval; give a text such as '[39.58, 50.69]'"
        )
    given = read_rows(rows)
    right = right_answers(given, correct, gold, answer)
    sums = by_cluster([(int(one), 1) for one in right], cluster_names(given, cluster))
    tops, bottoms = zip(*sums, strict=True)
    level = _level(confidence_level)
    scale = 100 if percent else 1
    return judge_ends(tops, bottoms, ends.low, ends.high, draws=draws, level=level, scale=scale)


def _ratio(
    name: str, sums: Sequence[Sequence[int]], level: Fraction, draws: int, seed: int
) -> Estimate:
    tops, bottoms = zip(*sums, strict=True)
    made = ratio_interval(tops, bottoms, draws=draws, seed=seed, level=level)
    method = "exact" if made.exact else "drawn"
    sizes = made.sizes
    return Estimate(
        name,
        made.drawn.point,
        made.low,
        made.high,
        level,
        method,
        len(tops),
        sizes.effective,
        sizes.warnings,
    )


def _drawn(
    name: str, metric: Metric[Responses], found: Sequence[Sequence[int]], plan: Plan
) -> Estimate:
    made = value_interval(found, metric.value, plan)
    sizes = effective_clusters([1] * made.clusters)
    return Estimate(
        name,
        made.point,
        made.low,
        made.high,
        plan.level,
        "drawn",
        made.clusters,
        sizes.effective,
        sizes.warnings,
    )


def _level(level: float | Fraction) -> Fraction:
    """A confidence level; 0.95 means ninety-five hundredths, as it is written."""
    return Fraction(str(level)) if isinstance(level, float) else Fraction(level)


def _exact(value: Fraction | int | SupportsFloat) -> Fraction:
    return Fraction(value) if isinstance(value, int | Fraction) else Fraction(float(value))
