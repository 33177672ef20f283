"""`fe init`: start a study of your own."""

from __future__ import annotations

import argparse
from pathlib import Path

from fe_core.errors import UsageError
from fe_core.records.directory import load
from fe_core.writing import write_file
from offline_reproduction.cli import console
from offline_reproduction.study.template import template


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The folder."""
    parser.add_argument("folder", type=Path, help="where study.toml goes; made if missing")
    parser.epilog = (
        "example:\n  fe import csv log.csv --out mine/records\n  fe init mine\n"
        "  fe snapshot mine\n  fe verify mine"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write a commented study.toml, with the runs of folder/records where there are some."""
    folder: Path = arguments.folder
    path = folder / "study.toml"
    if path.exists():
        raise UsageError(f"{path}: exists already; nothing was written")
    manifest = folder / "records" / "manifest.json"
    records = load(folder / "records") if manifest.is_file() else None
    for name in ("records", "printed"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    write_file(path, template(_name(folder), records))
    console.say(f"{path}: written")
    if records is None:
        console.say(f"next: put records into {folder / 'records'} (fe import --help)")
    console.say(f"next: fe snapshot {folder}, or write {folder / 'printed'}/table-1.csv yourself")
    return console.AGREES


def _name(folder: Path) -> str:
    plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in folder.resolve().name)
    return plain.strip("-").lower() or "study"
