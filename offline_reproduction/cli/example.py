"""`fe example`: a study with records to try everything on."""

from __future__ import annotations

import argparse
from pathlib import Path

from fe_core.files import decode, read_bytes
from fe_core.writing import write_folder
from offline_reproduction.cli import console
from offline_reproduction.study.registry import PAPERS

PARTS = ("study.toml", "printed", "records", "logs")
"""What of the shipped example is copied."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where it goes."""
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=Path("example"),
        help="where the copy goes; must not exist, or be empty (default: example)",
    )
    parser.epilog = "then:\n  fe verify example\n  fe verify example --out example/report --open"


def run(arguments: argparse.Namespace) -> int:
    """Copy the example; nothing that is there already is touched."""
    folder: Path = arguments.folder
    write_folder(folder, _files())
    console.say(f"{folder}: a study of twelve made-up questions, with records and a log")
    console.say(f"next: fe verify {folder}")
    return console.AGREES


def _files() -> dict[str, str]:
    """Relative path → text of everything that belongs to the example."""
    home = PAPERS / "example"
    paths = [path for part in PARTS for path in sorted([home / part, *(home / part).rglob("*")])]
    return {
        path.relative_to(home).as_posix(): decode(read_bytes(path), str(path))[0]
        for path in paths
        if path.is_file()
    }
