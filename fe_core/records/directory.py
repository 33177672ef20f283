"""A directory in the kit's own layout: manifest.json, items.jsonl, runs.jsonl, answers/."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from fe_core.errors import RecordError, together
from fe_core.files import decode, list_files, read_below, sha256
from fe_core.records import gate, lines, schema
from fe_core.records.model import Records, Source

SCHEMA = "fe-records/1"

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and out of how much."""


def silent(what: str, done: int, total: int) -> None:
    """Progress that nobody looks at."""


def load(
    folder: Path,
    *,
    progress: Progress = silent,
    group_attributes: Sequence[str] = (),
    variants: Mapping[str, Sequence[str]] | None = None,
) -> Records:
    """Read and check a directory of records; docs/records.md is the schema.

    Raises RecordError for a folder without manifest, a file that does not match its hash or row
    count, is listed and missing or present and unlisted, and for everything the gate refuses.
    """
    manifest = _manifest(folder)
    texts: dict[str, str] = {}
    notes: list[str] = []
    sources = _sources(manifest, folder)
    for source in sources:
        texts[source.path] = _text(folder, source, notes)
    _complete(folder, texts)
    listed = {source.path: source for source in sources}
    items, runs = listed.pop("items.jsonl"), listed.pop("runs.jsonl")

    def answers() -> Iterator[gate.Row]:
        for done, (name, source) in enumerate(listed.items()):
            progress("reading records", done, len(listed))
            yield from _rows(folder, source, texts.pop(name))
        progress("reading records", len(listed), len(listed))

    records = gate.build(
        _rows(folder, items, texts.pop(items.path)),
        _rows(folder, runs, texts.pop(runs.path)),
        answers(),
        basis=_basis(manifest, folder),
        sources=sources,
        notes=notes,
        group_attributes=group_attributes,
        variants=variants,
    )
    return replace(records, reading=_said(manifest, "reading"), asked=_said(manifest, "asked"))


def _said(manifest: Mapping[str, Any], name: str) -> str:
    text = manifest.get(name, "")
    return text[:LONGEST_SAID] if isinstance(text, str) else ""


def _manifest(folder: Path) -> dict[str, Any]:
    if not folder.is_dir():
        raise RecordError(f"{folder}: is no directory; give the folder that holds manifest.json")
    path = folder / "manifest.json"
    if not path.is_file():
        raise RecordError(
            f"{path}: does not exist; a records folder holds manifest.json (docs/records.md)"
        )
    text, _ = decode(read_below(folder, "manifest.json", largest=1 << 24), str(path))
    manifest = lines.document(text, str(path))
    if not isinstance(manifest, dict):
        raise RecordError(f"{path}: holds a {type(manifest).__name__}, an object is needed")
    if manifest.get("schema") != SCHEMA:
        raise RecordError(f"{path}: schema={manifest.get('schema')!r}, this kit reads {SCHEMA!r}")
    return manifest


LONGEST_SAID = 200
"""Characters of what a manifest says of how its records were made."""


def _basis(manifest: Mapping[str, Any], folder: Path) -> Any:
    basis = schema.BASES.get(str(manifest.get("basis")))
    if basis is None:
        raise RecordError(
            f"{folder / 'manifest.json'}: basis={manifest.get('basis')!r}, "
            f"must be one of {sorted(schema.BASES)}"
        )
    return basis


def _sources(manifest: Mapping[str, Any], folder: Path) -> tuple[Source, ...]:
    place = folder / "manifest.json"
    files = manifest.get("files")
    if not isinstance(files, list):
        raise RecordError(f"{place}: files must be a list of {{path, sha256, rows}}")
    found = []
    for entry in files:
        fields = entry if isinstance(entry, dict) else {}
        path, digest, rows = (fields.get(name) for name in ("path", "sha256", "rows"))
        if not (isinstance(path, str) and isinstance(digest, str) and type(rows) is int):
            raise RecordError(
                f"{place}: an entry of files must have path, sha256 and rows, got {entry!r:.200}"
            )
        found.append(Source(path, digest, rows))
    names = [source.path for source in found]
    for needed in ("items.jsonl", "runs.jsonl"):
        if needed not in names:
            raise RecordError(f"{place}: lists no {needed}; it is needed")
    twice = sorted(name for name, count in Counter(names).items() if count > 1)
    if twice:
        raise RecordError(f"{place}: lists {twice[0]!r} twice")
    return tuple(sorted(found))


def _text(folder: Path, source: Source, notes: list[str]) -> str:
    path = folder / source.path
    data = read_below(folder, source.path)
    if sha256(data) != source.sha256:
        raise RecordError(
            f"{path}: SHA-256 is {sha256(data)}, the manifest says {source.sha256}; "
            "the file was changed or damaged: restore it, or refresh the manifest on purpose"
        )
    text, said = decode(data, source.path)
    notes.extend(said)
    return text


def _rows(folder: Path, source: Source, text: str) -> Iterator[gate.Row]:
    count = 0
    for row in lines.rows(text, str(folder / source.path)):
        count += 1
        yield row
    if count != source.rows:
        raise RecordError(
            f"{folder / source.path}: has {count} rows, the manifest says {source.rows}"
        )


def _complete(folder: Path, listed: Mapping[str, str]) -> None:
    """A file of answers that the manifest does not list would be left out in silence."""
    problems = [
        f"{folder / name}: is not listed in manifest.json; list it or remove it"
        for name in list_files(folder, ".jsonl")
        if name not in listed
    ]
    if problems:
        raise RecordError(together(problems))
