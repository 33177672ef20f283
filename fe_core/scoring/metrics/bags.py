"""Metrics of responses scored together: a group's, an item's over rotations or repetitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb

from fe_core.errors import UsageError
from fe_core.numbers.exact import mean
from fe_core.scoring import chance
from fe_core.scoring.metric import (
    Definition,
    Metric,
    Over,
    Parameters,
    Responses,
    counted,
    scaled_ratio,
)
from fe_core.scoring.metrics.items import common_denominator, score_of
from fe_core.scoring.outcomes import Outcome


def all_right(unit: Responses) -> bool:
    """Whether every response is right."""
    return all(response.outcome is RIGHT for response in unit)


def same_option(unit: Responses) -> bool:
    """Whether all answers are valid and the same option, right or wrong."""
    options = {response.option for response in unit}
    return None not in options and len(options) == 1


def majority_right(unit: Responses) -> bool:
    """Whether one option is chosen more often than any other and is the right one."""
    votes = Counter(r.option for r in unit if r.option is not None).most_common(2)
    alone = len(votes) == 1 or (len(votes) == 2 and votes[0][1] > votes[1][1])
    return alone and votes[0][0] == unit[0].item.gold


def _at_least(parameters: Parameters, units: Sequence[Responses]) -> Metric[Responses]:
    def holds(unit: Responses) -> bool:
        return sum(response.right for response in unit) >= parameters.k

    return counted("at-least", holds)(parameters, units)


def _pass_at(parameters: Parameters, units: Sequence[Responses]) -> Metric[Responses]:
    """1 − C(n − c, k)/C(n, k) of n repetitions with c right.

    Source: Chen et al., Evaluating Large Language Models Trained on Code (2021), equation 1.
    """

    def tally(unit: Responses) -> tuple[int, int]:
        n, right = _repetitions(unit, parameters.k)
        ways = comb(n, parameters.k)
        return ways - comb(n - right, parameters.k), ways

    return Metric("pass@k", tally, scaled_ratio)


def _pass_all(parameters: Parameters, units: Sequence[Responses]) -> Metric[Responses]:
    """C(c, k)/C(n, k): the chance that k of the n repetitions, drawn without return, are right.

    Source: Yao et al., tau-bench (2024), section 4.
    """

    def tally(unit: Responses) -> tuple[int, int]:
        n, right = _repetitions(unit, parameters.k)
        return comb(right, parameters.k), comb(n, parameters.k)

    return Metric("pass^k", tally, scaled_ratio)


def _repetitions(unit: Responses, k: int) -> tuple[int, int]:
    if not 1 <= k <= len(unit):
        raise UsageError(f"k={k} must lie between 1 and the {len(unit)} repetitions that there are")
    return len(unit), sum(response.right for response in unit)


def _best_score(parameters: Parameters, units: Sequence[Responses]) -> Metric[Responses]:
    whole = common_denominator(score_of(response) for unit in units for response in unit)
    return Metric(
        "best-score", lambda unit: (int(max(map(score_of, unit)) * whole), whole), scaled_ratio
    )


def _fixed_marginals(parameters: Parameters, units: Sequence[Responses]) -> Metric[Responses]:
    """What `joint` would be if each variant's right answers fell on groups independently."""
    wide = max((len(unit) for unit in units), default=0)

    def tally(unit: Responses) -> tuple[int, ...]:
        return (*(int(response.right) for response in unit), 1)

    def value(sums: Sequence[int]) -> Fraction | None:
        if not sums[-1]:
            return None
        rate = Fraction(1)
        for right in sums[:-1]:
            rate *= Fraction(right, sums[-1])
        return rate

    if any(len(unit) != wide for unit in units):
        raise UsageError("fixed marginals need the same variants in every group; name them")
    return Metric("fixed-marginals", tally, value)


def _uniform_joint(parameters: Parameters, units: Sequence[Responses]) -> Fraction | None:
    return mean([chance.all_right([chance.choices(r.item) for r in unit]) for unit in units])


RIGHT = Outcome.RIGHT
ANY = (Over.GROUPS, Over.ROTATIONS, Over.RUNS)
RUNS = (Over.RUNS,)
METRICS = (
    Definition(
        "joint",
        ANY,
        "groups whose answers are all right",
        counted("joint", all_right),
        uniform=_uniform_joint,
    ),
    Definition(
        "at-least", ANY, "groups with at least `k` right answers", _at_least, needs=("k",)
    ),
    Definition(
        "fixed-marginals",
        (Over.GROUPS,),
        "joint rate if each variant's right answers fell on groups independently",
        _fixed_marginals,
        counts=False,
    ),
    Definition(
        "groups",
        ANY,
        "how many groups",
        counted("groups", lambda unit: True),
        "count",
        of_items=True,
    ),
    Definition(
        "circular",
        (Over.ROTATIONS,),
        "items that are right at every rotation",
        counted("circular", all_right),
        uniform=_uniform_joint,
    ),
    Definition(
        "consistency",
        (Over.ROTATIONS, Over.RUNS, Over.GROUPS),
        "items whose answers are all valid and the same option",
        counted("consistency", same_option),
    ),
    Definition(
        "agreement",
        RUNS,
        "items to which all the runs gave the same valid answer",
        counted("agreement", same_option),
    ),
    Definition(
        "agreement-wrong",
        (Over.RUNS, Over.ROTATIONS),
        "items to which all gave the same valid and wrong answer",
        counted("agreement-wrong", lambda unit: same_option(unit) and not all_right(unit)),
    ),
    Definition(
        "changed",
        (Over.RUNS, Over.ROTATIONS),
        "items to which not all gave the same valid answer",
        counted("changed", lambda unit: not same_option(unit)),
    ),
    Definition(
        "best-of",
        RUNS,
        "items that at least one repetition has right",
        counted("best-of", lambda unit: any(r.right for r in unit)),
    ),
    Definition(
        "best-score", RUNS, "mean of each item's best recorded score", _best_score,
        counts=False, points=True,
    ),
    Definition(
        "majority",
        RUNS,
        "items whose most frequent answer is right; a tie is not",
        counted("majority", majority_right),
    ),
    Definition(
        "pass@k", RUNS, "unbiased chance that one of `k` repetitions is right", _pass_at,
        needs=("k",), counts=False,
    ),
    Definition(
        "pass^k", RUNS, "unbiased chance that all of `k` repetitions are right", _pass_all,
        needs=("k",), counts=False,
    ),
)  # fmt: skip
