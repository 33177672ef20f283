"""Policy `text`: forms that it must and must not read, and laws."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offline_reproduction.answers.read import Read, read
from offline_reproduction.answers.tokens import listed_meanings

CORPUS = Path(__file__).with_name("corpus.tsv")
MEANINGS = {"a": "0.5", "b": "1", "c": "2", "d": "4", "e": "0.25"}


def rows() -> list[dict[str, str]]:
    with CORPUS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def parse(kind: str, text: str) -> Read:
    if kind == "truth":
        return read(text, ("True", "False"), policy="text")
    if kind == "many":
        return read(text, "abcd", policy="text", many=True)
    return read(text, "abcde", policy="text", meanings=MEANINGS)


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['kind']}: {row['text']}")
def test_the_corpus_of_forms(row: dict[str, str]) -> None:
    text = row["text"].replace("\\n", "\n").replace("\\\\", "\\")
    found = parse(row["kind"], text).value
    shown = ",".join(found) if isinstance(found, tuple) else found or ""
    assert shown == row["answer"], row["reason"]


PIECES = """
the answer is a b c ( ) (a) (b) B. True False not or and statement option figure 答案 是 0.5 2
\\boxed{ } ** $ None , . : ? because satisfy correct I choose estimate
"""
WORDS = st.sampled_from([*PIECES.split(), "\n"])
TEXTS = st.one_of(st.text(), st.lists(WORDS, max_size=30).map(" ".join))
KINDS = st.sampled_from(["one", "truth", "many"])


@given(KINDS, TEXTS)
def test_never_raises_and_never_returns_what_is_no_option(kind: str, text: str) -> None:
    answer = parse(kind, text).value
    if kind == "many":
        assert answer is None or (isinstance(answer, tuple) and answer != ())
        assert set(answer or ()) <= set("abcd")
        assert list(answer or ()) == sorted(set(answer or ()))
    else:
        assert answer in (None, *(("True", "False") if kind == "truth" else "abcde"))


@given(KINDS, TEXTS, st.sampled_from([" ", "\n", "\t", "\u3000", "\r\n"]))
def test_unchanged_by_white_space_around_it(kind: str, text: str, space: str) -> None:
    assert parse(kind, space + text + space) == parse(kind, text)


@given(KINDS, st.lists(WORDS, max_size=20))
def test_unchanged_by_markdown_around_words(kind: str, words: list[str]) -> None:
    plain = " ".join(words)
    dressed = " ".join(f"**{word}**" if word.isalpha() else word for word in words)
    assert parse(kind, dressed) == parse(kind, plain)


@given(KINDS, TEXTS)
def test_the_same_arguments_give_the_same_reading(kind: str, text: str) -> None:
    assert parse(kind, text) == parse(kind, text)


@given(st.permutations("abcde"))
def test_letters_mean_what_the_item_says_they_mean(letters: list[str]) -> None:
    meanings = dict(zip(letters, MEANINGS.values(), strict=True))
    for letter, meaning in meanings.items():
        found = read(f"The answer is {meaning}.", "abcde", policy="text", meanings=meanings)
        assert found.value == letter


def test_a_meaning_that_two_options_share_is_read_as_neither() -> None:
    assert read("2", "ab", policy="text", meanings={"a": "2", "b": "2"}).value is None


def test_meanings_are_taken_from_a_question_that_lists_each_option_once() -> None:
    question = "How long? (a) 0.5 (b) 1 \n(c) 45 degrees"
    assert listed_meanings(question, ("a", "b", "c")) == {"a": "0.5", "b": "1", "c": "45 degrees"}
    assert listed_meanings("Is (a) longer than (b)? (a) 1 (b) 2", ("a", "b")) == {}
    assert listed_meanings("True or False?", ("True", "False")) == {}


@pytest.mark.parametrize(
    "unit", ["the answer is ", "(a, ", "\\boxed{", " \n", "a, b satisfy ", "（"]
)
def test_a_long_response_of_nothing_but_cues_is_read(unit: str) -> None:
    text = unit * (60_000 // len(unit))
    for kind in ("one", "truth", "many"):
        assert parse(kind, text + "\nThe final answer is: none").value is None
