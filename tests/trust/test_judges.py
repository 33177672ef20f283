"""Metrics and tests against other programs' kept values; tests/peers holds both, with versions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fe_core.intervals.exact.binomial import at_least
from fe_core.intervals.few.clustered_error import SmallSample, clustered_error
from fe_core.intervals.few.holm import holm
from fe_core.intervals.few.signflip import sign_flip
from fe_core.intervals.law import law
from fe_core.scoring.classification import Confusion, confusion
from fe_core.scoring.paired import mcnemar

PEERS = Path(__file__).parent.parent / "peers"
LABELS = "ABCD"
TAILS = (Fraction(1, 40), Fraction(1, 2), Fraction(39, 40))
CLOSE = 1e-12


def kept(name: str, *peers: str) -> list[dict[str, Any]]:
    """The kept cases of a script; its first line says which versions made them."""
    lines = (PEERS / f"{name}.json").read_text("utf-8").splitlines()
    assert set(peers) <= set(json.loads(lines[0]))
    return [json.loads(line) for line in lines[1:]]


def counted(case: dict[str, Any]) -> Confusion:
    return confusion(zip(case["gold"], case["given"], strict=True), LABELS)


def close(ours: Sequence[Fraction | None], theirs: Sequence[float | None]) -> bool:
    """Both undefined in the same places, and equal elsewhere up to the peer's rounding."""
    return all(
        (mine is None) == (other is None)
        and (mine is None or abs(float(mine) - (other or 0.0)) < CLOSE)
        for mine, other in zip(ours, theirs, strict=True)
    )


@pytest.mark.parametrize(
    ("name", "zero"), [("0", Fraction(0)), ("1", Fraction(1)), ("nan", None)], ids=str
)
def test_scores_of_each_label_against_scikit_learn(name: str, zero: Fraction | None) -> None:
    """`average=None`; its zero_division 0, 1 and nan are our `zero` 0, 1 and None."""
    for case in kept("classification", "scikit-learn"):
        made = counted(case)
        ours = (made.precisions(zero), made.recalls(zero), made.f1s(zero))
        for mine, theirs in zip(ours, case[f"labels {name}"], strict=True):
            assert close(mine, theirs), case


@pytest.mark.parametrize(("name", "zero"), [("0", Fraction(0)), ("1", Fraction(1))], ids=str)
def test_macro_averages_against_scikit_learn(name: str, zero: Fraction) -> None:
    """`average="macro"` over the four labels that are options, named by `labels=`."""
    for case in kept("classification", "scikit-learn"):
        made = counted(case)
        ours = (made.macro_precision(zero), made.macro_recall(zero), made.macro_f1(zero))
        assert close(ours, case[f"macro {name}"]), case
        assert close([made.accuracy()], [case["accuracy"]]), case


def test_a_macro_average_with_an_undefined_part_is_undefined_where_scikit_learn_drops_it() -> None:
    """docs/conventions.md: under nan it averages the labels that are left; we say None."""
    dropped = 0
    for case in kept("classification", "scikit-learn"):
        made = counted(case)
        each = (made.precisions(None), made.recalls(None), made.f1s(None))
        ours = (made.macro_precision(None), made.macro_recall(None), made.macro_f1(None))
        for parts, mine, theirs in zip(each, ours, case["macro nan"], strict=True):
            left = [part for part in parts if part is not None]
            if len(left) == len(parts):
                assert close([mine], [theirs]), case
            else:
                dropped += 1
                assert mine is None
                assert close([sum(left, Fraction(0)) / len(left) if left else None], [theirs])
    assert dropped > 100


def test_balanced_accuracy_is_the_mean_recall_of_the_labels_with_golds() -> None:
    """docs/conventions.md: scikit-learn's balanced accuracy leaves labels without golds out."""
    for case in kept("classification", "scikit-learn"):
        recalls = [recall for recall in counted(case).recalls(None) if recall is not None]
        assert close([sum(recalls, Fraction(0)) / len(recalls)], [case["balanced"]]), case


def test_mcnemar_against_scipy_and_statsmodels() -> None:
    cases = [one for one in kept("significance", "scipy") if one["kind"] == "mcnemar"]
    assert len(cases) == 80
    for case in cases:
        ours = float(mcnemar(case["first"], case["second"]))
        assert ours == pytest.approx(case["scipy"], rel=1e-9), case
        assert ours == pytest.approx(case["statsmodels"], rel=1e-9), case


def test_sign_flips_against_scipys_permutation_test() -> None:
    """docs/conventions.md: its two-sided p value doubles the smaller tail; ours counts |total|."""
    cases = [one for one in kept("significance", "scipy") if one["kind"] == "flip"]
    assert len(cases) == 40
    for case in cases:
        found = sign_flip(case["differences"])
        assert float(found.p_greater) == pytest.approx(case["greater"])
        assert float(found.p_less) == pytest.approx(case["less"])
        assert float(found.p) == pytest.approx(case["two-sided"])


def test_holm_against_statsmodels() -> None:
    cases = [one for one in kept("significance", "statsmodels") if one["kind"] == "holm"]
    assert len(cases) == 60
    for case in cases:
        family = {str(at): Fraction(p, 1000) for at, p in enumerate(case["thousandths"])}
        found = holm(list(family), family)
        assert [float(one.adjusted) for one in found] == pytest.approx(case["adjusted"])
        assert [one.rejected() for one in found] == case["rejected"], case


def test_clustered_errors_against_statsmodels() -> None:
    for case in kept("clustered_errors", "statsmodels"):
        for factor, name in ((SmallSample.NONE, "plain"), (SmallSample.CR1, "corrected")):
            found = clustered_error(case["right"], case["asked"], factor)
            assert found is not None
            assert float(found.square) ** 0.5 == pytest.approx(case[name], rel=1e-9, abs=1e-12)


def test_the_exact_law_of_single_items_against_scipys_binomial() -> None:
    cases = [one for one in kept("laws", "scipy") if one["kind"] == "binomial"]
    assert len(cases) == 60
    for case in cases:
        clusters, right = case["clusters"], case["right"]
        made = law([1] * right + [0] * (clusters - right), [1] * clusters)
        found = [made.quantile(tail) * clusters for tail in TAILS]
        assert found == case["quantiles"], case
        ours = float(made.up_to(Fraction(right, clusters)))
        assert ours == pytest.approx(case["up_to_right"], rel=1e-9)


def test_tails_of_order_statistics_against_scipys_beta() -> None:
    for case in kept("laws", "scipy"):
        if case["kind"] == "beta":
            ours = at_least(case["count"], case["place"], Fraction(case["thousandths"], 1000))
            assert float(ours) == pytest.approx(case["below"], rel=1e-8, abs=1e-300), case
