"""`fe diff`: what changed between two verification reports."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fe_core.errors import RecordError
from fe_core.files import decode, read_bytes
from fe_core.records import lines
from fe_core.reporting import difference
from offline_reproduction.cli import console


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Two reports, and how to say what changed."""
    parser.add_argument("old", type=Path, help="verification.json, or the folder that holds it")
    parser.add_argument("new", type=Path, help="the same of the newer report")
    parser.add_argument(
        "--format",
        choices=("text", "markdown", "github", "json"),
        default="text",
        help="for a terminal, a comment, a CI run's annotations, or a program (default: text)",
    )
    parser.add_argument(
        "--json",
        action="store_const",
        dest="format",
        const="json",
        help="the same as --format json",
    )
    parser.epilog = "exit status: 0 nothing changed, 1 something did, 2 a report cannot be read"


def run(arguments: argparse.Namespace) -> int:
    """Say what appeared, disappeared and changed, number by number."""
    found = difference.changes(_entries(arguments.old), _entries(arguments.new))
    if arguments.format == "json":
        console.write(difference.json_text(found))
    elif arguments.format == "markdown":
        console.write(difference.markdown_text(found))
    elif arguments.format == "github":
        console.write("".join(line + "\n" for line in difference.github_lines(found)))
    else:
        for line in difference.text_lines(found):
            console.say(line)
    return console.DIFFERS if found else console.AGREES


def _entries(path: Path) -> dict[str, dict[str, Any]]:
    path = path / "verification.json" if path.is_dir() else path
    text, _ = decode(read_bytes(path), str(path))
    document = lines.document(text, str(path))
    found: dict[str, dict[str, Any]] = {}
    places: dict[str, str] = {}
    for place, entry in _placed(document):
        if not isinstance(entry, dict) or not {"id", "verdict"} <= entry.keys():
            raise RecordError(f"{path}: {place} has no id and verdict; is it of this kit?")
        name = str(entry["id"])
        if name in found:
            raise RecordError(
                f"{path}: {places[name]} and {place} have one id={name!r}; each needs its own"
            )
        found[name], places[name] = entry | {"verdict": str(entry["verdict"])}, place
    if not found:
        raise RecordError(f"{path}: holds no entries; is it a verification.json of this kit?")
    return found


def _placed(document: Any) -> Iterator[tuple[str, Any]]:
    """The entries of a report, each with its place in it; none of what is no report."""
    studies = document.get("studies") if isinstance(document, dict) else None
    for at, study in enumerate(studies if isinstance(studies, list) else ()):
        entries = study.get("entries") if isinstance(study, dict) else None
        for number, entry in enumerate(entries if isinstance(entries, list) else ()):
            yield f"studies[{at}].entries[{number}]", entry
