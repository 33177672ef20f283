"""Dataset lines → questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from fe_core.errors import RecordError
from fe_core.records.gate import Row
from fe_core.records.lines import rows
from offline_reproduction.papers.visonlyqa.catalogue import PROMPTS, Task
from offline_reproduction.papers.visonlyqa.importer.literals import options

MANY = "multiple_answers"
NEEDED = ("question", "answer", "prompt_reasoning", "prompt_no_reasoning", "question_type",
          "response_options", "image_path", "id")  # fmt: skip


class Question(NamedTuple):
    """One question of the release.

    item: `real/geometry__triangle/12`, the line in the task's file. answer: the gold as released,
    `a,c` where several options are right. prompts: our word for a prompt → its text.
    """

    item: str
    task: Task
    text: str
    answer: str
    options: tuple[str, ...]
    many: bool
    image: str
    release_id: str
    source: str
    prompts: Mapping[str, str]

    @property
    def gold(self) -> str | list[str]:
        """The gold as records hold it."""
        return self.answer.split(",") if self.many else self.answer


def questions(text: str, task: Task, source: str) -> tuple[list[Question], list[str]]:
    """The questions of one task's file, or none and what is wrong with its lines."""
    found: list[Question] = []
    problems: list[str] = []
    seen: dict[str, str] = {}
    for number, row in enumerate(rows(text, source), 1):
        try:
            question = _question(row.value, task, number)
        except RecordError as error:
            problems.append(f"{row.place}: {error}")
            continue
        first = seen.setdefault(question.release_id, row.place)
        if first != row.place:
            problems.append(f"{row.place}: the same id as at {first}; remove one of the two lines")
        found.append(question)
    return ([] if problems else found), problems


def item_row(question: Question, place: str) -> Row:
    """The question as the gate takes it: no prompt, no text."""
    value = {
        "item": question.item,
        "gold": question.gold,
        "options": list(question.options),
        "select": "many" if question.many else "one",
        "split": question.task.split,
        "images": [question.image],
        "attributes": {
            "task": question.task.id,
            "subtask": question.task.column,
            "figure": question.task.column.split()[0],
        },
    }
    return Row(place, value)


def _question(value: Mapping[str, Any], task: Task, number: int) -> Question:
    for name in NEEDED:
        if name not in value:
            raise RecordError(f"no field {name!r}, has {sorted(value)}")
        if name != "response_options" and not (isinstance(value[name], str) and value[name]):
            raise RecordError(f"{name} must be a text that is not empty, got {value[name]!r:.60}")
    allowed, many, answer = (
        options(value["response_options"]),
        value["question_type"] == MANY,
        value["answer"],
    )
    if not set(answer.split(",") if many else [answer]) <= set(allowed):
        raise RecordError(f"answer={answer[:60]!r} is not among the options {list(allowed)}")
    return Question(
        f"{task.id}/{number}",
        task,
        value["question"],
        answer,
        allowed,
        many,
        value["image_path"],
        value["id"],
        str(value.get("source", "")),
        {kind: value[f"prompt_{prompt}"] for kind, prompt in PROMPTS.items()},
    )
