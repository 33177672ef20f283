"""An error planted in any scoring rule is noticed by the second program."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import frameevidence_by_hand as by_hand
import pytest

from fe_core.numbers.exact import population_deviation
from fe_core.records.directory import silent
from fe_core.reporting.cells import Resampled, Spread
from fe_core.scoring import classification, responses
from fe_core.scoring.outcomes import Outcome
from offline_reproduction.papers.frameevidence import metrics
from offline_reproduction.papers.frameevidence.metrics import REGISTERED
from offline_reproduction.papers.frameevidence.study import SPEC, STUDY
from offline_reproduction.study import values
from offline_reproduction.study.declared import Builder
from offline_reproduction.study.paper import Settings

sys.path.insert(0, str(Path(__file__).parent.parent / "frameevidence"))
import made_up
from test_frameevidence_by_hand import OF_PAIRS

BUILDER = Builder(SPEC, REGISTERED, {})
PLANS = {plan.key: plan for plan in SPEC.tables}
Truth = dict[tuple[str, str, str], object]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("records")
    made_up.write(made, 5, skill=0.6, spoiled=0.2)
    return made


@pytest.fixture(scope="module")
def truth(folder: Path) -> Truth:
    return by_hand.every_table(by_hand.Study(folder))


def wrong_way_round(item: Any, shown: Any, rotation: int) -> Any:
    return TRUE_CHOSEN(item, shown, -rotation)


def last_letter_on_ties(letters: Any) -> str:
    return max(letters, key=lambda letter: (letters[letter], letter), default="")


def coverage_forgotten(groups: Any) -> Any:
    return TRUE_CHANGE(groups)._replace(coverage=0)


def undefined_is_one(hits: Any, totals: Any, zero: Any) -> Any:
    return tuple(Fraction(h + 1, t + 1) for h, t in zip(hits, totals, strict=True))


def two_invalid_are_the_same(unit: Any) -> bool:
    return len({response.option for response in unit}) == 1


def only_the_first(unit: Any) -> bool:
    return bool(unit[0].right)


def always_right(item: Any, answer: Any, rotation: int = 0) -> Outcome:
    return Outcome.RIGHT


TRUE_CHOSEN = responses.option_chosen
TRUE_CHANGE = metrics.joint_change

Plant = tuple[Any, str, Callable[..., Any]]
PLANTS: dict[str, tuple[Plant, tuple[str, ...]]] = {
    "rotations are mapped back the wrong way": (
        (responses, "option_chosen", wrong_way_round),
        ("table-12", "table-07"),
    ),
    "ties go to the last letter": ((metrics, "_majority", last_letter_on_ties), ("table-10",)),
    "coverage is left out of a joint change": (
        (metrics, "joint_change", coverage_forgotten),
        ("adaptation",),
    ),
    "an undefined precision counts one": (
        (classification, "_shares", undefined_is_one),
        ("table-04", "table-11"),
    ),
    "a wrong answer counts as right": (
        (responses, "outcome", always_right),
        ("table-04", "table-03", "table-14"),
    ),
    "a deviation divides by all": (
        (values, "sample_deviation", population_deviation),
        ("table-06", "table-11"),
    ),
}
COUNTED = {
    "consistency accepts two invalid answers": (
        "consistency", two_invalid_are_the_same, ("table-07", "table-12"),
    ),
    "a joint success needs the first answer alone": (
        "joint", only_the_first, ("table-04", "table-16"),
    ),
}  # fmt: skip
"""Metrics of the registry whose condition is replaced."""


def differing(folder: Path, truth: Truth, tables: tuple[str, ...]) -> set[str]:
    """The tables, among some, whose values differ from the second program's."""
    scored = STUDY.load(folder, silent)
    found = set()
    for key in tables:
        for (row, column), cell in BUILDER.table(PLANS[key], scored, Settings()).by_key().items():
            place = OF_PAIRS.get((key, row, column), (key, row, column))
            if isinstance(cell.value, Resampled) or cell.value is None or place not in truth:
                continue
            if plain(cell.value) != truth[place]:
                found.add(key)
    return found


def plain(value: object) -> object:
    if isinstance(value, Spread):
        return value.mean, getattr(value.deviation, "square", None)
    assert isinstance(value, int | Fraction)
    return value


@pytest.mark.parametrize("plant", list(PLANTS))
def test_a_planted_error_is_noticed(
    plant: str, folder: Path, truth: Truth, monkeypatch: pytest.MonkeyPatch
) -> None:
    (target, name, wrong), tables = PLANTS[plant]
    assert differing(folder, truth, tables) == set()
    monkeypatch.setattr(target, name, wrong)
    assert differing(folder, truth, tables) == set(tables)


@pytest.mark.parametrize("plant", list(COUNTED))
def test_a_wrong_condition_is_noticed(
    plant: str, folder: Path, truth: Truth, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    from fe_core.scoring.metric import counted
    from offline_reproduction.study import quantities

    name, wrong, tables = COUNTED[plant]
    assert differing(folder, truth, tables) == set()
    planted = replace(quantities.METRICS[name], make=counted(name, wrong))
    monkeypatch.setattr(quantities, "METRICS", {**quantities.METRICS, name: planted})
    assert differing(folder, truth, tables) == set(tables)
