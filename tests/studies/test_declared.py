"""Declared studies: every metric against the core, hostile study.toml, and the shipped example."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from fe_core.errors import FeError
from fe_core.records.manifest import manifest_text
from fe_core.writing import write_files
from offline_reproduction.cli.main import main
from offline_reproduction.study.printed_tables import read_table
from offline_reproduction.study.spec import read_spec

ROOT = Path(__file__).resolve().parent.parent.parent

STUDY = """
schema = "fe-study/1"
name = "s"
[labels]
set = ["A", "B", "C", "D"]
[groups]
variants = ["one", "two"]
[metrics.acc]
metric = "accuracy"
[metrics.acc-x]
metric = "accuracy"
where = { topic = "x" }
[metrics.f1]
metric = "macro-f1"
[metrics.pairs]
metric = "joint"
variants = ["one", "two"]
[metrics.circular]
metric = "circular"
[metrics.consistency]
metric = "consistency"
[metrics.lead]
metric = "difference"
of = "acc"
against = "a"
[metrics.mean]
metric = "mean-deviation"
of = "acc"
[metrics.ci]
metric = "interval"
of = "acc"
cluster = "group"
[metrics.p]
metric = "mcnemar"
against = "a"
[metrics.both]
metric = "both"
against = "a"
[[tables]]
key = "t"
file = "printed/t.csv"
[tables.columns]
Acc = "acc"
X = "acc-x"
F1 = "f1"
Pairs = "pairs"
Lead = "lead"
P = "p"
Both = "both"
CI = "ci"
[tables.rows]
A = "a"
B = "b"
Mean = ["a", "b"]
[[tables]]
key = "r"
file = "printed/r.csv"
[tables.columns]
Circular = "circular"
Consistency = "consistency"
[tables.rows]
R = "r"
"""

PRINTED = {
    "printed/t.csv": (
        "row,Acc,X,F1,Pairs,Lead,P,Both,CI\n"
        'A,50.0,100.0,37.50,50.0,0.0,1.000,2,"[0.0, 100.0]"\n'
        'B,75.0,100.0,66.67,50.0,25.0,1.000,2,"[50.0, 100.0]"\n'
        "Mean,62.50±17.68,,,,,,,\n"
    ),
    "printed/r.csv": "row,Circular,Consistency\nR,25.00,50.00\n",
}


def dump(*rows: dict[str, Any]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def folder(tmp_path: Path, study: str = STUDY) -> Path:
    """Four items A, B, C, D in two pairs; runs a, b and a rotated one."""
    items = [
        {"item": f"q{n}", "gold": "ABCD"[n], "options": ["A", "B", "C", "D"], "split": "test",
         "group": f"g{n // 2}", "variant": ("one", "two")[n % 2],
         "attributes": {"topic": "xy"[n // 2]}}
        for n in range(4)
    ]  # fmt: skip
    runs = [{"run": name, "model": name, "asked": "test"} for name in "abr"]
    given = {"a": "ABAA", "b": "ABCB"}
    answers = [
        {"run": run, "item": f"q{n}", "answer": letter, "status": "valid"}
        for run, letters in given.items()
        for n, letter in enumerate(letters)
    ]
    # q0 always right; q1 always option A; q2 and q3 change their minds.
    chosen = {0: "AAAA", 1: "AAAA", 2: "CCCA", 3: "DDAD"}
    for n, options in chosen.items():
        for rotation, option in enumerate(options):
            letter = "ABCD"[("ABCD".index(option) - rotation) % 4]
            answers.append({"run": "r", "item": f"q{n}", "answer": letter, "status": "valid",
                            "rotation": rotation})  # fmt: skip
    files = {
        "items.jsonl": dump(*items),
        "runs.jsonl": dump(*runs),
        "answers/all.jsonl": dump(*answers),
    }
    files["manifest.json"] = manifest_text("s", "released", files, source="x", licence="MIT")
    write_files(tmp_path, {f"records/{name}": text for name, text in files.items()} | PRINTED)
    (tmp_path / "study.toml").write_text(study, "utf-8")
    return tmp_path


def verdicts(report: Path) -> dict[str, str]:
    document = json.loads((report / "verification.json").read_text("utf-8"))
    return {e["id"]: e["verdict"] for s in document["studies"] for e in s["entries"]}


def test_every_declared_metric_against_values_worked_out_by_hand(tmp_path: Path) -> None:
    made = folder(tmp_path)
    assert main(["verify", str(made), "--out", str(tmp_path / "out"), "--quiet"]) == 0
    found = verdicts(tmp_path / "out")
    assert set(found.values()) == {"same"}
    assert len(found) == 19


@pytest.mark.parametrize("cell", ["A,50.0", "37.50", "17.68", "25.00,50.00", "[50.0,", "100.0]"])
def test_any_changed_digit_is_noticed(tmp_path: Path, cell: str) -> None:
    made = folder(tmp_path)
    for name in PRINTED:
        path = made / name
        text = path.read_text("utf-8")
        if cell in text:
            digit = next(c for c in cell if c.isdigit())
            path.write_text(text.replace(cell, cell.replace(digit, str((int(digit) + 5) % 10), 1)))
    assert main(["verify", str(made), "--out", str(tmp_path / "out"), "--quiet"]) == 1


def test_a_missing_rotation_is_an_error_and_never_a_score(tmp_path: Path) -> None:
    made = folder(tmp_path)
    path = made / "records/answers/all.jsonl"
    lines = [line for line in path.read_text("utf-8").splitlines() if '"rotation": 3' not in line]
    files = {"answers/all.jsonl": "\n".join(lines) + "\n"}
    for name in ("items.jsonl", "runs.jsonl"):
        files[name] = (made / "records" / name).read_text("utf-8")
    files["manifest.json"] = manifest_text("s", "released", files, source="x", licence="MIT")
    write_files(made / "records", files)
    assert main(["verify", str(made), "--out", str(tmp_path / "out"), "--quiet"]) == 2


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('schema = "fe-study/1"', 'schema = "x"', "this kit reads 'fe-study/1'"),
        ('name = "s"', "name = 3", "name must be a text, got int"),
        ('name = "s"', 'colour = "red"\nname = "s"', "colour is not known"),
        ('metric = "accuracy"', 'metric = "magic"', "metric='magic' must be one of"),
        ('of = "acc"', 'of = "nothing"', "must name another metric"),
        ('of = "acc"', 'of = "p"', "must be a single value"),
        ('against = "a"', "", "against must name the run"),
        ('cluster = "group"', "", "cluster must name what is drawn"),
        ('cluster = "group"', 'cluster = "group"\nlevel = 2', "must lie between 0 and 1"),
        ('cluster = "group"', 'cluster = "group"\ndraws = 0', "must lie between 1 and 1000000"),
        ('Acc = "acc"', 'Acc = "nothing"', "is no metric"),
        ('key = "t"', 'key = "../t"', "must be letters, digits"),
        ("[[tables]]", "tables = 3\n[[x]]", "not TOML"),
        ("[groups]", "[groups]\nattributes = 3", "must be a list of texts"),
        ('name = "s"', "name = " + "[" * 5000, "is not TOML"),
    ],
)
def test_a_study_toml_that_is_wrong_says_where_and_what(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    made = folder(tmp_path, STUDY.replace(old, new, 1))
    with pytest.raises(FeError, match=r"study\.toml") as caught:
        read_spec(made)
    assert said in str(caught.value)


@pytest.mark.parametrize("path", ["../outside.csv", "/etc/passwd", "printed/../../x.csv"])
def test_no_path_of_a_study_leaves_its_folder(tmp_path: Path, path: str) -> None:
    made = folder(tmp_path, STUDY.replace("printed/t.csv", path))
    (tmp_path.parent / "outside.csv").write_text("row,Acc\n", "utf-8")
    assert main(["verify", str(made), "--out", str(tmp_path / "out"), "--quiet"]) == 2
    made = folder(tmp_path, 'records = "../.."' + STUDY)
    assert main(["verify", str(made), "--out", str(tmp_path / "out"), "--quiet"]) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("row,a,a\n", "the header names 'a' twice"),
        ("row,a\nx,1\nx,2\n", "must be unique"),
        ("row,a\nx,1,2\n", "t.csv:2: 3 fields"),
        ("row,a\nx," + "9" * 2_000_000 + "\n", "field larger than"),
    ],
)
def test_printed_tables_that_are_damaged_are_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "t.csv").write_text(text, "utf-8")
    with pytest.raises(FeError, match=said):
        read_table(tmp_path, "t", "T", "t.csv")


def test_semicolons_and_decimal_commas_are_understood(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("row;a\nx;33,6\n", "utf-8")
    assert read_table(tmp_path, "t", "T", "t.csv").cells == {("x", "a"): "33,6"}


def test_snapshot_fills_what_verify_then_guards(tmp_path: Path) -> None:
    made = folder(tmp_path)
    assert main(["snapshot", str(made), "--quiet"]) == 2
    (made / "printed/t.csv").unlink()
    (made / "printed/r.csv").unlink()
    assert main(["snapshot", str(made), "--quiet", "--replace"]) == 0
    assert "[50.00, 100.00]" in (made / "printed/t.csv").read_text("utf-8")
    assert "62.50±17.68" in (made / "printed/t.csv").read_text("utf-8")
    assert r"62.50$\pm$17.68" in (made / "printed/t.tex").read_text("utf-8")
    assert main(["verify", str(made), "--out", str(tmp_path / "out"), "--quiet"]) == 0
    guarded = {
        name: said for name, said in verdicts(tmp_path / "out").items() if "Mean" not in name
    }
    assert set(guarded.values()) == {"same"}


def test_diff_names_what_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = folder(tmp_path)
    main(["verify", str(made), "--out", str(tmp_path / "one"), "--quiet"])
    path = made / "printed/r.csv"
    path.write_text(path.read_text("utf-8").replace("25.00", "26.00"), "utf-8")
    main(["verify", str(made), "--out", str(tmp_path / "two"), "--quiet"])
    capsys.readouterr()
    assert main(["diff", str(tmp_path / "one"), str(tmp_path / "one")]) == 0
    assert main(["diff", str(tmp_path / "one"), str(tmp_path / "two")]) == 1
    said = capsys.readouterr().out
    assert "printed 25.00 → 26.00; verdict same → different  [s/r/R/Circular]" in said
    assert "1 number: 1 changed verdict. Verdicts: 1 same → different." in said
    for form in ("json", "markdown", "github"):
        words = ["diff", str(tmp_path / "one"), str(tmp_path / "two"), "--format", form]
        assert main(words) == 1
        said = capsys.readouterr().out
        if form == "json":
            (change,) = json.loads(said)["changes"]
            assert (change["kind"], change["new"]["printed"]) == ("verdict", "26.00")
        else:
            assert "printed 25.00 → 26.00" in said.replace("\\", "")


def test_diff_refuses_two_entries_with_one_id(tmp_path: Path) -> None:
    entry = {"id": "s/t/r/c", "verdict": "same"}
    path = tmp_path / "verification.json"
    path.write_text(json.dumps({"studies": [{"entries": [entry, entry]}]}), "utf-8")
    assert main(["diff", str(path), str(path)]) == 2


def test_sanitize_drops_what_the_schema_does_not_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = folder(tmp_path) / "records"
    path = made / "runs.jsonl"
    path.write_text(path.read_text("utf-8").replace('"model"', '"account": "me", "model"'), "utf-8")
    assert main(["sanitize", str(made), "--out", str(tmp_path / "clean")]) == 0
    assert "dropped field 'account' from 3 rows" in capsys.readouterr().out
    assert "account" not in (tmp_path / "clean/runs.jsonl").read_text("utf-8")


def test_the_shipped_example_agrees_with_the_built_in_study(
    tmp_path: Path, visonlyqa_release: Path
) -> None:
    example = Path(shutil.copytree(ROOT / "examples/visonlyqa-table-4", tmp_path / "example"))
    shutil.rmtree(example / "records", ignore_errors=True)
    words = ["--study", "visonlyqa", "--records", str(visonlyqa_release)]
    main(["export", *words, "--out", str(example / "records"), "--quiet"])
    assert main(["verify", str(example), "--out", str(tmp_path / "declared"), "--quiet"]) == 0
    main(["reproduce", *words, "--out", str(tmp_path / "built-in"), "--quiet"])
    declared, built = verdicts(tmp_path / "declared"), verdicts(tmp_path / "built-in")
    assert len(declared) == 220
    for name, verdict in declared.items():
        wanted = name.replace("visonlyqa-table-4/table-4a", "visonlyqa/table-04a")
        assert verdict == built[wanted], name
