"""The words by which documents name what a row or column is computed as."""

from __future__ import annotations

import re

from offline_reproduction.audit.inferred.grid import Variable, words

AVERAGE = frozenset(
    ["avg", "average", "averages", "averaged", "mean", "means", "macro", "ave", "aver", "ø"]
)
OVERALL = frozenset(["overall", "all", "aggregate", "score"])
TOTAL = frozenset(["total", "totals", "sum", "σ", "sums"])
DELTA = frozenset(
    [
        "delta",
        "Δ",
        "∆",
        "diff",
        "difference",
        "change",
        "gain",
        "gains",
        "improvement",
        "improvements",
        "improv",
        "improve",
        "imp",
        "increase",
        "decrease",
        "drop",
        "gap",
        "loss",
        "relative",
        "rel",
        "reduction",
        "reduced",
        "savings",
        "saving",
        "saved",
    ]
)
RATIO = frozenset(
    [
        "ratio",
        "speedup",
        "speed",
        "up",
        "speedups",
        "factor",
        "faster",
        "compression",
        "rate",
        "share",
    ]
)
HARMONIC = frozenset(["h", "hm", "harmonic", "hmean", "f", "f1", "f2", "hos", "fscore", "score"])
COUNTS = frozenset(
    [
        "n",
        "count",
        "counts",
        "size",
        "items",
        "samples",
        "questions",
        "instances",
        "examples",
        "total",
        "tasks",
        "num",
        "number",
        "support",
        "#",
        "images",
        "sentences",
        "tests",
        "cases",
    ]
)
NO_PART = frozenset(
    [
        "rank",
        "std",
        "stdev",
        "sd",
        "year",
        "params",
        "parameters",
        "epoch",
        "epochs",
        "steps",
        "step",
        "shots",
        "layers",
        "seed",
    ]
)


def is_average(variable: Variable) -> bool:
    """Whether its own label calls it an average."""
    return bool(_own(variable) & AVERAGE)


def is_total(variable: Variable) -> bool:
    """Whether its own label calls it a sum."""
    return bool(_own(variable) & TOTAL)


def is_delta(variable: Variable) -> bool:
    """Whether its own label, or its place in brackets, calls it a change."""
    return variable.part.startswith("(") or bool(_own(variable) & DELTA)


def is_ratio(variable: Variable) -> bool:
    """Whether its own label calls it a ratio or a change."""
    return is_delta(variable) or bool(_own(variable) & RATIO)


def is_summary(variable: Variable) -> bool:
    """Whether it is computed from others, by its label."""
    own = _own(variable)
    return bool(own & (AVERAGE | TOTAL | OVERALL | DELTA | NO_PART))


def _own(variable: Variable) -> frozenset[str]:
    own = next((text for text in reversed(variable.path) if text), "")
    return words(re.sub(r"\w+@\w*", "", own))
