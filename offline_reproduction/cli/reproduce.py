"""The main job: recompute studies from records, judge them, write the report."""

from __future__ import annotations

import argparse
from pathlib import Path

from fe_core import __version__
from fe_core.errors import UsageError
from fe_core.reporting.report import StudyReport
from offline_reproduction.cli import console, judging
from offline_reproduction.study import pipeline, registry

EPILOG = f"""\
examples:
  python run_reproduction.py
      judge every study that has records in this checkout; the report goes to report/
  python run_reproduction.py --study visonlyqa --records VisOnlyQA --out report
      judge a paper on the answers its authors released (a clone of their repository)
  python run_reproduction.py --study frameevidence --records DIR
      replace the witness records by the authors' own (docs/records.md says in which form)

{judging.STATUSES}
The report: index.html to look at, verification.md to read, verification.json for programs,
junit.xml for CI, tables/ as CSV, Markdown and LaTeX. An older report in the same folder is
replaced only when the new one is complete.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the front door and `fe reproduce` have in common."""
    parser.add_argument("--study", metavar="NAME", help="judge this study only (see --list)")
    parser.add_argument("--records", metavar="DIR", type=Path, help="that study's records")
    judging.add_output_arguments(parser)
    parser.add_argument(
        "--kill-rates",
        action="store_true",
        help="add kill-rates.md: how many planted misprints the checks of print alone catch (slow)",
    )
    parser.add_argument("--list", action="store_true", help="list the studies and stop")


def parser() -> argparse.ArgumentParser:
    """The front door's own parser."""
    made = argparse.ArgumentParser(
        prog="run_reproduction.py",
        description="Tells, number by number, whether a paper's printed results follow from the "
        "answers its models gave.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action="version", version=f"fe-kit {__version__}")
    add_arguments(made)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Do what the arguments say; returns the exit status. Raises FeError for bad input."""
    if arguments.list:
        _list()
        return console.AGREES
    settings, chosen = judging.settings(arguments), _chosen(arguments)
    reports = [
        pipeline.judge_study(registry.study(name), folder, settings) for name, folder in chosen
    ]
    folders = [folder for _, folder in chosen]
    more = _kill_rates(reports) if arguments.kill_rates else {}
    return judging.finish(reports, arguments, more, not_over=folders, not_in=folders)


def _kill_rates(reports: list[StudyReport]) -> dict[str, str]:
    """One unit in the last place of every printed number, each by itself: the share caught."""
    from offline_reproduction.audit.studies import audited, kill
    from offline_reproduction.audit.tables.killtable import markdown

    rates = {report.study: kill(report.study) for report in reports if report.study in audited()}
    return {"kill-rates.md": "# Kill rates of checks of print alone\n\n" + markdown(rates)}


def _chosen(arguments: argparse.Namespace) -> list[tuple[str, Path]]:
    if arguments.study:
        registry.study(arguments.study)
        folder = arguments.records or registry.checkout_records(arguments.study)
        if folder is None:
            raise UsageError(f"study={arguments.study!r} has no records here; give --records DIR")
        return [(arguments.study, folder)]
    if arguments.records:
        raise UsageError("--records belongs to one study; name it with --study (see --list)")
    chosen = [(name, registry.checkout_records(name)) for name in registry.default_names()]
    found = [(name, folder) for name, folder in chosen if folder]
    if not found:
        raise UsageError("no study has records here; give --study NAME --records DIR (see --list)")
    return found


def _list() -> None:
    for listed in registry.STUDIES:
        here = "records in this checkout" if registry.checkout_records(listed.name) else "--records"
        console.say(f"{listed.name:<14} {listed.about} [{here}]")
