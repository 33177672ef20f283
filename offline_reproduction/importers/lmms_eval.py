"""lmms-eval: `<date>_samples_<task>.jsonl`. It has no documents, so questions are told by `input`.

A metric is a number, or an object that holds one as `score`. Options are not in the log: yes/no
questions have theirs, any other is open unless `--map options==A,B,C,D` says what may be answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from offline_reproduction.importers.containers import File
from offline_reproduction.importers.documents import records
from offline_reproduction.importers.lines import Line, Options
from offline_reproduction.importers.values import text

READ = ("doc_id", "target", "filtered_resps", "filter", "input", "resps", "doc_hash")
_TASK = re.compile(r"(?:\d{8}_\d{6}_)?samples_(.+)|(.+)")
YES_NO = ("Yes", "No")


def recognises(keys: frozenset[str]) -> bool:
    """Whether these are keys of a sample without its document."""
    return {"doc_id", "target", "filtered_resps"} <= keys and "doc" not in keys


def read(file: File, options: Options) -> Iterator[Line]:
    """Samples as lines; what is no sample is counted as lost."""
    model = options.model or file.path.parent.name or "model"
    match = _TASK.fullmatch(file.path.stem)
    task = (match[1] or match[2]) if match else file.path.stem
    for placed in records(file, lambda node: True):
        value = placed.node.value
        if not isinstance(value, Mapping) or "filtered_resps" not in value:
            yield Line(placed.place, placed.node, {"lost": "no sample (no filtered_resps)"})
            continue
        yield Line(placed.place, placed.node, _fields(value, task, model))


def _fields(sample: Mapping[str, Any], task: str, model: str) -> dict[str, Any]:
    target, answer = sample.get("target"), sample["filtered_resps"]
    while isinstance(answer, list) and len(answer) == 1:
        answer = answer[0]
    setting = text(sample.get("filter", ""))
    run = f"{model}/{setting}" if setting and setting != "none" else model
    fields: dict[str, Any] = {
        "item": f"{task}/{text(sample.get('doc_id'))}", "gold": target, "answer": answer,
        "question": sample.get("input"), "task": task, "run": run, "model": model,
        "setting": setting,
    }  # fmt: skip
    if text(target).casefold() in ("yes", "no"):
        fields["options"] = list(YES_NO)
        fields["gold"] = text(target).capitalize()
    for name, value in sample.items():
        score = value.get("score") if isinstance(value, Mapping) else value
        if name not in READ and isinstance(score, int | float):
            fields["score"], fields["of"] = score, 1 if score in (0, 1) else None
            fields["read"] = (name,)
            break
    return fields
