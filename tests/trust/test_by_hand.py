"""Circular scoring and clustered errors against values worked out by hand from definitions."""

from __future__ import annotations

from fractions import Fraction

from fe_core.intervals.few.clustered_error import SmallSample, clustered_error
from fe_core.records.model import Answer, Item, Status
from fe_core.scoring.joint import ALL_RIGHT, CONSISTENT, Group
from fe_core.scoring.metric import estimate
from fe_core.scoring.outcomes import Outcome, outcome
from fe_core.scoring.rotation import shown_to_option

OPTIONS = ("A", "B", "C", "D")
SHEETS = {
    "knows": ("A", "ADCB"),
    "slips once": ("C", "CBAA"),
    "always says A": ("B", "AAAA"),
    "sure and wrong": ("D", "ADCB"),
    "silent once": ("B", "BA-C"),
}
"""Question → its gold at rotation zero, and the letter answered at rotations 0, 1, 2, 3.

At rotation r the letter i shows option i + r: gold A stands at A, D, C, B; gold C at C, B, A, D;
gold B at B, A, D, C; gold D at D, C, B, A. A dash is an unreadable answer.
"""
RIGHT = {
    "knows": (1, 1, 1, 1),
    "slips once": (1, 1, 1, 0),
    "always says A": (0, 1, 0, 0),
    "sure and wrong": (0, 0, 0, 0),
    "silent once": (1, 1, 0, 1),
}
SAME_OPTION = {"knows", "sure and wrong"}


def answered(name: str) -> list[Outcome]:
    gold, letters = SHEETS[name]
    item = Item(name, gold, OPTIONS)
    unreadable = Answer(name, None, Status.UNREADABLE)
    given = [unreadable if one == "-" else Answer(name, one, Status.VALID) for one in letters]
    return [outcome(item, answer, rotation) for rotation, answer in enumerate(given)]


def test_every_rotated_answer_against_the_table_by_hand() -> None:
    for name, right in RIGHT.items():
        assert [int(one is Outcome.RIGHT) for one in answered(name)] == [*right], name


def test_circular_scores_against_the_definition() -> None:
    """A question counts only if it is answered right at every rotation (CircularEval, MMBench)."""
    groups: list[Group] = [answered(name) for name in SHEETS]
    assert estimate(ALL_RIGHT, groups) == Fraction(1, 5)
    vanilla = [group[:1] for group in groups]
    assert estimate(ALL_RIGHT, vanilla) == Fraction(3, 5)
    assert Fraction(sum(map(sum, RIGHT.values())), 20) == Fraction(11, 20)


def test_consistency_is_about_the_option_and_not_about_its_letter() -> None:
    chosen = {
        name: [
            None if letter == "-" else shown_to_option(letter, rotation, OPTIONS)
            for rotation, letter in enumerate(letters)
        ]
        for name, (_, letters) in SHEETS.items()
    }
    for name, options in chosen.items():
        assert estimate(CONSISTENT, [options]) == (name in SAME_OPTION), name
    assert estimate(CONSISTENT, list(chosen.values())) == Fraction(2, 5)


SCORES = ((1, 1), (0, 1), (0,))
"""Three clusters, mean 3/5; residuals summed by cluster: 4/5, −1/5, −3/5."""


def tallies() -> tuple[list[int], list[int]]:
    return [sum(cluster) for cluster in SCORES], [len(cluster) for cluster in SCORES]


def test_a_clustered_error_against_three_clusters_by_hand() -> None:
    """(16 + 1 + 9)/25 over 5² is 26/625; times 3/2 with the correction for three clusters."""
    plain = clustered_error(*tallies(), SmallSample.NONE)
    corrected = clustered_error(*tallies(), SmallSample.CR1)
    assert plain is not None
    assert corrected is not None
    assert plain.square == Fraction(26, 625)
    assert corrected.square == Fraction(39, 625)


def test_a_clustered_error_against_the_double_sum_over_pairs_within_clusters() -> None:
    """Miller (2024), 2.2: the variance of the mean plus all products of two residuals of a cluster.

    Both over n²; that paper's own variance of the mean divides by n(n − 1) (docs/conventions.md).
    """
    everything = [score for cluster in SCORES for score in cluster]
    n, centre = len(everything), Fraction(sum(everything), len(everything))
    alone = sum((score - centre) ** 2 for score in everything)
    pairs = sum(
        (one - centre) * (other - centre)
        for cluster in SCORES
        for i, one in enumerate(cluster)
        for j, other in enumerate(cluster)
        if i != j
    )
    found = clustered_error(*tallies(), SmallSample.NONE)
    assert found is not None
    assert found.square == (alone + pairs) / n**2
