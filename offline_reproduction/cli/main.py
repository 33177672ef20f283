"""`fe`: the subcommands, and the one place where errors become exit statuses."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from fe_core import __version__
from fe_core.errors import FeError
from offline_reproduction.cli import console, reproduce

SUBCOMMANDS = {
    "reproduce": "recompute and judge the studies that ship with the kit",
    "interval": "judge or compute a whole-cluster bootstrap interval",
    "audit": "what a printed table proves without any answers",
    "example": "copy the example, with records and sample logs, to try things on",
    "init": "start a study of your own",
    "import": "turn an evaluation tool's logs into records",
    "export": "write a study's records in the kit's own layout",
    "sanitize": "keep the fields of the schema only",
    "verify": "recompute and judge a declared study",
    "snapshot": "fill a declared study's printed tables from its records",
    "show": "one number, how it was made, and the items behind it",
    "diff": "what changed between two verification reports",
    "selftest": "plant errors and count how many are caught",
}
"""Subcommand → what it does. Each is a module of its own, imported only when it is called."""


PATIENT = 100_000
"""New objects between two searches for unreachable cycles. A job keeps almost all that it makes
until it ends, so that Python's usual 700 spend a sixth of its time looking in vain."""


def main(argv: Sequence[str] | None = None) -> int:
    """The command line `fe`. Returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] in SUBCOMMANDS:
        name = words[0]
        parser = argparse.ArgumentParser(
            prog=f"fe {name}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            description=SUBCOMMANDS[name][0].upper() + SUBCOMMANDS[name][1:] + ".",
        )
        module = import_module(f"offline_reproduction.cli.{_module(name)}")
        module.add_arguments(parser)
        return guarded(lambda: module.run(parser.parse_args(words[1:])))
    listed = "\n".join(f"  {name:<10} {about}" for name, about in SUBCOMMANDS.items())
    parser = argparse.ArgumentParser(
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
    return guarded(lambda: reproduce.run(reproduce.parser().parse_args(argv)))


def guarded(job: Callable[[], int]) -> int:
    """Run a job; a FeError becomes one message and exit status 2, Ctrl-C 130."""
    gc.set_threshold(PATIENT)
    try:
        return job()
    except FeError as error:
        console.complain(f"error: {error}")
        return console.UNUSABLE
    except KeyboardInterrupt:
        console.complain("interrupted; an older report, if there was one, is untouched")
        return console.INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return console.UNUSABLE


def _module(name: str) -> str:
    return {"import": "import_logs"}.get(name, name)
