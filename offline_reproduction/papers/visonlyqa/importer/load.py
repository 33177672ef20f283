"""The release → records, responses, the annotators' sheets, and notes on what was met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from fe_core.errors import RecordError, together
from fe_core.files import decode, read_below, sha256
from fe_core.records.directory import Progress
from fe_core.records.gate import Row, build
from fe_core.records.model import Basis, Records, Source
from offline_reproduction.papers.visonlyqa.catalogue import TASKS, Task
from offline_reproduction.papers.visonlyqa.importer import layout, version
from offline_reproduction.papers.visonlyqa.importer.people import Sheet, sheets
from offline_reproduction.papers.visonlyqa.importer.questions import Question, item_row, questions
from offline_reproduction.papers.visonlyqa.importer.responses import (
    Response,
    answer_row,
    responses,
    swappable,
)


@dataclass(frozen=True, slots=True)
class Release:
    """Everything that was read.

    caution: "" where the files are those of the commit that the findings were written for.
    """

    records: Records
    questions: tuple[Question, ...]
    responses: tuple[Response, ...]
    people: tuple[Sheet, ...]
    caution: str


class _Text(NamedTuple):
    text: str
    source: Source
    notes: tuple[str, ...]


def load(folder: Path, progress: Progress) -> Release:
    """Read a clone of the release.

    Raises RecordError with file, line and remedy: the first twenty problems, and how many more.
    """
    layout.check_is_release(folder)
    files = layout.answer_files(folder)
    reader = _Reader(folder)
    asked = {task.id: reader.questions(task) for task in TASKS}
    answered: list[Response] = []
    for done, file in enumerate(files):
        progress("visonlyqa: answers", done, len(files))
        answered += reader.responses(file, asked[file.task.id])
    people = tuple(sheet for split in layout.PEOPLE for sheet in reader.people(split))
    progress("visonlyqa: answers", len(files), len(files))
    if reader.problems:
        raise RecordError(together(reader.problems))
    return _release(folder, files, asked, answered, people, reader)


class _Reader:
    """Reads files one by one, keeping hashes, notes and problems."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sources: list[Source] = []
        self.notes: list[str] = []
        self.problems: list[str] = []

    def questions(self, task: Task) -> list[Question]:
        path = layout.dataset_path(task)
        try:
            found, problems = questions(self._text(path), task, path)
        except RecordError as error:
            self.problems.append(str(error))
            return []
        self._done(len(found), problems)
        return found

    def responses(self, file: layout.AnswerFile, asked: Sequence[Question]) -> list[Response]:
        try:
            found, problems = responses(self._text(file.path), file, asked)
        except RecordError as error:
            self.problems.append(str(error))
            return []
        self._done(len(found), problems if asked else [])
        return found

    def people(self, split: str) -> tuple[Sheet, ...]:
        path = layout.PEOPLE[split]
        try:
            found = sheets(self._text(path), split, path)
        except RecordError as error:
            self.problems.append(str(error))
            return ()
        self._done(sum(len(sheet.pairs) for sheet in found), [])
        return found

    def _text(self, path: str) -> str:
        data = read_below(self.folder, path)
        text, notes = decode(data, path)
        self.notes += notes
        self.sources.append(Source(path, sha256(data), 0))
        return text

    def _done(self, rows: int, problems: Sequence[str]) -> None:
        self.sources[-1] = self.sources[-1]._replace(rows=rows)
        self.problems += problems


def _release(
    folder: Path,
    files: tuple[layout.AnswerFile, ...],
    asked: Mapping[str, Sequence[Question]],
    answered: Sequence[Response],
    people: tuple[Sheet, ...],
    reader: _Reader,
) -> Release:
    every = tuple(question for task in TASKS for question in asked[task.id])
    sources = tuple(sorted(reader.sources))
    caution = version.caution(sources)
    notes = [caution or f"the files are those of the release's commit {version.COMMIT}"]
    notes += _notes(folder, files, asked, answered)
    records = build(
        (item_row(question, _place(question)) for question in every),
        _runs(files, asked),
        map(answer_row, answered),
        basis=Basis.RELEASED,
        sources=sources,
        notes=(*notes, *reader.notes),
    )
    return Release(records, every, tuple(answered), people, caution)


def _runs(
    files: Sequence[layout.AnswerFile], asked: Mapping[str, Sequence[Question]]
) -> Iterator[Row]:
    runs: dict[str, dict[str, object]] = {}
    items: dict[str, list[str]] = {}
    for file in files:
        runs.setdefault(
            file.run,
            {"run": file.run, "model": file.model, "setting": file.kind, "mode": "image"},
        )
        items.setdefault(file.run, []).extend(q.item for q in asked[file.task.id])
    for run, value in runs.items():
        yield Row(run, {**value, "asked": items[run]})


def _notes(
    folder: Path,
    files: tuple[layout.AnswerFile, ...],
    asked: Mapping[str, Sequence[Question]],
    answered: Sequence[Response],
) -> Iterator[str]:
    swaps = {task: swappable(questions) for task, questions in asked.items()}
    yield (
        f"answers join questions by position, verified by prompt and gold; {sum(swaps.values())} "
        f"of {sum(map(len, asked.values()))} questions share both with another question of their "
        "task, so that swapped lines there would go unseen: "
        + ", ".join(f"{task} {count}" for task, count in swaps.items() if count)
    )
    wrappers = Counter(
        (response.wrapper, response.file.model) for response in answered if any(response.wrapper)
    )
    for wrapper in sorted({key[0] for key in wrappers}):
        models = [model for other, model in wrappers if other == wrapper]
        count = sum(wrappers[wrapper, model] for model in models)
        yield (
            f"{count} prompts have {wrapper[0]!r} before and {wrapper[1]!r} after the dataset's "
            f"({', '.join(models)})"
        )
    listed = Counter(response.file.model for response in answered if response.listed)
    for model, count in listed.items():
        yield f"{count} responses of {model} are lists of one text; the text is used"
    text, others = layout.unused(folder, files)
    yield f"{text} files with {layout.OTHER_EXPERIMENT!r} in their names are not read: the paper \
does not report that experiment"
    if others:
        shown = ", ".join(map(repr, others[:5]))
        yield f"{len(others)} further files of answers are not read, among them {shown}"


def _place(question: Question) -> str:
    return f"{layout.dataset_path(question.task)}:{question.item.rsplit('/', 1)[1]}"
