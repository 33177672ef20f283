"""`fe import`: turn an evaluation tool's logs, or records of any shape, into records."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from fe_core.errors import RecordError, UsageError
from fe_core.writing import write_folder
from offline_reproduction.answers.read import POLICIES, Numbers
from offline_reproduction.cli import console
from offline_reproduction.importers import FORMATS, SAME
from offline_reproduction.importers.collect import collect
from offline_reproduction.importers.lines import FIELDS, Options
from offline_reproduction.importers.output import folder
from offline_reproduction.importers.report import Import, as_lines, as_object


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The format, the files, and what the logs do not say."""
    parser.add_argument(
        "files", nargs="+", metavar="[FORMAT] FILE",
        help="files, folders, .zip or .gz; without a format it is told from the content",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, required=True, help="a new or empty records folder")
    parser.add_argument("--model", default="", help="the model's name, where the log has none")
    parser.add_argument("--split", default="test", help="default: test")
    parser.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="FIELD=PATH",
        help=f"where a field stands in the records: {', '.join(FIELDS)}; other names become "
        "attributes. PATH: a.b, a[0], docs.*.id, @file, @folder, @key, or =TEXT for all "
        "(options==A,B,C)",
    )
    parser.add_argument(
        "--run-from", default="", metavar="path|FIELD",
        help="several runs: named by the file's path, or by a field of the records",
    )  # fmt: skip
    parser.add_argument(
        "--answers", choices=POLICIES, default="strict",
        help="how answers are read (docs/importers.md); default: strict",
    )  # fmt: skip
    parser.add_argument(
        "--units", default="", metavar="UNIT,UNIT",
        help="what may stand beside a number that is an answer ($, %%, km, or * for anything)",
    )  # fmt: skip
    parser.add_argument(
        "--first-number", action="store_true",
        help="the first number of an answer field counts, whatever else stands there",
    )  # fmt: skip
    parser.add_argument(
        "--asked", choices=("log", "union", "answered"), default="log",
        help="what a run was asked: what the log says, else all that the runs of its task were "
        "(log, union); or what it answered and no more",
    )  # fmt: skip
    parser.add_argument(
        "--same-id", choices=("error", "separate"), default="error",
        help="what to do where one id has another question, gold or options in another file",
    )  # fmt: skip
    parser.add_argument("--strict", action="store_true", help="exit 1 where anything was lost")
    parser.add_argument("--source", default="", help="where the logs are from")
    parser.add_argument("--licence", default="", help="under which licence")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")
    formats = "\n".join(f"  {name:<11} {each.about}" for name, each in FORMATS.items())
    parser.epilog = f"formats:\n{formats}\n  ({', '.join(SAME)} are other names of mapped)"


def run(arguments: argparse.Namespace) -> int:
    """Read the logs, check them, write records and the loss report beside them."""
    out: Path = arguments.out
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{out}: is not an empty folder; nothing was written")
    format_name, paths = _files(arguments.files)
    options = Options(
        arguments.model, arguments.split, _columns(arguments.map, arguments.run_from),
        arguments.answers, numbers=_numbers(arguments), asked=arguments.asked,
        separate=arguments.same_id == "separate",
        progress=console.progress(arguments.quiet),
    )  # fmt: skip
    made = collect(format_name, paths, options)
    if made.nothing:
        raise RecordError("\n".join(("nothing could be imported", *as_lines(made, "read"))))
    files = folder(
        made.writer, made.asked, source=arguments.source, licence=arguments.licence,
        reading=made.reading, taken=made.asked_from,
    )  # fmt: skip
    files["import-report.json"] = json.dumps(as_object(made), indent=1) + "\n"
    write_folder(out, files)
    if not arguments.quiet:
        for line in as_lines(made, str(out)):
            console.say(line)
    return console.DIFFERS if arguments.strict and _lost(made) else console.AGREES


def _numbers(arguments: argparse.Namespace) -> Numbers:
    units = tuple(unit.strip() for unit in arguments.units.split(",") if unit.strip())
    return Numbers(units, arguments.first_number)


def _lost(made: Import) -> bool:
    return bool(made.writer.lost)


def _files(given: list[str]) -> tuple[str, list[Path]]:
    """The format, "" if none is named, and the files."""
    first = given[0]
    if first in FORMATS or first in SAME:
        if len(given) == 1:
            raise UsageError(f"fe import {first} needs a file")
        return first, [Path(each) for each in given[1:]]
    if not Path(first).exists() and len(given) > 1:
        known = ", ".join((*FORMATS, *SAME))
        raise UsageError(f"{first!r} is neither a file nor a format; formats: {known}")
    return "", [Path(each) for each in given]


def _columns(pairs: list[str], run_from: str) -> dict[str, str]:
    columns: dict[str, str] = {}
    for pair in pairs:
        name, equals, path = pair.partition("=")
        if not name or not equals or not path:
            raise UsageError(f"--map takes FIELD=PATH, got {pair!r}")
        if name in columns:
            raise UsageError(f"--map names {name!r} twice: {columns[name]!r} and {path!r}")
        columns[name] = path
    if run_from:
        if "run" in columns:
            raise UsageError("--run-from and --map run= say the same; give one of them")
        columns["run"] = "@path" if run_from == "path" else run_from
    return columns
