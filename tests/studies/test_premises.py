"""Premises: what numbers take for granted is counted behind each, listed, and said if assumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fe_core.records.manifest import manifest_text
from fe_core.writing import write_files
from offline_reproduction.cli.main import main

STUDY = """\
schema = "fe-study/1"
name = "s"
[metrics.acc]
metric = "accuracy"
[metrics.f1]
metric = "macro-f1"
[metrics.pairs]
metric = "joint"
[metrics.lead]
metric = "difference"
of = "acc"
against = "a"
[metrics.ci]
metric = "interval"
of = "acc"
cluster = "topic"
[[tables]]
key = "t"
file = "t.csv"
[tables.columns]
Acc = "acc"
F1 = "f1"
Pairs = "pairs"
Lead = "lead"
CI = "ci"
[tables.rows]
A = "a"
B = "b"
"""


def report(folder: Path, study: str = STUDY, statuses: str = "vuem", *more: str) -> dict[str, Any]:
    """The report of a snapshot: run a answers all four questions, run b as `statuses` says."""
    items = [
        {"item": f"q{n}", "gold": "AB"[n % 2], "options": ["A", "B"], "split": "test",
         "group": f"g{n // 2}", "variant": "xy"[n % 2], "attributes": {"topic": "mn"[n // 2]}}
        for n in range(4)
    ]  # fmt: skip
    names = {"u": "unreadable", "e": "empty", "f": "failed", "v": "valid"}
    answers = [{"run": "a", "item": f"q{n}", "answer": "A", "status": "valid"} for n in range(4)]
    answers += [
        {"run": "b", "item": f"q{n}", "answer": "A" if s == "v" else None, "status": names[s]}
        for n, s in enumerate(statuses)
        if s != "m"
    ]
    rows = {
        "items.jsonl": items,
        "runs.jsonl": [{"run": run, "model": run, "asked": "test"} for run in "ab"],
        "answers/a.jsonl": answers,
    }
    files = {name: "".join(json.dumps(row) + "\n" for row in each) for name, each in rows.items()}
    files["manifest.json"] = manifest_text("s", "released", files, source="made up", licence="")
    write_files(folder, {f"records/{name}": text for name, text in files.items()})
    (folder / "study.toml").write_text(study, "utf-8")
    assert main(["snapshot", str(folder), "--quiet", "--replace"]) == 0
    assert main(["verify", str(folder), "--out", str(folder / "out"), *more]) == 0
    document: dict[str, Any] = json.loads((folder / "out/verification.json").read_text("utf-8"))
    found: dict[str, Any] = document["studies"][0]
    return found


def behind(found: dict[str, Any], place: str) -> list[str]:
    (entry,) = (one for one in found["entries"] if one["id"] == f"s/t/{place}")
    over: list[str] = entry["over"]
    return over


def test_each_number_says_what_it_stands_on(tmp_path: Path) -> None:
    found = report(tmp_path)
    assert behind(found, "A/Acc") == ["a: 4 items, 4 answered"]
    b = "b: 4 items, 1 answered, 1 unreadable, 1 empty, 1 missing"
    assert behind(found, "B/Acc") == [b]
    assert behind(found, "B/Lead") == [b, "a: 4 items, 4 answered"]
    assert behind(found, "B/CI") == [b]
    assert behind(found, "B/Pairs") == [
        "b: 2 groups of 4 answers, 1 answered, 1 unreadable, 1 empty, 1 missing"
    ]


def test_what_is_dropped_is_said_behind_the_number(tmp_path: Path) -> None:
    found = report(tmp_path, STUDY.replace('= "accuracy"', '= "accuracy"\ninvalid = "dropped"'))
    assert behind(found, "B/Acc")[0].endswith("1 missing, these are dropped")
    assert behind(found, "A/Acc") == ["a: 4 items, 4 answered"]


def test_conditions_are_named_with_the_run(tmp_path: Path) -> None:
    study = STUDY.replace('metric = "joint"', 'metric = "accuracy"\nwhere = { topic = "m" }')
    assert behind(report(tmp_path, study), "A/Pairs") == ["a where topic=m: 2 items, 2 answered"]


def known(found: dict[str, Any]) -> dict[str, tuple[str, str]]:
    return {one["premise"]: (one["value"], one["known"]) for one in found["premises"]}


def test_premises_are_checked_declared_or_assumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    premises = known(report(tmp_path))
    assert premises["items asked"] == ("2 runs, 4 items each, the same", "declared")
    assert premises["answers"] == (
        "8 asked for: 5 answered, 1 unreadable, 1 empty, 1 missing", "checked",
    )  # fmt: skip
    assert premises["missing answers"] == ("b 1", "checked")
    assert premises["metrics.ci.cluster"] == ("topic", "declared")
    assumed = {name for name, (_, how) in premises.items() if how == "assumed"}
    assert assumed == {
        "rounding", "labels.set", "labels.zero", "labels.invalid", "groups.variants",
        "metrics.ci.draws", "metrics.ci.level",
    }  # fmt: skip
    (line,) = (text for text in capsys.readouterr().out.splitlines() if "assumed" in text)
    assert all(name in line for name in assumed)


DECLARED = """\
rounding = "half-even"
[labels]
set = ["A", "B"]
zero = 0
invalid = "wrong"
[groups]
variants = ["x", "y"]
"""


def test_nothing_is_assumed_where_everything_is_declared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = STUDY.replace("[metrics.acc]", DECLARED + "[metrics.acc]", 1)
    study = study.replace('cluster = "topic"', 'cluster = "topic"\ndraws = 100\nlevel = 0.9')
    premises = known(report(tmp_path, study))
    assert not {name for name, (_, how) in premises.items() if how == "assumed"}
    assert premises["groups.variants"] == ("x, y", "declared")
    said = capsys.readouterr().out
    assert "assumed," not in said
    assert "missing answers: b 1" in said


def drop(*names: str) -> Callable[[str], str]:
    """Without these metrics and their columns."""
    columns = {"f1": "F1", "pairs": "Pairs", "lead": "Lead", "ci": "CI"}

    def edit(text: str) -> str:
        for name in names:
            start = text.index(f"[metrics.{name}]")
            text = text[:start] + text[text.index("[", start + 1) :]
            text = text.replace(f'{columns[name]} = "{name}"\n', "")
        return text

    return edit


@pytest.mark.parametrize(
    ("without", "statuses", "assumed"),
    [
        (("f1", "pairs", "lead", "ci"), "vvvv", {"rounding"}),
        (("f1", "pairs", "lead", "ci"), "vvvm", {"rounding", "labels.invalid"}),
        (("f1", "lead", "ci"), "vvvv", {"rounding", "groups.variants"}),
        (("pairs", "lead", "ci"), "vvvv", {"rounding", "labels.set", "labels.zero"}),
        (("f1", "pairs", "lead"), "vvvv", {"rounding", "metrics.ci.draws", "metrics.ci.level"}),
    ],
)
def test_only_what_a_number_uses_is_said_to_be_assumed(
    tmp_path: Path, without: tuple[str, ...], statuses: str, assumed: set[str]
) -> None:
    premises = known(report(tmp_path, drop(*without)(STUDY), statuses))
    assert {name for name, (_, how) in premises.items() if how == "assumed"} == assumed


@pytest.mark.parametrize(
    ("asked", "how"),
    [
        ("", "declared"),
        ("the log", "declared"),
        ("the union of the runs", "assumed"),
        (7, "declared"),
    ],
)
def test_where_it_is_known_from_what_was_asked(tmp_path: Path, asked: object, how: str) -> None:
    report(tmp_path)
    path = tmp_path / "records/manifest.json"
    manifest = json.loads(path.read_text("utf-8")) | {"asked": asked}
    path.write_text(json.dumps(manifest), "utf-8")
    assert main(["verify", str(tmp_path), "--out", str(tmp_path / "out"), "--quiet"]) == 0
    document = json.loads((tmp_path / "out/verification.json").read_text("utf-8"))
    value, known_how = known(document["studies"][0])["items asked"]
    assert known_how == how
    assert value.endswith(f", taken from {asked}") == (how == "assumed" or asked == "the log")


CLAIMS = """
[[claims]]
id = "lead"
printed = "true"
value = 't["A", "Acc"] >= max(t["Acc"]) and t["B", "Pairs"] < t["A", "Acc"]'
"""


def test_a_sentence_stands_on_what_its_cells_stand_on(tmp_path: Path) -> None:
    found = report(tmp_path, STUDY.replace("[[tables]]", CLAIMS + "[[tables]]"))
    (entry,) = (one for one in found["entries"] if one["id"] == "s/claim/lead")
    assert entry["over"] == [
        "a: 4 items, 4 answered",
        "b: 4 items, 1 answered, 1 unreadable, 1 empty, 1 missing",
        "b: 2 groups of 4 answers, 1 answered, 1 unreadable, 1 empty, 1 missing",
    ]
