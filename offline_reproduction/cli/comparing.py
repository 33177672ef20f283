"""What `fe compare` and `fe leaderboard` have in common: the study, the metric, the clusters."""

from __future__ import annotations

import argparse
from fractions import Fraction
from pathlib import Path

from fe_core.errors import UsageError
from fe_core.intervals.bootstrap import Plan
from fe_core.intervals.engine import resolve
from fe_core.scoring.metrics import METRICS
from offline_reproduction.cli import console
from offline_reproduction.study.comparison import ITEM, Comparison
from offline_reproduction.study.declaration import MOST_DRAWS
from offline_reproduction.study.declared import Builder, declared_study, records_folder
from offline_reproduction.study.registered import NOTHING
from offline_reproduction.study.spec import Spec, read_spec


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The folder, and what is compared over what."""
    parser.add_argument("folder", type=Path, help="the folder that holds study.toml")
    parser.add_argument("--metric", help="a declared metric (default: the first single value)")
    parser.add_argument(
        "--cluster",
        metavar="ATTRIBUTE",
        action="append",
        default=[],
        help="what is drawn together: an attribute, group or images, once or more (default: what "
        "the study's first interval draws, else each item by itself)",
    )
    parser.add_argument(
        "--level", type=float, default=0.95, help="of the intervals (default: 0.95)"
    )
    parser.add_argument(
        "--draws", type=int, default=20_000, help="where there is no exact law (default: 20000)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the draws (default: 0)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def comparison(arguments: argparse.Namespace) -> tuple[Comparison, list[str]]:
    """What is asked for, and the runs there are. Raises UsageError for what cannot be meant."""
    spec = read_spec(arguments.folder)
    study = declared_study(spec, printed=False)
    scored = study.load(records_folder(spec), console.progress(arguments.json))
    metric = arguments.metric or _first(spec)
    if metric not in spec.metrics:
        raise UsageError(f"--metric {metric!r} is not declared; there are {sorted(spec.metrics)}")
    if not 1 <= arguments.draws <= MOST_DRAWS:
        raise UsageError(f"--draws must lie between 1 and {MOST_DRAWS}, got {arguments.draws}")
    plan = Plan(arguments.draws, seed=arguments.seed, level=_level(arguments.level))
    engine = Builder(spec, NOTHING, {}).quantities(scored)
    cluster = tuple(arguments.cluster) or _cluster(spec)
    runs = list(dict.fromkeys(run.run for run in scored.records.runs()))
    return Comparison(engine, metric, cluster, plan, resolve()), runs


def percent(value: Fraction | None) -> str:
    """A share in percent, or points, for a terminal."""
    return "–" if value is None else f"{float(100 * value):.2f}"


def p_value(value: Fraction | None) -> str:
    """A p value, for a terminal."""
    return (
        "–"
        if value is None
        else "<0.0001"
        if value < Fraction(1, 10_000)
        else f"{float(value):.4f}"
    )


def exact(value: Fraction | None) -> str | None:
    """A value as JSON keeps it: a fraction in text."""
    return None if value is None else str(value)


def table(heads: list[str], rows: list[list[str]]) -> None:
    """Columns as wide as they need to be, the first to the left."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in [heads, *rows]:
        first, *rest = [text.ljust(w) if not at else text.rjust(w)
                        for at, (text, w) in enumerate(zip(row, widths, strict=True))]  # fmt: skip
        console.say("  ".join([first, *rest]).rstrip())


def _first(spec: Spec) -> str:
    for name, declared in spec.metrics.items():
        if declared.metric in METRICS and not METRICS[declared.metric].pair:
            return name
    raise UsageError("study.toml declares no metric of single runs; name one with --metric")


def _cluster(spec: Spec) -> tuple[str, ...]:
    return next((one.cluster for one in spec.metrics.values() if one.cluster), ITEM)


def _level(level: float) -> Fraction:
    if not 0 < level < 1:
        raise UsageError(f"--level must lie between 0 and 1, got {level}")
    return Fraction(str(level))
