"""Results that others published, imported as they are and held against their own tables."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from fe_core.scoring.outcomes import Outcome, outcomes
from offline_reproduction.cli.main import main
from tests.importers.imports import maps, run, written

DATA = Path(os.environ.get("FE_PUBLIC_DATA", "/nowhere"))
pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="FE_PUBLIC_DATA names no folder of published results"
)

HEAD = """schema = "fe-study/1"
name = "{name}"
title = "{name}"
paper = ""
rounding = "{rounding}"
records = "records"
evidence = "{evidence}"
on_mismatch = "error"
"""


def csv_text(rows: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def verified(folder: Path, study: str, **printed: list[list[Any]]) -> list[dict[str, Any]]:
    """The entries of a study's report; printed: table → header and rows."""
    written(folder / "study.toml", study)
    for name, rows in printed.items():
        written(folder / "printed" / f"{name}.csv", csv_text(rows))
    code = main(["verify", str(folder), "--out", str(folder / "report"), "--quiet"])
    entries = json.loads((folder / "report/verification.json").read_text("utf-8"))["studies"][0][
        "entries"
    ]
    assert code in (0, 1), code
    assert (code == 0) == all(entry["verdict"] == "same" for entry in entries)
    return list(entries)


def differing(entries: list[dict[str, Any]]) -> list[tuple[str, str, str, str]]:
    return [
        (entry["row"], entry["column"], entry["printed"], str(entry["recomputed"]))
        for entry in entries
        if entry["verdict"] != "same"
    ]


def table(key: str, columns: dict[str, str], rows: dict[str, str]) -> str:
    """TOML of a table: columns and rows by printed name."""
    lines = ["[[tables]]", f'key = "{key}"', f'file = "printed/{key}.csv"', "[tables.columns]"]
    lines += [f"{json.dumps(name)} = {value}" for name, value in columns.items()]
    lines += ["[tables.rows]", *(f"{json.dumps(n)} = {json.dumps(v)}" for n, v in rows.items())]
    return "\n".join(lines) + "\n"


BLINK_RUNS = {
    "GPT-4o": "GPT4o", "GPT-4 Turbo": "GPT4Turbo", "GPT-4V(ision preview)": "GPT4V",
    "Claude 3 OPUS": "OPUS", "Gemini Pro 1.0": "GeminiProVision", "QwenVLMax": "QwenVLMax",
    "MiniGPT-4 v2": "MiniGPT-4-v2", "flamingov2": "flamingov2",
    "instructBLIP 7b": "instructblip_7b", "instructBLIP 13b": "instructblip_13b",
    "LLaVA internlm2 7b": "llava-internlm2-7b", "Yi VL 6B": "Yi_VL_6B", "Yi VL 34B": "Yi_VL_34B",
    "LLaVA-v1.5 7b-xtuner": "llava-v1.5-7b-xtuner",
    "LLaVA-v1.5 13b-xtuner": "llava-v1.5-13b-xtuner", "cogvlm-chat": "cogvlm-chat",
    "LLaVA v1.5 7b": "llava_v1.5_7b", "LLaVA v1.5 13b": "llava_v1.5_13b",
    "LLaVA-v1.6 34b": "llava-v1.6-34b",
}  # fmt: skip
BLINK_TASKS = {
    "Similarity": "Visual Similarity", "Count": "Counting", "Depth": "Relative Depth",
    "Jigsaw": "Jigsaw", "Art": "Art Style", "Fun.-Corr.": "Functional Correspondence",
    "Sem.-Corr.": "Semantic Correspondence", "Spatial": "Spatial Relation",
    "Local.": "Object Localization", "Vis.-Corr.": "Visual Correspondence",
    "Multi-view": "Multi-view Reasoning", "Reflect.": "Relative Reflectance",
    "Forensic": "Forensic Detection", "IQ": "IQ Test",
}  # fmt: skip


def test_blink_266_cells_and_the_averages_over_14_tasks(tmp_path: Path) -> None:
    folder = DATA / "BLINK_Benchmark/eval/saved_outputs"
    made = run(
        tmp_path / "records", folder, "--same-id", "separate", "--run-from", "path",
        *maps(item="val.*.idx", gold="val.*.answer", answer="val.*.prediction", task="@file",
              options="=A,B,C,D"),
    )  # fmt: skip
    assert made.code == 0
    assert made.report["lost"] == {}
    printed = list(
        csv.reader(
            io.StringIO((DATA / "blink-website/static/val_result.csv").read_text("utf-8-sig"))
        )
    )
    rows = [row for row in printed[1:] if row and row[0] in BLINK_RUNS]
    study = HEAD.format(name="blink", rounding="half-even", evidence="answer")
    for name, task in BLINK_TASKS.items():
        names = [task, task.replace(" ", "_")] if " " in task else [task]
        study += f'[metrics."{name}"]\nmetric = "accuracy"\nwhere = {{ task = {names} }}\n'
    study += f'[metrics.overall]\nmetric = "mean"\nof = {json.dumps(list(BLINK_TASKS))}\n'
    columns = {"Overall": '"overall"'} | {name: json.dumps(name) for name in BLINK_TASKS}
    study += table("results", columns, BLINK_RUNS)
    entries = verified(tmp_path, study, results=[printed[0], *rows])
    assert len(entries) == 19 * 15
    assert differing(entries) == []


MATHVISTA = {
    "question_type": "question_type", "answer_type": "answer_type",
    "language": "metadata.language", "source": "metadata.source",
    "category": "metadata.category", "task": "metadata.task", "context": "metadata.context",
    "grade": "metadata.grade", "skills": "metadata.skills",
}  # fmt: skip


def mathvista(out: Path, *more: str) -> Any:
    paths = sorted((DATA / "MathVista/results").glob("*/output_*.json"))
    attributes = {f"{name} of it": path for name, path in MATHVISTA.items()}
    return run(
        out, *paths, "--same-id", "separate", "--run-from", "path", "--answers", "text", *more,
        *maps(item="@key", gold="answer", options="choices", answer="extraction",
              score="true_false", **attributes),
    )  # fmt: skip


def test_mathvista_overall_and_by_attribute_for_every_run_by_recorded_scores(
    tmp_path: Path,
) -> None:
    made = mathvista(tmp_path / "records")
    assert made.records is not None
    scores = {}
    for run_of in made.records.runs():
        path = next((DATA / "MathVista/results").glob(
            f"*/{run_of.run.replace('output_', 'scores_')}.json"), None)  # fmt: skip
        if path and "template" not in path.name:
            scores[run_of.run] = json.loads(path.read_text("utf-8"))
    assert len(scores) >= 22
    study = HEAD.format(name="mathvista", rounding="half-even", evidence="score")
    study += '[metrics.all]\nmetric = "mean-score"\n'
    columns, header = {"average": '"all"'}, ["run", "average"]
    for name in MATHVISTA:
        for value in next(iter(scores.values()))[name]:
            title = f"{name}: {value}"
            where = (
                {f"{name} of it": value} if name != "skills" else {f"{name} of it:{value}": "yes"}
            )
            said = ", ".join(f"{json.dumps(k)} = {json.dumps(v)}" for k, v in where.items())
            columns[title] = f'{{ metric = "all", where = {{ {said} }} }}'
            header.append(title)
    study += table("scores", columns, {name: name for name in scores})
    printed = [header]
    for name, found in scores.items():
        cells = [found["average"]["accuracy"]]
        cells += [found[title.split(": ")[0]][title.split(": ")[1]]["accuracy"]
                  for title in header[2:]]  # fmt: skip
        printed.append([name, *cells])
    entries = verified(tmp_path, study, scores=printed)
    assert len(entries) == len(scores) * (len(header) - 1)
    overall = [entry for entry in entries if entry["column"] == "average"]
    assert {entry["verdict"] for entry in overall} == {"same"}
    assert differing(entries) == []


def test_mathvista_by_extraction_as_far_as_the_text_allows(tmp_path: Path) -> None:
    made = mathvista(tmp_path / "records")
    assert made.records is not None
    found = outcomes(made.records, "output_bard")
    right = sum(each is Outcome.RIGHT for each in found.values())
    recorded = sum(int(answer.score or 0) for answer in made.answers("output_bard").values())
    assert recorded == 348
    disagreeing = [c for c in made.report["recorded_scores"]["disagreeing_examples"] if "bard" in c]
    assert disagreeing
    assert 300 <= right <= 348


def test_mmlu_pro_overall_with_and_without_guesses(tmp_path: Path) -> None:
    made = run(
        tmp_path / "records", DATA / "MMLU-Pro/eval_results", "--same-id", "separate",
        "--run-from", "path",
        *maps(item="question_id", gold="answer", options="options", answer="pred",
              question="question"),
    )  # fmt: skip
    assert made.records is not None
    rows = {each.run: each.run for each in made.records.runs()}
    assert len(rows) == 8
    right = {
        name: sum(each is Outcome.RIGHT for each in outcomes(made.records, name).values())
        for name in rows
    }
    study = HEAD.format(name="mmlu-pro", rounding="half-even", evidence="answer")
    study += '[metrics.acc]\nmetric = "accuracy"\n' + table("overall", {"Acc": '"acc"'}, rows)
    printed = [["model", "Acc"], *([name, f"{100 * right[name] / 12032:.2f}"] for name in rows)]
    entries = verified(tmp_path, study, overall=printed)
    assert differing(entries) == []
    guessed = study.replace("[metrics.acc]", '[labels]\ninvalid = "chance"\n[metrics.acc]', 1)
    by_row = {entry["row"]: entry["recomputed"]
              for entry in verified(tmp_path, guessed, overall=printed)}  # fmt: skip
    name = "model_outputs_Meta-Llama-3-70B_5shots"
    assert by_row[name] == "52.74"
    name = "model_outputs_Meta-Llama-3_1-70B-Instruct_5shots"
    assert right[name] / 12032 < float(by_row[name]) / 100 < right[name] / 12032 + 0.0002


@pytest.mark.parametrize("task", ["gsm", "crux"])
def test_zeroeval_from_free_text_beside_its_own_summaries(tmp_path: Path, task: str) -> None:
    """`gsm` under its authors' convention; one row of theirs counts `$25,000` as another number."""
    folder = DATA / "ZeroEval/result_dirs"
    convention = ["--units", "*", *(["--first-number"] if task == "gsm" else [])]
    made = run(
        tmp_path / "records", folder / task, "--run-from", "path", "--answers", "text",
        "--asked", "answered", *convention,
        *maps(item="id", gold="answer", answer="output[0]"),
    )  # fmt: skip
    assert made.records is not None
    summary = {row["Model"]: row for row in json.loads(
        (folder / f"{task}.summary.json").read_text("utf-8"))}  # fmt: skip
    rows = {each.run: each.run for each in made.records.runs() if each.run in summary}
    study = HEAD.format(name=task, rounding="half-even", evidence="answer")
    study += '[metrics.acc]\nmetric = "accuracy"\n[metrics.n]\nmetric = "items"\n'
    study += table(task, {"Acc": '"acc"', "Total": '"n"'}, rows)
    printed = [["Model", "Acc", "Total"]]
    printed += [[name, summary[name]["Acc"], str(summary[name]["Total"])] for name in rows]
    entries = verified(tmp_path, study, **{task: printed})
    assert {e["verdict"] for e in entries if e["column"] == "Total"} == {"same"}
    apart = {row: float(ours) - float(said) for row, column, said, ours in differing(entries)
             if column == "Acc"}  # fmt: skip
    if task == "gsm":
        assert list(apart) == ["Yi-1.5-9B-Chat"]
    else:
        assert max(map(abs, apart.values())) < 3.5


def test_tau_bench_pass_1_to_4(tmp_path: Path) -> None:
    made = run(
        tmp_path / "records", DATA / "tau-bench/historical_trajectories/gpt-4o-airline.json",
        "--model", "gpt-4o", *maps(item="task_id", score="reward", repetition="trial"),
    )  # fmt: skip
    assert made.records is not None
    runs = [each.run for each in made.records.runs()]
    assert runs == [f"gpt-4o/{trial}" for trial in range(4)]
    text = (DATA / "tau-bench/README.md").read_text("utf-8")
    row = re.search(r"\| \[TC \(gpt-4o\)\][^|]*\|([^\n]*)\|", text)
    assert row is not None
    printed = [cell.strip() for cell in row[1].split("|")]
    study = HEAD.format(name="tau", rounding="half-even", evidence="score")
    for k in range(1, 5):
        study += f'[metrics.pass-{k}]\nmetric = "pass^k"\nk = {k}\nunit = "share"\n'
    columns = {f"Pass^{k}": f'"pass-{k}"' for k in range(1, 5)}
    study += table("airline", columns, {"gpt-4o": runs})  # type: ignore[dict-item]
    entries = verified(
        tmp_path, study, airline=[["Strategy", *columns], ["gpt-4o", *printed]]
    )  # fmt: skip
    assert [entry["recomputed"] for entry in entries] == ["0.420", "0.273", "0.220", "0.200"]
    assert differing(entries) == []
