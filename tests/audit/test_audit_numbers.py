"""Spans, granularity, deviations, joint counts, labels, conventions, forced values, errors."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.numbers.exact import Root
from fe_core.numbers.printed import Number, Range, number
from fe_core.numbers.rounding import Rounding, rounded
from fe_core.scoring.classification import Confusion
from offline_reproduction.audit.tables import forced, labels
from offline_reproduction.audit.values import conventions, jointly, uncertainty
from offline_reproduction.audit.values.deviation import deviation_squares, variance
from offline_reproduction.audit.values.granularity import counts, denominators, neighbours
from offline_reproduction.audit.values.judgement import Judgement
from offline_reproduction.audit.values.spans import Span, meet, point, prints, span, times, total

EVEN = (Rounding.HALF_EVEN,)
RULES = st.sampled_from(list(Rounding))
FRACTIONS = st.fractions(-200, 200, max_denominator=400)


@given(FRACTIONS, st.integers(0, 3), RULES)
def test_a_value_lies_in_the_span_of_what_it_is_printed_as(value, decimals, rule):
    assert value in span(number(rounded(value, decimals, rule)), (rule,))


@given(
    st.integers(-3000, 3000),
    st.integers(-3000, 3000),
    st.sampled_from([Rounding.HALF_EVEN, Rounding.HALF_UP, Rounding.TRUNCATE]),
)
def test_an_exact_span_holds_nothing_but_what_prints_the_number(shown, twice, rule):
    printed = Number(Fraction(shown, 10), 1)
    value = Fraction(shown, 10) + Fraction(twice, 40)
    assert (value in span(printed, (rule,))) == prints(value, printed, (rule,))


@given(st.integers(1, 120), st.integers(0, 120), st.integers(0, 3), RULES)
def test_counts_against_enumeration(n, k, decimals, rule):
    shown = number(rounded(Fraction(min(k, n), n), decimals, rule, 100))
    expected = [j for j in range(n + 1) if prints(Fraction(j, n), shown, (rule,), 100)]
    assert list(counts(shown, n, (rule,))) == expected
    assert min(k, n) in expected


def test_rules_tell_exact_halves_apart():
    assert counts(number("28.12"), 288, EVEN) == (81,)
    assert counts(number("28.13"), 288, EVEN) == ()
    assert counts(number("28.13"), 288, (Rounding.HALF_UP,)) == (81,)
    assert neighbours(number("28.13"), 288) == ("81/288 = 28.12", "82/288 = 28.47")


def test_unknown_denominators_and_signed_differences():
    assert 30 not in denominators(number("93.0"), 60)
    assert 57 in denominators(number("93.0"), 60)
    assert counts(number("-6.25"), 48, EVEN, signed=True) == (-3,)
    assert counts(number("-6.25"), 48, EVEN) == ()
    with pytest.raises(ValueError, match="denominator"):
        counts(number("1"), 0)


@given(st.lists(st.tuples(FRACTIONS, FRACTIONS, st.fractions(0, 1)), min_size=2, max_size=5))
def test_sums_multiples_and_deviations_of_points_stay_within_their_spans(entries):
    spans = [Span(min(a, b), max(a, b)) for a, b, _ in entries]
    values = [
        part.low + weight * (part.high - part.low)
        for part, (_, _, weight) in zip(spans, entries, strict=True)
    ]
    assert sum(values) in total(spans)
    assert -3 * values[0] in times(spans[0], -3)
    low, high = deviation_squares(spans)
    assert low <= variance(values) <= high


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 4)), min_size=2, max_size=4))
def test_the_greatest_variance_is_at_a_corner_and_the_least_below_every_grid_point(entries):
    spans = [Span(Fraction(low), Fraction(low + width)) for low, width in entries]
    low, high = deviation_squares(spans)
    grid = [
        variance(values)
        for values in product(*(range(low, low + width + 1) for low, width in entries))
    ]
    assert high == max(grid)
    assert low <= min(grid)


def test_a_deviation_that_only_unrounded_values_give_is_possible():
    runs = [span(number(text), EVEN) for text in ("34.32", "32.09", "33.85")]
    low, high = deviation_squares(runs)
    assert low <= Fraction("1.175") ** 2 <= high
    assert not meet(point(1), point(2))


def test_joint_ranges_against_enumeration_of_every_group_of_answers():
    n = 3
    seen: dict[tuple[int, int], set[int]] = {}
    triples: dict[int, set[int]] = {}
    for groups in product(product((0, 1), repeat=3), repeat=n):
        first = sum(a * b for a, b, _ in groups)
        second = sum(a * c for a, _, c in groups)
        seen.setdefault((first, second), set()).add(sum(map(sum, groups)))
        triples.setdefault(sum(a * b * c for a, b, c in groups), set()).add(sum(map(sum, groups)))
    for first, second in product(range(n + 1), repeat=2):
        whole = (0, n)
        triple = jointly.Triple(whole, whole, whole, (first, first), (second, second))
        totals = seen.get((first, second))
        assert jointly.total_range(triple, n) == (min(totals), max(totals))
    for joint, totals in triples.items():
        assert jointly.all_of_three_range((joint, joint), n) == (min(totals), max(totals))


def test_base_counts_that_joint_counts_leave():
    triple = jointly.Triple((0, 48), (19, 19), (0, 47), (11, 11), (21, 21))
    assert jointly.base_counts(triple, 48) == tuple(range(21, 41))
    assert jointly.base_counts(triple._replace(first=(20, 20)), 48) == ()


@given(st.lists(st.lists(st.sampled_from("AABC"), min_size=4, max_size=4), min_size=1, max_size=9))
def test_real_rotation_answers_never_clash(answers):
    right = [[answer == "A" for answer in item] for item in answers]
    ranges = [
        sum(all(item) for item in right),
        sum(len(set(item)) == 1 for item in answers),
        sum(item[0] for item in right),
        sum(map(sum, right)),
    ]
    spans = [(value, value) for value in ranges]
    assert not jointly.circular_clash(*spans, len(answers), 4)


def test_planted_errors_in_rotations_pairs_and_strata_clash():
    one = [(54, 54), (78, 78), (131, 131), (493, 493)]
    assert not jointly.circular_clash(*one, 288, 4)
    assert jointly.circular_clash((79, 79), *one[1:], 288, 4)
    assert jointly.circular_clash(*one[:3], (215, 215), 288, 4)
    assert jointly.circular_clash(one[0], (280, 280), *one[2:], 288, 4)
    assert jointly.paired_clash((5, 5), (6, 6), (6, 6), 10)
    assert not jointly.paired_clash((5, 5), (6, 6), (1, 5), 10)
    assert jointly.strata_clash([(1, 1), (2, 2)], (4, 4))
    assert not jointly.strata_clash([(1, 1), (2, 3)], (4, 4))
    assert jointly.joint_fits([2], [(5, 5), (6, 6)], 10)
    assert not jointly.joint_fits([0], [(5, 5), (6, 6)], 10)
    assert jointly.retention(21, 22) == Fraction(21, 22)
    assert jointly.retention(0, 0) is None


@given(st.permutations("abcd"))
def test_swaps_and_shifts_are_found_and_agreement_tries_nothing(order):
    true = dict(zip(order, (1, 2, 3, 4), strict=True))
    table = {name: value for value, name in enumerate("abcd", 1)}

    def clashes(names):
        return sum(true[name] != table[label] for label, name in zip("abcd", names, strict=True))

    found = labels.repair("abcd", "column", clashes)
    if clashes(tuple("abcd")) == 0:
        assert found == labels.Repair(0, 0, 0, ())
    else:
        for change in found.found:
            assert clashes(change.labels) == found.after < found.before


def test_a_shift_a_row_swap_and_a_transposition_are_named():
    table = {"a": 1, "b": 2, "c": 3}

    def shifted(names):
        return sum(
            {"a": 3, "b": 1, "c": 2}[n] != table[label]
            for label, n in zip("abc", names, strict=True)
        )

    assert [c.labels for c in labels.repair("abc", "row", shifted).found] == [("b", "c", "a")]
    assert labels.transposed_fits("ab", "cd", lambda rows, _: rows == ("a", "b"))
    assert not labels.transposed_fits("ab", "cde", lambda *_: 1)


def test_conventions_name_what_prints_the_number_and_how_likely_a_hit_was():
    confusion = Confusion(("a", "b"), (10, 10), (12, 8), (8, 6))
    exact = conventions.classification(confusion)
    harmonic = exact["F1 of mean precision and mean recall"]
    said = conventions.explain(number(rounded(harmonic, 2, scale=100)), exact, scale=100)
    assert [hit.convention for hit in said.hits] == ["F1 of mean precision and mean recall"]
    assert said.tried == 35
    assert 0 < said.by_chance < 1
    assert "tried" in said.text()
    nothing = conventions.explain(number("99.99"), exact, scale=100)
    assert not nothing.hits
    assert "no convention" in nothing.text()


@given(st.lists(st.integers(0, 50), min_size=2, max_size=5))
def test_every_convention_explains_its_own_value(hits):
    values = [Fraction(h, 50) for h in hits]
    for candidates in (
        conventions.deviations(values, 2, scale=100),
        conventions.averages([(h, 50 + h) for h in hits]),
        conventions.proportions(hits[0], 55, 60),
        conventions.differences(values[0], values[1], 1, scale=100),
        conventions.elsewhere({"row 2": values[1]}),
    ):
        for name, value in candidates.items():
            if value is not None:
                shown = number(rounded(value, 2, scale=100))
                found = conventions.explain(shown, candidates, scale=100).hits
                assert name in {hit.convention for hit in found}


def test_rounded_values_give_the_other_deviation():
    runs = [Fraction(text) for text in ("34.32", "32.09", "33.85")]
    said = conventions.explain(number("1.18"), conventions.deviations(runs, 2))
    assert {hit.convention for hit in said.hits} == {
        "sample deviation",
        "sample deviation of rounded values",
    }


def test_what_is_forced():
    gap = number("+0.65")
    assert forced.counts_by_gap(gap, 11, [19], 48, EVEN).values == (27,)
    assert forced.counts_by_gap(gap, 11, [19], 48, EVEN).fixed
    assert forced.two_by_two(30, 25, 48).text() == "7 to 25"
    assert forced.left(range(9), lambda v: v in (1, 5)).text() == "one of 1, 5"
    assert forced.left([], bool).text().startswith("nothing")


@given(st.integers(2, 400), st.integers(0, 400), st.booleans())
def test_true_standard_errors_are_possible_and_distant_ones_are_not(n, k, sample):
    p = Fraction(min(k, n), n)
    error = Root(p * (1 - p) / (n - 1 if sample else n))
    shown = number(rounded(p, 2, scale=100)), number(rounded(error, 2, scale=100))
    assert uncertainty.standard_error(*shown, n).judgement is Judgement.POSSIBLE
    wrong = Number(shown[1].value + 60, 2)
    assert uncertainty.standard_error(shown[0], wrong, n).judgement is Judgement.IMPOSSIBLE


def test_wald_and_wilson_intervals():
    half = number("50.0")
    wald, wilson = ("40.2", "59.8"), ("40.4", "59.6")
    for ends in (wald, wilson):
        printed = Range(*map(number, ends))
        assert uncertainty.interval(half, printed, 100).judgement is Judgement.POSSIBLE
    wrong = Range(number("40.0"), number("60.4"))
    assert uncertainty.interval(half, wrong, 100).judgement is Judgement.IMPOSSIBLE


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans()), min_size=1, max_size=30))
def test_real_transitions_never_clash_and_moved_ones_do(items):
    before, after = (sum(item[i] for item in items) for i in range(2))
    gains = sum(b and not a for a, b, _ in items)
    losses = sum(a and not b for a, b, _ in items)
    neither = sum(not a and not b for a, b, _ in items)
    changed = gains + losses + sum(c for a, b, c in items if not a and not b)
    assert not jointly.transition_clash(before, after, gains, losses, len(items))
    assert not jointly.changed_clash(changed, losses, gains, neither)
    assert jointly.transition_clash(before, after + 1, gains, losses, len(items))
    assert jointly.transition_clash(before, after, gains + 31, losses + 31, len(items))
    assert jointly.changed_clash(gains + losses - 1, losses, gains, neither)
    assert jointly.changed_clash(gains + losses + neither + 1, losses, gains, neither)
