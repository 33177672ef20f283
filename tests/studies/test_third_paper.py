"""A paper without a line of Python: tables, rows of two roles, an interval, claims, a finding."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from fe_core.records.export import export
from fe_core.writing import write_files
from offline_reproduction.cli.main import main
from tests.studies.made import records

PAPER = Path(__file__).parent / "third_paper"
RUNS = {
    "small": "ABBAABAAAABB",
    "large": "ABAAABABBBAB",
    "small+hint": "ABBBABAAABBB",
    "large+hint": "ABABABABABAB",
}


def study(folder: Path, **runs: str) -> Path:
    shutil.copytree(PAPER, folder)
    made = records(
        "ABABABABABAB",
        {**RUNS, **runs},
        task=["north"] * 4 + ["east"] * 4 + ["up"] * 4,
        scene=list("001122334455"),
    )
    files = export(made, "compass", source="made up", licence="MIT")
    write_files(folder, {f"records/{name}": text for name, text in files.items()})
    return folder


def verify(folder: Path) -> tuple[int, dict[str, int]]:
    out = folder.parent / "out"
    status = main(["verify", str(folder), "--out", str(out), "--quiet"])
    document = json.loads((out / "verification.json").read_text("utf-8"))
    return status, document["studies"][0]["summary"]


def test_it_takes_few_lines_and_all_of_it_follows(tmp_path: Path) -> None:
    status, summary = verify(study(tmp_path / "s"))
    assert status == 0
    counted = {name: summary[name] for name in ("entries", "same", "explained", "different")}
    assert counted == {"entries": 21, "same": 17, "explained": 4, "different": 0}
    lines = [
        line
        for path in PAPER.rglob("*.*")
        for line in path.read_text("utf-8").splitlines()
        if line.strip()
    ]
    assert len(lines) < 100


@pytest.mark.parametrize(
    ("run", "answers"),
    [
        ("small", "BBBAABAAAABB"),
        ("large", "ABAAABABBBAA"),
        ("large+hint", "ABABABABABAA"),
        ("small", "ABBAABABAABB"),
    ],
)
def test_one_other_answer_is_noticed(tmp_path: Path, run: str, answers: str) -> None:
    status, _ = verify(study(tmp_path / "s", **{run: answers}))
    assert status == 1


def test_a_number_that_is_mended_breaks_the_finding(tmp_path: Path) -> None:
    folder = study(tmp_path / "s")
    path = folder / "printed/table-1.csv"
    path.write_text(path.read_text("utf-8").replace("Small,75.0,50.0", "Small,50.0,75.0"), "utf-8")
    assert verify(folder)[0] == 1
