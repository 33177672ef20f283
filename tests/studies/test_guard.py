"""The guard is closed: what cannot be vouched for fails the run and is named everywhere."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest

from fe_core.records.manifest import manifest_text
from fe_core.writing import write_files
from offline_reproduction.cli.main import main

STUDY = """\
schema = "fe-study/1"
name = "s"
title = "Four questions"
[metrics.acc]
metric = "accuracy"
[metrics.x]
metric = "accuracy"
where = { topic = "x" }
[metrics.p]
metric = "mcnemar"
against = "a"
[[tables]]
key = "t"
file = "t.csv"
[tables.columns]
Acc = "acc"
X = "x"
P = "p"
[tables.rows]
A = "a"
B = "b"
"""
PRINTED = "row,Acc,X,P\nA,75.0,50.0,1.000\nB,50.0,100.0,1.000\n"


def made(folder: Path, edit: Callable[[str], str] = lambda text: text) -> Path:
    """Runs a and b on four questions, two of topic x; the printed table as `edit` leaves it."""
    items = [
        {"item": f"q{n}", "gold": "A", "options": ["A", "B"], "split": "test",
         "attributes": {"topic": "xxyy"[n]}}
        for n in range(4)
    ]  # fmt: skip
    given = {"a": "ABAA", "b": "AABB"}
    answers = [
        {"run": run, "item": f"q{n}", "answer": letter, "status": "valid"}
        for run, letters in given.items()
        for n, letter in enumerate(letters)
    ]
    runs = [{"run": run, "model": run, "asked": "test"} for run in given]
    files = {
        name: "".join(json.dumps(row) + "\n" for row in rows)
        for name, rows in (
            ("items.jsonl", items),
            ("runs.jsonl", runs),
            ("answers/a.jsonl", answers),
        )
    }
    files["manifest.json"] = manifest_text("s", "released", files, source="made up", licence="")
    study = {"study.toml": STUDY, "t.csv": edit(PRINTED)}
    write_files(folder, {f"records/{name}": text for name, text in files.items()} | study)
    return folder


def verify(folder: Path, *options: str) -> int:
    return main(["verify", str(folder), "--out", str(folder.parent / "out"), *options])


EDITS = {
    "a row is gone": ("B,50.0,100.0,1.000\n", "", "its row is not printed", 3),
    "a column is gone": (",P", ",Other", "declare", 4),
    "a cell is blank": ("B,50.0,", "B,,", "the printed cell is empty", 1),
    "a cell is spaces": ("B,50.0,", "B,  ,", "the printed cell is empty", 1),
    "a dash": ("B,50.0,", "B,–,", "printed as not reported", 1),
    "n/a": ("B,50.0,", "B,n/a,", "printed as not reported", 1),
    "a letter among digits": ("75.0", "7G.0", "cannot be read", 1),
    "digits with a gap": ("75.0", "7 5.0", "cannot be read", 1),
    "two numbers": ("75.0", "75.0 (3)", "is no single number", 1),
    "words": ("75.0", "see text", "is no single number", 1),
}


@pytest.mark.parametrize(("old", "new", "reason", "cells"), EDITS.values(), ids=EDITS)
def test_what_was_printed_and_is_not_fails_and_is_named(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    old: str,
    new: str,
    reason: str,
    cells: int,
) -> None:
    folder = made(tmp_path / "study", lambda text: text.replace(old, new))
    status = verify(folder, "--format", "github")
    assert status == 1
    said = capsys.readouterr().out
    told = [line for line in said.splitlines() if line.startswith("  uncheckable: ")]
    assert sum("[s/t/" in line for line in told) == len(told) == cells
    annotated = [line for line in said.splitlines() if line.startswith("::error ")]
    assert sum(reason in line for line in annotated) == cells
    suite = ElementTree.parse(tmp_path / "out/junit.xml").getroot()[0]
    assert suite.get("failures") == str(cells)
    assert sum(reason in (case[0].get("message") or "") for case in suite if len(case)) == cells
    document = json.loads((tmp_path / "out/verification.json").read_text("utf-8"))
    assert document["studies"][0]["summary"]["unaccounted"] == cells
    assert reason in (tmp_path / "out/verification.md").read_text("utf-8")


def test_the_table_as_it_should_be_agrees(tmp_path: Path) -> None:
    assert verify(made(tmp_path / "study"), "--quiet") == 0


@pytest.mark.parametrize(
    ("option", "blank", "last", "different"),
    [("uncheckable", 1, 1, 1), ("last-digit", 0, 1, 1), ("different", 0, 0, 1), ("never", 0, 0, 0)],
)
def test_what_fails_is_chosen_in_this_order(
    tmp_path: Path, option: str, blank: int, last: int, different: int
) -> None:
    for new, wanted in (("B,,", blank), ("B,50.1,", last), ("B,60.0,", different)):
        folder = made(tmp_path / new, lambda text, new=new: text.replace("B,50.0,", new))
        assert verify(folder, "--quiet", "--fail-on", option) == wanted


def test_nothing_checkable_is_bad_input(tmp_path: Path) -> None:
    folder = made(tmp_path / "study", lambda text: "row,Acc,X,P\nA,–,–,–\nB,–,–,–\n")
    assert verify(folder, "--quiet", "--fail-on", "never") == 2


@pytest.mark.parametrize(
    ("old", "new", "status"),
    [
        ("75.0", "75.0%", 0),
        ("75.0", "0.75%", 1),
        ("75.0", ">50", 0),
        ("75.0", "<75", 1),
        ("75.0", "~75", 0),
        ("75.0", "3/4", 0),
        ("75.0", "6/8", 1),
        ("75.0", "3/4 (75.0)", 0),
        ("75.0", "3/4 (75.1)", 1),
        ("75.0", '"75,0"', 0),
        ("75.0", "75.00000000000001", 0),
        ("75.0", "75.00000000010001", 1),
        ("75.0", "**75.0**", 0),
        ("75.0", "75.0 ± 1.0", 1),
        ("1.000\nB", "> 0.05\nB", 0),
        ("1.000\nB", "p < 0.05\nB", 1),
        ("1.000\nB", "p = 1.0\nB", 0),
        ("1.000\nB", "100%\nB", 0),
        ("1.000\nB", "1%\nB", 1),
    ],
)
def test_printed_forms_are_judged_as_what_they_say(
    tmp_path: Path, old: str, new: str, status: int
) -> None:
    folder = made(tmp_path / "study", lambda text: text.replace(old, new, 1))
    assert verify(folder, "--quiet") == status


@pytest.mark.parametrize(
    ("printed", "status"),
    [
        ("row,Acc,X\nA,0.750,0.500\nB,0.500,1.000\n", 0),
        ("row;Acc;X\nA;0,750;0,500\nB;0,500;1,000\n", 0),
        ('row,Acc,X\nA,"0,750","0,500"\nB,"0,500","1,000"\n', 0),
        ("row;Acc;X\nA;0,750;0,500\nB;0,500;1.000\n", 1),
        ("row;Acc;X\nA;0,751;0,500\nB;0,500;1,000\n", 1),
        ("row;Acc;X\nA;750;0,500\nB;0,500;1,000\n", 1),
    ],
)
def test_decimal_commas_of_a_whole_table_are_told_from_thousands(
    tmp_path: Path, printed: str, status: int
) -> None:
    folder = made(tmp_path / "study", lambda text: printed)
    study = STUDY.replace('"accuracy"', '"accuracy"\nunit = "share"').replace('P = "p"\n', "")
    (folder / "study.toml").write_text(study, "utf-8")
    assert verify(folder, "--quiet") == status


def test_an_annotation_says_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path / "study", lambda text: text.replace("50.0", "51.0", 1))
    monkeypatch.chdir(tmp_path)
    assert main(["verify", "study", "--out", "out", "--format", "github", "--quiet"]) == 1
    printed = next((tmp_path / "study").rglob("*.csv"))
    line = next(
        number
        for number, text in enumerate(printed.read_text("utf-8").splitlines(), 1)
        if "51.0" in text
    )
    place = printed.relative_to(tmp_path).as_posix()
    assert f"::error file={place},line={line},title=" in capsys.readouterr().out
    assert "study/" not in (tmp_path / "out/verification.json").read_text("utf-8")
