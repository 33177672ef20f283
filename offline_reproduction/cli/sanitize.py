"""`fe sanitize`: keep the fields of the schema only."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from fe_core.errors import UsageError
from fe_core.files import decode, list_files, read_below
from fe_core.records import gate, lines
from fe_core.records.export import text_of
from fe_core.records.manifest import manifest_text
from fe_core.records.schema import ANSWER_FIELDS, BASES, ITEM_FIELDS, RUN_FIELDS
from fe_core.writing import write_folder
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
    """Drop every field that the schema does not know, check the rest, write it with a manifest."""
    dropped: Counter[str] = Counter()
    kept = {
        name: _kept(arguments.folder, name, dropped)
        for name in list_files(arguments.folder, ".jsonl")
        if name in FIELDS or name.startswith("answers/")
    }
    for name in FIELDS:
        if name not in kept:
            raise UsageError(f"{arguments.folder / name}: does not exist; records need it")
    answers = (row for name, rows in kept.items() if name not in FIELDS for row in rows)
    basis = BASES[arguments.basis]
    gate.build(kept["items.jsonl"], kept["runs.jsonl"], answers, basis=basis)
    files = {name: text_of(row.value for row in rows) for name, rows in kept.items()}
    files["manifest.json"] = manifest_text(
        arguments.study,
        arguments.basis,
        files,
        source=arguments.source,
        licence=arguments.licence,
    )
    write_folder(arguments.out, files)
    for field, count in sorted(dropped.items()):
        console.say(f"dropped field {field!r} from {count} rows")
    console.say(f"{arguments.out}: {len(files)} files written, and they fit the schema")
    return console.AGREES


def _kept(folder: Path, name: str, dropped: Counter[str]) -> list[gate.Row]:
    place, known = str(folder / name), FIELDS.get(name, ANSWER_FIELDS)
    text, _ = decode(read_below(folder, name), place)
    rows = []
    for row in lines.rows(text, place):
        dropped.update(field for field in row.value if field not in known)
        rows.append(row._replace(value={k: v for k, v in row.value.items() if k in known}))
    return rows
