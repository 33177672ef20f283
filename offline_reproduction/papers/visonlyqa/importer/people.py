"""The annotators' answers: one list for each task and annotator, without ids of questions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fe_core.errors import RecordError
from fe_core.records.lines import parse
from offline_reproduction.papers.visonlyqa.catalogue import Task, tasks_of

_KEY = re.compile(r"\('([a-z0-9_]{1,60})', (?:'average'|(\d{1,3}))\)")


class Sheet(NamedTuple):
    """One annotator's answers to one task: (gold, answer) pairs."""

    task: Task
    annotator: int
    pairs: tuple[tuple[str, str], ...]

    @property
    def right(self) -> int:
        """Answers equal to the gold; truth values are compared without regard to case."""
        return sum(same(gold, answer) for gold, answer in self.pairs)


def sheets(text: str, split: str, source: str) -> tuple[Sheet, ...]:
    """All annotators' sheets of one file, in its order.

    The file's own averages are not read. Raises RecordError where a list is missing or of another
    length, or where a mark differs from what gold and answer say.
    """
    tasks = {task.key: task for task in tasks_of(split)}
    found = []
    for key, value in parse(text, source).items():
        match = _KEY.fullmatch(key)
        if match is None:
            raise RecordError(f"{source}: key {key[:60]!r} must be ('task', annotator)")
        name, annotator = match.groups()
        if annotator is None:
            continue
        if name not in tasks:
            raise RecordError(f"{source}: key {key!r} names no task of the {split} split")
        pairs = _pairs(value, f"{source}: {key}")
        found.append(Sheet(tasks[name], int(annotator), pairs))
    return tuple(found)


def same(gold: str, answer: str) -> bool:
    """Whether an annotator's answer is the gold; `TRUE` and `True` are one answer."""
    return gold == answer or (gold.upper() in ("TRUE", "FALSE") and gold.upper() == answer.upper())


def mean_of_annotators(sheets: Sequence[Sheet]) -> Fraction | None:
    """The mean over annotators of their accuracies, each weighing the same; None without any."""
    shares = [Fraction(sheet.right, len(sheet.pairs)) for sheet in sheets]
    return sum(shares, Fraction(0)) / len(shares) if shares else None


def _pairs(value: Any, place: str) -> tuple[tuple[str, str], ...]:
    lists = value.get("annotations") if isinstance(value, Mapping) else None
    if not isinstance(lists, Mapping):
        raise RecordError(f"{place}: needs an object 'annotations'; fetch the file again")
    golds, answers, marks = (lists.get(name) for name in ("y_true", "y_pred", "correct_list"))
    for name, texts in (("y_true", golds), ("y_pred", answers)):
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise RecordError(f"{place}: {name} must be a list of texts; fetch the file again")
    assert isinstance(golds, list)
    assert isinstance(answers, list)
    if not isinstance(marks, list) or not 0 < len(golds) == len(answers) == len(marks):
        raise RecordError(f"{place}: y_true, y_pred and correct_list must be equally long")
    for number, (gold, answer, mark) in enumerate(zip(golds, answers, marks, strict=True), 1):
        if mark != int(same(gold, answer)):
            raise RecordError(
                f"{place}: answer {number} is marked {mark!r}, but gold={gold!r}, "
                f"answer={answer!r}; correct the one that is wrong"
            )
    return tuple(zip(golds, answers, strict=True))
