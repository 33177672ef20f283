"""Inputs on which the kit was wrong, as they came: premises that were taken for granted."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from offline_reproduction.cli.main import main

ONE = ("--model", "m")
IMPORTS = {
    "import-missing-items-leave-denominator": ("run=run", "options==A,B"),
    "interval-of-difference-unmatched-items": ("run=run", "sc=sc", "options==T,F"),
    "joint-incomplete-group-leaves-denominator": ("group=g", "variant=v", "options==T,F"),
    "decimal-comma-three-digits": ("options==A,B",),
    "snapshot-leaves-intervals-empty": ("group=g", "options==T,F"),
    "where-typo-is-uncheckable": ("cls=cls", "options==A,B"),
}


def imported(wrong_inputs: Path, tmp_path: Path, name: str) -> tuple[Path, int]:
    """The folder's study with its log imported, and the import's exit status."""
    folder = Path(shutil.copytree(wrong_inputs / name, tmp_path / name))
    maps = ("item=id", "gold=gold", "answer=pred", *IMPORTS[name])
    words = [word for one in maps for word in ("--map", one)]
    words += [] if "run=run" in maps else [*ONE]
    out = ["--out", str(folder / "s/records"), "--quiet"]
    return folder / "s", main(["import", "csv", str(folder / "l.csv"), *words, *out])


def verify(study: Path) -> int:
    return main(["verify", str(study), "--out", str(study.parent / "out")])


def test_missing_items_stay_in_the_denominator(
    wrong_inputs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study, status = imported(wrong_inputs, tmp_path, "import-missing-items-leave-denominator")
    assert status == 0
    assert main(["init", str(study)]) == 0
    assert main(["snapshot", str(study), "--quiet"]) == 0
    assert (study / "printed/table-1.csv").read_text("utf-8").splitlines()[-1] == "m2,60.00"
    assert verify(study) == 0
    said = capsys.readouterr().out
    assert "missing answers: m2 4" in said
    assert "taken from the union of the runs" in said


def test_a_difference_is_over_what_both_were_asked(
    wrong_inputs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study, status = imported(wrong_inputs, tmp_path, "interval-of-difference-unmatched-items")
    assert (status, verify(study)) == (0, 1)
    assert "printed 20.00, recomputed -20.00" in capsys.readouterr().out


def test_a_group_without_one_of_its_variants_is_named(
    wrong_inputs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert imported(wrong_inputs, tmp_path, "joint-incomplete-group-leaves-denominator")[1] == 2
    assert "group='g3'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "snapshot", "status"),
    [
        ("decimal-comma-three-digits", False, 0),
        ("snapshot-leaves-intervals-empty", True, 0),
        ("where-typo-is-uncheckable", False, 2),
    ],
)
def test_what_is_judged_and_what_is_a_mistake(
    wrong_inputs: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    snapshot: bool,
    status: int,
) -> None:
    study, _ = imported(wrong_inputs, tmp_path, name)
    if snapshot:
        assert main(["snapshot", str(study), "--quiet"]) == 0
    assert verify(study) == status
    said = capsys.readouterr()
    assert "cannot be checked" not in said.out
    assert ("no item has 'clz'" in said.err) == (status == 2)
