"""An error planted in any scoring rule is noticed by the second program."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import frameevidence_by_hand as by_hand
import pytest

from fe_core.records.directory import silent
from fe_core.reporting.cells import Resampled, Spread
from fe_core.scoring import classification, decomposition, joint, outcomes, rotation
from offline_reproduction.papers.frameevidence import evidence as reading
from offline_reproduction.papers.frameevidence import metadata_rules, partitions, scores
from offline_reproduction.papers.frameevidence.tables import (
    SPECS,
    contrasts,
    decompositions,
    rotations,
    same_order,
    strata,
    transitions,
)
from offline_reproduction.study.paper import Settings

sys.path.insert(0, str(Path(__file__).parent.parent / "frameevidence"))
import made_up


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("records")
    made_up.write(made, 5, skill=0.6, spoiled=0.2)
    return made


@pytest.fixture(scope="module")
def truth(folder: Path) -> dict[tuple[str, str, str], object]:
    return by_hand.every_table(by_hand.Study(folder))


def invalid_is_a_guess(pairs: Any, labels: Any) -> Any:
    return TRUE_CONFUSION(((gold, "A" if told is None else told) for gold, told in pairs), labels)


def invalid_leaves_the_denominator(view: Any, items: Any) -> Any:
    return TRUE_ACCURACY(view, [item for item in items if view.outcomes[item.item].valid])


def wrong_way_round(letter: str, turned: int, options: Any) -> str:
    return str(TRUE_SHOWN(letter, -turned, options))


def letters_instead_of_meanings(self: Any, item: str) -> bool:
    return bool(self.options[item] == "D")


def retained_of_valid_pairs(evidence: Any, run: str) -> Any:
    found = TRUE_RETENTION(evidence, run)
    return found._replace(mss=found.mss - found.invalid)


def same_even_if_invalid(one: Any, other: Any, item: Any) -> bool:
    return bool(one.meanings[item.item] == other.meanings[item.item])


def last_letter_on_ties(letters: Any) -> str:
    return max(letters, key=lambda letter: (letters[letter], letter), default="")


def coverage_forgotten(groups: Any) -> Any:
    return TRUE_CHANGE(groups)._replace(coverage=0)


def population_deviation(values: Any) -> Any:
    from fe_core.numbers.exact import population_deviation as wrong

    return wrong(values)


def undefined_is_one(hits: Any, totals: Any, zero: Any) -> Any:
    return tuple(Fraction(h + 1, t + 1) for h, t in zip(hits, totals, strict=True))


TRUE_CONFUSION = classification.confusion
TRUE_ACCURACY = scores.accuracy
TRUE_SHOWN = rotation.shown_to_option
TRUE_RETENTION = transitions.retention
TRUE_CHANGE = decomposition.joint_change

PLANTS: dict[str, tuple[tuple[Any, str, Any], tuple[str, ...]]] = {
    "an invalid answer counts as a guess": (
        (scores, "confusion", invalid_is_a_guess),
        ("table-04", "table-11"),
    ),
    "an invalid answer leaves the denominator": (
        (transitions, "accuracy", invalid_leaves_the_denominator),
        ("figure-05",),
    ),
    "rotations are mapped back the wrong way": (
        (rotation, "shown_to_option", wrong_way_round),
        ("table-12", "table-07"),
    ),
    "insufficiency is read from a letter": (
        (reading.View, "insufficient", letters_instead_of_meanings),
        ("table-08", "table-36"),
    ),
    "retention leaves out invalid additions": (
        (transitions, "retention", retained_of_valid_pairs),
        ("table-36", "figure-05"),
    ),
    "two invalid answers count as the same": (
        (same_order, "_same", same_even_if_invalid),
        ("table-13",),
    ),
    "ties go to the last letter": (
        (metadata_rules, "_majority", last_letter_on_ties),
        ("table-10", "table-24"),
    ),
    "coverage is left out of a joint change": (
        (decompositions, "joint_change", coverage_forgotten),
        ("table-21",),
    ),
    "NTS pairs the base set with addition": (
        (scores, "JOINT", scores.JOINT | {"NTS": scores.Joint("FQ2", ("mss", "addition"))}),
        ("table-04", "table-16"),
    ),
    "consistency accepts two invalid answers": (
        (
            rotations,
            "CONSISTENT",
            joint.CONSISTENT.__class__(
                "consistent", lambda told: (int(len(set(told)) == 1), 1), joint.CONSISTENT.value
            ),
        ),
        ("table-07",),
    ),
    "scene clusters stand for the union": (
        (contrasts, "PARTITIONS", partitions.PARTITIONS | {"union": partitions.by_scene}),
        ("table-26",),
    ),
    "the median is the upper middle value": (
        (strata, "median", lambda values: sorted(values)[len(values) // 2]),
        ("table-15",),
    ),
    "an undefined precision counts one": (
        (classification, "_shares", undefined_is_one),
        ("table-04",),
    ),
    "a wrong answer counts as right": (
        (outcomes, "outcome", lambda item, answer, turned=0: outcomes.Outcome.RIGHT),
        ("table-04", "table-27", "table-28"),
    ),
}


def differing(folder: Path, truth: dict[Any, object], tables: tuple[str, ...]) -> set[str]:
    """The tables, among some, whose values differ from the second program's."""
    evidence = reading.read(folder, silent)
    found = set()
    for spec in SPECS:
        if spec.key in tables:
            for (row, column), cell in spec.build(evidence, Settings()).by_key().items():
                if isinstance(cell.value, Resampled) or cell.value is None:
                    continue
                if plain(cell.value) != truth.get((spec.key, row, column)):
                    found.add(spec.key)
    return found


def plain(value: object) -> object:
    if isinstance(value, Spread):
        return value.mean, getattr(value.deviation, "square", None)
    assert isinstance(value, int | Fraction)
    return value


@pytest.mark.parametrize("plant", list(PLANTS))
def test_a_planted_error_is_noticed(
    plant: str, folder: Path, truth: dict[Any, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    (target, name, wrong), tables = PLANTS[plant]
    assert differing(folder, truth, tables) == set()
    monkeypatch.setattr(target, name, wrong)
    assert differing(folder, truth, tables) == set(tables)


def test_a_wrong_deviation_is_noticed(
    folder: Path, truth: dict[Any, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    from offline_reproduction.papers.frameevidence import cells

    monkeypatch.setattr(cells, "sample_deviation", population_deviation)
    assert differing(folder, truth, ("table-06", "table-11")) == {"table-06", "table-11"}
