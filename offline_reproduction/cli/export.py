"""`fe export`: a study's records in the kit's own layout, whatever layout they came in."""

from __future__ import annotations

import argparse
from pathlib import Path

from fe_core.errors import UsageError
from fe_core.records.export import export
from fe_core.writing import write_folder
from offline_reproduction.cli import console
from offline_reproduction.study import registry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which study, from where, where to."""
    parser.add_argument("--study", required=True, metavar="NAME")
    parser.add_argument("--records", type=Path, metavar="DIR", help="default: the checkout's")
    parser.add_argument("--out", type=Path, required=True, help="a new or empty folder")
    parser.add_argument("--source", default="", help="where the records are from")
    parser.add_argument("--licence", default="", help="under which licence")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Read a study's records and write them as items, runs, answers and a manifest."""
    out: Path = arguments.out
    study = registry.study(arguments.study)
    folder = arguments.records or registry.checkout_records(study.name)
    if folder is None:
        raise UsageError(f"study={study.name!r} has no records here; give --records DIR")
    records = study.load(folder, console.progress(arguments.quiet)).records
    files = export(records, study.name, source=arguments.source, licence=arguments.licence)
    write_folder(out, files)
    if not arguments.quiet:
        console.say(f"{out}: {len(records.items)} items, {len(records.runs())} runs")
    return console.AGREES
