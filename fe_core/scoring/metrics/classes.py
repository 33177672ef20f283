"""Class metrics: precision, recall, F1 and F-beta, macro, weighted and of one label."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from fe_core.errors import UsageError
from fe_core.scoring import chance
from fe_core.scoring.classification import Confusion
from fe_core.scoring.metric import Definition, Expectation, Metric, Over, Parameters, Responses
from fe_core.scoring.responses import Response

PerLabel = tuple[Fraction | None, ...]
Averaged = Callable[[Confusion, Parameters], Fraction | None]


def _made(name: str, averaged: Averaged) -> Callable[..., Metric[Responses]]:
    """A metric of a confusion matrix: golds, answers and hits of each label add up."""

    def make(parameters: Parameters, units: Sequence[Responses]) -> Metric[Responses]:
        if parameters.invalid == "chance":
            raise UsageError("an invalid answer counts as chance for accuracy only")
        labels = parameters.labels or _occurring(units)
        index = {label: at for at, label in enumerate(labels)}
        wide = len(labels)

        def tally(unit: Responses) -> tuple[int, ...]:
            counts = [0] * (3 * wide)
            for response in unit:
                if response.option is None and parameters.invalid == "dropped":
                    continue
                gold = _at(index, _gold(response), response)
                counts[gold] += 1
                if response.option is not None:
                    answer = _at(index, response.option, response)
                    counts[wide + answer] += 1
                    counts[2 * wide + gold] += gold == answer
            return tuple(counts)

        def value(sums: Sequence[int]) -> Fraction | None:
            parts = (tuple(sums[at : at + wide]) for at in (0, wide, 2 * wide))
            matrix = Confusion(tuple(labels), *parts)
            return averaged(matrix, parameters) if sum(matrix.support) else None

        return Metric(name, tally, value)

    return make


def _gold(response: Response) -> str:
    gold = response.item.gold
    if not isinstance(gold, str):
        raise UsageError(
            f"class metrics need one gold answer, item={response.item.item!r} has several"
        )
    return gold


def _at(index: dict[str, int], label: object, response: Response) -> int:
    if label not in index:
        raise UsageError(
            f"labels are {list(index)}, item={response.item.item!r} has {label!r}; see [labels] set"
        )
    return index[str(label)]


def _occurring(units: Sequence[Responses]) -> tuple[str, ...]:
    golds = {_gold(response) for unit in units for response in unit}
    answers = {response.option for unit in units for response in unit}
    return tuple(sorted(golds | {a for a in answers if isinstance(a, str)}))


def _precision(matrix: Confusion, parameters: Parameters) -> PerLabel:
    return matrix.precisions(parameters.zero)


def _recall(matrix: Confusion, parameters: Parameters) -> PerLabel:
    return matrix.recalls(parameters.zero)


def _f_beta(matrix: Confusion, parameters: Parameters) -> PerLabel:
    return matrix.f_betas(parameters.beta, parameters.zero)


def _macro(values: PerLabel, matrix: Confusion, parameters: Parameters) -> Fraction | None:
    known = [value for value in values if value is not None]
    return sum(known, Fraction(0)) / len(known) if len(known) == len(values) else None


def _weighted(values: PerLabel, matrix: Confusion, parameters: Parameters) -> Fraction | None:
    return matrix.weighted(values)


def _of_label(values: PerLabel, matrix: Confusion, parameters: Parameters) -> Fraction | None:
    if parameters.label not in matrix.labels:
        raise UsageError(f"label={parameters.label!r} is none of {list(matrix.labels)}")
    return values[matrix.labels.index(parameters.label)]


def _uniform(expected: Callable[[Sequence[int], int], Fraction]) -> Expectation:
    """The expectation of a macro metric under uniform guesses over the declared labels."""

    def of(parameters: Parameters, units: Sequence[Responses]) -> Fraction | None:
        labels = parameters.labels or _occurring(units)
        golds = [_gold(response) for unit in units for response in unit]
        if any(set(r.item.options) != set(labels) for unit in units for r in unit):
            raise UsageError("uniform guesses need every item to have the labels as its options")
        supports = [golds.count(label) for label in labels]
        return expected(supports, len(labels)) if golds else None

    return of


_VALUES = (
    ("precision", "hits over answers", _precision, (), chance.expected_macro_precision),
    ("recall", "hits over golds", _recall, (), chance.expected_macro_recall),
    ("f1", "harmonic mean of precision and recall", _f_beta, (), chance.expected_macro_f1),
    ("f-beta", "F with recall weighted `beta` times", _f_beta, ("beta",), None),
)  # fmt: skip
_AVERAGES = (
    ("macro-", "plain mean over the labels", _macro, ()),
    ("weighted-", "mean over the labels, weighted by their golds", _weighted, ()),
    ("", "of one `label`", _of_label, ("label",)),
)


def _definitions() -> list[Definition]:
    found = []
    for prefix, how, average, of_average in _AVERAGES:
        for word, what, values, of_value, expected in _VALUES:

            def averaged(
                matrix: Confusion,
                parameters: Parameters,
                values: Callable[[Confusion, Parameters], PerLabel] = values,
                average: Callable[..., Fraction | None] = average,
            ) -> Fraction | None:
                return average(values(matrix, parameters), matrix, parameters)

            found.append(
                Definition(
                    prefix + word,
                    (Over.ITEMS,),
                    f"{what}, {how}",
                    _made(prefix + word, averaged),
                    needs=of_average + of_value,
                    takes=("labels", "zero", "invalid"),
                    counts=False,
                    uniform=_uniform(expected) if expected and prefix == "macro-" else None,
                )
            )
    return found


METRICS = (
    *_definitions(),
    Definition(
        "balanced-accuracy",
        (Over.ITEMS,),
        "mean recall of the labels that have golds",
        _made("balanced-accuracy", lambda matrix, _: matrix.balanced_accuracy()),
        takes=("labels", "invalid"),
        counts=False,
    ),
)
