"""lm-evaluation-harness: `samples_<task>_<date>.jsonl`, one file a task.

Multiple choice by likelihood: `filtered_resps` has one (log-likelihood, greedy) pair a choice and
the answer is the likeliest; ties go to the first, as the harness' own argmax does. Generated
answers: the filtered text is read strictly. Filters are kept apart, as runs of their own. Items
are known by the hash of their document, never by their position.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from json import dumps
from math import inf, isnan
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from fe_core.errors import RecordError
from fe_core.files import decode, read_bytes
from fe_core.records import lines
from offline_reproduction.importers.imported import Imported, Options
from offline_reproduction.importers.letters import option

_TASK = re.compile(r"samples_(.+?)(?:_\d{4}-\d\d-\d\dT[\d.:-]+)?")


def read(paths: Sequence[Path], options: Options) -> Imported:
    """Read the files. Raises RecordError with `file:line` for rows that are no samples."""
    made = Imported(options.split)
    for path in paths:
        match = _TASK.fullmatch(path.stem)
        task = match[1] if match else path.stem
        text, _ = decode(read_bytes(path), str(path))
        for row in lines.lenient_rows(text, str(path)):
            made.rows += 1
            _sample(made, row.place, row.value, task, options.model or path.parent.name or "model")
    return made


def _sample(made: Imported, place: str, sample: Mapping[str, Any], task: str, model: str) -> None:
    for name in ("doc", "target", "filtered_resps"):
        if name not in sample:
            raise RecordError(f"{place}: no field {name!r}; is this a samples_*.jsonl file?")
    digest = _hash(sample["doc"], sample.get("doc_hash"), place)
    item = f"{task}/{digest[:16]}"
    responses = sample["filtered_resps"]
    choices = _choices(sample, responses)
    if not choices:
        made.dropped["no choices: not a multiple-choice sample"] += 1
        return
    letters = tuple(ascii_uppercase[: len(choices)])
    meanings = dict(zip(letters, (_short(choice) for choice in choices), strict=True))
    gold = _gold(sample["target"], letters, meanings, sample["doc"])
    if gold is None:
        made.dropped["the target is not among the choices"] += 1
        return
    made.item(
        place,
        {"item": item, "gold": gold, "options": list(letters), "attributes": {"task": task}},
    )
    name = str(sample.get("filter", "none"))
    run = made.run(f"{model}/{name}", model, setting=name)
    answer, text = _answer(responses, letters, meanings)
    made.answer(place, run, item, answer, text=text)


def _hash(doc: Any, claimed: Any, place: str) -> str:
    """The harness' own hash where it is given and right, else ours."""
    text = dumps(doc, indent=2, default=str, ensure_ascii=False)
    ours = sha256(text.encode()).hexdigest()
    if claimed is None:
        return ours
    if not isinstance(claimed, str) or not re.fullmatch(r"[0-9a-f]{64}", claimed):
        raise RecordError(f"{place}: doc_hash={str(claimed)[:40]!r} is no SHA-256")
    return claimed


def _choices(sample: Mapping[str, Any], responses: Any) -> list[Any]:
    doc = sample["doc"] if isinstance(sample["doc"], Mapping) else {}
    given = doc.get("choices", doc.get("options"))
    if isinstance(given, Mapping):
        given = given.get("text")
    if isinstance(given, list) and 2 <= len(given) <= len(ascii_uppercase):
        return given
    if _likelihoods(responses) and 2 <= len(responses) <= len(ascii_uppercase):
        return [""] * len(responses)
    return []


def _likelihoods(responses: Any) -> bool:
    return isinstance(responses, list) and all(
        isinstance(pair, list) and len(pair) == 2 and str(pair[1]) in ("True", "False")
        for pair in responses
    )


def _gold(target: Any, letters: Sequence[str], meanings: Mapping[str, str], doc: Any) -> str | None:
    if isinstance(target, str) and target.strip().isdigit() and target.strip() not in letters:
        target = int(target)
    if type(target) is int:
        return letters[target] if 0 <= target < len(letters) else None
    return option(str(target), letters, meanings)


def _answer(
    responses: Any, letters: Sequence[str], meanings: Mapping[str, str]
) -> tuple[str | None, str]:
    if _likelihoods(responses) and len(responses) == len(letters):
        scores = [_score(pair[0]) for pair in responses]
        if max(scores) == -inf:
            return None, "no likelihood is a number"
        return letters[scores.index(max(scores))], ""
    text = responses[0] if isinstance(responses, list) and responses else responses
    while isinstance(text, list) and text:
        text = text[0]
    return option(str(text), letters, meanings), str(text)


def _score(value: Any) -> float:
    """Log-likelihoods are numbers or, in newer logs, texts; what is neither is never likeliest."""
    try:
        score = float(value)
    except (TypeError, ValueError):
        return -inf
    return -inf if isnan(score) else score


def _short(choice: Any) -> str:
    return " ".join(str(choice).split())[:400]
