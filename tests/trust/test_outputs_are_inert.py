"""What a name could do to a terminal, a CI system or a spreadsheet that shows it: nothing."""

from __future__ import annotations

import pytest

from fe_core.reporting import escape
from offline_reproduction.cli import console

COMMANDS = [
    "::stop-commands::abc",
    "  ::error::x",
    "\u00a0::add-mask::x",
    "##[group]x",
    "a ##[error]b",
]
UNSEEN = [
    "\u061c",
    "\u2060",
    "\u00ad",
    "\u2064",
    "\u206a",
    "\u034f",
    "\u180e",
    "\U000e0041",
    "\ud800",
]
FORMULAS = [
    "=1+1",
    " =1+1",
    "\uff1d1+1",
    "\u3000\uff0bA1",
    "\uff20SUM(A1)",
    "\uff0d2+3",
    "\u00a0@x",
    "-2+3",
    "\t=x",
]


@pytest.mark.parametrize("text", COMMANDS)
def test_a_line_for_people_is_no_command(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    console.say(f"first\n{text}")
    console.complain(text)
    said = capsys.readouterr()
    for line in (said.out + said.err).splitlines():
        assert not line.strip().startswith("::")
        assert "##[" not in line


@pytest.mark.parametrize("text", UNSEEN)
def test_what_has_no_shape_is_shown_everywhere(text: str) -> None:
    for inert in (
        escape.plain, escape.markdown, escape.html_text, escape.latex, escape.csv_field,
        escape.xml, escape.github, escape.github_property, escape.terminal,
    ):  # fmt: skip
        made = inert(f"a{text}b")
        assert text not in made
        assert f"{ord(text):04x}" in made
        made.encode("utf-8")


@pytest.mark.parametrize("text", FORMULAS)
def test_what_a_spreadsheet_may_take_for_a_formula_is_disarmed(text: str) -> None:
    assert escape.csv_field(text).startswith(("'", "\\u"))


@pytest.mark.parametrize("text", ["-3.1", "+20.00", "-0.5%", "a=b", "5 - 3", ""])
def test_numbers_and_plain_texts_stay_as_they_are(text: str) -> None:
    assert escape.csv_field(text) == text


def test_only_what_github_undoes_is_encoded_and_once() -> None:
    assert escape.github("Acc: 51.00, 50%\r\n::error::") == "Acc: 51.00, 50%25%0D%0A::error::"
    assert escape.github_property("a: b, 50%\n") == "a%3A b%2C 50%25%0A"
