"""Few clusters: sign flips, influence, Holm, clustered errors, effective clusters."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from exhaustive import tallies
from hypothesis import given
from hypothesis import strategies as st

from fe_core.errors import UsageError
from fe_core.intervals.few.clustered_error import SmallSample, clustered_error
from fe_core.intervals.few.effective import effective_clusters
from fe_core.intervals.few.holm import holm
from fe_core.intervals.few.influence import influences
from fe_core.intervals.few.signflip import FlipTooLargeError, sign_flip
from fe_core.intervals.law import variance


@given(st.lists(st.integers(-12, 12), min_size=1, max_size=8))
def test_sign_flips_against_enumeration(differences):
    totals = [
        sum(s * d for s, d in zip(signs, differences, strict=True))
        for signs in product((1, -1), repeat=len(differences))
    ]
    found = sign_flip(differences)
    assert found.greater == sum(total >= found.total for total in totals)
    assert found.less == sum(total <= found.total for total in totals)
    assert found.two_sided == sum(abs(total) >= abs(found.total) for total in totals)
    assert 0 < found.p <= 1


def test_sign_flip_of_many_equal_clusters_is_the_sign_test():
    from scipy.stats import binomtest

    found = sign_flip([1] * 30 + [-1] * 18)
    assert float(found.p) == pytest.approx(binomtest(30, 48).pvalue)


def test_sign_flips_beyond_the_limit_are_refused():
    with pytest.raises(FlipTooLargeError):
        sign_flip([10**9, 1])
    with pytest.raises(UsageError):
        sign_flip([])


@given(tallies())
def test_influences_add_up_and_leave_out_one(pair):
    tops, bottoms = pair
    estimate = Fraction(sum(tops), sum(bottoms))
    found = influences(tops, bottoms)
    assert sum(one.change for one in found) == -estimate
    for one in found:
        assert one.neutralised == estimate + one.change
        kept = [at for at in range(len(tops)) if at != one.cluster]
        rest = sum(bottoms[at] for at in kept)
        expected = Fraction(sum(tops[at] for at in kept), rest) if rest else None
        assert one.left_out == expected


def test_a_difference_that_hangs_on_one_cluster_is_seen():
    estimate = Fraction(2, 12)
    found = influences([5, -1, -2], [4, 4, 4])
    assert [one.reverses(estimate) for one in found] == [True, False, False]


P_VALUES = st.lists(st.fractions(0, 1, max_denominator=200), min_size=1, max_size=7)


@given(P_VALUES)
def test_holm_against_stepping_down(values):
    family = {str(at): p for at, p in enumerate(values)}
    found = {one.name: one for one in holm(list(family), family)}
    for level in (Fraction(1, 20), Fraction(1, 3), *values):
        rejected, left = set(), sorted(family, key=lambda name: (family[name], name))
        while left and family[left[0]] * len(left) <= level:
            rejected.add(left.pop(0))
        tied = {n for n in left if any(family[n] == family[r] for r in rejected)}
        stepped = {name for name, one in found.items() if one.rejected(level)}
        assert rejected <= stepped <= rejected | tied if level < 1 else len(stepped) == len(values)


def test_holm_takes_the_declared_family_only():
    for family in (["a"], ["a", "b", "c"], ["a", "a"]):
        with pytest.raises(UsageError, match="declared"):
            holm(family, {"a": Fraction(1, 2), "b": Fraction(1, 3)})
    with pytest.raises(UsageError, match="between 0 and 1"):
        holm(["a"], {"a": Fraction(2)})


def test_clustered_error_against_the_formula_of_a_mean():
    rng = np.random.default_rng(1)
    scores = rng.integers(0, 2, 60)
    cluster = rng.integers(0, 9, 60)
    tops = [int(scores[cluster == c].sum()) for c in range(9)]
    bottoms = [int((cluster == c).sum()) for c in range(9)]
    mean = scores.mean()
    squares = sum(((scores - mean)[cluster == c].sum()) ** 2 for c in range(9)) / 60**2
    found = clustered_error(tops, bottoms, SmallSample.NONE)
    assert float(found.square) == pytest.approx(squares)
    corrected = clustered_error(tops, bottoms)
    assert corrected.square == found.square * Fraction(9, 8)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=12), st.integers(1, 6))
def test_clustered_error_of_equal_clusters_is_the_exact_bootstrap_error(tops, size):
    bottoms = [size] * len(tops)
    assert clustered_error(tops, bottoms, SmallSample.NONE).square == variance(tops, bottoms)


def test_one_cluster_has_no_corrected_error():
    assert clustered_error([1], [2]) is None
    assert clustered_error([0, 0], [0, 0]) is None


@given(st.lists(st.integers(0, 50), min_size=1, max_size=40))
def test_effective_clusters_lie_between_one_and_all(sizes):
    found = effective_clusters(sizes)
    if found.effective is None:
        assert not any(sizes)
        return
    present = [size for size in sizes if size]
    assert 1 <= found.effective <= len(present)
    assert (found.effective == len(present)) == (len(set(present)) == 1)
    assert bool(found.warnings) == (found.effective < 30)


def test_an_interval_over_few_clusters_carries_the_warning():
    from fe_core.intervals import interval

    assert "below 30" in interval([1, 0, 1], [1, 1, 1], draws=100).sizes.warnings[0]
    assert interval([1, 0] * 20, [1, 1] * 20, draws=100).sizes.warnings == ()
