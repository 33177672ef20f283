"""`fe show`: a number's trail ends at the items behind it."""

from __future__ import annotations

import json

import pytest

from fe_core.reporting.trail import CONSTRUCTED
from offline_reproduction.cli.main import main

ACCURACY = "example/table-1/Atlas/Acc."


def test_the_items_behind_an_accuracy_are_those_of_its_count(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", "example", ACCURACY, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    right, asked = map(int, document["entry"]["count"].split("/"))
    results = [step["result"] for step in document["items"]]
    assert (results.count("right"), len(results)) == (right, asked)
    assert {step["basis"] for step in document["items"]} == {""}


def test_the_terminal_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "example", ACCURACY, "--items"]) == 0
    said = capsys.readouterr().out
    assert "12 answers behind it" in said
    assert said.count(" unreadable ") == 1


def test_a_typing_error_names_near_ids(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "example", "example/table-1/Atls/Acc."]) == 2
    assert ACCURACY in capsys.readouterr().err


def test_every_constructed_answer_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """DESIGN: nothing that leaves the kit may be taken for what a model answered."""
    words = ["show", "frameevidence", "frameevidence/table-04/GPT-5.6 2-shot/Acc."]
    assert main([*words, "--items"]) == 0
    said = capsys.readouterr().out
    if "no list of items" not in said:
        rows = [line for line in said.splitlines() if line.startswith("    primary/")]
        assert rows
        assert all(line.endswith(CONSTRUCTED) for line in rows)
