"""Policies `strict` and `recorded`, numbers, JSON: what is read, and what never is."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.errors import UsageError
from fe_core.records.model import Status
from offline_reproduction.answers import json_answer, number
from offline_reproduction.answers.read import Numbers, named, read

LABELS = (
    "entailment",
    "not hateful",
    "5-10",
    "是",
    "in_front_of",
    "-5",
    "2.5",
    "1,234",
    "2²",
    "C++",
)


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("policy", ["strict", "recorded", "text"])
def test_an_answer_that_is_its_option_is_read_whatever_it_looks_like(
    label: str, policy: str
) -> None:
    assert read(label, LABELS, policy=policy).value == label
    assert read(f" {label}\n", LABELS, policy=policy).value == label


@given(st.lists(st.text(min_size=1), min_size=1, max_size=5, unique=True), st.data())
def test_any_option_is_read_as_itself_or_as_none(options: list[str], data: st.DataObject) -> None:
    chosen = data.draw(st.sampled_from(options))
    for policy in ("strict", "recorded"):
        assert read(chosen, options, policy=policy).value in (chosen, None)
    if chosen.strip() and [name.strip() for name in options].count(chosen.strip()) == 1:
        assert read(chosen, options).value == chosen


@given(st.text(), st.lists(st.text(max_size=4), max_size=4, unique=True), st.booleans())
def test_nothing_raises_and_nothing_but_options_is_read(
    text: str, options: list[str], many: bool
) -> None:
    for policy in ("strict", "text", "recorded"):
        found = read(text, options or ["a"], policy=policy, many=many)
        values = found.value if isinstance(found.value, tuple) else (found.value,)
        assert {value for value in values if value is not None} <= {*(options or ["a"])}
        assert (found.status is Status.VALID) == (found.value is not None)


@pytest.mark.parametrize(
    ("text", "options", "value"),
    [
        ("(B)", "AB", "B"),
        ("**b.**", "AB", "B"),
        ("Ｂ", "AB", "B"),
        ("B。", "AB", "B"),
        ("「B」", "AB", None),
        ("$B$", "AB", "B"),
        ("Not  Hateful", ("hateful", "not hateful"), "not hateful"),
        ("a", ("a", "A"), "a"),
        ("(A)", ("a", "A"), "A"),
        ("２", "12", "2"),
        ("2²", ("22", "2"), None),
        ("-5", ("5", "6"), None),
        ("5%", ("5", "6"), None),
        ("$5", ("5", "6"), None),
        ("The answer is B.", "AB", None),
        ("A or B", "AB", None),
        ("AB", "AB", None),
        ("", "AB", None),
    ],
)
def test_strict_reads_what_leaves_no_doubt(text: str, options: str, value: str | None) -> None:
    assert read(text, tuple(options)).value == value


def test_strict_knows_what_options_stand_for() -> None:
    pets = {"A": "a cat", "B": "a dog", "C": "the same", "D": "The same."}
    assert [read(t, "ABCD", meanings=pets).value for t in ("A cat.", "B. a dog", "B. a cat")] == [
        "A",
        "B",
        None,
    ]
    assert read("THE SAME", "ABCD", meanings=pets).value is None
    assert read("a", "ab", meanings={"a": "b", "b": "a"}).value == "a"


def test_recorded_is_the_option_as_it_stands() -> None:
    assert read("(B)", "AB", policy="recorded").value is None
    assert read("B", "AB", policy="recorded").value == "B"


def test_several_options_are_a_list_of_options_and_nothing_else() -> None:
    for text in ("a, c", "c,a", "(A) and (C)", "a；c", "a\nc", "a、c"):
        assert read(text, "abcd", many=True).value == ("a", "c"), text
    for text in ("a, x", "ac", "a because c", "a, c,"):
        assert read(text, "abcd", many=True).value is None, text


def test_yes_and_no() -> None:
    for text, value in (
        ("Yes.", "yes"),
        ("No, there is none.", "no"),
        ("The answer is yes.", "yes"),
        ("So no.", "no"),
        ("There is no cat.", None),
        ("Yes or no?", None),
        ("Therefore, no circle is seen.", None),
    ):
        assert read(text, ("yes", "no"), policy="text").value == value, text


@pytest.mark.parametrize("option", ["none", "cannot be determined", "not enough information"])
def test_an_option_that_declines_is_an_option(option: str) -> None:
    assert read(f"The answer is {option}.", ("yes", option), policy="text").value == option
    found = read(f"The answer is {option}.", "AB", policy="text", meanings={"A": option, "B": "x"})
    assert found.value == "A"


def test_numbers_are_options_as_a_whole() -> None:
    options = ("2", "5", "2.5", "-5")
    for text, value in (
        ("The answer is 2.5.", "2.5"),
        ("The answer is 2.", "2"),
        ("The answer is -5", "-5"),
        ("The answer is 25.", None),
        ("The answer is 2,5", None),
    ):
        assert read(text, options, policy="text").value == value, text


@pytest.mark.parametrize(
    ("text", "units", "value"),
    [
        ("18", (), "18"),
        ("-1,234.50", (), "-1234.5"),
        ("$18", ("$",), "18"),
        ("$18", (), None),
        ("18 dollars", ("dollars",), "18"),
        ("18 dollars", ("*",), "18"),
        ("18 thousand", ("*",), None),
        ("18 or 19", ("*",), None),
        ("1,5", (), None),
        ("1.2.3", (), None),
        ("12:30", ("*",), None),
        ("20/7", (), "20/7"),
        ("1/0", (), None),
        ("#### 18", (), "18"),
        ("The answer is 1.5 million", ("*",), None),
        ("The answer is 5 or 6", ("*",), None),
        ("The answer is 10-12", ("*",), None),
        ("The answer is 12 apples.", ("*",), "12"),
        ("\\boxed{\\$42}", ("$",), "42"),
        ("So we get 9.\n#### 18", (), "18"),
        ("\\boxed{18}", (), "18"),
        ("The answer is 3. No, the answer is 4.", (), "4"),
        ("The answer is 3. So the answer is unknown.", (), None),
        ('{"answer": "7 * 3 + 1 = 22"}', (), "22"),
        ('{"answer": 1e3}', (), None),
        ('{"answer": 3.50}', (), "3.5"),
        ('{"answer": "' + "9" * 5000 + '"}', (), None),
        ("eighteen", (), None),
    ],
)
def test_numbers_are_read_exactly_or_not_at_all(
    text: str, units: tuple[str, ...], value: str | None
) -> None:
    assert read(text, policy="text", numbers=Numbers(units)).value == value


def test_the_first_number_counts_only_where_that_is_declared() -> None:
    text = '{"answer": "6 pizzas, 3 of them with cheese"}'
    assert read(text, policy="text", numbers=Numbers(("*",))).value is None
    assert read(text, policy="text", numbers=Numbers(("*",), first=True)).value == "6"


@given(st.fractions(-(10**9), 10**9, max_denominator=10**6))
def test_a_number_has_one_spelling_that_reads_back(value: Fraction) -> None:
    text = number.written(value)
    assert number.whole(text) == Fraction(text) == value


def test_open_questions_have_labels() -> None:
    assert read('{"answer": "[1, 2]"}', policy="text").value == "[1, 2]"
    assert read("Paris").value == "Paris"
    assert read("two\nlines").value is None
    assert json_answer.answer('{"answer": {"a": 1}}') == ""
    assert json_answer.answer('{"answer": "' + "[" * 100_000) == ""


def test_a_made_up_next_question_is_not_read() -> None:
    text = "The answer is (A).\n\nQuestion: 1+1?\nThe answer is (B)."
    assert read(text, "AB", policy="text").value == "B"
    assert read(text, "AB", policy="text", until="\nQuestion:").value == "A"


def test_policies_have_names_and_versions() -> None:
    assert named("strict") != named("text")
    assert named("text").startswith("text/")
    with pytest.raises(UsageError, match="policy"):
        read("A", "AB", policy="guess")
