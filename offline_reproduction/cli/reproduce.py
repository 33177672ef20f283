"""The main job: recompute studies from records, judge them, write the report."""

from __future__ import annotations

import argparse
from pathlib import Path

from fe_core import __version__
from fe_core.errors import UsageError
from fe_core.files import write_report
from fe_core.numbers.verdict import Verdict
from fe_core.reporting.markdown import verdict_sentence
from fe_core.reporting.report import StudyReport, basis_line
from offline_reproduction import pipeline, registry
from offline_reproduction.cli import console
from offline_reproduction.study import Settings

EPILOG = """\
examples:
  python run_reproduction.py
      judge every study that has records in this checkout; the report goes to report/
  python run_reproduction.py --study visonlyqa --records VisOnlyQA --out report
      judge a paper on the answers its authors released (a clone of their repository)
  python run_reproduction.py --study frameevidence --records DIR
      replace the witness records by the authors' own (docs/records.md says in which form)

exit status:
  0  everything that could be checked agrees, or differs only as a finding explains
  1  a printed number differs and no finding says why, or a finding no longer holds
  2  bad input or usage, or nothing could be checked
  130  interrupted

The report: index.html to look at, verification.md to read, verification.json for programs,
junit.xml for CI, tables/ as CSV, Markdown and LaTeX. An older report in the same folder is
replaced only when the new one is complete.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the front door and `fe reproduce` have in common."""
    parser.add_argument("--study", metavar="NAME", help="judge this study only (see --list)")
    parser.add_argument("--records", metavar="DIR", type=Path, help="that study's records")
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=Path("report"), help="default: report"
    )
    parser.add_argument(
        "--engine",
        choices=("auto", "python", "rust"),
        default="auto",
        help="who draws; changes no digit (default: auto)",
    )
    parser.add_argument("--threads", metavar="N", type=int, default=1, help="for the Rust engine")
    parser.add_argument("--format", choices=("text", "github"), default="text", help="of messages")
    parser.add_argument(
        "--fail-on",
        choices=("different", "last-digit", "never"),
        default="last-digit",
        help="the mildest unexplained difference that ends with exit status 1",
    )
    parser.add_argument("--list", action="store_true", help="list the studies and stop")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")


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
    if arguments.threads < 1:
        raise UsageError(f"--threads must be at least 1, got {arguments.threads}")
    settings = Settings(
        engine=_engine(arguments.engine),
        threads=arguments.threads,
        progress=console.progress(arguments.quiet),
    )
    reports = [
        pipeline.judge_study(registry.study(name), folder, settings)
        for name, folder in _chosen(arguments)
    ]
    write_report(arguments.out, pipeline.report_files(reports))
    if arguments.format == "github":
        _annotate(reports)
    if not arguments.quiet:
        for report in reports:
            _tell(report)
        console.say(f"Report: {arguments.out / 'index.html'}")
    return _status(reports, arguments.fail_on)


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


def _engine(name: str) -> str:
    return "python" if name == "auto" else name


def _list() -> None:
    for listed in registry.STUDIES:
        here = "records in this checkout" if registry.checkout_records(listed.name) else "--records"
        console.say(f"{listed.name:<14} {listed.about} [{here}]")


def _tell(report: StudyReport) -> None:
    console.say(f"{report.title}")
    console.say(f"  {basis_line(report)}")
    console.say(f"  {verdict_sentence(report)}")
    for kept in report.findings:
        state = "" if kept.holds else "NO LONGER HOLDS: "
        console.say(f"  finding: {state}{kept.finding.title}")
    for entry in [entry for entry in report.entries if entry.unexplained][:20]:
        console.say(
            f"  {entry.verdict.value}: {entry.id}: printed {entry.printed}, "
            f"recomputed {entry.recomputed}"
        )


def _annotate(reports: list[StudyReport]) -> None:
    from fe_core.reporting.github import annotation_lines

    for line in annotation_lines(reports):
        console.write(line + "\n")


def _status(reports: list[StudyReport], fail_on: str) -> int:
    if not any(report.checkable() for report in reports):
        console.complain("nothing could be checked")
        return console.UNUSABLE
    failing = {
        "never": set(),
        "different": {Verdict.DIFFERENT},
        "last-digit": {Verdict.DIFFERENT, Verdict.LAST_DIGIT},
    }[fail_on]
    broken = fail_on != "never" and any(
        not kept.holds for report in reports for kept in report.findings
    )
    differs = any(
        entry.unexplained and entry.verdict in failing
        for report in reports
        for entry in report.entries
    )
    return console.DIFFERS if differs or broken else console.AGREES
