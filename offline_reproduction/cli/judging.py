"""What every command that judges has in common: its options, its report, its exit status."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from fe_core.errors import UsageError
from fe_core.files import write_report
from fe_core.intervals import streams
from fe_core.numbers.verdict import Verdict
from fe_core.reporting.markdown import verdict_sentence
from fe_core.reporting.report import StudyReport, basis_line
from offline_reproduction.cli import console
from offline_reproduction.study import pipeline
from offline_reproduction.study.paper import Settings

STATUSES = """\
exit status:
  0  everything that could be checked agrees, or differs only as a finding predicts
  1  a printed number differs and no finding predicts it, or a finding no longer holds
  2  bad input or usage, or nothing could be checked
  130  interrupted
"""

SHOWN = 20
"""Lines of one kind on the terminal; the report has all."""


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the report goes, who draws, and what counts as a failure."""
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=Path("report"), help="default: report"
    )
    parser.add_argument(
        "--engine",
        choices=("auto", "python", "rust"),
        default="auto",
        help="who draws; changes no digit (default: auto)",
    )
    parser.add_argument(
        "--stream",
        metavar="NAME",
        choices=streams.STREAMS,
        default=streams.MT_BLOCKS,
        help=f"of drawn intervals: {', '.join(streams.STREAMS)} (default: {streams.MT_BLOCKS})",
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="of drawn intervals (default: 0)"
    )
    parser.add_argument(
        "--draws",
        metavar="N",
        type=int,
        default=20_000,
        help="of intervals that the paper does not print (default: 20000); a printed one is drawn "
        "as often as the paper says",
    )
    parser.add_argument("--threads", metavar="N", type=int, default=1, help="for the Rust engine")
    parser.add_argument("--format", choices=("text", "github"), default="text", help="of messages")
    parser.add_argument(
        "--fail-on",
        choices=("different", "last-digit", "never"),
        default="last-digit",
        help="the mildest unexplained difference that ends with exit status 1",
    )
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")


def settings(arguments: argparse.Namespace) -> Settings:
    """The settings that the options ask for; the engine is resolved here, once."""
    if arguments.threads < 1:
        raise UsageError(f"--threads must be at least 1, got {arguments.threads}")
    if arguments.draws < 1:
        raise UsageError(f"--draws must be at least 1, got {arguments.draws}")
    streams.check(arguments.stream, arguments.seed, clusters=1, draws=arguments.draws)
    return Settings(
        engine=_engine(arguments.engine),
        threads=arguments.threads,
        draws=arguments.draws,
        stream=arguments.stream,
        seed=arguments.seed,
        progress=console.progress(arguments.quiet),
    )


def finish(
    reports: Sequence[StudyReport],
    arguments: argparse.Namespace,
    more: Mapping[str, str] = MappingProxyType({}),
) -> int:
    """Write the report (and `more` files of it), say what it says, return the exit status."""
    write_report(arguments.out, pipeline.report_files(reports) | dict(more))
    if arguments.format == "github":
        _annotate(reports)
    if not arguments.quiet:
        for report in reports:
            _tell(report)
        console.say(f"Report: {arguments.out / 'index.html'}")
    return _status(reports, arguments.fail_on)


def _engine(name: str) -> str:
    from fe_core.intervals.engine import resolve

    engine = resolve(name)
    if engine.message:
        console.complain(engine.message)
    return engine.name


def _tell(report: StudyReport) -> None:
    console.say(f"{report.title}")
    console.say(f"  {basis_line(report)}")
    console.say(f"  {verdict_sentence(report)}")
    for kept in report.findings:
        state = "" if kept.holds else "NO LONGER HOLDS: "
        console.say(f"  finding: {state}{kept.finding.title}")
        for text in kept.broken[:SHOWN]:
            console.say(f"    not as predicted: {text}")
    if report.remarks:
        console.say(f"  remarks: {len(report.remarks)}, in the report")
    for entry in [entry for entry in report.entries if entry.unexplained][:SHOWN]:
        console.say(
            f"  {entry.verdict.value}: {entry.id}: printed {entry.printed}, "
            f"recomputed {entry.recomputed}"
        )


def _annotate(reports: Sequence[StudyReport]) -> None:
    from fe_core.reporting.github import annotation_lines

    for line in annotation_lines(reports):
        console.write(line + "\n")


def _status(reports: Sequence[StudyReport], fail_on: str) -> int:
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
