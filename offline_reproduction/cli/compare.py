"""`fe compare`: runs against each other, paired over the same items."""

from __future__ import annotations

import argparse
import json

from offline_reproduction.cli import comparing, console
from offline_reproduction.cli.comparing import exact, p_value, percent
from offline_reproduction.study.comparison import Compared, all_pairs, few

SCHEMA = "fe-compare/1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is compared, and with whom."""
    comparing.add_arguments(parser)
    parser.add_argument(
        "--baseline", metavar="RUN", default="", help="compare every other run with this one only"
    )
    parser.epilog = (
        "each line: the second run's value minus the first's, in points; its interval; the exact\n"
        "p value and Holm's adjustment over all lines. docs/declared.md shows how the same is\n"
        "declared in a table: difference, interval, mcnemar or sign-flip, holm."
    )


def run(arguments: argparse.Namespace) -> int:
    """Compare, and say what came out."""
    asked, runs = comparing.comparison(arguments)
    made = asked.pairs(all_pairs(runs, arguments.baseline))
    warning = few(made)
    if arguments.json:
        document = {
            "schema": SCHEMA,
            "metric": asked.metric,
            "cluster": list(asked.cluster),
            "level": str(asked.plan.level),
            "warning": warning,
            "pairs": [_object(one) for one in made],
        }
        console.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
        return console.AGREES
    console.say(f"{asked.metric}, drawn by {'+'.join(asked.cluster)}")
    comparing.table(
        ["pair", "first", "second", "difference", "interval", "p", "Holm"],
        [_line(one) for one in made],
    )
    tests = sorted({one.test for one in made if one.test})
    methods = sorted({one.method for one in made})
    console.say(
        f"intervals: {', '.join(methods)}; tests: {', '.join(tests) or 'none is exact here'}"
    )
    if warning:
        console.say(f"warning: {warning}")
    return console.AGREES


def _line(one: Compared) -> list[str]:
    sign = "+" if one.difference is not None and one.difference > 0 else ""
    return [
        f"{one.second} - {one.first}", percent(one.values[0]), percent(one.values[1]),
        sign + percent(one.difference), f"[{percent(one.low)}, {percent(one.high)}]",
        p_value(one.p), p_value(one.adjusted),
    ]  # fmt: skip


def _object(one: Compared) -> dict[str, object]:
    return {
        "first": one.first,
        "second": one.second,
        "values": [exact(value) for value in one.values],
        "difference": exact(one.difference),
        "interval": [exact(one.low), exact(one.high)],
        "method": one.method,
        "test": one.test,
        "p": exact(one.p),
        "holm": exact(one.adjusted),
        "clusters": one.clusters,
        "effective_clusters": exact(one.effective),
    }
