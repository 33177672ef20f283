"""`fe`: the subcommands; every one is run behind the door, where errors become exit statuses."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from fe_core import __version__
from offline_reproduction.cli import console, reproduce
from offline_reproduction.door import through

SUBCOMMANDS = {
    "reproduce": "recompute and judge the studies that ship with the kit",
    "interval": "judge or compute a whole-cluster bootstrap interval",
    "audit": "what a printed table proves without any answers",
    "example": "copy the example, with records and a log, to try things on",
    "init": "start a study of your own",
    "import": "turn an evaluation tool's logs into records",
    "export": "write a study's records in the kit's own layout",
    "sanitize": "keep the fields of the schema only",
    "verify": "recompute and judge a declared study",
    "snapshot": "fill a declared study's printed tables from its records",
    "show": "one number, how it was made, and the items behind it",
    "compare": "compare runs in pairs, with intervals and exact tests",
    "leaderboard": "rank runs, with intervals of their ranks",
    "diff": "what changed between two verification reports",
    "gallery": "judge public projects whose results are cloned here",
    "selftest": "plant errors and count how many are caught",
}
"""Subcommand → what it does. Each is a module of its own, imported only when it is called."""


class _Parser(argparse.ArgumentParser):
    """Help that cannot be written is an error of the system; argparse itself would hide it."""

    def _print_message(self, message: str, file: Any = None) -> None:
        file = file or sys.stderr
        if message and file is not None:
            file.write(message)


def main(argv: Sequence[str] | None = None) -> int:
    """The command line `fe`. Returns the exit status."""
    return through(lambda: _fe(argv))


def _fe(argv: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] in SUBCOMMANDS:
        name = words[0]
        parser = _Parser(
            prog=f"fe {name}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            description=SUBCOMMANDS[name][0].upper() + SUBCOMMANDS[name][1:] + ".",
        )
        module = import_module(f"offline_reproduction.cli.{_module(name)}")
        module.add_arguments(parser)
        return int(module.run(parser.parse_args(words[1:])))
    listed = "\n".join(f"  {name:<10} {about}" for name, about in SUBCOMMANDS.items())
    parser = _Parser(
        prog="fe",
        description="Tells, number by number, whether printed results follow from the answers.",
        epilog=f"subcommands (each with --help):\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"fe-kit {__version__}")
    parser.add_argument("subcommand", choices=SUBCOMMANDS, metavar="SUBCOMMAND")
    parser.parse_args(words)
    return console.UNUSABLE


def front_door(argv: Sequence[str] | None = None) -> int:
    """`run_reproduction.py`. Returns the exit status."""
    return through(lambda: reproduce.run(reproduce.parser().parse_args(argv)))


def _module(name: str) -> str:
    return {"import": "import_logs"}.get(name, name)
