"""The strict reader of printed text: what it understands, what it refuses, and why."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.numbers.numerals import decimal_mark
from fe_core.numbers.printed import (
    Absent,
    Approximate,
    Count,
    Inequality,
    MeanDeviation,
    Number,
    PrintedValue,
    Range,
    Several,
    Unreadable,
    Words,
    examine,
    leading,
    read,
)


def n(text: str, unit: str = "") -> Number:
    """A number written plainly."""
    return Number(Fraction(text), len(text.partition(".")[2]), plus=text.startswith("+"), unit=unit)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0,857", n("0.857")),
        ("０．５", n("0.5")),
        ("1{,}234", n("1234")),
        ("1'234.5", n("1234.5")),
        ("12\u2009345", n("12345")),
        (".5", n("0.5")),
        ("- 3.1", n("-3.1")),
        ("0.50%", n("0.50", "%")),
        ("12.3 \\%", n("12.3", "%")),
        ("150.1x", n("150.1", "x")),
        ("12884.5MiB", n("12884.5", "MiB")),
        ("6ms/image", n("6", "ms/image")),
        ("$5.00", n("5.00", "$")),
        ("1.2e-05", n("0.000012")),
        ("1.2 × 10⁻³", n("0.0012")),
        ("$1.2\\times10^{-3}$", n("0.0012")),
        ("3.4E+3", n("3.4", "×10^3")),
        ("~12", Approximate(n("12"))),
        ("≈ 0.5%", Approximate(n("0.5", "%"))),
        ("<99", Inequality("<", n("99"))),
        ("p<0.7", Inequality("<", n("0.7"), "p")),
        ("$p$ $\\leq$ 0.001", Inequality("≤", n("0.001"), "p")),
        ("p-value < 0.01", Inequality("<", n("0.01"), "p-value")),
        (">= 3", Inequality("≥", n("3"))),
        ("19 of 20", Count(19, 20)),
        ("1 / 1,234", Count(1, 1234)),
        ("1,5 ± 0,2", MeanDeviation(n("1.5"), n("0.2"))),
        ("12.3±0.4%", MeanDeviation(n("12.3", "%"), n("0.4", "%"))),
        ("$45.2_{\\pm 1.3}$", MeanDeviation(n("45.2"), n("1.3"))),
        ("[0,5; 0,7]", Range(n("0.5"), n("0.7"))),
        ("1.5† ± .03", MeanDeviation(n("1.5"), n("0.03"))),
        ("(12.3,15.6)%", Range(n("12.3", "%"), n("15.6", "%"))),
        ("12–15", Range(n("12"), n("15"))),
        ("76.25 (3)", Several((n("76.25"), n("3")), ("(",))),
        ("71.5/90.4", Several((n("71.5"), n("90.4")), ("/",))),
        ("3/9 (33.3%)", Several((Count(3, 9), n("33.3", "%")), ("(",))),
        ("0.8 [0.7, 0.9]", Several((n("0.8"), Range(n("0.7"), n("0.9"))), ("[",))),
        ("60.1 (-)", Several((n("60.1"), Absent()), ("(",))),
        ("- (60.1)", Several((Absent(), n("60.1")), ("(",))),
        ("45.2^{+1.3}_{-0.9}", Several((n("45.2"), n("+1.3"), n("-0.9")), ("^", "_"))),
        ("12.3→45.6", Several((n("12.3"), n("45.6")), ("→",))),
        ("-- / --", Absent()),
        ("/", Absent()),
        ("--*", Absent()),
        ("Qwen2.5-7B", Words("Qwen2.5-7B")),
        ("T5-base", Words("T5-base")),
        ("O.857", Words("O.857")),
    ],
)
def test_what_is_understood(text: str, value: PrintedValue) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("5 0.00", "'0.00' stands beside '5' and nothing says how they belong together"),
        ("1 234", "'234' stands beside '1'"),
        ("{1}{2}", "'2' stands beside '1'"),
        ("7G.25", "'.25' stands beside 'G'"),
        ("5*1k", "'1' stands beside '*'"),
        ("1.2.3", "'1.2.3' is not grouped by three digits"),
        ("1,23,456", "not grouped by three"),
        ("2023-09-01", "no range from low to high"),
        ("12.O", "'.' is not understood here"),
        ("12.3a", "'a' is no unit that is known"),
        ("12½", "'½' is no unit"),
        ("٣", "'٣' is no digit from 0 to 9"),
        ("(1,152)", "may be one number or two"),
        ("(5", "'(' is never closed"),
        ("((((5))))", "too deep"),
        ("1e400", "no size that is printed"),
        ("43.8 (60.O)", "not understood"),
        ("43.8 (7G.25)", "'.25' stands beside 'G'"),
        ("[12]", "a reference"),
        ("10^5", "a power or a footnote"),
        ("1_000", "a power or a footnote"),
        ("48 out 50", "'50' stands beside 'out'"),
        ("≲5", "'≲' is not understood"),
        ("12.3 ±", "the text ends"),
        ("<1, 32>", "',' is not understood here"),
        ("9" * 150, "at most 120 digits"),
        ("9" * 500, "at most 200 characters"),
        ("1\n2", "'\\n' is not understood here"),
        ("1\x002", "not understood here"),
    ],
)
def test_what_is_refused_with_its_reason(text: str, reason: str) -> None:
    value = read(text)
    assert isinstance(value, Unreadable)
    assert reason in value.reason


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("63.7*", ("*",)),
        ("12.3 (↑)", ("(↑)",)),
        ("45.2 (↑1.2)", ("↑",)),
        ("0.25 (baseline ahead)", ("(baseline ahead)",)),
        ("12.3^a", ("a",)),
        ("65.8% (CodeT + GPT-3.5)", ("(CodeT + GPT-3.5)",)),
        ("86.4 (5-shot)", ("(5-shot)",)),
        ("43/150 (31st-33rd)", ("(31st-33rd)",)),
        ("4 (3 runs)", ("(3 runs)",)),
        ("72.7¹", ("¹",)),
        ("± 0.4", ("±",)),
        ("p = 0.03", ("p",)),
        ("(+1.2)", ("()",)),
        ("--†", ("†",)),
    ],
)
def test_marks_are_kept_beside_the_number(text: str, marks: tuple[str, ...]) -> None:
    assert examine(text).marks == marks


@pytest.mark.parametrize(
    ("texts", "mark"),
    [
        (["1,234", "924"], "."),
        (["1,234", "33,6"], ","),
        (["0,857"], ","),
        (["1,234", "99.4%"], "."),
        (["12,5", "33.6"], ""),
        (["1.234,5"], ","),
        (["1,234,567"], "."),
        (["[10,20]", "(1,2)"], "."),
        ([], "."),
    ],
)
def test_the_decimal_mark_is_what_the_whole_table_proves(texts: list[str], mark: str) -> None:
    assert decimal_mark(texts) == mark


def test_the_tables_mark_decides_only_what_a_number_leaves_open() -> None:
    assert read("1,234", ",") == n("1.234")
    assert read("1.234", ",") == n("1234")
    assert read("1.23", ",") == n("1.23")
    assert read("33,6", ".") == n("33.6")
    assert isinstance(read("1,234", ""), Unreadable)
    assert read("12.345", "") == n("12.345")
    assert read("(+1,2)", ",") == n("+1.2")


@given(st.integers(0, 10**9), st.integers(0, 4))
def test_both_marks_say_the_same_number(units: int, digits: int) -> None:
    value = Fraction(units, 10**digits)
    whole, part = divmod(units, 10**digits)
    english = f"{whole:,}" + (f".{part:0{digits}d}" if digits else "")
    other = english.translate(str.maketrans(".,", ",."))
    for text, point in ((english, "."), (other, ",")):
        number = read(text, point)
        assert isinstance(number, Number)
        assert (number.value, number.decimals) == (value, digits)


@given(st.text(alphabet="0123456789.,+-−–±()[]/%*†<>~xkMeE^_{}$\\ →ab", max_size=40))
def test_digits_are_never_glued(text: str) -> None:
    """Every number that is read stands in the text as it is, but for marks between its digits."""
    value = read(text)
    for number in numbers_of(value):
        shown = "".join(character for character in text if character.isdigit())
        digits = str(abs(number.value * 10**number.decimals))
        assert digits.strip("0") in shown


def numbers_of(value: PrintedValue) -> list[Number]:
    """Every number inside a value."""
    match value:
        case Number():
            return [value]
        case Several():
            return [number for part in value.parts for number in numbers_of(part)]
        case MeanDeviation() | Range() | Inequality() | Approximate():
            return [part for part in value if isinstance(part, Number)]
    return []


@given(st.text(max_size=60))
def test_reading_anything_answers(text: str) -> None:
    assert isinstance(read(text), PrintedValue)


def test_more_digits_than_a_double_holds_are_a_programs_store() -> None:
    assert n("0.8571428571428571").stored
    assert not n("0.857142857142857").stored


def test_the_leading_number() -> None:
    assert leading(read("43 (62%)")) == n("43")
    assert leading(read("81.2 ± 0.3 (5)")) == n("81.2")
    assert leading(read("5/48")) is None
