"""Answer lines, joined to questions by position and verified by prompt and gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fe_core.errors import RecordError
from fe_core.records.gate import Row
from fe_core.records.lines import rows
from fe_core.records.model import Status
from offline_reproduction.papers.visonlyqa.importer.layout import AnswerFile
from offline_reproduction.papers.visonlyqa.importer.questions import Question

FIELDS = ("prompt", "response", "y_pred", "y_true")


class Response(NamedTuple):
    """One line of answers: what the model wrote, and what the authors' extractor read in it.

    text: the response; the only element where it is given as a list of one. wrapper: what stands
    before and after the dataset's prompt in the prompt that was sent.
    """

    question: Question
    file: AnswerFile
    line: int
    text: str
    extracted: str
    listed: bool
    wrapper: tuple[str, str]

    @property
    def place(self) -> str:
        """`file:line`."""
        return f"{self.file.path}:{self.line}"


def responses(
    text: str, file: AnswerFile, questions: Sequence[Question]
) -> tuple[list[Response], list[str]]:
    """The lines of one file, each joined to the question on the same line, and what is wrong.

    A file with more or fewer lines than questions is reported with the first line that does not
    belong to its question.
    """
    lines = list(rows(text, file.path))
    found: list[Response] = []
    problems: list[str] = []
    for number, (row, question) in enumerate(zip(lines, questions, strict=False), 1):
        try:
            found.append(_response(row.value, file, number, question))
        except RecordError as error:
            problems.append(f"{row.place}: {error}")
    if len(lines) != len(questions):
        problems = [
            *problems[:1],
            f"{file.path}:{min(len(lines), len(questions)) + 1}: has {len(lines)} lines for "
            f"{len(questions)} questions; a line is missing or doubled; fetch the file again",
        ]
    return found, problems


def answer_row(response: Response) -> Row:
    """The extracted answer as the gate takes it."""
    answer, status = reading(response.extracted, response.question)
    value = {
        "run": response.file.run,
        "item": response.question.item,
        "answer": answer,
        "status": status.value,
    }
    return Row(response.place, value)


def reading(extracted: str, question: Question) -> tuple[str | list[str] | None, Status]:
    """What the authors' extraction says, if it is an option; repairing nothing.

    Several options are `a,c`: sorted, each once, nothing between them but commas.
    """
    if not extracted.strip():
        return None, Status.EMPTY
    if not question.many:
        valid = extracted in question.options
        return (extracted, Status.VALID) if valid else (None, Status.UNREADABLE)
    chosen = extracted.split(",")
    if chosen == sorted(set(chosen)) and set(chosen) <= set(question.options):
        return chosen, Status.VALID
    return None, Status.UNREADABLE


def swappable(questions: Sequence[Question]) -> int:
    """Lines that share prompt and gold with another line, so that a swap would go unseen."""
    kinds = Counter((question.prompts["direct"], question.answer) for question in questions)
    return sum(count for count in kinds.values() if count > 1)


def _response(
    value: Mapping[str, Any], file: AnswerFile, number: int, question: Question
) -> Response:
    missing = [name for name in FIELDS if name not in value]
    if missing:
        raise RecordError(f"no field {missing[0]!r}, has {sorted(value)}")
    for name in ("prompt", "y_pred", "y_true"):
        if not isinstance(value[name], str):
            raise RecordError(f"{name} must be a text, got {type(value[name]).__name__}")
    if value["y_true"] != question.answer:
        raise RecordError(
            f"y_true={value['y_true'][:60]!r}, but the dataset's line {number} has "
            f"answer={question.answer!r}; lines join by position: restore the released order"
        )
    prompt = question.prompts["cot" if file.kind == "cot" else "direct"]
    before, found, after = value["prompt"].partition(prompt)
    if not found:
        raise RecordError(
            f"the prompt does not contain the dataset's (line {number}); "
            "lines join by position: restore the released order"
        )
    text, listed = _text(value["response"])
    return Response(question, file, number, text, value["y_pred"], listed, (before, after))


def _text(value: Any) -> tuple[str, bool]:
    if isinstance(value, str):
        return value, False
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        return value[0], True
    raise RecordError("response must be a text, or a list of one text")
