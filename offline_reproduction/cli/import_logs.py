"""`fe import`: turn an evaluation tool's logs into records."""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from pathlib import Path

from fe_core.errors import UsageError
from fe_core.files import write_files
from fe_core.records.export import export
from offline_reproduction.cli import console
from offline_reproduction.importers import IMPORTERS
from offline_reproduction.importers.imported import Imported, Options

MODULES = {
    "lm-eval": "lm_eval",
    "inspect": "inspect_log",
    "vlmevalkit": "vlmevalkit",
    "csv": "csv_lines",
    "jsonl": "json_lines",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The format, the files, and what the logs do not say."""
    parser.add_argument("format", choices=IMPORTERS, metavar="FORMAT")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--out", type=Path, required=True, help="a new or empty records folder")
    parser.add_argument("--model", default="", help="the model's name, where the log has none")
    parser.add_argument("--split", default="test", help="default: test")
    parser.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="FIELD=COLUMN",
        help="for csv and jsonl: item, gold, answer (needed), run, options (a column, or "
        "=A,B,C,D for all), group, variant, split, rotation; other names become attributes",
    )
    parser.add_argument("--source", default="", help="where the logs are from")
    parser.add_argument("--licence", default="", help="under which licence")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")
    formats = "\n".join(f"  {name:<11} {about}" for name, about in IMPORTERS.items())
    parser.epilog = f"formats:\n{formats}"


def run(arguments: argparse.Namespace) -> int:
    """Read the logs, check them at the gate, write records and the loss report."""
    out: Path = arguments.out
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{out}: is not an empty folder; nothing was written")
    module = import_module(f"offline_reproduction.importers.{MODULES[arguments.format]}")
    options = Options(
        arguments.model, arguments.split, _columns(arguments.map),
        console.progress(arguments.quiet),
    )  # fmt: skip
    made: Imported = module.read(arguments.files, options)
    records = made.records()
    files = export(records, "", source=arguments.source, licence=arguments.licence)
    files["import-report.json"] = json.dumps(made.loss(), indent=1, ensure_ascii=False) + "\n"
    write_files(out, files)
    if not arguments.quiet:
        _tell(made, out)
    return console.AGREES


def _columns(pairs: list[str]) -> dict[str, str]:
    columns = {}
    for pair in pairs:
        name, equals, column = pair.partition("=")
        if not name or not equals or not column:
            raise UsageError(f"--map takes FIELD=COLUMN, got {pair!r}")
        columns[name] = column
    return columns


def _tell(made: Imported, out: Path) -> None:
    loss = made.loss()
    console.say(
        f"{out}: {loss['items']} items, {loss['runs']} runs, {loss['answers']} answers "
        f"from {loss['rows_read']} rows"
    )
    for reason, count in loss["dropped"].items():
        console.say(f"  dropped {count}: {reason}")
    if loss["unreadable"]:
        console.say(f"  {loss['unreadable']} answers could not be read, for example")
        for example in loss["unreadable_examples"][:3]:
            console.say(f"    {example}")
