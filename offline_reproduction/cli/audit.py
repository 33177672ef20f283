"""`fe audit`: what printed tables prove without any answers."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from fe_core.errors import FeError, RecordError, UsageError
from fe_core.files import decode, read_bytes
from fe_core.numbers.rounding import Rounding
from fe_core.writing import write_file, write_report
from offline_reproduction.audit import picture, report
from offline_reproduction.audit.asked import run as asked
from offline_reproduction.audit.asked.known import Known
from offline_reproduction.audit.inferred.document import DocumentAudit, audit
from offline_reproduction.audit.inferred.findings import Check, Grade, one_a_cell
from offline_reproduction.audit.values.spans import NEAREST
from offline_reproduction.cli import console
from offline_reproduction.tables.model import Document
from offline_reproduction.tables.read import FORMATS, read_document, read_text

LARGEST = 16 << 20
MOST = 10_000_000
MOST_FILES = 500
EPILOG = """examples:
  fe audit README.md paper/*.tex
  fe audit table.csv --supports A=75,B=70,C=69,D=74 --n NTS=48
  fe audit README.md --n Acc=@Total --json
  fe audit --study frameevidence
exit status: 0 tables were read and none contradicts itself, 1 a contradiction (with --strict also
a note), 2 no table could be read or bad usage."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Documents, what is known of their tables, or a study that ships with the kit."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add(
        "documents",
        nargs="*",
        metavar="DOCUMENT",
        help="Files with tables (Markdown, HTML, LaTeX, CSV, TSV, JSON, text), folders of such "
        "files, or - for standard input.",
    )
    add("--study", default="", help="Audit the printed tables of a study that ships with the kit.")
    add("--table", type=int, metavar="N", help="What is stated holds for the N-th table only.")
    add(
        "--n",
        action="append",
        default=[],
        metavar="[COLUMN=]N",
        help="So many items stand behind the accuracy column or behind COLUMN; COLUMN=@OTHER takes "
        "them from the column OTHER of the same row.",
    )
    add(
        "--supports",
        default="",
        metavar="A=75,B=70,…",
        help="So many golds has each class; accuracy, macro precision, recall and F1 of a row are "
        "then searched for one confusion matrix.",
    )
    add(
        "--invalid",
        default="0",
        metavar="K or K-L",
        help="So many answers of every row name none of the classes.",
    )
    add(
        "--metric",
        action="append",
        default=[],
        metavar="METRIC=COLUMN",
        help="COLUMN prints accuracy, precision, recall or f1, where its name does not tell.",
    )
    add("--average", default="", metavar="COLUMN", help="COLUMN is the mean of the other columns.")
    add("--total", default="", metavar="COLUMN", help="COLUMN is the sum of the other columns.")
    add(
        "--mean-row",
        default="",
        metavar="ROW",
        help="ROW is the mean (and, where one is printed, the deviation) of the other rows.",
    )
    add(
        "--skip",
        action="append",
        default=[],
        metavar="ROW",
        help="ROW is no run of these items, such as a human reference.",
    )
    add(
        "--error",
        action="append",
        default=[],
        metavar="SE=COLUMN",
        help="SE prints the binomial standard errors of COLUMN; COLUMN=COLUMN stands for what "
        "follows ± in the same cell.",
    )
    add(
        "--interval",
        action="append",
        default=[],
        metavar="CI=COLUMN",
        help="CI prints binomial 95 %% intervals of COLUMN.",
    )
    add("--difference", action="append", default=[], metavar="D=A,B", help="D is A minus B.")
    add(
        "--joint",
        action="append",
        default=[],
        metavar="J=A,B,…",
        help="J counts what is right in all of A, B and the others.",
    )
    add(
        "--which-n",
        action="append",
        default=[],
        metavar="COLUMN=MOST",
        help="Ask which numbers of items up to MOST allow every number of COLUMN.",
    )
    rules = [rule.value for rule in Rounding]
    add(
        "--rounding",
        choices=rules,
        help="The paper rounds by this rule; without it every rule to the nearest is allowed.",
    )
    add(
        "--unit",
        action="append",
        default=[],
        metavar="[COLUMN=]percent|share",
        help="COLUMN, or every column, prints percentages or shares; else its numbers tell.",
    )
    add("--limit", type=int, help="Search so many vectors of hits in a row at most.")
    add("--strict", action="store_true", help="A note counts as a contradiction.")
    add("--all", action="store_true", help="Show what was read and checked, too.")
    add("--json", action="store_true", help="Print the audit as JSON (fe-audit/2), nothing else.")
    add(
        "--format",
        choices=("text", "github"),
        default="text",
        help="Print sentences, or GitHub's annotations with file and line.",
    )
    add(
        "--out", type=Path, metavar="DIR", help="Write a page with the tables and audit.json there."
    )
    add("--planted", action="store_true", help="Count the planted errors that a study catches.")
    add("--into", type=Path, help="Write the kill rates between the marks of this file.")


def run(arguments: argparse.Namespace) -> int:
    """Audit and report; 1 where something contradicts itself."""
    if arguments.planted or arguments.into:
        return _planted(arguments)
    if bool(arguments.study) == bool(arguments.documents):
        raise UsageError("give documents, such as README.md, or --study")
    if arguments.study:
        from offline_reproduction.audit.studies import audit_study

        path, notes = f"study {arguments.study}", list[str]()
        checks = asked.of_study(audit_study(arguments.study))
        audits = [DocumentAudit(Document(path, ()), (), tuple(checks))]
        return _report(audits, notes, arguments)
    documents, notes = _documents(arguments.documents)
    known = _known(arguments)
    audits = _with_asked(audit(documents), known, arguments.table)
    return _report(audits, notes, arguments)


def _documents(names: Sequence[str]) -> tuple[list[Document], list[str]]:
    """Every document that can be read; one that cannot is a note unless none can."""
    found, errors = [], []
    for name in _files(names):
        try:
            if name == "-":
                text, _ = decode(sys.stdin.buffer.read(LARGEST + 1)[:LARGEST], "standard input")
                found.append(read_text(text, "-"))
            else:
                found.append(read_document(Path(name)))
        except FeError as error:
            errors.append(error)
    if errors and not found:
        raise errors[0]
    if not any(table.rows for document in found for table in document.tables):
        why = [f"{d.path}:{p.line}: {p.reason}" for d in found for p in d.problems[:3]]
        shown = "; ".join(why) or "; ".join(d.path for d in found)
        raise RecordError(f"no table could be read in {shown}")
    return found, [str(error) for error in errors]


def _files(names: Sequence[str]) -> Iterator[str]:
    """The named files, and those of named folders whose names say that they may hold tables."""
    count = 0
    for name in names:
        path = Path(name)
        if name == "-" or not path.is_dir():
            yield name
            continue
        for inner in sorted(path.rglob("*")):
            if inner.suffix.lower() in FORMATS and inner.suffix and inner.is_file():
                count += 1
                if count > MOST_FILES:
                    raise UsageError(f"{name}: more than {MOST_FILES} files; name them one by one")
                yield str(inner)


def _with_asked(
    audits: Sequence[DocumentAudit], known: Known, number: int | None
) -> list[DocumentAudit]:
    """The audits with the checks that were asked for, in every table that has what is named."""
    if not known.asks():
        return list(audits)
    found, asked_for = [], 0
    for one in audits:
        checks: list[Check] = []
        for table in one.document.tables:
            if number in (None, table.number) and (number or asked.fits(table, known)):
                checks += asked.checks(table, known)
        asked_for += len(checks)
        merged = one_a_cell([*one.checks, *checks])
        found.append(DocumentAudit(one.document, one.tables, tuple(merged)))
    if not asked_for:
        tables = [table for one in audits for table in one.document.tables]
        if len(tables) == 1:
            asked.checks(tables[0], known)
        raise UsageError(
            "nothing that was stated can be checked: name the items with --n 288 or --n COLUMN=48, "
            "the golds per class with --supports, or a relation with --average, --total, --mean-row"
        )
    return found


def _report(
    audits: Sequence[DocumentAudit], notes: Sequence[str], arguments: argparse.Namespace
) -> int:
    if arguments.out:
        files = {"index.html": picture.page(audits), "audit.json": report.document(audits, notes)}
        write_report(arguments.out, files, not_over=[Path(n) for n in arguments.documents])
    if arguments.json:
        console.write(report.document(audits, notes))
    elif arguments.format == "github":
        console.write("".join(line + "\n" for line in report.github(audits)))
    else:
        for note in notes:
            console.complain(note)
        for line in report.lines(audits, everything=arguments.all):
            console.say(line)
    bad = report.count(audits, Grade.CONTRADICTION)
    bad += report.count(audits, Grade.NOTE) if arguments.strict else 0
    return console.DIFFERS if bad else console.AGREES


def _known(arguments: argparse.Namespace) -> Known:
    plain = [part for part in arguments.n if "=" not in part]
    if len(plain) > 1:
        raise UsageError(f"--n without a column is given once, got {plain}")
    rule = arguments.rounding
    return Known(
        n=_integer(plain[0], "--n", least=1) if plain else None,
        wholes={k: _items(v) for k, v in _pairs(arguments.n, "--n").items()},
        supports=_supports(arguments.supports),
        invalid=_range(arguments.invalid),
        metrics=_pairs(arguments.metric, "--metric"),
        average=arguments.average,
        total=arguments.total,
        errors=_pairs(arguments.error, "--error"),
        intervals=_pairs(arguments.interval, "--interval"),
        differences=_lists(arguments.difference, "--difference"),
        joint=_lists(arguments.joint, "--joint"),
        unknown={
            k: _integer(v, "--which-n", least=1)
            for k, v in _pairs(arguments.which_n, "--which-n").items()
        },
        mean_row=arguments.mean_row,
        skip=tuple(arguments.skip),
        rules=(Rounding(rule),) if rule else NEAREST,
        scales=_scales(arguments.unit),
        limit=arguments.limit,
    )


def _scales(given: Sequence[str]) -> dict[str, int]:
    found = {}
    for part in given:
        column, _, unit = part.rpartition("=")
        if unit not in ("percent", "share"):
            raise UsageError(f"--unit takes percent or share, or COLUMN=share, got {part!r}")
        found[column] = {"percent": 100, "share": 1}[unit]
    return found


def _planted(arguments: argparse.Namespace) -> int:
    from offline_reproduction.audit.studies import audited, kill
    from offline_reproduction.audit.tables.killtable import markdown, replaced

    names = (arguments.study,) if arguments.study else audited()
    table = markdown({name: kill(name) for name in names})
    if arguments.into:
        source = str(arguments.into)
        document, _ = decode(read_bytes(arguments.into, largest=LARGEST), source)
        write_file(arguments.into, replaced(document, table, source))
    else:
        console.write(table)
    return console.AGREES


def _pairs(given: Sequence[str], option: str) -> dict[str, str]:
    pairs = [part.rpartition("=") for part in given if "=" in part]
    wrong = [part for part in given if "=" not in part]
    if wrong and option != "--n":
        raise UsageError(f"{option} takes NAME=VALUE, got {wrong[0]!r}")
    return {left: right for left, _, right in pairs}


def _lists(given: Sequence[str], option: str) -> dict[str, tuple[str, ...]]:
    return {
        name: tuple(part.strip() for part in parts.split(","))
        for name, parts in _pairs(given, option).items()
    }


def _items(text: str) -> int | str:
    return text if text.startswith("@") else _integer(text, "--n", least=1)


def _supports(given: str) -> tuple[int, ...]:
    parts = [part.rpartition("=")[2] for part in given.split(",") if part.strip()]
    return tuple(_integer(part, "--supports") for part in parts)


def _range(given: str) -> tuple[int, int]:
    low, _, high = given.partition("-")
    return _integer(low, "--invalid"), _integer(high or low, "--invalid")


def _integer(text: str, option: str, *, least: int = 0) -> int:
    bare = text.strip()
    whole = bare.isascii() and bare.isdigit() and len(bare) < 10
    if not (whole and least <= int(bare) <= MOST):
        raise UsageError(f"{option} takes counts from {least} up to {MOST}, got {text!r}")
    return int(bare)
