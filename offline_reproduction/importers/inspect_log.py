"""Inspect AI: `.json` logs, and `.eval` archives as far as their compression can be read.

Each epoch is a run of its own. The answer is the one that a scorer recorded; nothing is re-scored.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from fe_core.errors import RecordError
from fe_core.files import decode, read_bytes
from offline_reproduction.importers.imported import Imported, Options
from offline_reproduction.importers.letters import option

LARGEST_MEMBER = 1 << 28
LARGEST_ARCHIVE = 1 << 30


def read(paths: Sequence[Path], options: Options) -> Imported:
    """Read the logs. Raises RecordError for files that are no finished Inspect log."""
    made = Imported(options.split)
    for path in paths:
        log = _archive(path) if path.suffix == ".eval" else _json(path)
        _log(made, str(path), log, options)
    return made


def _log(made: Imported, place: str, log: Mapping[str, Any], options: Options) -> None:
    head, samples = log.get("eval"), log.get("samples")
    if not isinstance(head, Mapping) or not isinstance(samples, list):
        raise RecordError(f"{place}: has no `eval` and `samples`; is it an Inspect log?")
    if log.get("status") != "success":
        raise RecordError(f"{place}: status={log.get('status')!r}; only finished logs are read")
    task = str(head.get("task", "task"))
    model = options.model or str(head.get("model", "model"))
    for number, sample in enumerate(samples):
        made.rows += 1
        options.progress("reading samples", number, len(samples))
        _sample(made, f"{place}:samples[{number}]", sample, task, model)


def _sample(made: Imported, place: str, sample: Any, task: str, model: str) -> None:
    if not isinstance(sample, Mapping) or "id" not in sample:
        raise RecordError(f"{place}: is no sample (no `id`)")
    choices = sample.get("choices")
    if not isinstance(choices, list) or not 2 <= len(choices) <= len(ascii_uppercase):
        made.dropped["no choices: not a multiple-choice sample"] += 1
        return
    letters = tuple(ascii_uppercase[: len(choices)])
    meanings = dict(zip(letters, map(str, choices), strict=True))
    gold = _gold(sample.get("target"), letters, meanings)
    if gold is None:
        made.dropped["the target is not among the choices"] += 1
        return
    item = f"{task}/{sample['id']}"
    many = {"select": "many"} if isinstance(gold, list) else {}
    made.item(place, {"item": item, "gold": gold, "options": list(letters), **many})
    epoch = str(sample.get("epoch", 1))
    text = _recorded(sample)
    run = made.run(f"{model}/epoch-{epoch}", model, repetition=epoch)
    made.answer(place, run, item, _read(text, letters, meanings, gold), text=text)


def _gold(target: Any, letters: Sequence[str], meanings: Mapping[str, str]) -> Any:
    if isinstance(target, list):
        found = [option(str(each), letters, meanings) for each in target]
        if None in found or not found:
            return None
        return found[0] if len(found) == 1 else sorted(str(each) for each in found)
    return option(str(target), letters, meanings)


def _recorded(sample: Mapping[str, Any]) -> str:
    scores = sample.get("scores")
    for score in scores.values() if isinstance(scores, Mapping) else ():
        if isinstance(score, Mapping) and isinstance(score.get("answer"), str):
            return str(score["answer"])
    output = sample.get("output")
    completion = output.get("completion") if isinstance(output, Mapping) else ""
    return str(completion or "")


def _read(text: str, letters: Sequence[str], meanings: Mapping[str, str], gold: Any) -> Any:
    if isinstance(gold, str):
        return option(text, letters, meanings)
    parts = [option(part, letters) for part in text.split(",")]
    return None if None in parts else sorted({str(part) for part in parts})


def _json(path: Path) -> Mapping[str, Any]:
    text, _ = decode(read_bytes(path), str(path))
    return _object(text, str(path))


def _object(text: str, place: str) -> Mapping[str, Any]:
    try:
        value = json.loads(text)
    except RecursionError:
        raise RecordError(f"{place}: nests too deep") from None
    except ValueError as error:
        raise RecordError(f"{place}: is not JSON ({error}); was it cut short?") from None
    if not isinstance(value, Mapping):
        raise RecordError(f"{place}: holds a {type(value).__name__}, an object is needed")
    return value


def _archive(path: Path) -> Mapping[str, Any]:
    """header.json and samples/*.json of an archive, within bounds."""
    try:
        with zipfile.ZipFile(io.BytesIO(read_bytes(path))) as archive:
            return {**_header(archive, path), "samples": list(_members(archive, path))}
    except zipfile.BadZipFile as error:
        raise RecordError(f"{path}: is no archive ({error})") from None
    except NotImplementedError:
        raise RecordError(
            f"{path}: is compressed in a way this Python cannot read; "
            "`pip install zipfile-zstd`, or `inspect log convert --to json`"
        ) from None


def _header(archive: zipfile.ZipFile, path: Path) -> Mapping[str, Any]:
    if "header.json" not in archive.namelist():
        raise RecordError(f"{path}: has no header.json; the run did not finish")
    return _object(_member(archive, "header.json", path), f"{path}:header.json")


def _members(archive: zipfile.ZipFile, path: Path) -> Iterator[Mapping[str, Any]]:
    names = sorted(n for n in archive.namelist() if n.startswith("samples/") and n[-5:] == ".json")
    if sum(archive.getinfo(name).file_size for name in names) > LARGEST_ARCHIVE:
        raise RecordError(f"{path}: unpacks to more than {LARGEST_ARCHIVE} bytes; not read")
    for name in names:
        yield _object(_member(archive, name, path), f"{path}:{name}")


def _member(archive: zipfile.ZipFile, name: str, path: Path) -> str:
    """One member, read no further than it claims and never past the bound."""
    _allow_zstandard()
    with archive.open(name) as member:
        data = member.read(LARGEST_MEMBER + 1)
    if len(data) > LARGEST_MEMBER:
        raise RecordError(f"{path}:{name}: is larger than {LARGEST_MEMBER} bytes; not read")
    return decode(data, f"{path}:{name}")[0]


def _allow_zstandard() -> None:
    """Extra `eval`: teaches `zipfile` the compression that newer archives use."""
    try:
        import zipfile_zstd  # type: ignore[import-not-found]  # noqa: F401
    except ImportError:
        return
