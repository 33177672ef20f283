"""Exact values, their texts, and the verdicts on printed ones."""

from __future__ import annotations

import statistics
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fe_core.numbers import printed as reading
from fe_core.numbers.exact import (
    Root,
    exact_text,
    mean,
    population_deviation,
    sample_deviation,
    share,
)
from fe_core.numbers.printed import Absent, Count, MeanDeviation, Number, Range, Words, read
from fe_core.numbers.rounding import Rounding, rounded, rules_that_print
from fe_core.numbers.verdict import Verdict, judge

fractions = st.fractions(min_value=-200, max_value=200, max_denominator=1000)
decimals = st.integers(0, 6)
WIDE = Context(prec=400)
MODES = {
    Rounding.HALF_EVEN: ROUND_HALF_EVEN,
    Rounding.HALF_UP: ROUND_HALF_UP,
    Rounding.TRUNCATE: ROUND_DOWN,
}


@given(
    st.integers(-(10**9), 10**9),
    st.integers(0, 9),
    decimals,
    st.sampled_from(sorted(MODES, key=str)),
)
def test_rounding_of_decimals_against_the_decimal_module(
    units: int, places: int, digits: int, rule: Rounding
) -> None:
    exact = Decimal(units).scaleb(-places, WIDE)
    wanted = exact.quantize(Decimal(1).scaleb(-digits), MODES[rule], WIDE)
    text = f"{wanted:f}"
    assert rounded(Fraction(units, 10**places), digits, rule) == text.replace("-", "", wanted == 0)


@given(st.integers(0, 500), st.integers(1, 500), decimals)
def test_double_rules_against_the_interpreters_own_formatting(k: int, n: int, digits: int) -> None:
    value = Fraction(k, n)
    assert rounded(value, digits, Rounding.DOUBLE_PERCENT, 100) == f"{100 * k / n:.{digits}f}"
    assert rounded(value, digits, Rounding.DOUBLE_SHARE, 100) == f"{k / n * 100:.{digits}f}"


@given(fractions, decimals)
@example(Fraction(1, 4), 2)
def test_roots_of_squares_round_like_the_value_itself(value: Fraction, digits: int) -> None:
    for rule in MODES:
        assert rounded(Root(value**2), digits, rule) == rounded(abs(value), digits, rule)


@given(st.integers(0, 10**6), st.integers(1, 10**4), decimals)
def test_a_rounded_root_is_within_half_a_unit_of_the_root(p: int, q: int, digits: int) -> None:
    square, unit = Fraction(p, q), Fraction(1, 10**digits)
    text = Fraction(rounded(Root(square), digits))
    assert max(text - unit / 2, Fraction(0)) ** 2 <= square <= (text + unit / 2) ** 2


@given(st.lists(fractions, min_size=2, max_size=8))
def test_deviations_against_the_statistics_module(values: list[Fraction]) -> None:
    assert mean(values) == statistics.mean(values)
    assert sample_deviation(values) == Root(statistics.variance(values))
    assert population_deviation(values) == Root(statistics.pvariance(values))


def test_nothing_to_divide_by_is_none() -> None:
    assert share(0, 0) is None
    assert mean([]) is None
    assert sample_deviation([1]) is None


def test_exact_halves_tell_the_rules_apart() -> None:
    """81/288 is 28.125 exactly: half-even prints 28.12, half-up 28.13."""
    value = Fraction(81, 288)
    assert rules_that_print(value, Fraction("28.12"), 2, 100) == (
        Rounding.HALF_EVEN,
        Rounding.DOUBLE_PERCENT,
        Rounding.DOUBLE_SHARE,
        Rounding.TRUNCATE,
    )
    assert rules_that_print(value, Fraction("28.13"), 2, 100) == (Rounding.HALF_UP,)
    assert rules_that_print(Fraction(1), Fraction(1, 2), 0) == ()


@given(fractions, decimals, st.sampled_from(list(Rounding)))
def test_what_a_rule_prints_is_judged_same_under_it(
    value: Fraction, digits: int, rule: Rounding
) -> None:
    number = reading.number(rounded(value, digits, rule))
    judged = judge(value, number, rule)
    assert judged.verdict is Verdict.SAME
    assert rule in judged.roundings


@given(fractions, decimals, st.integers(-5, 5))
def test_verdicts_by_distance_in_the_last_place(value: Fraction, digits: int, off: int) -> None:
    right = Fraction(rounded(value, digits))
    number = Number(right + Fraction(off, 10**digits), digits)
    wanted = {0: Verdict.SAME, 1: Verdict.LAST_DIGIT}.get(abs(off), Verdict.DIFFERENT)
    assert judge(value, number, Rounding.HALF_EVEN).verdict is wanted


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("28.820", Number(Fraction("28.82"), 3)),
        ("−3.1", Number(Fraction("-3.1"), 1)),
        ("+8.7", Number(Fraction("8.7"), 1, plus=True)),
        ("$\\mathbf{+8.7}$", Number(Fraction("8.7"), 1, plus=True)),
        ("37.50%", Number(Fraction("37.5"), 2, unit="%")),
        ("1,152", Number(Fraction(1152), 0)),
        ("33,6", Number(Fraction("33.6"), 1)),
        ("1,234.5†", Number(Fraction("1234.5"), 1)),
        (
            "16.20$\\pm$0.53",
            MeanDeviation(Number(Fraction("16.2"), 2), Number(Fraction("0.53"), 2)),
        ),
        ("5.0 ±(1.3)", MeanDeviation(Number(Fraction(5), 1), Number(Fraction("1.3"), 1))),
        ("[−44.44, −5.56]", Range(Number(Fraction("-44.44"), 2), Number(Fraction("-5.56"), 2))),
        ("5/48", Count(5, 48)),
        ("–", Absent()),
        ("", Absent()),
        ("n/a", Absent()),
        ("True/False", Words("True/False")),
        ("nan", Words("nan")),
    ],
)
def test_reading_printed_texts(text: str, value: object) -> None:
    assert read(text) == value


@given(st.integers(-(10**8), 10**8), decimals)
def test_numbers_survive_writing_and_reading(units: int, digits: int) -> None:
    value = Fraction(units, 10**digits)
    number = reading.number(rounded(value, digits))
    assert (number.value, number.decimals) == (value, digits)


def test_long_fractions_are_shortened_but_stay_distinct() -> None:
    one, other = Fraction(3**200, 7**150), Fraction(3**200 + 1, 7**150)
    assert len(exact_text(one)) < 80
    assert exact_text(one) != exact_text(other)
