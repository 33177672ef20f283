"""Each tool's own logs: what is read, kept, lost and refused; then verified."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fe_core.records.model import Status
from offline_reproduction.cli.main import main
from offline_reproduction.importers import FORMATS
from offline_reproduction.importers.recognise import importer
from tests.importers.imports import LOGS, Imported, maps, run, written


def test_a_format_is_one_module_and_one_line() -> None:
    for name in FORMATS:
        module = importer(name)
        assert isinstance(module.READ, tuple)
        assert module.recognises(frozenset()) is False
        assert callable(module.read)


def test_lm_eval_wrote_what_its_results_say(tmp_path: Path) -> None:
    made = run(tmp_path / "r", LOGS / "lm-eval")
    results = json.loads(next((LOGS / "lm-eval").glob("results_*.json")).read_text("utf-8"))
    assert made.code == 0
    assert made.report["format"] == "lm-eval"
    for task in ("zoo_pets", "zoo_letters"):
        answers = [a for i, a in made.answers("lm-eval/none").items() if i.startswith(task)]
        right = Fraction(sum(int(a.score or 0) for a in answers), len(answers))
        assert right == Fraction(repr(results["results"][task]["acc,none"]))
    assert made.report["recorded_scores"]["disagreeing"] == 0
    assert made.report["missing"] == {}
    assert made.report["notes"]["documents of whose repetitions a filter kept one"] == 6


def test_lm_eval_keeps_equal_documents_apart_and_repetitions(tmp_path: Path) -> None:
    made = run(tmp_path / "r", LOGS / "lm-eval")
    assert made.records is not None
    assert {"zoo_pets/0", "zoo_pets/3"} <= set(made.records.items)
    repeated = [each for each in made.records.runs() if each.setting == "all"]
    assert [each.repetition for each in repeated] == ["1", "2", "3"]
    assert made.given("lm-eval/all/1")[0] == "unreadable"
    assert made.answers("lm-eval/all/2")["zoo_sums/0"].answer == "18"


def test_inspect_wrote_what_its_scorers_say(tmp_path: Path) -> None:
    made = run(tmp_path / "r", LOGS / "inspect" / "0-one.json")
    assert made.given("mockllm/model/epoch-1") == ["A", "B", "unreadable", "C"]
    assert made.scores("mockllm/model/epoch-1") == [1, 1, 0, 0]
    other = run(
        tmp_path / "half", LOGS / "inspect" / "0-one.json", *maps(score="scores.half.value")
    )
    assert other.scores("mockllm/model/epoch-1") == [Fraction(1, 2)] * 4
    assert run(tmp_path / "a", LOGS / "inspect" / "0-one.json",
               *maps(sound="metadata.sound")).records.items[  # type: ignore[union-attr]
        "one/q1"].attributes == {"sound": "purrs", "task": "one"}  # fmt: skip


def test_inspect_archives_say_what_was_asked(tmp_path: Path) -> None:
    pytest.importorskip("zipfile_zstd")
    made = run(tmp_path / "r", LOGS / "inspect" / "1-one.eval")
    assert made.given("mockllm/model/epoch-1") == ["A", "B", "unreadable"]
    assert made.report["asked"] == {"the log": 1}


def test_inspect_epochs_numbers_errors_and_several_answers(tmp_path: Path) -> None:
    epochs = run(tmp_path / "e", LOGS / "inspect" / "2-epochs.json")
    assert epochs.given("mockllm/model/epoch-2") == ["C", "A", "D", "D"]
    numbers = run(tmp_path / "n", LOGS / "inspect" / "3-numbers.json")
    assert numbers.given("mockllm/model/epoch-1") == ["2", "5", "unreadable"]
    assert numbers.report["recorded_scores"]["disagreeing"] == 0
    many = run(tmp_path / "m", LOGS / "inspect" / "4-many.json")
    assert many.given("mockllm/model/epoch-1") == [("A", "B"), "E"]
    failed = run(tmp_path / "f", LOGS / "inspect" / "5-numbers.json")
    assert failed.given("mockllm/model/epoch-1") == ["2", "failed", "failed"]


def inspect_log(samples: list[dict[str, Any]], **head: Any) -> dict[str, Any]:
    return {
        "version": 2, "status": "success", "eval": {"task": "t", "model": "m"} | head,
        "samples": samples,
    }  # fmt: skip


def sample(number: int, **more: Any) -> dict[str, Any]:
    return {"id": number, "epoch": 1, "choices": ["cat", "dog", "cow"], "target": "B"} | more


def test_inspect_a_letter_comes_before_a_rubric_and_its_score_with_it(tmp_path: Path) -> None:
    scores = {
        "rubric": {"value": 0.3, "answer": "A long text"},
        "choice": {"value": "C", "answer": "B"},
    }
    log = inspect_log([
        sample(1, scores=scores),
        sample(2, scores={"pattern": {"value": "C", "answer": None}},
               output={"completion": "dog, I think"}),
        sample(3, scores={"choice": {"value": "I", "answer": "B"}}),
        sample(4, scores={"choice": {"value": "P", "answer": "A"}}),
        sample(5, scores={"choice": {"value": "N", "answer": ""}}, output={"completion": ""}),
        sample(6, error={"message": "boom"}, output={"completion": ""}),
        sample(7, scores={"choice": {"value": {"a": 1}, "answer": "C"}}),
    ])  # fmt: skip
    made = run(tmp_path / "r", "inspect", written(tmp_path / "l.json", log))
    assert made.given("m/epoch-1") == ["B", "unreadable", "B", "A", "empty", "failed", "C"]
    assert made.scores("m/epoch-1") == [1, 1, 0, Fraction(1, 2), 0, None, None]
    assert made.report["recorded_scores"]["compared_with_answers"] == 4
    assert made.report["recorded_scores"]["disagreeing"] == 2


@pytest.mark.parametrize(
    ("config", "missing"),
    [
        ({}, ["t/3", "t/4"]),
        ({"limit": 3}, ["t/3"]),
        ({"limit": [1, 3]}, ["t/3"]),
        ({"sample_id": [1, "4"]}, ["t/4"]),
        ({"limit": 2}, []),
    ],
)
def test_inspect_names_the_samples_that_it_asked_and_has_not(
    tmp_path: Path, config: dict[str, Any], missing: list[str]
) -> None:
    done = [sample(n, scores={"choice": {"value": "C", "answer": "B"}}) for n in (1, 2)]
    head = {"dataset": {"sample_ids": [1, 2, 3, 4], "samples": 4}, "config": config}
    made = run(tmp_path / "r", written(tmp_path / "l.json", inspect_log(done, **head)))
    assert made.report["missing"].get("m/epoch-1", {"first": []})["first"] == missing
    assert made.given("m/epoch-1").count("missing") == len(missing)


def vlm_rows(prediction: Callable[[int, str], str]) -> list[dict[str, str]]:
    """One question of three options at its three shifts."""
    choices = ["cat", "NA", "None"]
    rows = []
    for shift in range(3):
        shown = choices[shift:] + choices[:shift]
        gold = "ABC"[(1 - shift) % 3]
        rows.append(
            {"index": str(7 + shift * 1_000_000), "question": "?",
             **dict(zip("ABC", shown, strict=True)),
             "answer": gold, "prediction": prediction(shift, gold), "category": "pets"}
        )  # fmt: skip
    return rows


def tsv(path: Path, rows: list[dict[str, str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_vlmevalkit_reads_the_shift_off_the_options(tmp_path: Path) -> None:
    path = tsv(tmp_path / "Qwen.tsv", vlm_rows(lambda shift, gold: f"{gold}."))
    made = run(tmp_path / "r", path)
    assert made.report["format"] == "vlmevalkit"
    assert [made.given("Qwen", rotation) for rotation in range(3)] == [["B"], ["A"], ["C"]]


def test_vlmevalkit_keeps_none_and_na_as_texts(tmp_path: Path) -> None:
    path = tsv(tmp_path / "m.tsv", vlm_rows(lambda shift, gold: "None")[:1])
    assert run(tmp_path / "r", "vlmevalkit", path).given("m") == ["C"]


def test_vlmevalkit_reads_sheets_like_tsv(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    rows = vlm_rows(lambda shift, gold: gold)
    book = openpyxl.Workbook()
    book.active.append(list(rows[0]))
    for row in rows:
        book.active.append([int(row["index"]), *list(row.values())[1:]])
    book.save(tmp_path / "m.xlsx")
    one = run(tmp_path / "x", tmp_path / "m.xlsx").records
    other = run(tmp_path / "t", tsv(tmp_path / "m.tsv", rows)).records
    assert one is not None
    assert other is not None
    assert one.sheets == other.sheets


def refused(made: Imported, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert made.code == 2
    assert made.records is None
    assert said in capsys.readouterr().err


def test_a_missing_or_repeated_rotation_is_an_error_and_never_a_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = vlm_rows(lambda shift, gold: gold)
    for name, lines, said in (
        ("a", rows[:2], "item='7' was asked at rotations [0, 1] only, of 3"),
        ("b", [*rows, rows[1] | {"index": "3000007"}], "comes twice at rotation 1"),
        ("c", [rows[0], rows[1] | {"A": "bird"}, rows[2]], "no rotation of the question"),
        ("d", [rows[0], rows[1] | {"answer": "C"}, rows[2]], "is not the option that"),
    ):
        refused(run(tmp_path / name, tsv(tmp_path / f"{name}.tsv", lines)), said, capsys)


def test_vlmevalkit_open_and_yes_no_questions_and_hits(tmp_path: Path) -> None:
    text = (
        "index\tquestion\tA\tB\tanswer\tprediction\thit\n"
        "1\tq\tw\tx\tA\tA\t1\n2\topen\t\t\t0.5\t0.50\t0\n3\tyn\t\t\tyes\tNo.\t0\n"
    )
    made = run(tmp_path / "r", written(tmp_path / "m.tsv", text))
    assert made.given("m") == ["A", "0.5", "No"]
    assert made.scores("m") == [1, 0, 0]
    assert made.report["recorded_scores"]["disagreeing_examples"] == [
        f"{tmp_path / 'm.tsv'}:3: the log says wrong, its answer is right"
    ]


def test_lmms_eval_scores_stand_inside_objects(tmp_path: Path) -> None:
    rows = [
        {"doc_id": n, "target": gold, "filtered_resps": said, "doc_hash": "0", "input": f"q{n}",
         "zoo_score": {"question_id": str(n), "category": "c", "score": score}}
        for n, (gold, said, score) in enumerate(
            (("Yes", "Yes", 1.0), ("No", ["yes."], 0.0), ("cat", "a cat", 0.5)))
    ]  # fmt: skip
    text = "".join(json.dumps(row) + "\n" for row in rows)
    made = run(tmp_path / "r", written(tmp_path / "m/20260101_000000_samples_zoo.jsonl", text))
    assert made.report["format"] == "lmms-eval"
    assert made.given("m")[:2] == ["Yes", "Yes"]
    assert made.given("m")[2].startswith("text:")
    assert made.scores("m") == [1, 0, Fraction(1, 2)]
    assert "zoo/2" in made.answers("m")


REPORT = {
    "total_instances": 5, "submitted_ids": ["a", "b", "c", "d"], "completed_ids": ["a", "b"],
    "resolved_ids": ["a"], "unresolved_ids": ["b"], "empty_patch_ids": ["c"],
    "error_ids": ["d"], "incomplete_ids": ["e"], "schema_version": 2,
}  # fmt: skip


def test_swe_bench_knows_what_was_never_submitted(tmp_path: Path) -> None:
    made = run(tmp_path / "r", written(tmp_path / "m.run1.json", REPORT))
    assert made.report["format"] == "swe-bench"
    assert made.given("m.run1") == ["unrecorded", "unrecorded", "empty", "failed", "missing"]
    assert made.scores("m.run1") == [1, 0, 0, 0, None]
    one = {"z": {"patch_is_None": False, "patch_successfully_applied": True, "resolved": True}}
    made = run(tmp_path / "s", written(tmp_path / "run/model/z/report.json", one))
    assert made.scores("model") == [1]


def test_alpacaeval_preferences_are_shares_of_one(tmp_path: Path) -> None:
    rows = [
        {"instruction": said, "output_1": "x", "output_2": "y", "generator_1": "ref",
         "generator_2": "m", "annotator": "a", "dataset": "d", "preference": preference}
        for said, preference in (
            ("q", 1), ("p", 2.0), ("r", 1.5), ("s", 0), ("t", 1.25), ("q", 2), ("u", None),
            ("v", 3))
    ]  # fmt: skip
    made = run(tmp_path / "r", written(tmp_path / "annotations.json", rows))
    assert made.report["format"] == "alpacaeval"
    half = Fraction(1, 2)
    assert made.scores("m") == [0, 1, half, half, Fraction(1, 4), 1]
    assert made.report["lost"]["the annotator gave no preference between 1 and 2"]["lines"] == 2


def lm_row(number: int, target: Any, responses: Any, **more: Any) -> dict[str, Any]:
    doc = {"question": f"q{number}", "choices": ["1", "2", "3"]}
    return {"doc_id": number, "doc": doc, "target": target, "filtered_resps": responses,
            "filter": "none"} | more  # fmt: skip


def test_lm_eval_targets_are_positions_or_texts_and_never_guessed(tmp_path: Path) -> None:
    likely = [["-3", "False"], ["-1", "False"], ["-" + "9" * 400, "False"]]
    rows = [
        lm_row(0, 1, likely),
        lm_row(1, "B", likely),
        lm_row(2, "2", likely, acc=1.0),
        lm_row(3, "2", likely),
        lm_row(4, "²", likely),
        lm_row(5, "9" * 5000, likely),
        lm_row(6, "3", likely, acc=0.0),
        lm_row(7, 0, [[float("nan"), "False"]] * 3),
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    made = run(tmp_path / "r", "lm-eval", written(tmp_path / "m/samples_t.jsonl", text))
    assert made.records is not None
    golds = {item.item: item.gold for item in made.records.items.values()}
    assert golds == {"t/0": "B", "t/1": "B", "t/2": "B", "t/6": "C", "t/7": "A"}
    assert made.given("m/none") == ["B", "B", "B", "B", "unreadable"]
    assert {reason: each["lines"] for reason, each in made.report["lost"].items()} == {
        "the target is not among the choices": 2,
        "the target is a position and the text of another choice": 1,
    }


CSV = "id,key,pred,model,subject\nq1,A,(a),m,=1+1\nq2,B,hm,m,<b>\nq1,A,,n,=1+1\nq2,B,B,n,<b>\n"
MAP = {"item": "id", "gold": "key", "answer": "pred", "run": "model", "topic": "subject"}


@pytest.mark.parametrize("name", ["lm-eval", "inspect", "vlmevalkit", "csv", "swe-bench"])
def test_from_each_log_to_a_green_check_that_notices_a_digit(tmp_path: Path, name: str) -> None:
    words: dict[str, list[str]] = {
        "lm-eval": [str(next((LOGS / "lm-eval").glob("samples_zoo_pets*")))],
        "inspect": [str(LOGS / "inspect" / "2-epochs.json")],
        "vlmevalkit": [str(tsv(tmp_path / "m.tsv", vlm_rows(lambda shift, gold: gold)))],
        "swe-bench": [str(written(tmp_path / "m.json", REPORT))],
        "csv": [str(written(tmp_path / "log.csv", CSV)), *maps(**MAP)],
    }
    folder = tmp_path / name
    assert run(folder / "records", name, *words[name]).code == 0
    assert main(["init", str(folder)]) == 0
    assert main(["snapshot", str(folder), "--quiet"]) == 0
    verify = ["verify", str(folder), "--out", str(folder / "report"), "--quiet"]
    assert main(verify) == 0
    path = folder / "printed/table-1.csv"
    text = path.read_text("utf-8")
    digit = text[text.rindex(".") + 1]
    path.write_text(text.replace("." + digit, "." + str((int(digit) + 3) % 10)), "utf-8")
    assert main(verify) == 1


def test_statuses_are_told_apart(tmp_path: Path) -> None:
    made = run(tmp_path / "r", "csv", written(tmp_path / "log.csv", CSV), *maps(**MAP))
    found = [made.answers(name)[q].status for name in "mn" for q in ("q1", "q2")]
    assert found == [Status.VALID, Status.UNREADABLE, Status.EMPTY, Status.VALID]
    assert made.records is not None
    assert made.records.items["q1"].attributes == {"topic": "=1+1"}


def test_lm_eval_a_document_that_was_changed_is_another_question(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    likely = [["-3", "False"], ["-1", "False"], ["-4", "False"]]
    changed = lm_row(0, 1, likely) | {"doc": {"question": "other", "choices": ["1", "2", "3"]}}
    for name, row in (("m1", lm_row(0, 1, likely)), ("m2", changed)):
        written(
            tmp_path / name / "samples_t.jsonl", json.dumps(row | {"doc_hash": "a" * 64}) + "\n"
        )
    made = run(tmp_path / "r", tmp_path / "m1", tmp_path / "m2")
    refused(made, "has another question", capsys)
    made = run(tmp_path / "s", tmp_path / "m1", tmp_path / "m2", "--same-id", "separate")
    assert made.report["notes"]["documents whose doc_hash is not that of the document"] == 2
    assert made.report["missing"] == {}


def test_lm_eval_says_how_many_documents_no_file_names(tmp_path: Path) -> None:
    likely = [["-3", "False"], ["-1", "False"], ["-4", "False"]]
    written(tmp_path / "m" / "samples_t.jsonl", json.dumps(lm_row(0, 1, likely)) + "\n")
    results = {"results": {"t": {"acc,none": 1}}, "configs": {}, "versions": {},
               "n-samples": {"t": {"original": 9, "effective": 4}}}  # fmt: skip
    written(tmp_path / "m" / "results_1.json", results)
    made = run(tmp_path / "r", tmp_path / "m")
    assert made.report["notes"] == {"items that a log counts as asked and none names": 3}


def test_lm_eval_documents_without_numbers_are_told_apart_by_how_often_they_came(
    tmp_path: Path,
) -> None:
    likely = [["-3", "False"], ["-1", "False"], ["-4", "False"]]
    rows = [{k: v for k, v in lm_row(0, 1, likely).items() if k != "doc_id"}] * 3
    path = written(tmp_path / "m" / "samples_t.jsonl", "".join(json.dumps(r) + "\n" for r in rows))
    assert len(run(tmp_path / "r", path).answers("m/none")) == 3
