"""Identities whose parts add up, on exact values (D.3, D.4, F.1, F.2)."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations, product
from math import comb

from hypothesis import given, settings
from hypothesis import strategies as st
from small import ITEMS, Letters, sheets, study

from fe_core.scoring.decomposition import fixed_marginal_reference, joint_bounds
from offline_reproduction.papers.frameevidence.partitions import (
    PARTITIONS,
    columns,
    joint_difference,
)
from offline_reproduction.papers.frameevidence.scores import (
    JOINT,
    Score,
    accuracy,
    classification,
    having,
    joint,
    joint_pairing,
    pairing,
)
from offline_reproduction.papers.frameevidence.tables.decompositions import alignment, change
from offline_reproduction.papers.frameevidence.tables.strata import median
from offline_reproduction.papers.frameevidence.tables.transitions import frame_pairs

columns_of_hits = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.lists(st.booleans(), min_size=n, max_size=n), min_size=2, max_size=3)
)


@given(sheets(), sheets())
def test_common_and_coverage_parts_add_up_to_the_joint_difference(a: Letters, b: Letters) -> None:
    evidence = study({"a": a, "b": b})
    before, after = evidence.view("a"), evidence.view("b")
    for metric in ("NTS", "DIS"):
        found = change(evidence, before, after, metric)
        counts = [joint(view, evidence.test, metric).hits for view in (before, after)]
        assert found.common + found.coverage == counts[1] - counts[0]
        assert found.gains - found.losses == found.common
        assert found.base.total == len(evidence.family("FQ2"))


@given(sheets(), sheets())
def test_gains_minus_losses_are_the_difference(a: Letters, b: Letters) -> None:
    evidence = study({"a": a, "b": b})
    before, after = evidence.view("a"), evidence.view("b")
    both = pairing(before, after, evidence.items)
    rights = [accuracy(view, evidence.items).hits for view in (before, after)]
    assert both.second - both.first == rights[1] - rights[0]
    for metric in JOINT:
        moved = joint_pairing(before, after, evidence.test, metric)
        solved = [joint(view, evidence.test, metric).hits for view in (before, after)]
        assert moved.second - moved.first == solved[1] - solved[0]


@given(sheets())
def test_strata_add_up_to_the_whole(letters: Letters) -> None:
    evidence = study({"run": letters})
    view = evidence.view("run")
    for metric in JOINT:
        for attribute in ("relation", "source", "scene", "images", "overlap", "reference"):
            values = {group.attributes.get(attribute, "") for group in evidence.test}
            parts = [joint(view, evidence.test, metric, having(attribute, v)) for v in values]
            whole = Score(sum(p.hits for p in parts), sum(p.total for p in parts))
            assert whole == joint(view, evidence.test, metric)


@given(columns_of_hits)
def test_reference_against_enumerated_rearrangements(hits: list[list[bool]]) -> None:
    """One column stays, the others are rearranged in every way; the mean joint rate is Π c_j/n."""
    first, *others = hits
    n = len(first)
    rates = [
        Fraction(sum(all(row) for row in zip(first, *rearranged, strict=True)), n)
        for rearranged in product(*(list(permutations(column)) for column in others))
    ]
    assert fixed_marginal_reference([sum(c) for c in hits], n) == sum(rates) / len(rates)


@given(columns_of_hits)
def test_bounds_are_attained_and_never_passed(hits: list[list[bool]]) -> None:
    first, *others = hits
    counts = [
        sum(all(row) for row in zip(first, *rearranged, strict=True))
        for rearranged in product(*(list(permutations(column)) for column in others))
    ]
    assert joint_bounds([sum(c) for c in hits], len(first)) == (min(counts), max(counts))


@given(sheets())
def test_alignment_lies_within_its_bounds(letters: Letters) -> None:
    evidence = study({"run": letters})
    for metric, (family, variants) in JOINT.items():
        found = alignment(evidence, "run", metric)
        least, most = found.bounds
        assert least <= found.joint <= most
        assert found.groups == len(evidence.family(family))
        assert len(found.counts) == len(variants)
        assert found.gap == Fraction(found.joint, found.groups) - (found.reference or 0)


@given(sheets())
def test_correct_pairs_against_right_answers_of_each_frame_group(letters: Letters) -> None:
    """k right answers of a frame group are k(k−1)/2 correct pairs; three make a solved group."""
    evidence = study({"run": letters})
    view = evidence.view("run")
    rights = [
        sum(view.right(item.item) for item in group.items.values())
        for group in evidence.family("FQ1")
    ]
    found = frame_pairs(evidence, "run")
    assert found.correct == sum(comb(k, 2) for k in rights)
    assert joint(view, evidence.test, "GEM").hits == rights.count(3)
    assert found.changed + found.repeated + found.invalid == found.total == 3 * len(rights)
    assert found.false_changes == 0


@given(sheets(), sheets())
def test_cluster_contributions_add_up_under_every_partition(a: Letters, b: Letters) -> None:
    evidence = study({"a": a, "b": b})
    groups = evidence.family("FQ2")
    tally = joint_difference(evidence.view("a"), evidence.view("b"), "NTS")
    totals = {
        name: tuple(map(sum, columns(partition(groups), groups, tally)))
        for name, partition in PARTITIONS.items()
    }
    assert len(set(totals.values())) == 1


@given(sheets(), st.integers(0, 10**6))
@settings(max_examples=30)
def test_order_of_items_changes_nothing(letters: Letters, seed: int) -> None:
    shuffled = list(ITEMS)
    random.Random(seed).shuffle(shuffled)
    one, other = study({"run": letters}), study({"run": letters}, shuffled)
    for metric in JOINT:
        assert alignment(one, "run", metric) == alignment(other, "run", metric)
    assert frame_pairs(one, "run") == frame_pairs(other, "run")
    assert classification(one.view("run"), one.items) == classification(
        other.view("run"), other.items
    )


@given(sheets(), st.permutations("ABCD"))
@settings(max_examples=30)
def test_relabelling_options_with_golds_changes_no_macro_score(
    letters: Letters, order: list[str]
) -> None:
    name = dict(zip("ABCD", order, strict=True))
    items = [
        {
            **item,
            "gold": name[str(item["gold"])],
            "options": dict(sorted((name[k], v) for k, v in item["options"].items())),  # type: ignore[attr-defined]
        }
        for item in ITEMS
    ]
    renamed = {item: None if v is None else name[v] for item, v in letters.items()}
    one, other = study({"run": letters}), study({"run": renamed}, items)
    before, after = (
        classification(evidence.view("run"), evidence.items) for evidence in (one, other)
    )
    assert before.macro_f1() == after.macro_f1()
    assert before.macro_precision() == after.macro_precision()
    assert before.accuracy() == after.accuracy()
    for metric in JOINT:
        assert alignment(one, "run", metric) == alignment(other, "run", metric)


@given(st.lists(st.fractions(-1, 1, max_denominator=24), min_size=1, max_size=9))
def test_median_against_its_definition(values: list[Fraction]) -> None:
    middle = median(values)
    assert middle is not None
    below, above = sum(v < middle for v in values), sum(v > middle for v in values)
    assert 2 * max(below, above) <= len(values)
    assert median([-v for v in values]) == -middle
    assert median([]) is None
