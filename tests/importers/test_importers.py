"""Each importer on a small log of our own making: read, lost, refused; then verified."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.errors import RecordError, UsageError
from fe_core.records.directory import load
from fe_core.records.model import Status
from fe_core.scoring.outcomes import Outcome, outcomes
from fe_core.scoring.rotation import identities
from offline_reproduction.cli.main import main
from offline_reproduction.importers import csv_lines, inspect_log, json_lines, lm_eval, vlmevalkit
from offline_reproduction.importers.imported import Options
from offline_reproduction.importers.letters import option


def lm_samples(folder: Path) -> Path:
    """Two questions, two filters of a generated answer, and one by likelihood."""
    doc = {"question": "?", "choices": ["cat", "dog", "owl"]}
    rows = [
        {"doc_id": 0, "doc": doc, "target": 1, "filter": "none",
         "filtered_resps": [["-2.5", "False"], ["-0.5", "True"], ["-9.0", "False"]]},
        {"doc_id": 1, "doc": doc | {"question": "!"}, "target": "C", "filter": "none",
         "filtered_resps": [[-1.0, False], [-2.0, False], [float("-inf"), False]]},
        {"doc_id": 1, "doc": doc | {"question": "!"}, "target": "C", "filter": "strict",
         "filtered_resps": ["(C)"]},
        {"doc_id": 0, "doc": doc, "target": 1, "filter": "strict",
         "filtered_resps": ["either B or C"]},
        {"doc_id": 2, "doc": {"question": "free"}, "target": "x", "filtered_resps": ["x"]},
    ]  # fmt: skip
    path = folder / "model-x" / "samples_animals_2026-01-02T03-04-05.678.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def inspect_json(**change: Any) -> dict[str, Any]:
    def sample(name: str, epoch: int, answer: str) -> dict[str, Any]:
        return {
            "id": name, "epoch": epoch, "choices": ["cat", "dog"], "target": "B",
            "scores": {"choice": {"value": "C", "answer": answer}},
        }  # fmt: skip

    samples = [
        sample("q1", 1, "B"),
        sample("q1", 2, "A"),
        sample("q2", 1, ""),
        sample("q2", 2, "B"),
    ]
    samples.append({"id": "q3", "epoch": 1, "target": "free text"})
    log = {"status": "success", "eval": {"task": "pets", "model": "m/x"}, "samples": samples}
    return log | change


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


def test_lm_eval_keeps_filters_apart_and_joins_by_document(tmp_path: Path) -> None:
    made = lm_eval.read([lm_samples(tmp_path)], Options())
    records = made.records()
    likely, strict = (outcomes(records, f"model-x/{name}") for name in ("none", "strict"))
    first, second = records.items
    assert records.items[first].attributes == {"task": "animals"}
    assert likely == {first: Outcome.RIGHT, second: Outcome.WRONG}
    assert strict == {second: Outcome.RIGHT, first: Outcome.UNREADABLE}
    assert made.loss()["dropped"] == {"no choices: not a multiple-choice sample": 1}
    assert made.loss()["unreadable"] == 1


def test_lm_eval_refuses_a_file_that_is_something_else(tmp_path: Path) -> None:
    path = tmp_path / "samples_x.jsonl"
    path.write_text('{"doc": {}, "target": 0}\n', "utf-8")
    with pytest.raises(RecordError, match=r"samples_x\.jsonl:1: no field 'filtered_resps'"):
        lm_eval.read([path], Options())


def test_inspect_keeps_epochs_and_what_the_scorer_recorded(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(inspect_json()), "utf-8")
    made = inspect_log.read([path], Options())
    records = made.records()
    assert outcomes(records, "m/x/epoch-1") == {"pets/q1": Outcome.RIGHT, "pets/q2": Outcome.EMPTY}
    assert outcomes(records, "m/x/epoch-2") == {"pets/q1": Outcome.WRONG, "pets/q2": Outcome.RIGHT}
    assert made.loss()["dropped"] == {"no choices: not a multiple-choice sample": 1}


def test_inspect_archives_read_like_the_json_log(tmp_path: Path) -> None:
    log = inspect_json()
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        header = {key: log[key] for key in ("status", "eval")}
        archive.writestr("header.json", json.dumps(header))
        for number, sample in enumerate(log["samples"]):
            archive.writestr(f"samples/{number}.json", json.dumps(sample))
    plain = tmp_path / "log.json"
    plain.write_text(json.dumps(log), "utf-8")
    one, other = (inspect_log.read([each], Options()).records() for each in (path, plain))
    assert one == other


def test_an_archive_bomb_is_refused_within_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspect_log, "LARGEST_MEMBER", 1000)
    path = tmp_path / "bomb.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", " " * 1_000_000)
    with pytest.raises(RecordError, match="is larger than 1000 bytes"):
        inspect_log.read([path], Options())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is not JSON"),
        ("[]", "an object is needed"),
        ("{}", "is it an Inspect log"),
        (json.dumps(inspect_json(status="error")), "only finished logs"),
        (json.dumps(inspect_json(samples=[3])), "is no sample"),
        ("[" * 200_000, "nests too deep"),
    ],
)
def test_inspect_refuses_what_is_no_finished_log(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "log.json"
    path.write_text(text, "utf-8")
    with pytest.raises(RecordError, match=said):
        inspect_log.read([path], Options())


def test_vlmevalkit_reads_the_shift_off_the_options(tmp_path: Path) -> None:
    path = tsv(tmp_path / "Qwen.tsv", vlm_rows(lambda shift, gold: f"{gold}."))
    records = vlmevalkit.read([path], Options()).records()
    assert records.rotations("Qwen") == (0, 1, 2)
    chosen = [identities(records, "Qwen", rotation)["7"] for rotation in range(3)]
    assert chosen == ["B", "B", "B"]


def test_vlmevalkit_keeps_none_and_na_as_texts(tmp_path: Path) -> None:
    path = tsv(tmp_path / "m.tsv", vlm_rows(lambda shift, gold: "None")[:1])
    sheet = vlmevalkit.read([path], Options()).records().sheet("m")
    assert sheet.answers["7"].answer == "C"


def test_vlmevalkit_reads_sheets_like_tsv(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    rows = vlm_rows(lambda shift, gold: gold)
    book = openpyxl.Workbook()
    book.active.append(list(rows[0]))
    for row in rows:
        book.active.append([int(row["index"]), *list(row.values())[1:]])
    book.save(tmp_path / "m.xlsx")
    one = vlmevalkit.read([tmp_path / "m.xlsx"], Options()).records()
    other = vlmevalkit.read([tsv(tmp_path / "m.tsv", rows)], Options()).records()
    assert one.sheets == other.sheets


def test_a_missing_or_repeated_rotation_is_an_error_and_never_a_score(tmp_path: Path) -> None:
    rows = vlm_rows(lambda shift, gold: gold)
    with pytest.raises(RecordError, match=r"question 7 has rotations \[0, 1\], needs all of 3"):
        vlmevalkit.read([tsv(tmp_path / "a.tsv", rows[:2])], Options())
    twice = [*rows, rows[1] | {"index": str(7 + 3_000_000)}]
    with pytest.raises(RecordError, match="comes twice at rotation 1"):
        vlmevalkit.read([tsv(tmp_path / "b.tsv", twice)], Options())
    wrong = [rows[0], rows[1] | {"A": "bird"}, rows[2]]
    with pytest.raises(RecordError, match="no rotation of question 7"):
        vlmevalkit.read([tsv(tmp_path / "c.tsv", wrong)], Options())
    gold = [rows[0], rows[1] | {"answer": "C"}, rows[2]]
    with pytest.raises(RecordError, match="is not the option that"):
        vlmevalkit.read([tsv(tmp_path / "d.tsv", gold)], Options())


MAP = {"item": "id", "gold": "key", "answer": "pred", "run": "model", "topic": "subject"}
CSV = "id,key,pred,model,subject\nq1,A,(a),m,=1+1\nq2,B,hm,m,<b>\nq1,A,,n,=1+1\nq2,B,B,n,<b>\n"


def test_csv_under_a_column_map(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(CSV, "utf-8")
    records = csv_lines.read([path], Options(columns=MAP)).records()
    assert records.items["q1"].attributes == {"topic": "=1+1"}
    found = [records.sheet(run).answers[q].status for run in "mn" for q in ("q1", "q2")]
    assert found == [Status.VALID, Status.UNREADABLE, Status.EMPTY, Status.VALID]


def test_jsonl_under_a_column_map_equals_csv(tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(CSV)))
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (tmp_path / "log.csv").write_text(CSV, "utf-8")
    one = json_lines.read([path], Options(columns=MAP)).records()
    assert one == csv_lines.read([tmp_path / "log.csv"], Options(columns=MAP)).records()


@pytest.mark.parametrize(
    ("text", "columns", "error", "said"),
    [
        (CSV, {"item": "id"}, UsageError, "--map must name the column of 'gold'"),
        (CSV, MAP | {"gold": "x"}, RecordError, "no column 'x'"),
        ("id,id\n1,2\n", MAP, RecordError, "must name each column once"),
        ("id,key,pred,model,subject\nq1,A\n", MAP, RecordError, ":2: 2 fields, the header has 5"),
        (CSV + "q1,B,A,o,x\n", MAP, RecordError, "item='q1' differs from"),
        (CSV + "q1,A,A,m,=1+1\n", MAP, RecordError, "answers item='q1' twice"),
        ("id,key\n" + "x" * 2_000_000, MAP, RecordError, "field larger than"),
    ],
)
def test_csv_refuses_what_it_cannot_trust(
    tmp_path: Path, text: str, columns: dict[str, str], error: type[Exception], said: str
) -> None:
    path = tmp_path / "log.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(error, match=said):
        csv_lines.read([path], Options(columns=columns)).records()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("B", "B"), ("b", "B"), ("(b)", "B"), ("**B**", "B"), ("B.", "B"), (" B\n", "B"),
        ("dog", "B"), ("Dog.", "B"), ("B. dog", "B"), ("B) dog", "B"), ("B. cat", None),
        ("A or B", None), ("not B", None), ("", None), ("E", None), ("the", None),
        ("a dog", None), ("B" * 3000, None), ("Because", None),
    ],
)  # fmt: skip
def test_letters_are_read_strictly(text: str, wanted: str | None) -> None:
    assert (
        option(text, "ABCD", dict(zip("ABCD", ("cat", "dog", "owl", "elk"), strict=True))) == wanted
    )


@given(st.text(max_size=60))
def test_an_option_is_an_option_or_nothing(text: str) -> None:
    assert option(text, "ABCD", {"A": "x", "B": "y"}) in (None, *"ABCD")


def test_from_each_log_to_a_green_check_that_notices_a_digit(tmp_path: Path) -> None:
    inspect_path = tmp_path / "log.json"
    inspect_path.write_text(json.dumps(inspect_json()), "utf-8")
    (tmp_path / "log.csv").write_text(CSV, "utf-8")
    maps = [word for name, column in MAP.items() for word in ("--map", f"{name}={column}")]
    logs = {
        "lm-eval": [str(lm_samples(tmp_path))],
        "inspect": [str(inspect_path)],
        "vlmevalkit": [str(tsv(tmp_path / "m.tsv", vlm_rows(lambda shift, gold: gold)))],
        "csv": [str(tmp_path / "log.csv"), *maps],
    }
    for name, words in logs.items():
        folder = tmp_path / name
        assert main(["import", name, *words, "--out", str(folder / "records"), "--quiet"]) == 0
        assert load(folder / "records").items
        assert json.loads((folder / "records/import-report.json").read_text("utf-8"))["items"]
        assert main(["init", str(folder)]) == 0
        assert main(["snapshot", str(folder), "--quiet"]) == 0
        verify = ["verify", str(folder), "--out", str(folder / "report"), "--quiet"]
        assert main(verify) == 0
        path = folder / "printed/table-1.csv"
        text = path.read_text("utf-8")
        digit = text[text.rindex(".") + 1]
        changed = text.replace("." + digit, "." + str((int(digit) + 3) % 10))
        path.write_text(changed, "utf-8")
        assert main(verify) == 1
