"""Inspect AI: `.json` logs, and `.eval` archives as far as their compression can be read.

Each epoch is a run of its own. The answer is the one that a scorer recorded, else the completion;
the score is what the same scorer recorded. Nothing is scored again. A sample that crashed is
failed; samples that a log names and does not hold are missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from fe_core.errors import RecordError
from fe_core.files import decode
from fe_core.records import lines
from fe_core.records.model import Status
from offline_reproduction.answers.read import read as read_answer
from offline_reproduction.importers.choices import Choices, listed
from offline_reproduction.importers.containers import File, archive, is_archive, member
from offline_reproduction.importers.documents import bounded
from offline_reproduction.importers.lines import Asked, Line, Note, Options
from offline_reproduction.importers.paths import root
from offline_reproduction.importers.values import text

READ = (
    "id", "epoch", "input", "choices", "target", "output", "scores", "error", "messages", "events",
    "attachments", "events_data", "store", "uuid", "model_usage", "role_usage", "started_at",
    "completed_at", "total_time", "working_time", "error_retries", "turn_count",
)  # fmt: skip
VALUES: Mapping[Any, int | float] = {"C": 1, "I": 0, "P": 0.5, "N": 0}
"""What a scorer writes: correct, incorrect, partial, no answer."""
HEADER, START = "header.json", "_journal/start.json"


def recognises(keys: frozenset[str]) -> bool:
    """Whether these are keys of a log, or members of an archive."""
    return {"eval", "status", "version"} <= keys or bool({f"@{HEADER}", f"@{START}"} & keys)


def read(file: File, options: Options) -> Iterator[Line | Asked | Note]:
    """The samples of a log as lines, and what it says was asked.

    Raises RecordError for files that are no Inspect log.
    """
    data = file.data()
    if is_archive(data):
        yield from _archive(file.place, data, options)
        return
    whole, _ = decode(data, file.place)
    bounded(whole, file.place)
    log = lines.lenient(whole, file.place)
    if not isinstance(log, Mapping) or not isinstance(log.get("samples"), list):
        raise RecordError(f"{file.place}: has no `eval` and `samples`; is it an Inspect log?")
    yield from _head(log, file.place, options)
    for number, sample in enumerate(log["samples"]):
        yield from _sample(f"{file.place}:samples[{number}]", sample, log["eval"], options)


def _archive(place: str, data: bytes, options: Options) -> Iterator[Line | Asked | Note]:
    members = archive(data, place)
    head = next((name for name in (HEADER, START) if name in members.names), "")
    if not head:
        raise RecordError(f"{place}: has no header.json; is it an Inspect log?")
    log = _object(member(members, head), f"{place}:{head}")
    yield from _head(log, place, options)
    for name in sorted(members.names):
        if name.startswith("samples/") and name.endswith(".json"):
            here = f"{place}:{name[:200]!a}"
            yield from _sample(here, _object(member(members, name), here), log["eval"], options)


def _object(data: bytes, place: str) -> Any:
    whole, _ = decode(data, place)
    bounded(whole, place)
    return lines.lenient(whole, place)


def _head(log: Any, place: str, options: Options) -> Iterator[Asked | Note]:
    head = log.get("eval") if isinstance(log, Mapping) else None
    if not isinstance(head, Mapping):
        raise RecordError(f"{place}: has no `eval`; is it an Inspect log?")
    if log.get("status") != "success":
        yield Note(f"logs that did not finish (status {text(log.get('status', 'started'))[:20]})")
    dataset, config = head.get("dataset"), head.get("config")
    ids = dataset.get("sample_ids") if isinstance(dataset, Mapping) else None
    config = config if isinstance(config, Mapping) else {}
    if not isinstance(ids, list):
        return
    asked = _limited(ids, config, shuffled=bool(dataset and dataset.get("shuffled")))
    epochs = config.get("epochs")
    for epoch in range(1, (epochs if type(epochs) is int and 0 < epochs < 1000 else 1) + 1):
        if asked:
            task = text(head.get("task", "task"))
            items = tuple(f"{task}/{text(each)}" for each in asked)
            yield Asked(_run(head, epoch, options), task, items)


def _limited(ids: Sequence[Any], config: Mapping[str, Any], *, shuffled: bool) -> Sequence[Any]:
    """The samples that a log was limited to; () where it does not say which."""
    chosen, limit = config.get("sample_id"), config.get("limit")
    if chosen is not None:
        wanted = {text(each) for each in (chosen if isinstance(chosen, list) else [chosen])}
        return [each for each in ids if text(each) in wanted]
    if limit is None:
        return ids
    if shuffled:
        return ()
    if type(limit) is int:
        return ids[:limit]
    if isinstance(limit, list) and len(limit) == 2 and all(type(each) is int for each in limit):
        return ids[limit[0] : limit[1]]
    return ()


def _run(head: Mapping[str, Any], epoch: Any, options: Options) -> dict[str, Any]:
    model = options.model or text(head.get("model", "model"))
    return {"run": model, "model": model, "repetition": f"epoch-{text(epoch)}"}


def _sample(
    place: str, sample: Any, head: Mapping[str, Any], options: Options
) -> Iterator[Line | Note]:
    if not isinstance(sample, Mapping) or "id" not in sample:
        yield Line(place, root(sample), {"lost": "no sample (no `id`)"})
        return
    task = text(head.get("task", "task"))
    given, target = sample.get("choices"), sample.get("target")
    many = isinstance(target, list) and len(target) > 1
    if isinstance(target, list) and len(target) == 1:
        target = target[0]
    choices = None
    if isinstance(given, list) and 2 <= len(given) <= len(ascii_uppercase):
        choices = listed([text(each) for each in given], None, many)
    fields: dict[str, Any] = {
        "item": f"{task}/{text(sample['id'])}", "gold": target, "options": choices, "many": many,
        "question": sample.get("input"), "task": task,
        **_run(head, sample.get("epoch", 1), options),
    }  # fmt: skip
    if sample.get("error"):
        fields["status"] = Status.FAILED
    elif choices is not None or not many:
        fields["answer"] = _said(sample, choices, options)
    scorer = _scorer(sample, choices)
    if scorer:
        fields["score"], fields["of"] = scorer[1], 1 if 0 <= scorer[1] <= 1 else None
        for other in sorted(set(_scores(sample)) - {scorer[0]})[:4]:
            shown = other[:40]
            yield Note(f"further scorer {shown!a}, not read; --map score=scores.{shown}.value")
    yield Line(place, root(sample), fields)


def _scores(sample: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    scores = sample.get("scores")
    found = scores.items() if isinstance(scores, Mapping) else ()
    return {str(name): score for name, score in found if isinstance(score, Mapping)}


def _scorer(sample: Mapping[str, Any], choices: Choices | None) -> tuple[str, int | float] | None:
    """The scorer whose value counts: one that recorded an option, else one of right and wrong, else
    the first with a number."""
    ranked: list[tuple[bool, bool, int, str, int | float]] = []
    for number, (name, score) in enumerate(_scores(sample).items()):
        value = score.get("value")
        worth = VALUES.get(value) if isinstance(value, str) else value
        if isinstance(worth, int | float) and not isinstance(value, bool):
            other = not isinstance(value, str)
            ranked.append((not _option(score, choices), other, number, name, worth))
    return min(ranked)[3:] if ranked else None


def _option(score: Mapping[str, Any], choices: Choices | None) -> Any:
    answer = score.get("answer")
    if choices is None or not isinstance(answer, str):
        return None
    found = read_answer(answer, choices.labels, many=choices.many, meanings=choices.shown)
    return found.value


def _said(sample: Mapping[str, Any], choices: Choices | None, options: Options) -> str:
    """What a scorer recorded as the answer, if it is one; else the completion."""
    recorded = [score.get("answer") for score in _scores(sample).values()]
    answers = [each for each in recorded if isinstance(each, str) and each.strip()]
    if choices is None:
        return answers[0] if answers else _completion(sample)
    for score in _scores(sample).values():
        if _option(score, choices):
            return str(score["answer"])
    return _completion(sample) or (answers[0] if answers else "")


def _completion(sample: Mapping[str, Any]) -> str:
    output = sample.get("output")
    if not isinstance(output, Mapping):
        return ""
    said = output.get("completion")
    if isinstance(said, str) and said:
        return said
    turns = output.get("choices")
    message = turns[0].get("message") if isinstance(turns, list) and turns and isinstance(
        turns[0], Mapping
    ) else None  # fmt: skip
    content = message.get("content") if isinstance(message, Mapping) else ""
    return content if isinstance(content, str) else ""
