"""`fe audit`: what printed tables prove without any answers."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from fe_core.errors import UsageError
from fe_core.files import decode, read_bytes, write_file
from fe_core.numbers.rounding import Rounding
from offline_reproduction.audit.anybody.delimited import parse
from offline_reproduction.audit.anybody.describe import constraints, sheet
from offline_reproduction.audit.anybody.known import Known
from offline_reproduction.audit.tables.constraints import Check
from offline_reproduction.audit.tables.constraints import run as judge
from offline_reproduction.audit.values.judgement import Judgement
from offline_reproduction.audit.values.spans import NEAREST
from offline_reproduction.cli import console

SCHEMA = "fe-audit/1"
LARGEST = 16 << 20
MOST = 10_000_000
EPILOG = """examples:
  fe audit table.csv --supports A=75,B=70,C=69,D=74 --n NTS=48
  fe audit table.csv --n 500 --average Average --json
  fe audit --study frameevidence
exit status: 0 nothing impossible, 1 a finding, 2 bad input or nothing to check."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A table and what is known of it, or a study that ships with the kit."""
    parser.epilog = EPILOG
    parser.add_argument("table", nargs="?", type=Path, help="CSV, TSV or Markdown; - is no file")
    parser.add_argument("--study", default="", help="audit a shipped study's printed tables")
    parser.add_argument("--supports", default="", help="golds per class: A=75,B=70 or 75,70")
    parser.add_argument("--n", action="append", default=[], metavar="[COLUMN=]N", help="items")
    parser.add_argument("--invalid", default="0", help="invalid answers: 10 or 0-10")
    parser.add_argument("--metric", action="append", default=[], metavar="METRIC=COLUMN")
    parser.add_argument("--average", default="", help="column that is the mean of the others")
    parser.add_argument("--total", default="", help="column that is the sum of the others")
    parser.add_argument("--mean-row", default="", help="row that averages the others")
    parser.add_argument("--skip", action="append", default=[], metavar="ROW", help="no run")
    parser.add_argument("--error", action="append", default=[], metavar="COLUMN=PROPORTION")
    parser.add_argument("--interval", action="append", default=[], metavar="COLUMN=PROPORTION")
    parser.add_argument("--difference", action="append", default=[], metavar="COLUMN=A,B")
    parser.add_argument("--joint", action="append", default=[], metavar="COLUMN=A,B,…")
    parser.add_argument("--which-n", action="append", default=[], metavar="COLUMN=MOST")
    rules = [rule.value for rule in Rounding]
    parser.add_argument("--rounding", choices=rules, help="the paper's rule; default: any nearest")
    parser.add_argument("--unit", choices=("percent", "share"), help="default: seen in the numbers")
    parser.add_argument("--limit", type=int, help="vectors of hits searched in a row at most")
    parser.add_argument("--json", action="store_true", help="every check as JSON")
    parser.add_argument("--all", action="store_true", help="show what is possible, too")
    parser.add_argument("--planted", action="store_true", help="kill rates of planted errors")
    parser.add_argument("--into", type=Path, help="write the kill rates between a file's marks")


def run(arguments: argparse.Namespace) -> int:
    """Audit and report; 1 where something is impossible."""
    if arguments.planted or arguments.into:
        return _planted(arguments)
    if bool(arguments.study) == bool(arguments.table):
        raise UsageError("give either a table or --study")
    if arguments.study:
        from offline_reproduction.audit.studies import audit_study

        return _report(audit_study(arguments.study), arguments.study, arguments)
    source = str(arguments.table)
    text, notes = decode(read_bytes(arguments.table, largest=LARGEST), source)
    for note in notes:
        console.complain(note)
    table, known = parse(text, source), _known(arguments)
    return _report(judge(constraints(table, known), sheet(table, known)), source, arguments)


def _known(arguments: argparse.Namespace) -> Known:
    plain = [part for part in arguments.n if "=" not in part]
    if len(plain) > 1:
        raise UsageError(f"--n without a column is given once, got {plain}")
    rule = arguments.rounding
    return Known(
        n=_integer(plain[0], "--n") if plain else None,
        wholes={k: _integer(v, "--n") for k, v in _pairs(arguments.n, "--n").items()},
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
            k: _integer(v, "--which-n") for k, v in _pairs(arguments.which_n, "--which-n").items()
        },
        mean_row=arguments.mean_row,
        skip=tuple(arguments.skip),
        rules=(Rounding(rule),) if rule else NEAREST,
        scale={"percent": 100, "share": 1}.get(arguments.unit or ""),
        limit=arguments.limit,
    )


def _report(checks: Sequence[Check], source: str, arguments: argparse.Namespace) -> int:
    found = [check for check in checks if check.judgement is Judgement.IMPOSSIBLE]
    tally = {kind.value: sum(c.judgement is kind for c in checks) for kind in Judgement}
    if arguments.json:
        console.write(_json(checks, source, tally))
    else:
        for check in checks:
            if arguments.all or check.judgement is Judgement.IMPOSSIBLE:
                console.say(_message(check))
        shown = ", ".join(f"{count} {name}" for name, count in tally.items())
        console.say(f"{source}: {len(checks)} checks: {shown}")
    return console.DIFFERS if found else console.AGREES


def _message(check: Check) -> str:
    where = check.place.removeprefix("table, ").replace("; table, ", "; ")
    return (
        f"{check.judgement.value.upper()} {where} (printed: {check.printed}): "
        f"{check.explanation} [{check.tried}]"
    )


def _json(checks: Sequence[Check], source: str, tally: dict[str, int]) -> str:
    listed = [{**c._asdict(), "judgement": c.judgement.value} for c in checks]
    document = {"schema": SCHEMA, "source": source, "counts": tally, "checks": listed}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _planted(arguments: argparse.Namespace) -> int:
    from offline_reproduction.audit.studies import AUDITED, kill
    from offline_reproduction.audit.tables.killtable import markdown, replaced

    names = (arguments.study,) if arguments.study else AUDITED
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


def _supports(given: str) -> tuple[int, ...]:
    parts = [part.rpartition("=")[2] for part in given.split(",") if part.strip()]
    return tuple(_integer(part, "--supports") for part in parts)


def _range(given: str) -> tuple[int, int]:
    low, _, high = given.partition("-")
    return _integer(low, "--invalid"), _integer(high or low, "--invalid")


def _integer(text: str, option: str) -> int:
    bare = text.strip()
    if not (bare.isascii() and bare.isdigit() and len(bare) < 10 and int(bare) <= MOST):
        raise UsageError(f"{option} takes counts up to {MOST}, got {text!r}")
    return int(bare)
