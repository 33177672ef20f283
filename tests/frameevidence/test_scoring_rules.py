"""The paper's scoring rules at their edges (Appendix A, D.6, G.4)."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from small import ITEMS, TEST, Letters, golds, sheets, study

from fe_core.reporting.cells import Resampled
from offline_reproduction.papers.frameevidence.evidence import Evidence, View
from offline_reproduction.papers.frameevidence.partitions import (
    PARTITIONS,
    columns,
    joint_difference,
)
from offline_reproduction.papers.frameevidence.scores import accuracy, classification, joint
from offline_reproduction.papers.frameevidence.tables.contrasts import table_26
from offline_reproduction.papers.frameevidence.tables.rotations import consistent, rotation_scores
from offline_reproduction.papers.frameevidence.tables.transitions import detection, retention
from offline_reproduction.study.paper import Settings

LETTERS = "ABCD"


def seen(letters: Letters) -> tuple[Evidence, View]:
    evidence = study({"run": letters})
    return evidence, evidence.view("run")


@given(sheets())
def test_an_invalid_answer_is_a_false_negative_and_nobodys_guess(letters: Letters) -> None:
    evidence, view = seen(letters)
    found = classification(view, evidence.items)
    assert sum(found.support) == len(TEST)
    assert sum(found.predicted) == sum(letter is not None for letter in letters.values())
    assert found.accuracy() == accuracy(view, evidence.items).rate


@given(sheets(), st.sampled_from(TEST))
def test_losing_an_answer_costs_recall_and_never_helps(letters: Letters, item: str) -> None:
    evidence, view = seen(letters)
    _, without = seen({**letters, item: None})
    before, after = (classification(v, evidence.items) for v in (view, without))
    gold = LETTERS.index(str(golds()[item]))
    was_right = letters[item] == golds()[item]
    assert before.hits[gold] - after.hits[gold] == was_right
    assert before.support == after.support
    assert sum(before.predicted) - sum(after.predicted) == (letters[item] is not None)


def test_a_class_that_is_never_predicted_has_precision_zero() -> None:
    evidence, view = seen(dict.fromkeys(TEST, "A"))
    found = classification(view, evidence.items)
    assert found.precisions()[1:] == (0, 0, 0)
    assert found.macro_precision() == Fraction(found.hits[0], len(TEST)) / 4
    assert found.macro_f1() == sum(f for f in found.f1s() if f is not None) / 4


@given(sheets())
def test_consistency_needs_four_valid_answers_of_one_meaning(letters: Letters) -> None:
    evidence = study({"run": [letters] * 4})
    views = [evidence.view("run", rotation) for rotation in range(4)]
    assert consistent(evidence, views[:1]).hits == sum(v is not None for v in letters.values())
    # The same letter at every rotation shows four different options.
    assert consistent(evidence, views).hits == 0


@given(sheets(), st.sampled_from(TEST), st.integers(0, 3))
def test_one_lost_answer_breaks_consistency(letters: Letters, item: str, rotation: int) -> None:
    told = {name: letter or "A" for name, letter in letters.items()}
    shown = [{n: _shown(v, r) for n, v in told.items()} for r in range(4)]
    whole = study({"run": shown})
    assert rotation_scores(whole, "run")["Consistency"].hits == len(TEST)
    shown[rotation] = {**shown[rotation], item: None}
    assert rotation_scores(study({"run": shown}), "run")["Consistency"].hits == len(TEST) - 1


@given(sheets())
def test_rotated_letters_are_mapped_back_to_options(letters: Letters) -> None:
    shown = [
        {name: None if letter is None else _shown(letter, r) for name, letter in letters.items()}
        for r in range(4)
    ]
    evidence = study({"run": shown})
    scores = rotation_scores(evidence, "run")
    right = accuracy(evidence.view("run"), evidence.items)
    assert scores["Vanilla"] == right
    assert scores["Circular"] == right
    assert scores["Mean rot."].rate == right.rate


@given(sheets(), sheets())
def test_vanilla_is_the_runs_own_rotation_zero(rotated: Letters, ordinary: Letters) -> None:
    evidence = study({"run": [rotated] * 4, "primary": ordinary})
    assert rotation_scores(evidence, "run")["Vanilla"].hits == sum(
        rotated[item] == golds()[item] for item in TEST
    )


@given(sheets())
def test_retention_counts_every_group_with_a_right_mss_answer(letters: Letters) -> None:
    evidence, view = seen(letters)
    found = retention(evidence, "run")
    groups = evidence.family("FQ2")
    assert found.mss == sum(view.right(group.item("mss")) for group in groups)
    assert found.kept == joint(view, groups, "DIS").hits
    assert found.repeated + found.flipped + found.invalid == len(groups)


def test_an_invalid_addition_stays_in_retentions_denominator() -> None:
    lost = {item: None if item.endswith("addition") else gold for item, gold in golds().items()}
    evidence, _ = seen(lost)
    found = retention(evidence, "run")
    assert (found.kept, found.mss, found.invalid) == (0, 4, 4)


@given(st.permutations(LETTERS), sheets())
def test_insufficiency_is_a_meaning_not_a_letter(order: list[str], letters: Letters) -> None:
    """Letters renamed together with golds and answers: the same insufficiency responses."""
    name = dict(zip(LETTERS, order, strict=True))
    items = [
        {
            **item,
            "gold": name[str(item["gold"])],
            "options": dict(sorted((name[k], v) for k, v in item["options"].items())),  # type: ignore[attr-defined]
        }
        for item in ITEMS
    ]
    renamed = {item: None if v is None else name[v] for item, v in letters.items()}
    before, after = study({"run": letters}), study({"run": renamed}, items)
    assert detection(before, "run") == detection(after, "run")
    assert retention(before, "run") == retention(after, "run")


@given(sheets())
def test_detection_never_counts_an_invalid_answer_as_a_true_negative(letters: Letters) -> None:
    evidence, view = seen(letters)
    found = detection(evidence, "run")
    groups = evidence.family("FQ2")
    invalid = sum(view.meanings[g.item(v)] is None for g in groups for v in ("mss", "addition"))
    assert found.error == invalid
    assert found.true + found.missed == len(groups)
    assert found.false + found.true_negative + found.error == 2 * len(groups)


@given(sheets(), sheets())
def test_a_replicate_divides_by_its_own_groups_and_the_estimate_by_all(
    before: Letters, after: Letters
) -> None:
    """Denominators are the clusters' group counts: drawn clusters bring theirs, all bring 4."""
    evidence = study({"a": before, "b": after})
    groups = evidence.family("FQ2")
    tally = joint_difference(evidence.view("a"), evidence.view("b"), "DIS")
    for partition in PARTITIONS.values():
        clusters = partition(groups)
        changes, sizes = columns(clusters, groups, tally)
        assert sizes == tuple(len(cluster.members) for cluster in clusters)
        assert sum(sizes) == len(groups) == 4
        difference = joint(evidence.view("b"), groups, "DIS").hits
        assert sum(changes) == difference - joint(evidence.view("a"), groups, "DIS").hits


@given(sheets(), sheets())
def test_leave_one_out_keeps_the_full_denominator(base: Letters, lora: Letters) -> None:
    names = ("Qwen2.5-VL-7B", "InternVL3-8B")
    runs = {f"primary/{model}/Base": base for model in names}
    evidence = study(runs | {f"primary/{model}/LoRA": lora for model in names})
    cells = table_26(evidence, Settings()).by_key()
    for metric in ("NTS", "DIS"):
        row = f"Qwen2.5-VL-7B {metric}"
        for name in PARTITIONS:
            interval = cells[row, f"{name}: interval"].value
            assert isinstance(interval, Resampled)
            whole = sum(interval.numerators)
            left = [Fraction(whole - part, 4) for part in interval.numerators]
            assert cells[row, f"{name}: leave-one-out low"].value == min(left)
            assert cells[row, f"{name}: leave-one-out high"].value == max(left)
            assert sum(left) == Fraction(whole * (len(left) - 1), 4)


def _shown(option: str, rotation: int) -> str:
    """The letter that shows an option at a rotation."""
    return LETTERS[(LETTERS.index(option) - rotation) % 4]
