"""`fe show`: one number, how it was made, and the items behind it."""

from __future__ import annotations

import argparse
import json
from difflib import get_close_matches
from itertools import islice
from pathlib import Path

from fe_core.errors import UsageError
from fe_core.reporting.entries import Entry
from fe_core.reporting.json_report import entry_object
from fe_core.reporting.report import StudyReport, basis_line
from fe_core.reporting.trail import Step, steps
from offline_reproduction.cli import console
from offline_reproduction.study import pipeline, registry
from offline_reproduction.study.paper import Settings

SHOWN = 100
"""Answers listed on the terminal; --json has all."""

SCHEMA = "fe-show/1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A study and one of its numbers."""
    parser.add_argument("study", help="the name of a shipped study, or a folder with study.toml")
    parser.add_argument(
        "entry", help="the id of a number as verification.json and the page have it; near ones are "
        "named where it is not found"
    )  # fmt: skip
    parser.add_argument("--items", action="store_true", help="list the answers behind the number")
    parser.add_argument("--json", action="store_true", help="one document with everything")
    parser.add_argument(
        "--records", metavar="DIR", type=Path, help="of a shipped study: its authors' records"
    )
    parser.epilog = (
        "for example: fe show frameevidence 'frameevidence/table-04/GPT-5.6 2-shot/Acc.' --items\n"
        "exit status: 0 shown, 2 there is no such study or number"
    )


def run(arguments: argparse.Namespace) -> int:
    """Judge the study, and show what is said of the one number."""
    report = _report(arguments.study, arguments.records)
    entry = _entry(report, arguments.entry)
    if arguments.json:
        console.write(_json(report, entry))
        return console.AGREES
    console.say(basis_line(report))
    for name, value in entry_object(entry).items():
        text = ", ".join(value) if isinstance(value, list) else str(value)
        if text:
            console.say(f"  {name:<11} {text}")
    for kept in report.findings:
        if kept.finding.id == entry.finding:
            console.say(f"  {'':<11} {kept.finding.title}")
    if arguments.items:
        _list(report, entry)
    return console.AGREES


def _report(name: str, records: Path | None) -> StudyReport:
    settings = Settings(progress=console.progress(False))
    if (Path(name) / "study.toml").is_file():
        from offline_reproduction.study.declared import declared_study, records_folder
        from offline_reproduction.study.spec import read_spec

        spec = read_spec(Path(name))
        return pipeline.judge_study(declared_study(spec), records or records_folder(spec), settings)
    folder = records or registry.checkout_records(name)
    study = registry.study(name)
    if folder is None:
        raise UsageError(f"study={name!r} has no records here; give --records DIR")
    return pipeline.judge_study(study, folder, settings)


def _entry(report: StudyReport, name: str) -> Entry:
    by_id = {entry.id: entry for entry in report.entries}
    if name in by_id:
        return by_id[name]
    near = get_close_matches(name, by_id, n=5, cutoff=0.4)
    said = "; near ones: " + ", ".join(near) if near else ""
    raise UsageError(f"{report.study} has no number with id {name!r}{said}")


def _steps(report: StudyReport, entry: Entry) -> list[Step] | None:
    behind = report.behind.get(entry.id)
    if behind is None or report.records is None:
        return None
    return list(steps(report.records, behind))


def _list(report: StudyReport, entry: Entry) -> None:
    found = _steps(report, entry)
    if found is None:
        console.say("  no list of items stands behind this number: it is no count of answers")
        return
    console.say(f"  {len(found)} answers behind it")
    heads = [name for name in Step._fields if any(getattr(step, name) for step in found)]
    rows = [[str(getattr(step, name)) for name in heads] for step in islice(found, SHOWN)]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in [heads, *rows]:
        line = "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True))
        console.say(f"    {line.rstrip()}")
    if len(found) > SHOWN:
        console.say(f"    … and {len(found) - SHOWN} more (--json has all)")


def _json(report: StudyReport, entry: Entry) -> str:
    found = _steps(report, entry)
    document = {
        "schema": SCHEMA,
        "study": report.study,
        "basis": report.basis.value,
        "basis_note": basis_line(report),
        "entry": entry_object(entry),
        "items": None if found is None else [step._asdict() for step in found],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
