"""The release as read once, its report, and a made-up miniature of its layout."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fe_core.records.directory import silent
from fe_core.reporting.report import StudyReport
from offline_reproduction.papers.visonlyqa import evidence as reading
from offline_reproduction.papers.visonlyqa.catalogue import (
    FINE_TUNED,
    MODELS,
    PROMPTS,
    TASKS,
    Task,
    model,
)
from offline_reproduction.papers.visonlyqa.study import STUDY
from offline_reproduction.study.paper import Settings
from offline_reproduction.study.pipeline import judge_study

QUESTIONS = 3


@pytest.fixture(scope="session")
def evidence(visonlyqa_release: Path) -> reading.Evidence:
    return reading.load(visonlyqa_release, silent)


@pytest.fixture(scope="session")
def report(visonlyqa_release: Path) -> StudyReport:
    return judge_study(STUDY, visonlyqa_release, Settings())


def question(task: Task, number: int) -> dict[str, Any]:
    many = task.key == "chemistry__shape_multi"
    letters = ["a", "b", "c"] if number % 2 else "['a', 'b', 'c']"
    text = f"What is shown in figure {number} of {task.id}?"
    return {
        "image_path": f"images/{task.key}/{number}.png",
        "question": text,
        "answer": "a,c" if many else "b",
        "prompt_reasoning": f"{text} Explain.",
        "prompt_no_reasoning": f"{text} Answer only.",
        "question_type": "multiple_answers" if many else "single_answer",
        "response_options": letters,
        "source": "made up",
        "id": f"{task.key}-{number}",
    }


def answers(task: Task, prompt: str) -> list[dict[str, Any]]:
    asked = [question(task, number) for number in range(QUESTIONS)]
    return [
        {
            "prompt": f"<image>\n{q[f'prompt_{prompt}']}",
            "response": q["answer"],
            "y_pred": q["answer"],
            "y_true": q["answer"],
        }
        for q in asked
    ]


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


@pytest.fixture
def miniature(made_up: tuple[Path, dict[Path, bytes]]) -> Iterator[Path]:
    """A whole release with three made-up questions a task, everybody always right."""
    root, contents = made_up
    yield root
    for path in set(root.rglob("*")) - set(contents):
        if path.is_file():
            path.unlink()
    for path, data in contents.items():
        if not path.is_file() or path.read_bytes() != data:
            path.write_bytes(data)


@pytest.fixture(scope="session")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[Path, bytes]]:
    root = tmp_path_factory.mktemp("visonlyqa") / "release"
    for task in TASKS:
        asked = [question(task, number) for number in range(QUESTIONS)]
        write(root / f"dataset/test/{task.split}/{task.key}.jsonl", asked)
        for prompt in PROMPTS.values():
            place = root / f"results/model_responses/eval_{task.split}/{task.key}/prompt={prompt}"
            if prompt == "reasoning" and task.split == "synthetic":
                continue
            stems = [entry.stem for entry in MODELS]
            if prompt == "no_reasoning" and task.trained:
                stems += [f"{model(name).stem}_finetuned_{task.trained}" for name in FINE_TUNED]
            for stem in stems:
                write(place / f"{stem}.jsonl", answers(task, prompt))
    for split in ("real", "synthetic"):
        sheets = {
            f"('{task.key}', {annotator})": {
                "accuracy": 1.0,
                "annotations": {
                    "y_true": ["TRUE", "b"],
                    "y_pred": ["True", "b"],
                    "correct_list": [1, 1],
                },
            }
            for task in TASKS
            if task.split == split
            for annotator in range(2)
        }
        path = root / f"results/human_performance/{split}_human_performance.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(sheets, indent=1), "utf-8")
    return root, {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.fixture
def edit(miniature: Path) -> Callable[[str, Callable[[str], str]], Path]:
    """Change one file of the miniature."""

    def change(name: str, edit: Callable[[str], str]) -> Path:
        path = miniature / name
        path.write_text(edit(path.read_text("utf-8")), "utf-8")
        return miniature

    return change
