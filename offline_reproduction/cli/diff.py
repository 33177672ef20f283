"""`fe diff`: what changed between two verification reports."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from fe_core.errors import RecordError
from fe_core.files import decode, read_bytes
from offline_reproduction.cli import console

FIELDS = ("printed", "recomputed", "exact", "verdict", "judgement", "finding", "signature")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Two reports."""
    parser.add_argument("old", type=Path, help="verification.json, or the folder that holds it")
    parser.add_argument("new", type=Path)
    parser.epilog = "exit status: 0 nothing changed, 1 something did, 2 a report cannot be read"


def run(arguments: argparse.Namespace) -> int:
    """Say what appeared, disappeared and changed, entry by entry."""
    old, new = _entries(arguments.old), _entries(arguments.new)
    lines = [f"- {name}" for name in old if name not in new]
    lines += [f"+ {name}: {entry.get('verdict')}" for name, entry in new.items() if name not in old]
    for name, entry in new.items():
        changes = [
            f"{field} {old[name].get(field, '')!r} -> {entry.get(field, '')!r}"
            for field in FIELDS
            if name in old and old[name].get(field, "") != entry.get(field, "")
        ]
        if changes:
            lines.append(f"~ {name}: {'; '.join(changes)}")
    for line in lines:
        console.say(line)
    return console.DIFFERS if lines else console.AGREES


def _entries(path: Path) -> dict[str, dict[str, Any]]:
    path = path / "verification.json" if path.is_dir() else path
    text, _ = decode(read_bytes(path), str(path))
    try:
        document = json.loads(text)
        return {entry["id"]: entry for study in document["studies"] for entry in study["entries"]}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise RecordError(f"{path}: is no verification.json of this kit") from None
