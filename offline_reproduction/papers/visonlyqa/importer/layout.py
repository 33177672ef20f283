"""Which files the release must hold, and where."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fe_core.errors import RecordError, together
from offline_reproduction.papers.visonlyqa.catalogue import (
    FINE_TUNED,
    MODELS,
    PROMPTS,
    TASKS,
    Task,
    model,
    run_id,
)

RESPONSES = "results/model_responses"
PEOPLE = {split: f"results/human_performance/{split}_human_performance.json"
          for split in ("real", "synthetic")}  # fmt: skip
OTHER_EXPERIMENT = "_text_"
"""Marks files of an experiment that the paper does not report."""


class AnswerFile(NamedTuple):
    """One file of answers: which run and task it holds, and its path below the release."""

    run: str
    model: str
    kind: str
    task: Task
    path: str


def check_is_release(folder: Path) -> None:
    """Raise RecordError for a folder that is no release, saying what to give instead."""
    if not folder.is_dir():
        raise RecordError(f"{folder}: is no directory; give the root of a clone of the release")
    missing = [name for name in ("dataset/test", RESPONSES) if not (folder / name).is_dir()]
    if missing:
        raise RecordError(
            f"{folder}: holds no {missing[0]}/; give the root of a clone of the VisOnlyQA "
            "release, which holds dataset/ and results/"
        )


def dataset_path(task: Task) -> str:
    """The path of a task's questions."""
    return f"dataset/test/{task.split}/{task.key}.jsonl"


def answer_files(folder: Path) -> tuple[AnswerFile, ...]:
    """Every file of answers that the paper reports, in the order of its tables.

    Raises RecordError with all files that are missing, or of which there is more than one.
    """
    problems: list[str] = []
    files = tuple(_expected(folder, problems))
    absent = [f"{folder / file.path}: is missing" for file in files
              if not (folder / file.path).is_file()]  # fmt: skip
    absent += [
        f"{folder / path}: is missing"
        for path in (*map(dataset_path, TASKS), *PEOPLE.values())
        if not (folder / path).is_file()
    ]
    if problems or absent:
        remedy = "; fetch the whole release again" if absent else ""
        raise RecordError(together([*absent, *problems]) + remedy)
    return files


def unused(folder: Path, files: tuple[AnswerFile, ...]) -> tuple[int, tuple[str, ...]]:
    """How many files the paper's other experiment has, and which further files are not read."""
    known = {file.path for file in files}
    paths = sorted(
        path.relative_to(folder).as_posix()
        for path in (folder / RESPONSES).glob("eval_*/*/prompt=*/*.jsonl")
    )
    others = [path for path in paths if path not in known]
    text = sum(OTHER_EXPERIMENT in path for path in others)
    return text, tuple(path for path in others if OTHER_EXPERIMENT not in path)


def _expected(folder: Path, problems: list[str]) -> Iterator[AnswerFile]:
    for entry in MODELS:
        for kind, prompt in PROMPTS.items():
            for task in TASKS:
                if kind == "direct" or task.split == "real":
                    path = f"{_place(task, prompt)}/{entry.stem}.jsonl"
                    run = run_id(kind, task.split, entry.name)
                    yield AnswerFile(run, entry.name, kind, task, path)
    for name in FINE_TUNED:
        for task in TASKS:
            if task.trained:
                found = _fine_tuned(folder, name, task, problems)
                run = run_id("fine-tuned", task.split, name)
                yield AnswerFile(run, name, "fine-tuned", task, found)


def _fine_tuned(folder: Path, name: str, task: Task, problems: list[str]) -> str:
    """The one file of a model fine-tuned on a task; its name ends in a date for some models."""
    place = _place(task, PROMPTS["direct"])
    stem = model(name).stem
    found = sorted(
        path.name
        for path in (folder / place).glob(f"{stem}_*{task.trained}*.jsonl")
        if OTHER_EXPERIMENT not in path.name
    )
    if len(found) > 1:
        problems.append(
            f"{folder / place}: {len(found)} files of {name} fine-tuned on {task.trained} "
            f"({', '.join(map(repr, found[:3]))}); keep the one that counts"
        )
    return f"{place}/{found[0] if found else f'{stem}_*{task.trained}*.jsonl'}"


def _place(task: Task, prompt: str) -> str:
    return f"{RESPONSES}/eval_{task.split}/{task.key}/prompt={prompt}"
