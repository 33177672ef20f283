"""lm-evaluation-harness: `samples_<task>_<date>.jsonl`, one file a task, and `results_<date>.json`.

Multiple choice by likelihood: `filtered_resps` has one (log-likelihood, greedy) pair a choice and
the answer is the likeliest; ties go to the first, as the harness' own argmax does. Generated
answers: the filtered text; where a filter keeps several, each is a repetition. Filters are kept
apart, as runs of their own. Items are known by their number in the task; the document's hash tells
whether two files mean the same one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from json import dumps
from math import inf, isnan
from string import ascii_uppercase
from typing import Any

from fe_core.errors import RecordError
from fe_core.records.model import Status
from offline_reproduction.importers.choices import Choices, listed, plain
from offline_reproduction.importers.containers import File
from offline_reproduction.importers.documents import records
from offline_reproduction.importers.lines import Asked, Line, Note, Options
from offline_reproduction.importers.values import text

READ = (
    "doc_id", "doc", "target", "filtered_resps", "filter", "metrics", "doc_hash", "resps",
    "arguments", "prompt_hash", "target_hash",
)  # fmt: skip
_TASK = re.compile(r"samples_(.+?)(?:_\d{4}-\d\d-\d\dT[\d.:-]+)?")
_INVALID = "[invalid]"
"""What the harness' regex filter writes where it found nothing."""


def recognises(keys: frozenset[str]) -> bool:
    """Whether these are keys of a sample, or of a file of results."""
    return {"doc", "target", "filtered_resps"} <= keys or {"results", "configs", "versions"} <= keys


def read(file: File, options: Options) -> Iterator[Line | Asked | Note]:
    """Samples as lines; what results say of the tasks' sizes.

    Raises RecordError with `file:line` for rows that are neither.
    """
    model = options.model or file.path.parent.name or "model"
    match = _TASK.fullmatch(file.path.stem)
    task = match[1] if match else file.path.stem
    seen: Counter[tuple[str, str]] = Counter()
    for placed in records(file, lambda node: True):
        value = placed.node.value
        if isinstance(value, Mapping) and {"results", "configs"} <= set(value):
            yield from _sizes(value, model)
            continue
        for name in ("doc", "target", "filtered_resps"):
            if not isinstance(value, Mapping) or name not in value:
                raise RecordError(
                    f"{placed.place}: no field {name!r}; is this a samples_*.jsonl file?"
                )
        yield from _notes(value)
        for fields in _sample(value, task, model, seen):
            yield Line(placed.place, placed.node, fields)


def _sizes(results: Mapping[str, Any], model: str) -> Iterator[Asked]:
    """How many documents of each task were asked; every filter is a run."""
    sizes, found = results.get("n-samples"), results.get("results")
    for task, size in sizes.items() if isinstance(sizes, Mapping) else ():
        count = size.get("effective") if isinstance(size, Mapping) else None
        metrics = found.get(task) if isinstance(found, Mapping) else None
        filters = {key.partition(",")[2] for key in metrics} if isinstance(metrics, Mapping) else ()
        for each in sorted(set(filters) - {""}):
            if type(count) is int:
                yield Asked(_run(model, each), task, size=count)


def _run(model: str, filter_name: str) -> dict[str, Any]:
    return {"run": f"{model}/{filter_name}", "model": model, "setting": filter_name}


def _sample(
    sample: Mapping[str, Any], task: str, model: str, seen: Counter[tuple[str, str]]
) -> Iterator[dict[str, Any]]:
    """The fields of each answer. seen: how often a document without a number came before."""
    ours = _digest(sample["doc"])
    setting = text(sample.get("filter", "none"))
    number = text(sample.get("doc_id"))
    if not number:
        seen[ours, setting] += 1
        before = seen[ours, setting]
        number = ours[:16] if before == 1 else f"{ours[:16]}-{before}"
    choices, metric = _choices(sample), _metric(sample)
    fields: dict[str, Any] = {
        "item": f"{task}/{number}",
        "question": ours,
        "task": task,
        "options": choices,
        "read": (metric,),
        **_run(model, setting),
        **_gold(sample, choices),
    }
    answers = list(_answers(sample["filtered_resps"], choices))
    if metric and len(answers) == 1:
        fields["score"] = sample[metric]
        fields["of"] = 1 if sample[metric] in (0, 1) else None
    for repetition, answer in enumerate(answers, 1):
        again = {"repetition": str(repetition)} if len(answers) > 1 else {}
        yield {**fields, **again, **answer}


def _metric(sample: Mapping[str, Any]) -> str:
    """The first metric that has a number: the harness lists its main one first."""
    named = sample.get("metrics")
    names = named if isinstance(named, list) else [key for key in sample if key not in READ]
    return next(
        (each for each in names if isinstance(each, str)
         and isinstance(sample.get(each), int | float) and each not in READ), ""
    )  # fmt: skip


def _notes(sample: Mapping[str, Any]) -> Iterator[Note]:
    claimed, responses = sample.get("doc_hash"), sample.get("resps")
    if claimed is not None and claimed != _digest(sample["doc"]):
        yield Note("documents whose doc_hash is not that of the document")
    names = sample.get("metrics")
    for name in names[1:5] if isinstance(names, list) else ():
        yield Note(f"further metric {text(name)[:40]!a}, not read; --map score={text(name)[:40]}")
    kept = sample["filtered_resps"]
    one = isinstance(kept, list) and len(kept) == 1 and not isinstance(kept[0], list)
    given = responses[0] if isinstance(responses, list) and responses else None
    if one and isinstance(given, list) and len(given) > 1:
        yield Note("documents of whose repetitions a filter kept one")


def _digest(doc: Any) -> str:
    """The harness' own hash of a document."""
    written = dumps(doc, indent=2, ensure_ascii=False)
    return sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


def _choices(sample: Mapping[str, Any]) -> Choices | None:
    doc = sample["doc"] if isinstance(sample["doc"], Mapping) else {}
    given = doc.get("choices", doc.get("options"))
    if isinstance(given, Mapping):
        given = given.get("text")
    responses = sample["filtered_resps"]
    if _likelihoods(responses) and 2 <= len(responses) <= len(ascii_uppercase):
        return plain(ascii_uppercase[: len(responses)])
    if isinstance(given, list) and 2 <= len(given) <= len(ascii_uppercase):
        choices = listed([text(each) for each in given], None)
        shown = tuple(ascii_uppercase[: len(given)])
        target = text(sample["target"])
        if choices and (target in given or target.strip("() .") in shown):
            return choices
    return None


def _likelihoods(responses: Any) -> bool:
    return isinstance(responses, list) and all(
        isinstance(pair, list) and len(pair) == 2 and str(pair[1]) in ("True", "False")
        for pair in responses
    )


def _gold(sample: Mapping[str, Any], choices: Choices | None) -> dict[str, Any]:
    """The right answer. A likelihood task's target is a position, or the text of a choice."""
    target, responses = sample["target"], sample["filtered_resps"]
    if choices is None or not _likelihoods(responses):
        return {"gold": target}
    position = _position(target, len(responses))
    doc = sample["doc"] if isinstance(sample["doc"], Mapping) else {}
    given = doc.get("choices")
    texts = [text(each) for each in given] if isinstance(given, list) else []
    said = text(target) if isinstance(target, str) else ""
    named = texts.index(said) if said in texts else None
    letter = text(target).strip("() .")
    if position is None and named is None and letter in choices.labels:
        return {"gold": letter}
    candidates = {each for each in (position, named) if each is not None and each < len(responses)}
    if len(candidates) == 2:
        candidates = _by_score(sample, candidates)
    if not candidates:
        return {"lost": "the target is not among the choices"}
    if len(candidates) == 2:
        return {"lost": "the target is a position and the text of another choice"}
    return {"gold": choices.labels[candidates.pop()]}


def _position(target: Any, count: int) -> int | None:
    said = target.strip() if isinstance(target, str) else target
    if isinstance(said, str) and said.isascii() and said.isdecimal() and len(said) < 4:
        said = int(said)
    return said if type(said) is int and 0 <= said < count else None


def _by_score(sample: Mapping[str, Any], candidates: set[int]) -> set[int]:
    """Of two right answers, those that the recorded accuracy agrees with."""
    likeliest, acc = _likeliest(sample["filtered_resps"]), sample.get("acc")
    if acc not in (0, 1) or likeliest is None:
        return candidates
    return {each for each in candidates if (each == likeliest) == bool(acc)}


def _answers(responses: Any, choices: Choices | None) -> Iterator[dict[str, Any]]:
    if _likelihoods(responses) and choices and responses:
        likeliest = _likeliest(responses)
        if likeliest is None:
            yield {"status": Status.UNREADABLE}
        else:
            yield {"answer": choices.labels[likeliest]}
        return
    while isinstance(responses, list) and len(responses) == 1:
        responses = responses[0]
    for each in responses if isinstance(responses, list) and responses else [responses]:
        yield {"status": Status.UNREADABLE} if each == _INVALID else {
            "answer": None if isinstance(each, list | dict) else each
        }  # fmt: skip


def _likeliest(responses: list[Any]) -> int | None:
    scores = [_score(pair[0]) for pair in responses]
    return None if max(scores) == -inf else scores.index(max(scores))


def _score(value: Any) -> float:
    """Log-likelihoods are numbers or, in newer logs, texts; what is neither is never likeliest."""
    try:
        score = float(value)
    except (TypeError, ValueError, OverflowError):
        return -inf
    return -inf if isnan(score) else score
