"""Metrics of single answers: accuracy, recorded scores, and plain counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import lcm

from fe_core.errors import UsageError
from fe_core.scoring import chance
from fe_core.scoring.metric import (
    Definition,
    Metric,
    Over,
    Parameters,
    Responses,
    counted,
    ratio,
    scaled_ratio,
)
from fe_core.scoring.outcomes import Outcome
from fe_core.scoring.responses import Response

LARGEST = 10**18
"""Largest common denominator of the recorded scores or weights of one metric."""


def _accuracy(parameters: Parameters, units: Sequence[Responses]) -> Metric[Responses]:
    if parameters.invalid == "chance":
        return _with_guesses(units)
    if parameters.invalid == "dropped":
        return Metric("accuracy", _over_valid, ratio)
    if units and len(units[0]) == 1:
        return counted("accuracy", lambda unit: unit[0].outcome is RIGHT)(parameters, units)
    return Metric("accuracy", lambda unit: (sum(r.right for r in unit), len(unit)), ratio)


def _over_valid(unit: Responses) -> tuple[int, int]:
    return sum(r.right for r in unit), sum(r.outcome.valid for r in unit)


def _with_guesses(units: Sequence[Responses]) -> Metric[Responses]:
    """An invalid answer counts what a uniform guess would on average."""
    whole = lcm(*(chance.choices(r.item) for u in units for r in u if not r.outcome.valid))

    def worth(response: Response) -> int:
        if response.outcome.valid:
            return whole * response.right
        return whole // chance.choices(response.item)

    return Metric("accuracy", lambda unit: (sum(map(worth, unit)), whole * len(unit)), scaled_ratio)


def _uniform_accuracy(parameters: Parameters, units: Sequence[Responses]) -> Fraction | None:
    return chance.expected_accuracy([chance.choices(r.item) for unit in units for r in unit])


def _mean_score(parameters: Parameters, units: Sequence[Responses]) -> Metric[Responses]:
    return _scored("mean-score", score_of, parameters, units)


def _win_rate(parameters: Parameters, units: Sequence[Responses]) -> Metric[Responses]:
    def won(response: Response) -> Fraction:
        score = score_of(response)
        return Fraction((score > Fraction(1, 2)) + (score >= Fraction(1, 2)), 2)

    return _scored("win-rate", won, parameters, units)


def _scored(
    name: str,
    worth: Callable[[Response], Fraction],
    parameters: Parameters,
    units: Sequence[Responses],
) -> Metric[Responses]:
    """The weighted mean of a value of each response, over one common denominator."""
    scores = common_denominator(worth(r) for unit in units for r in unit)
    weights = common_denominator(weight_of(r, parameters.weight) for unit in units for r in unit)

    def tally(unit: Responses) -> tuple[int, int]:
        found = [(worth(r), weight_of(r, parameters.weight)) for r in unit]
        return (
            sum(int(score * scores * weight * weights) for score, weight in found),
            sum(int(weight * weights) for _, weight in found) * scores,
        )

    return Metric(name, tally, scaled_ratio)


def score_of(response: Response) -> Fraction:
    """The recorded score as a share of its maximum; an invalid answer without one scores 0.

    Raises UsageError for a valid answer without a recorded score.
    """
    if response.score is not None:
        return response.score
    if response.outcome.valid:
        raise UsageError(f"item={response.item.item!r} has no recorded score (docs/records.md)")
    return Fraction(0)


def weight_of(response: Response, attribute: str) -> Fraction:
    """The weight that an item's attribute holds; 1 where no attribute is named.

    Raises UsageError for a weight that is no number above or at 0.
    """
    if not attribute:
        return Fraction(1)
    text = response.item.attributes.get(attribute, "")
    try:
        plain = len(text) <= 20 and "e" not in text.casefold()
        weight = Fraction(text) if plain else Fraction(-1)
    except (ValueError, ZeroDivisionError):
        weight = Fraction(-1)
    if weight < 0:
        raise UsageError(
            f"item={response.item.item!r} has {attribute}={text!r}, a weight is a number such as "
            "2 or 0.5"
        )
    return weight


def common_denominator(values: Iterable[Fraction]) -> int:
    """The least whole number that makes whole numbers of all values; 1 for none.

    Raises UsageError above LARGEST: nobody records scores so finely on purpose.
    """
    whole = lcm(*{value.denominator for value in values})
    if whole > LARGEST:
        raise UsageError(
            f"the recorded scores or weights have a common denominator above {LARGEST}; round them"
        )
    return whole


def _meaning(parameters: Parameters, units: Sequence[Responses]) -> Metric[Responses]:
    wanted = set(parameters.meanings)
    known = {r.item.meaning(o) for unit in units for r in unit for o in r.item.options}
    unknown = sorted(wanted - known)
    if unknown:
        raise UsageError(f"no option means {unknown[0]!r}; there are {sorted(known)[:20]}")

    def holds(unit: Responses) -> bool:
        option = unit[0].option
        return isinstance(option, str) and unit[0].item.meaning(option) in wanted

    return counted("answers-meaning", holds)(parameters, units)


RIGHT = Outcome.RIGHT
ITEMS = (Over.ITEMS,)
METRICS = (
    Definition(
        "accuracy",
        (Over.ITEMS, Over.ROTATIONS, Over.RUNS),
        "right answers over all that were asked for",
        _accuracy,
        takes=("invalid",),
        uniform=_uniform_accuracy,
    ),
    Definition(
        "mean-score",
        ITEMS,
        "mean of the recorded scores",
        _mean_score,
        takes=("weight",),
        counts=False,
        points=True,
    ),
    Definition(
        "win-rate",
        ITEMS,
        "recorded scores above 1/2, those of 1/2 counting half",
        _win_rate,
        takes=("weight",),
        counts=False,
        points=True,
    ),
    Definition(
        "items",
        ITEMS,
        "how many items",
        counted("items", lambda unit: True),
        "count",
        of_items=True,
    ),
    Definition(
        "valid",
        ITEMS,
        "answers from which an option could be read",
        counted("valid", lambda unit: unit[0].outcome.valid),
        "count",
    ),
    Definition(
        "invalid",
        ITEMS,
        "unreadable, empty, failed and missing answers",
        counted("invalid", lambda unit: not unit[0].outcome.valid),
        "count",
    ),
    Definition(
        "answers-meaning",
        ITEMS,
        "answers whose option means one of `meanings`",
        _meaning,
        "count",
        needs=("meanings",),
    ),
)
