"""Metrics against their definitions, enumeration and scikit-learn."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.records.model import Answer, Item, Status
from fe_core.scoring import chance, decomposition
from fe_core.scoring.classification import confusion
from fe_core.scoring.joint import ACCURACY, ALL_RIGHT, CONSISTENT, at_least
from fe_core.scoring.metric import columns, estimate, total
from fe_core.scoring.outcomes import Outcome, outcome
from fe_core.scoring.paired import mcnemar, paired
from fe_core.scoring.rotation import shown_to_option

LABELS = "ABCD"
answers = st.one_of(st.none(), st.sampled_from(LABELS))
pairs = st.lists(st.tuples(st.sampled_from(LABELS), answers), min_size=1, max_size=40)
outcome_groups = st.lists(
    st.lists(st.sampled_from(list(Outcome)), min_size=3, max_size=3), min_size=1, max_size=12
)


@given(pairs)
def test_macro_metrics_against_scikit_learn(rows: list[tuple[str, str | None]]) -> None:
    """Its `zero_division=0`; an invalid answer is a label outside the label set."""
    metrics = pytest.importorskip("sklearn.metrics")
    gold, given_ = [g for g, _ in rows], [a or "invalid" for _, a in rows]
    ours = confusion(rows, LABELS)
    theirs = metrics.precision_recall_fscore_support(
        gold, given_, labels=list(LABELS), average="macro", zero_division=0
    )
    mine = (ours.macro_precision(), ours.macro_recall(), ours.macro_f1())
    assert [float(value or 0) for value in mine] == pytest.approx(theirs[:3], abs=1e-12)
    assert float(ours.accuracy() or 0) == pytest.approx(metrics.accuracy_score(gold, given_))


@given(pairs, st.permutations(LABELS))
def test_macro_metrics_do_not_depend_on_names_or_order(
    rows: list[tuple[str, str | None]], names: list[str]
) -> None:
    rename = dict(zip(LABELS, names, strict=True)) | {None: None}
    renamed = [(rename[gold], rename[answer]) for gold, answer in reversed(rows)]
    one, other = confusion(rows, LABELS), confusion(renamed, LABELS)
    assert one.macro_f1() == other.macro_f1()
    assert one.macro_precision() == other.macro_precision()


def test_an_invalid_answer_is_a_false_negative_and_never_a_guess() -> None:
    made = confusion([("A", None), ("A", "A"), ("B", "B")], "AB")
    assert made.recalls() == (Fraction(1, 2), Fraction(1))
    assert made.precisions() == (Fraction(1), Fraction(1))
    assert made.accuracy() == Fraction(2, 3)


def test_undefined_precision_is_zero_or_none_as_declared() -> None:
    made = confusion([("A", "A"), ("B", "A")], "AB")
    assert made.macro_precision() == Fraction(1, 4)
    assert made.macro_precision(zero=None) is None


@given(outcome_groups)
def test_a_tally_adds_up_over_any_partition(groups: list[list[Outcome]]) -> None:
    for metric in (ALL_RIGHT, ACCURACY, at_least(2)):
        whole = total(metric, groups)
        for cut in range(len(groups) + 1):
            parts = columns(metric, [groups[:cut], groups[cut:]])
            assert tuple(map(sum, parts)) == whole
        assert estimate(metric, groups) == metric.value(whole)


@given(outcome_groups)
def test_joint_metrics_against_counting_by_hand(groups: list[list[Outcome]]) -> None:
    right = [[o is Outcome.RIGHT for o in group] for group in groups]
    n = len(groups)
    assert estimate(ALL_RIGHT, groups) == Fraction(sum(all(g) for g in right), n)
    assert estimate(at_least(2), groups) == Fraction(sum(sum(g) >= 2 for g in right), n)
    assert estimate(ACCURACY, groups) == Fraction(sum(map(sum, right)), 3 * n)


@given(st.lists(st.lists(answers, min_size=4, max_size=4), min_size=1, max_size=10))
def test_consistency_needs_four_valid_answers(groups: list[list[str | None]]) -> None:
    wanted = sum(g[0] is not None and g.count(g[0]) == 4 for g in groups)
    assert estimate(CONSISTENT, groups) == Fraction(wanted, len(groups))


@pytest.mark.parametrize(
    "status", [s for s in Status if s not in (Status.VALID, Status.UNRECORDED)]
)
def test_invalid_answers_keep_their_kind(status: Status) -> None:
    item = Item("q", "A", ("A", "B"))
    assert outcome(item, Answer("q", None, status)).value == status.value


@given(st.sampled_from(LABELS), st.sampled_from(LABELS), st.integers(0, 3))
def test_rotation_maps_letters_back_to_identity(gold: str, letter: str, rotation: int) -> None:
    item = Item("q", gold, tuple(LABELS))
    right = shown_to_option(letter, rotation, LABELS) == gold
    assert (outcome(item, Answer("q", letter, Status.VALID), rotation) is Outcome.RIGHT) == right
    shown = {shown_to_option(each, rotation, LABELS) for each in LABELS}
    assert shown == set(LABELS)


def test_several_right_options_must_match_as_a_whole() -> None:
    item = Item("q", ("a", "c"), ("a", "b", "c"), select="many")
    assert outcome(item, Answer("q", ("a", "c"), Status.VALID)) is Outcome.RIGHT
    assert outcome(item, Answer("q", ("a",), Status.VALID)) is Outcome.WRONG


@given(st.integers(0, 12), st.integers(0, 12))
def test_mcnemar_against_enumeration(first: int, second: int) -> None:
    n = first + second
    if n > 12:
        return
    gap = abs(first - second)
    worlds = list(itertools.product((-1, 1), repeat=n))
    extreme = sum(abs(sum(world)) >= gap for world in worlds)
    assert mcnemar(first, second) == Fraction(extreme, len(worlds))


@given(st.lists(st.tuples(st.booleans(), st.booleans())))
def test_paired_counts_add_up(rows: list[tuple[bool, bool]]) -> None:
    made = paired(rows)
    assert made.total == len(rows)
    assert made.both + made.first == sum(a for a, _ in rows)
    assert made.gain == sum(b for _, b in rows) - sum(a for a, _ in rows)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=3), st.integers(2, 3))
def test_expectations_of_macro_metrics_against_enumeration(
    supports: list[int], options: int
) -> None:
    supports = [*supports[:options], *[0] * (options - len(supports))]
    labels = LABELS[:options]
    golds = [label for label, n in zip(labels, supports, strict=True) for _ in range(n)]
    if not golds or len(golds) > 6:
        return
    worlds = list(itertools.product(labels, repeat=len(golds)))
    made = [confusion(zip(golds, world, strict=True), labels) for world in worlds]

    def expected(values: list[Fraction | None]) -> Fraction:
        return sum((value or Fraction(0) for value in values), Fraction(0)) / len(values)

    assert chance.expected_macro_f1(supports, options) == expected([m.macro_f1() for m in made])
    assert chance.expected_macro_precision(supports, options) == expected(
        [m.macro_precision() for m in made]
    )
    assert chance.expected_macro_recall(supports, options) == expected(
        [m.macro_recall() for m in made]
    )
    assert chance.expected_accuracy([options] * len(golds)) == expected(
        [m.accuracy() for m in made]
    )


def test_expected_macro_f1_against_the_paper() -> None:
    """FrameEvidence, Appendix A prints 24.93 for supports 75, 70, 69 and 74."""
    value = chance.expected_macro_f1([75, 70, 69, 74], 4)
    assert round(value * 100, 2) == Fraction("24.93")


@given(st.lists(st.integers(1, 4), max_size=4))
def test_chance_of_all_right_against_enumeration(options: list[int]) -> None:
    worlds = list(itertools.product(*map(range, options)))
    assert chance.all_right(options) == Fraction(sum(not any(w) for w in worlds), len(worlds))


@given(st.lists(st.tuples(*[st.booleans()] * 4), min_size=1, max_size=30))
def test_common_and_coverage_parts_add_up_to_the_joint_difference(
    rows: list[tuple[bool, bool, bool, bool]],
) -> None:
    change = decomposition.joint_change(rows)
    before = sum(a and b for a, b, _, _ in rows)
    after = sum(c and d for _, _, c, d in rows)
    assert change.total == after - before
    assert change.base.total == len(rows)


@given(st.integers(1, 4), st.data())
def test_the_fixed_marginal_reference_against_all_rearrangements(
    n: int, data: st.DataObject
) -> None:
    first, second = (data.draw(st.lists(st.booleans(), min_size=n, max_size=n)) for _ in range(2))
    joints = [
        sum(a and b for a, b in zip(first, order, strict=True))
        for order in itertools.permutations(second)
    ]
    counts = [sum(first), sum(second)]
    reference = decomposition.fixed_marginal_reference(counts, n)
    assert reference == Fraction(sum(joints), len(joints) * n)
    assert decomposition.joint_bounds(counts, n) == (min(joints), max(joints))
