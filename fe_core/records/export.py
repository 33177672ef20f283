"""Records as the files of the kit's own layout: what `load` reads back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fe_core.records.manifest import manifest_text
from fe_core.records.model import Answer, Basis, Item, Records, Run, Sheet
from fe_core.records.scores import write_score

BASIS_NAMES = {Basis.RELEASED: "released", Basis.WITNESS: "witness", Basis.SUMMARY: "summary"}


def export(
    records: Records, study: str, *, source: str, licence: str, not_checked: Sequence[str] = ()
) -> dict[str, str]:
    """Relative path → text of every file, manifest included; one answers file per run.

    Raises KeyError for a basis that records cannot have.
    """
    basis = BASIS_NAMES[records.basis]
    rotated = {run for run, rotation in records.sheets if rotation}
    files = {
        "items.jsonl": text_of(item_object(item) for item in records.items.values()),
        "runs.jsonl": text_of(run_object(run, records) for run in records.runs()),
    }
    answers: dict[str, str] = {}
    for (run, _), sheet in records.sheets.items():
        path = answers_path(run)
        answers[path] = answers.get(path, "") + text_of(_answers(sheet, basis, run in rotated))
    files |= dict(sorted(answers.items()))
    files["manifest.json"] = manifest_text(
        study,
        basis,
        files,
        source=source,
        licence=licence,
        not_checked=not_checked,
        reading=records.reading,
        asked=records.asked,
    )
    return files


def answers_path(run: str) -> str:
    """Where a run's answers stand: in its name `/` becomes `--`, anything unusual `_`."""
    return f"answers/{file_name(run)}.jsonl"


def file_name(run: str) -> str:
    """A run's name as a file name, no longer than file systems like."""
    return "".join(
        character if character.isascii() and (character.isalnum() or character in ".-_") else "_"
        for character in run.replace("/", "--")
    ).lstrip(".")[:120]


def text_of(objects: Iterable[Mapping[str, Any]]) -> str:
    """JSON Lines, compact, one object a line."""
    return "".join(
        json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n" for value in objects
    )


def item_object(item: Item) -> dict[str, Any]:
    """An item as items.jsonl has it."""
    options: Any = dict(item.meanings) if item.meanings else list(item.options)
    value: dict[str, Any] = {"item": item.item, "gold": item.gold or None}
    optional = {
        "options": options,
        "select": "" if item.select == "one" else item.select,
        "group": item.group,
        "variant": item.variant,
        "split": item.split,
        "images": list(item.images),
        "attributes": dict(item.attributes),
    }
    return value | {name: given for name, given in optional.items() if given}


def run_object(run: Run, records: Records) -> dict[str, Any]:
    """A run as runs.jsonl has it."""
    value = {"run": run.run, "model": run.model}
    value |= {
        name: text
        for name, text in (
            ("setting", run.setting),
            ("mode", run.mode),
            ("repetition", run.repetition),
        )
        if text
    }
    return value | {"asked": _asked(run, records)}


def _asked(run: Run, records: Records) -> str | list[str]:
    splits = {records.items[item].split for item in run.asked}
    if len(splits) == 1:
        split = splits.pop()
        if run.asked == tuple(i.item for i in records.items.values() if i.split == split):
            return split
    return list(run.asked)


def _answers(sheet: Sheet, basis: str, rotated: bool) -> Iterable[dict[str, Any]]:
    for answer in sheet.answers.values():
        yield _answer(answer, sheet, basis, rotated)


def _answer(answer: Answer, sheet: Sheet, basis: str, rotated: bool) -> dict[str, Any]:
    value: dict[str, Any] = {
        "run": sheet.run.run,
        "item": answer.item,
        "answer": answer.answer,
        "status": answer.status.value,
        "basis": basis,
    }
    if answer.score is not None:
        value["score"] = write_score(answer.score)
    if answer.of is not None:
        value["of"] = write_score(answer.of)
    return value | ({"rotation": sheet.rotation} if rotated else {})
