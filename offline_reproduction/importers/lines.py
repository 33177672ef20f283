"""What an importer yields: one line of evidence a time, as the log has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from offline_reproduction.answers.read import Numbers
from offline_reproduction.importers.containers import File
from offline_reproduction.importers.paths import Node

FIELDS = dict.fromkeys((
    "item", "gold", "answer", "score", "of", "run", "model", "setting", "repetition", "options",
    "group", "variant", "split", "rotation", "question", "task",
))  # fmt: skip
"""Fields that a path can be given for; any other name is an attribute of the item."""


NUMBERS = Numbers()
"""No unit, and no number but one that stands alone or is declared."""


class Line(NamedTuple):
    """One answer, score, or both, as the log has it; nothing is read or judged yet.

    place: `file:line`. node: the record, for paths of the command line. fields: values of FIELDS,
    and `attributes` (name → value), `many` (several options may be right), `status` (why there is
    no answer, where the log says so itself), `lost` (why this line cannot be used), `read` (further
    fields of the record that its format has read).
    """

    place: str
    node: Node
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says.

    columns: field → path, `=text`, or `@file` and the like. answers: the policy of reading them;
    numbers: its conventions for numbers.
    asked: "log", "union", or "answered": what a run was asked. labels: the options of all items
    that have none of their own. separate: the same id may be another question in another file.
    """

    model: str = ""
    split: str = "test"
    columns: Mapping[str, str] = field(default_factory=dict)
    answers: str = "strict"
    numbers: Numbers = NUMBERS
    asked: str = "log"
    labels: tuple[str, ...] = ()
    separate: bool = False
    progress: Callable[[str, int, int], None] = lambda what, done, total: None


class Asked(NamedTuple):
    """What a log says that a run was asked, of one task: ids, or only how many.

    fields: run, model, setting, repetition, as a line of that run has them.
    """

    fields: dict[str, Any]
    task: str
    items: tuple[str, ...] = ()
    size: int = 0


class Note(NamedTuple):
    """Something about a log that its reader should know; equal notes are counted."""

    text: str


Reader = Callable[[File, Options], Iterator[Line | Asked | Note]]
"""A format: the lines of evidence of one file, and what the file says was asked."""
