"""`fe compare` and `fe leaderboard` against SciPy, enumeration, and the study language itself."""

from __future__ import annotations

import itertools
import json
import random
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from fe_core.intervals.few.holm import holm
from fe_core.records.manifest import manifest_text
from offline_reproduction.cli.main import main

EXAMPLE = Path(__file__).resolve().parents[2] / "offline_reproduction/papers/example"
STUDY = """schema = "fe-study/1"
name = "s"
[metrics.acc]
metric = "accuracy"
[metrics.f1]
metric = "macro-f1"
"""


def study(folder: Path, runs: dict[str, list[str]]) -> Path:
    """Twelve questions in four scenes; gold is always A."""
    (folder / "records/answers").mkdir(parents=True)
    asked = {"gold": "A", "options": ["A", "B"]}
    items = [
        {"item": f"q{n:02d}", **asked, "attributes": {"scene": f"s{n // 3}"}} for n in range(12)
    ]
    texts = {
        "items.jsonl": items,
        "runs.jsonl": [
            {"run": run, "model": run, "asked": [i["item"] for i in items]} for run in runs
        ],
        "answers/all.jsonl": [
            {"run": run, "item": f"q{n:02d}", "answer": answer, "status": "valid"}
            for run, answers in runs.items()
            for n, answer in enumerate(answers)
        ],
    }
    written = {
        name: "".join(json.dumps(row) + "\n" for row in rows) for name, rows in texts.items()
    }
    for name, text in written.items():
        (folder / "records" / name).write_text(text, "utf-8")
    manifest = manifest_text("s", "released", written, source="made up", licence="MIT")
    (folder / "records/manifest.json").write_text(manifest, "utf-8")
    (folder / "study.toml").write_text(STUDY, "utf-8")
    return folder


def answers(seed: int, share: float) -> list[str]:
    source = random.Random(seed)
    return ["A" if source.random() < share else "B" for _ in range(12)]


@pytest.fixture
def three(tmp_path: Path) -> Path:
    return study(tmp_path, {"a": answers(1, 0.3), "b": answers(2, 0.6), "c": answers(3, 0.9)})


def said(capsys: pytest.CaptureFixture[str], *words: object) -> dict:  # type: ignore[type-arg]
    assert main([*map(str, words), "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    found: dict = json.loads(captured.out)  # type: ignore[type-arg]
    return found


def right(folder: Path, run: str) -> list[int]:
    lines = (folder / "records/answers/all.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [int(row["answer"] == "A") for row in rows if row["run"] == run]


def test_single_items_are_mcnemars_test(three: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scipy = pytest.importorskip("scipy.stats")
    made = said(capsys, "compare", three)
    assert [(one["first"], one["second"]) for one in made["pairs"]] == [
        ("a", "b"), ("a", "c"), ("b", "c")
    ]  # fmt: skip
    for one in made["pairs"]:
        pairs = list(zip(right(three, one["first"]), right(three, one["second"]), strict=True))
        gains, losses = pairs.count((0, 1)), pairs.count((1, 0))
        assert one["test"] == "McNemar, exact"
        assert float(Fraction(one["p"])) == pytest.approx(
            scipy.binomtest(gains, gains + losses).pvalue if gains + losses else 1
        )
        assert Fraction(one["difference"]) == Fraction(gains - losses, 12)
    family = {f"{n}": Fraction(one["p"]) for n, one in enumerate(made["pairs"])}
    adjusted = {one.name: one.adjusted for one in holm(tuple(family), family)}
    assert [Fraction(one["holm"]) for one in made["pairs"]] == [adjusted[n] for n in family]


def test_whole_scenes_against_enumeration(three: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = said(capsys, "compare", three, "--cluster", "scene", "--baseline", "a", "--level", 0.5)
    (one,) = [one for one in made["pairs"] if one["second"] == "c"]
    gains = [y - x for x, y in zip(right(three, "a"), right(three, "c"), strict=True)]
    scenes = [sum(gains[n : n + 3]) for n in range(0, 12, 3)]
    flips = [sum(s * g for s, g in zip(signs, scenes, strict=True))
             for signs in itertools.product((1, -1), repeat=4)]  # fmt: skip
    extreme = sum(abs(total) >= abs(sum(scenes)) for total in flips)
    assert (one["test"], Fraction(one["p"])) == ("sign flips", Fraction(extreme, 16))
    drawn = sorted(Fraction(sum(draw), 12) for draw in itertools.product(scenes, repeat=4))
    for end, share in zip(one["interval"], (Fraction(1, 4), Fraction(3, 4)), strict=True):
        at = next(v for v in drawn if sum(w <= v for w in drawn) >= share * len(drawn))
        assert Fraction(end) == at
    assert one["method"] == "exact"
    assert "below 30" in made["warning"]


def test_what_has_no_exact_law_is_drawn_and_has_no_test(
    three: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = said(capsys, "compare", three, "--metric", "f1", "--baseline", "a", "--draws", 500)
    assert {one["method"] for one in made["pairs"]} == {"drawn"}
    assert {one["p"] for one in made["pairs"]} == {None}


def test_ranks_and_their_intervals_against_every_draw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Draws of one scene each are few enough to be listed; the drawn shares come near them."""
    folder = study(tmp_path, {"low": ["B"] * 12, "high": ["A"] * 9 + ["B"] * 3,
                              "mid": ["A", "A", "B"] * 3 + ["A"] * 3})  # fmt: skip
    made = said(capsys, "leaderboard", folder, "--cluster", "scene")
    assert [(one["rank"], one["run"]) for one in made["runs"]] == [
        (1, "high"), (1, "mid"), (3, "low")
    ]  # fmt: skip
    scenes = {run: [sum(right(folder, run)[n : n + 3]) for n in range(0, 12, 3)]
              for run in ("low", "high", "mid")}  # fmt: skip
    for one in made["runs"]:
        ranks = []
        for draw in itertools.product(range(4), repeat=4):
            sums = {run: sum(scenes[run][at] for at in draw) for run in scenes}
            ranks.append(1 + sum(total > sums[one["run"]] for total in sums.values()))
        reached = {rank for rank in ranks if ranks.count(rank) > 0.06 * len(ranks)}
        assert one["ranks"][0] <= min(reached)
        assert one["ranks"][1] >= max(reached)
        assert one["ranks"][0] >= min(ranks)
        assert one["ranks"][1] <= max(ranks)


def test_runs_that_were_asked_different_items_are_not_compared(
    three: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = three / "records/runs.jsonl"
    path.write_text(path.read_text("utf-8").replace('"q11"]', '"q10"]'), "utf-8")
    assert main(["compare", str(three)]) == 2


def test_the_terminal_shows_the_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(shutil.copytree(EXAMPLE, tmp_path / "example"))
    assert main(["compare", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "beacon - atlas" in shown
    assert "+16.67" in shown
    assert main(["leaderboard", str(folder)]) == 0
    assert "p against the run above" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    ["--metric nothing", "--baseline nobody", "--level 1", "--draws 0", "--cluster nowhere"],
)
def test_what_cannot_be_meant_is_refused(three: Path, words: str) -> None:
    assert main(["compare", str(three), *words.split()]) == 2
