"""A writer's lines as a records folder: items and runs through the gate, answers as kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from fe_core.records.export import answers_path, item_object, run_object, text_of
from fe_core.records.gate import Row, build
from fe_core.records.manifest import manifest_text
from fe_core.records.model import Basis, Choice, Status
from fe_core.records.scores import write_score
from offline_reproduction.importers.items import Question
from offline_reproduction.importers.writer import Kept, Writer


def folder(
    writer: Writer,
    asked: Mapping[str, Sequence[str]],
    *,
    source: str,
    licence: str,
    reading: str,
    taken: str,
) -> dict[str, str]:
    """Relative path → text of every file of the records, manifest included.

    reading: the policy, with its version, under which answers were read. taken: where
    from it is known what was asked. Raises RecordError for items and runs that the schema does not
    allow.
    """
    items = [Row(place, item_row(made)) for place, made in writer.items.values()]
    extra = sorted({item for ids in asked.values() for item in ids} - set(writer.items))
    items += [Row(f"item {item}", {"item": item, "gold": None}) for item in extra]
    runs = [
        Row(f"run {run.run}", _without_empty(run._asdict()) | {"asked": list(asked[run.run])})
        for run in writer.runs.values()
    ]
    records = build(items, runs, (), basis=Basis.RELEASED)
    files = {
        "items.jsonl": text_of(item_object(item) for item in records.items.values()),
        "runs.jsonl": text_of(run_object(run, records) for run in records.runs()),
    }
    rotated = frozenset(r for answers in writer.answers.values() for _, r in answers)
    for run in writer.runs:
        path = answers_path(run)
        lines = "".join(_lines(run, writer, asked[run], rotated))
        files[path] = files.get(path, "") + lines
    files["manifest.json"] = manifest_text(
        "", "released", files, source=source, licence=licence, reading=reading, asked=taken
    )
    return files


def item_row(made: Question) -> dict[str, Any]:
    """An item as the schema has it."""
    gold: Any = list(made.gold) if isinstance(made.gold, tuple) else made.gold or None
    row: dict[str, Any] = {"item": made.item, "gold": gold}
    if made.choices.labels:
        row["options"] = list(made.choices.labels)
    if made.choices.many:
        row["select"] = "many"
    row |= _without_empty(dict(zip(("group", "variant", "split"), made.names, strict=True)))
    return row | ({"attributes": dict(made.attributes)} if made.attributes else {})


def _without_empty(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if value or name in ("run", "model")}


def _lines(
    run: str, writer: Writer, asked: Sequence[str], rotated: frozenset[int]
) -> Iterator[str]:
    """The answers of one run; rotations that only other runs were asked, as missing."""
    given = writer.answers.get(run, {})
    named = any(rotation for _, rotation in given) or len(rotated) > 1
    head = f'{{"run":{_quoted(run)},"item":'
    for (item, rotation), kept in given.items():
        yield f"{head}{_line(item, kept)}" + (f',"rotation":{rotation}}}\n' if named else "}\n")
    missing = Kept(None, Status.MISSING, None, None, "")
    for rotation in sorted(rotated - {r for _, r in given}) if named else ():
        for item in asked:
            if rotation < len(writer.items[item][1].choices.labels):
                yield f'{head}{_line(item, missing)},"rotation":{rotation}}}\n'


def _line(item: str, kept: Kept) -> str:
    answer = "null" if kept.answer is None else _quoted(kept.answer)
    text = f'{_quoted(item)},"answer":{answer},"status":"{kept.status.value}","basis":"released"'
    if kept.score is not None:
        text += f',"score":{_number(kept.score)}'
    if kept.of is not None:
        text += f',"of":{_number(kept.of)}'
    return text


@lru_cache(maxsize=1 << 16)
def _quoted(value: Choice) -> str:
    return json.dumps(value, ensure_ascii=False)


@lru_cache(maxsize=1 << 12)
def _number(value: Fraction) -> str:
    return json.dumps(write_score(value))
