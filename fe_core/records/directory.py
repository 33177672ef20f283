"""A directory in the kit's own layout: manifest.json, items.jsonl, runs.jsonl, answers/."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from fe_core.errors import RecordError, together
from fe_core.files import decode, inside, list_files, read_bytes, sha256
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
    for source in _sources(manifest, folder):
        texts[source.path] = _text(folder, source, notes)
    _complete(folder, texts)
    sources = _sources(manifest, folder)
    parsed: dict[str, list[gate.Row]] = {}
    for done, source in enumerate(sources):
        progress("reading records", done, len(sources))
        parsed[source.path] = _rows(folder, source, texts.pop(source.path))
    progress("reading records", len(sources), len(sources))
    records = gate.build(
        parsed.pop("items.jsonl"),
        parsed.pop("runs.jsonl"),
        (row for name in sorted(parsed) for row in parsed[name]),
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
    text, _ = decode(read_bytes(path, largest=1 << 24), str(path))
    manifest = lines.parse(text.replace("\n", " "), str(path))
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
        try:
            found.append(Source(str(entry["path"]), str(entry["sha256"]), int(entry["rows"])))
        except (TypeError, KeyError, ValueError):
            raise RecordError(
                f"{place}: an entry of files must have path, sha256 and rows, got {entry!r}"
            ) from None
    names = [source.path for source in found]
    for needed in ("items.jsonl", "runs.jsonl"):
        if needed not in names:
            raise RecordError(f"{place}: lists no {needed}; it is needed")
    if len(set(names)) != len(names):
        raise RecordError(f"{place}: lists a file twice")
    return tuple(sorted(found))


def _text(folder: Path, source: Source, notes: list[str]) -> str:
    path = inside(folder, source.path)
    data = read_bytes(path)
    if sha256(data) != source.sha256:
        raise RecordError(
            f"{path}: SHA-256 is {sha256(data)}, the manifest says {source.sha256}; "
            "the file was changed or damaged: restore it, or refresh the manifest on purpose"
        )
    text, said = decode(data, source.path)
    notes.extend(said)
    return text


def _rows(folder: Path, source: Source, text: str) -> list[gate.Row]:
    rows = list(lines.rows(text, str(folder / source.path)))
    if len(rows) != source.rows:
        raise RecordError(
            f"{folder / source.path}: has {len(rows)} rows, the manifest says {source.rows}"
        )
    return rows


def _complete(folder: Path, listed: Mapping[str, str]) -> None:
    """A file of answers that the manifest does not list would be left out in silence."""
    present = [path.relative_to(folder).as_posix() for path in list_files(folder, ".jsonl")]
    problems = [
        f"{folder / name}: is not listed in manifest.json; list it or remove it"
        for name in present
        if name not in listed
    ]
    if problems:
        raise RecordError(together(problems))
