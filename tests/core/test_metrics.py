"""The registry of metrics: laws that all of them keep, and each against its definition."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.errors import UsageError
from fe_core.records.model import Item
from fe_core.scoring.metric import Definition, Over, Parameters, Responses, estimate, total
from fe_core.scoring.metrics import METRICS
from fe_core.scoring.outcomes import Outcome
from fe_core.scoring.responses import Response

LABELS = ("A", "B", "C")
OPTIONS = (*LABELS, None)
EVERYTHING = Parameters(
    labels=LABELS, label="A", beta=Fraction(2), k=1, meanings=("B",), weight="weight"
)
SCORES = {"A": Fraction(1), "B": Fraction(1, 2), "C": Fraction(0), None: None}


def response(gold: str, option: str | None, at: int = 0) -> Response:
    item = Item(f"q{at}", gold, LABELS, attributes={"weight": "1.5" if at % 2 else "1"})
    if option is None:
        return Response(item, Outcome.UNREADABLE, None)
    outcome = Outcome.RIGHT if option == gold else Outcome.WRONG
    return Response(item, outcome, option, SCORES[option])


def width(definition: Definition) -> int:
    return 1 if definition.over[0] is Over.ITEMS else 2


@st.composite
def units(draw: st.DrawFn, size: int) -> list[Responses]:
    rows = draw(
        st.lists(
            st.tuples(st.sampled_from(LABELS), *[st.sampled_from(OPTIONS)] * size),
            min_size=1,
            max_size=8,
        )
    )
    return [
        tuple(response(gold, option, at) for option in options)
        for at, (gold, *options) in enumerate(rows)
    ]


@pytest.mark.parametrize("name", METRICS)
@given(data=st.data())
def test_tallies_add_up_and_order_changes_nothing(name: str, data: st.DataObject) -> None:
    definition = METRICS[name]
    drawn = data.draw(units(width(definition)))
    metric = definition.make(EVERYTHING, drawn)
    whole = total(metric, drawn)
    assert all(type(part) is int for part in whole)
    assert total(metric, drawn[::-1]) == whole
    for cut in range(1, len(drawn)):
        parts = total(metric, drawn[:cut]), total(metric, drawn[cut:])
        assert tuple(map(sum, zip(*parts, strict=True))) == whole
    doubled = metric.value([2 * part for part in whole])
    if definition.name not in ("mcnemar",):
        assert doubled == metric.value(whole)


def value(name: str, rows: Sequence[Responses], **declared: object) -> Fraction | None:
    parameters = Parameters(labels=LABELS, **declared)  # type: ignore[arg-type]
    return estimate(METRICS[name].make(parameters, rows), rows)


@given(units(1))
def test_class_metrics_against_counting_pairs(rows: list[Responses]) -> None:
    pairs = [(unit[0].item.gold, unit[0].option) for unit in rows]
    for label in LABELS:
        hits = sum(gold == option == label for gold, option in pairs)
        said = sum(option == label for _, option in pairs)
        golds = sum(gold == label for gold, _ in pairs)
        assert value("precision", rows, label=label) == (Fraction(hits, said) if said else 0)
        assert value("recall", rows, label=label) == (Fraction(hits, golds) if golds else 0)
        below = 4 * golds + said
        two = value("f-beta", rows, label=label, beta=Fraction(2))
        assert two == (Fraction(5 * hits, below) if below else 0)
        assert value("f1", rows, label=label) == value(
            "f-beta", rows, label=label, beta=Fraction(1)
        )
    right = Fraction(sum(gold == option for gold, option in pairs), len(pairs))
    assert value("weighted-recall", rows) == value("accuracy", rows) == right


@given(units(3))
def test_repetition_metrics_against_enumeration(rows: list[Responses]) -> None:
    for k in (1, 2, 3):
        drawn = [
            [any(r.right for r in some) for some in itertools.combinations(unit, k)]
            for unit in rows
        ]
        share = [Fraction(sum(one), len(one)) for one in drawn]
        assert value("pass@k", rows, k=k) == sum(share) / len(rows)
        drawn = [
            [all(r.right for r in some) for some in itertools.combinations(unit, k)]
            for unit in rows
        ]
        share = [Fraction(sum(one), len(one)) for one in drawn]
        assert value("pass^k", rows, k=k) == sum(share) / len(rows)
    assert value("pass@k", rows, k=3) == value("best-of", rows)
    assert value("pass^k", rows, k=3) == value("joint", rows)
    with pytest.raises(UsageError, match="between 1 and the 3 repetitions"):
        value("pass@k", rows, k=4)


@pytest.mark.parametrize(
    ("options", "wanted"),
    [("AAB", 1), ("AB", 0), ("ABB", 0), ("A", 1), ("ABC", 0), ("", 0), ("AABB", 0), ("BBA", 0)],
)
def test_a_majority_is_alone_at_the_top_or_no_majority(options: str, wanted: int) -> None:
    rows = [tuple(response("A", option) for option in (*options, None))]
    assert value("majority", rows) == wanted


def test_uniform_expectations_against_enumeration() -> None:
    golds = ("A", "A", "B")
    worlds = [
        [(response(g, o, at),) for at, (g, o) in enumerate(zip(golds, world, strict=True))]
        for world in itertools.product(LABELS, repeat=len(golds))
    ]
    for name in ("accuracy", "macro-precision", "macro-recall", "macro-f1"):
        uniform = METRICS[name].uniform
        assert uniform is not None
        values = [value(name, world) or Fraction(0) for world in worlds]
        assert uniform(Parameters(labels=LABELS), worlds[0]) == sum(values) / len(worlds)
    joint = METRICS["joint"].uniform
    assert joint is not None
    assert joint(Parameters(), [tuple(unit[0] for unit in worlds[0])]) == Fraction(1, 27)


def test_invalid_answers_count_as_declared() -> None:
    rows: list[Responses] = [(response("A", "A"),), (response("A", None),), (response("B", "A"),)]
    assert value("accuracy", rows) == Fraction(1, 3)
    assert value("accuracy", rows, invalid="dropped") == Fraction(1, 2)
    assert value("accuracy", rows, invalid="chance") == Fraction(4, 9)
    assert value("macro-recall", rows, invalid="dropped") == Fraction(1, 3)
    assert value("invalid", rows) == Fraction(1, 3)
    with pytest.raises(UsageError, match="chance for accuracy only"):
        value("macro-f1", rows, invalid="chance")


def test_recorded_scores_weigh_and_draws_count_half() -> None:
    rows: list[Responses] = [
        (response("A", "A", 0),), (response("A", "B", 1),), (response("A", None, 2),)
    ]  # fmt: skip
    assert value("mean-score", rows) == Fraction(1, 2)
    assert value("mean-score", rows, weight="weight") == Fraction(7, 4) / Fraction(7, 2)
    assert value("win-rate", rows) == Fraction(1, 2)
    unscored = rows[0][0]._replace(score=None)
    with pytest.raises(UsageError, match="no recorded score"):
        value("mean-score", [(unscored,)])


@pytest.mark.parametrize("text", ["", "-1", "x", "1e9", "1/0", "9" * 30, "nan"])
def test_weights_that_are_no_numbers_are_named(text: str) -> None:
    made = Response(Item("q", "A", LABELS, attributes={"w": text}), Outcome.RIGHT, "A", Fraction(1))
    with pytest.raises(UsageError, match="a weight is a number"):
        value("mean-score", [(made,)], weight="w")


def test_labels_that_no_declaration_knows_are_named() -> None:
    with pytest.raises(UsageError, match=r"item='q0' has 'C'; see \[labels\] set"):
        METRICS["macro-f1"].make(Parameters(labels=("A", "B")), []).tally((response("A", "C"),))
    with pytest.raises(UsageError, match="no option means 'nothing'"):
        METRICS["answers-meaning"].make(Parameters(meanings=("nothing",)), [(response("A", "A"),)])


def test_nothing_to_divide_by_is_never_a_value() -> None:
    for definition in METRICS.values():
        rows = [(response("A", "A"),) * width(definition)]
        metric = definition.make(EVERYTHING, rows)
        assert metric.value([0] * len(total(metric, rows))) is None


def test_averages_of_classes_against_the_kept_values_of_scikit_learn() -> None:
    lines = (Path(__file__).parents[1] / "peers/classification.json").read_text("utf-8")
    names = ("precision", "recall", "f-beta")
    for case in map(json.loads, lines.splitlines()[1:]):
        rows = [
            (
                Response(
                    Item("q", gold, tuple("ABCD")),
                    Outcome.RIGHT if answer == gold else Outcome.WRONG,
                    answer,
                ),
            )
            for gold, answer in zip(case["gold"], case["given"], strict=True)
        ]
        for average in ("macro", "weighted"):
            for beta in ("1", "2", "0.5"):
                parameters = Parameters(labels=tuple("ABCD"), beta=Fraction(beta))
                for name, theirs in zip(names, case[f"{average} beta {beta}"], strict=True):
                    metric = METRICS[f"{average}-{name}"].make(parameters, rows)
                    assert float(estimate(metric, rows) or 0) == pytest.approx(theirs, abs=1e-12)
        balanced = METRICS["balanced-accuracy"].make(Parameters(labels=tuple("ABCD")), rows)
        assert float(estimate(balanced, rows) or 0) == pytest.approx(case["balanced"], abs=1e-12)
