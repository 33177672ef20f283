"""What every command that judges has in common: its options, its report, its exit status."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from fe_core.errors import UsageError
from fe_core.intervals import streams
from fe_core.numbers.verdict import Verdict
from fe_core.reporting.report import StudyReport
from fe_core.writing import append_text, write_report
from offline_reproduction.cli import console
from offline_reproduction.cli.telling import tell
from offline_reproduction.study import pipeline
from offline_reproduction.study.paper import Settings

STATUSES = """\
exit status:
  0  everything agrees, differs exactly as a finding predicts, or cannot be checked for a reason
     that the study declares
  1  a number differs or cannot be vouched for, or a finding no longer holds
  2  bad input or usage, or nothing could be checked
  3  an internal error of the kit
  130  interrupted
"""

FAILING = {
    "uncheckable": {Verdict.DIFFERENT, Verdict.LAST_DIGIT, Verdict.UNCHECKABLE},
    "last-digit": {Verdict.DIFFERENT, Verdict.LAST_DIGIT},
    "different": {Verdict.DIFFERENT},
    "never": set(),
}
"""`--fail-on` → the verdicts that fail where nothing accounts for them."""


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the report goes, who draws, and what counts as a failure."""
    parser.add_argument(
        "--out", "-o", metavar="DIR", type=Path, default=Path("report"), help="default: report"
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
        choices=("uncheckable", "last-digit", "different", "never"),
        default="uncheckable",
        help="the mildest verdict that ends with exit status 1: a number that cannot be checked "
        "for no declared reason (the default), a last digit, a difference; never",
    )
    parser.add_argument("--quiet", "-q", action="store_true", help="print nothing but errors")
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colour the terminal's lines; auto: on a terminal, unless NO_COLOR is set",
    )
    parser.add_argument("--open", action="store_true", help="show the report in a browser")


def settings(arguments: argparse.Namespace) -> Settings:
    """The settings that the options ask for; the engine is resolved here, once."""
    if arguments.threads < 1:
        raise UsageError(f"--threads must be at least 1, got {arguments.threads}")
    if not 1 <= arguments.draws <= streams.MOST_DRAWS:
        raise UsageError(
            f"--draws must lie between 1 and {streams.MOST_DRAWS}, got {arguments.draws}"
        )
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
    *,
    not_over: Sequence[Path] = (),
    not_in: Sequence[Path] = (),
) -> int:
    """Write the report (and `more` files of it), say what it says, return the exit status.

    not_over, not_in: folders that the report may not replace, or not even lie in.
    """
    files = pipeline.report_files(reports) | dict(more)
    write_report(arguments.out, files, not_over=not_over, not_in=not_in)
    if arguments.format == "github":
        _annotate(reports)
    if not arguments.quiet:
        console.colours(arguments.color)
        for report in reports:
            tell(report)
        console.say(f"Report: {arguments.out / 'index.html'}")
    if arguments.open:
        _open(arguments.out / "index.html")
    return _status(reports, arguments.fail_on)


def _engine(name: str) -> str:
    from fe_core.intervals.engine import resolve

    engine = resolve(name)
    if engine.message:
        console.complain(engine.message)
    return engine.name


def _annotate(reports: Sequence[StudyReport]) -> None:
    """Annotations to standard output, and the run's summary where CI says it wants one."""
    from fe_core.reporting.github import annotation_lines
    from fe_core.reporting.overview import step_summary

    for line in annotation_lines(reports):
        console.write(line + "\n")
    if console.step_summary():
        append_text(Path(console.step_summary()), step_summary(reports))


def _open(page: Path) -> None:
    import webbrowser

    webbrowser.open(page.resolve().as_uri())


def _status(reports: Sequence[StudyReport], fail_on: str) -> int:
    for report in reports:
        if not report.checkable():
            console.complain(f"{report.study}: nothing could be checked")
            return console.UNUSABLE
    failing = FAILING[fail_on]
    broken = failing and any(not kept.holds for report in reports for kept in report.findings)
    fails = any(
        entry.fails and entry.verdict in failing for report in reports for entry in report.entries
    )
    return console.DIFFERS if fails or broken else console.AGREES
