"""`fe selftest`: plant errors and count how many are caught."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from fe_core.errors import UsageError
from offline_reproduction.cli import console
from offline_reproduction.selftest.run import Kill, selftest
from offline_reproduction.study import registry
from offline_reproduction.study.paper import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which study, how often, from which seed."""
    parser.add_argument("--study", metavar="NAME", help="default: the one with records here")
    parser.add_argument("--records", type=Path, metavar="DIR")
    parser.add_argument("--trials", type=int, default=3, help="errors of each kind (default: 3)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")
    parser.epilog = "exit status: 0 every kind is caught often enough, 1 one is not, 2 bad usage"


def run(arguments: argparse.Namespace) -> int:
    """Plant, count, print a line a kind."""
    if not 1 <= arguments.trials <= 1000:
        raise UsageError(f"--trials lies between 1 and 1000, got {arguments.trials}")
    names = registry.default_names()
    name = arguments.study or (names[0] if names else "")
    study = registry.study(name)
    folder = arguments.records or registry.checkout_records(name)
    if folder is None:
        raise UsageError(f"study={name!r} has no records here; give --records DIR")
    settings = Settings(progress=console.progress(arguments.quiet or arguments.json))
    kills = selftest(study, folder, settings, arguments.trials, arguments.seed)
    if arguments.json:
        console.write(json.dumps([_object(kill) for kill in kills], indent=1) + "\n")
    elif not arguments.quiet:
        for kill in kills:
            console.say(_line(kill))
    return console.AGREES if all(kill.passes for kill in kills) else console.DIFFERS


def _line(kill: Kill) -> str:
    rate = f"{kill.noticed}/{kill.planted}" if kill.planted else "does not apply"
    state = "" if kill.passes else f"  BELOW {kill.floor} %"
    missed = f"  missed: {', '.join(kill.missed[:3])}" if kill.missed else ""
    return f"{kill.level:<8} {kill.kind:<24} {rate}{state}{missed}"


def _object(kill: Kill) -> dict[str, object]:
    return kill._asdict() | {"floor_percent": kill.floor, "passes": kill.passes}
