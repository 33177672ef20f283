"""`fe leaderboard`: runs by rank, with where other draws of the questions would put them."""

from __future__ import annotations

import argparse
import json

from offline_reproduction.cli import comparing, console
from offline_reproduction.cli.comparing import exact, p_value, percent

SCHEMA = "fe-leaderboard/1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is ranked."""
    comparing.add_arguments(parser)
    parser.epilog = (
        "ranks: where the level's share of draws of whole clusters puts a run. p: the paired test\n"
        "against the run above; a large one says that the two are tied. A rank is declared in a\n"
        "table with rank (docs/declared.md)."
    )


def run(arguments: argparse.Namespace) -> int:
    """Rank, and say what came out."""
    asked, runs = comparing.comparison(arguments)
    made = asked.ranks(runs)
    if arguments.json:
        document = {
            "schema": SCHEMA,
            "metric": asked.metric,
            "cluster": list(asked.cluster),
            "level": str(asked.plan.level),
            "runs": [
                {
                    "rank": one.rank,
                    "run": one.run,
                    "value": exact(one.value),
                    "ranks": [one.low, one.high],
                    "p": exact(one.p),
                }
                for one in made
            ],
        }
        console.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
        return console.AGREES
    console.say(f"{asked.metric}, drawn by {'+'.join(asked.cluster)}")
    rows = [
        [one.run, str(one.rank), percent(one.value), f"{one.low}-{one.high}", p_value(one.p)]
        for one in made
    ]
    comparing.table(["run", "rank", "value", "ranks", "p against the run above"], rows)
    return console.AGREES
