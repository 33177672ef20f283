"""Files, a format and a command line → an import: the one way that lines take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from offline_reproduction.answers.read import named
from offline_reproduction.importers import SAME, asked
from offline_reproduction.importers.choices import is_short
from offline_reproduction.importers.columns import Columns
from offline_reproduction.importers.containers import files
from offline_reproduction.importers.lines import Asked, Line, Note, Options
from offline_reproduction.importers.recognise import importer, recognise
from offline_reproduction.importers.report import Import
from offline_reproduction.importers.values import text
from offline_reproduction.importers.writer import Writer

MOST_LABELS = 30
"""Different right answers up to which they are taken for the options of a classification."""


def collect(format_name: str, paths: Sequence[Path], options: Options) -> Import:
    """Read all files. format_name: "" to tell it from the first file's content.

    Raises UsageError for a command line that does not fit the files, RecordError for files that are
    damaged or contradict themselves or each other.
    """
    name = SAME.get(format_name, format_name)
    if not name:
        name = next((recognise(file) for file in files(paths)), "mapped")
    if name == "mapped":
        options = _with_labels(paths, _with_run(paths, options))
    writer, unread = _read(name, paths, options)
    if options.labels:
        writer.notes[f"options: the right answers that occur ({_some(options.labels)})"] = 1
    writer.check()
    asked.check_groups({item: made for item, (_, made) in writer.items.items()})
    asked.check_rotations(writer)
    questions, taken = asked.asked_of(writer, options.asked)
    return Import(
        name,
        not format_name,
        named(options.answers, options.numbers),
        writer,
        questions,
        taken,
        unread,
    )


def _read(name: str, paths: Sequence[Path], options: Options) -> tuple[Writer, list[str]]:
    module: Any = importer(name)
    columns, writer = Columns(options.columns), Writer(options)
    for number, file in enumerate(files(paths)):
        options.progress("reading files", number, max(number + 1, len(paths)))
        for line in module.read(file, options):
            if isinstance(line, Line):
                columns.look(line.node, module.READ, line.fields.get("read", ()))
                writer.add(line.place, columns.over(line, file))
            elif isinstance(line, Asked):
                writer.ask(line)
            else:
                _note(writer, line)
    columns.check()
    return writer, sorted(columns.unread)


def _some(labels: Sequence[str]) -> str:
    return ", ".join(label[:40] for label in labels[:12]) + (", …" if len(labels) > 12 else "")


def _note(writer: Writer, note: Note) -> None:
    writer.notes[note.text] += 1


def _with_run(paths: Sequence[Path], options: Options) -> Options:
    """`run=path`: the folder, where file names repeat from folder to folder; else the file."""
    if options.columns.get("run") != "@path":
        return options
    found = [(file.path.parent, file.path.name) for file in files(paths)]
    folders, names = {folder for folder, _ in found}, {name for _, name in found}
    by_folder = len(folders) > 1 and len(names) < len(found)
    return replace(options, columns={**options.columns, "run": "@folder" if by_folder else "@file"})


def _with_labels(paths: Sequence[Path], options: Options) -> Options:
    """Without `options`, the right answers that occur are the labels, if they are few and short.

    Then what answers say cannot make a label; where they are many, the questions are open.
    """
    columns = options.columns
    if "gold" not in columns or "answer" not in columns or "options" in columns:
        return options
    golds: set[str] = set()
    gold = Columns({"gold": columns["gold"]})
    for line, file in _lines(paths, options):
        value = gold.over(line, file).get("gold")
        for each in value if isinstance(value, list) else [value]:
            golds.add(text(each))
        if len(golds) > MOST_LABELS + 1:
            return options
    gold.check()
    labels = tuple(sorted(golds - {""}))
    return replace(options, labels=labels) if all(map(is_short, labels)) else options


def _lines(paths: Sequence[Path], options: Options) -> Any:
    for file in files(paths):
        for line in importer("mapped").read(file, options):
            yield line, file
