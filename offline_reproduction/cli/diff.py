"""`fe diff`: what changed between two verification reports."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from fe_core.errors import RecordError
from fe_core.files import decode, read_bytes
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
    found: dict[str, dict[str, Any]] = {}
    try:
        for study in json.loads(text)["studies"]:
            for entry in study["entries"]:
                name = str(entry["id"])
                if name in found:
                    raise RecordError(f"{path}: two entries have id={name!r}; each needs its own")
                found[name] = entry | {"verdict": str(entry["verdict"])}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise RecordError(f"{path}: is no verification.json of this kit") from None
    return found
