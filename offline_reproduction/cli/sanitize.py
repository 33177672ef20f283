"""`fe sanitize`: keep the fields of the schema only."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from fe_core.errors import UsageError
from fe_core.files import decode, list_files, read_bytes, write_files
from fe_core.records import lines
from fe_core.records.directory import load
from fe_core.records.export import text_of
from fe_core.records.manifest import manifest_text
from fe_core.records.schema import ANSWER_FIELDS, ITEM_FIELDS, RUN_FIELDS
from offline_reproduction.cli import console

FIELDS = {"items.jsonl": ITEM_FIELDS, "runs.jsonl": RUN_FIELDS}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where from and where to."""
    parser.add_argument("folder", type=Path, help="items.jsonl, runs.jsonl and answers/")
    parser.add_argument("--out", type=Path, required=True, help="a new or empty folder")
    parser.add_argument("--study", default="", help="the study's name, for the manifest")
    parser.add_argument("--basis", choices=("released", "witness", "summary"), default="released")
    parser.add_argument("--source", default="", help="where the records are from")
    parser.add_argument("--licence", default="", help="under which licence")


def run(arguments: argparse.Namespace) -> int:
    """Drop every field that the schema does not know, write the rest with a manifest, check it."""
    out: Path = arguments.out
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{out}: is not an empty folder; nothing was written")
    dropped: Counter[str] = Counter()
    files = {}
    for path in list_files(arguments.folder, ".jsonl"):
        name = path.relative_to(arguments.folder).as_posix()
        if name in FIELDS or name.startswith("answers/"):
            files[name] = _kept(path, FIELDS.get(name, ANSWER_FIELDS), dropped)
    files["manifest.json"] = manifest_text(
        arguments.study,
        arguments.basis,
        files,
        source=arguments.source,
        licence=arguments.licence,
    )
    write_files(out, files)
    load(out)
    for field, count in sorted(dropped.items()):
        console.say(f"dropped field {field!r} from {count} rows")
    console.say(f"{out}: {len(files)} files written, and they fit the schema")
    return console.AGREES


def _kept(path: Path, known: tuple[str, ...], dropped: Counter[str]) -> str:
    text, _ = decode(read_bytes(path), str(path))
    rows = []
    for row in lines.rows(text, str(path)):
        dropped.update(name for name in row.value if name not in known)
        rows.append({name: value for name, value in row.value.items() if name in known})
    return text_of(rows)
