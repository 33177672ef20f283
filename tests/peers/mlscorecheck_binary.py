"""Writes mlscorecheck_binary.json: mlscorecheck's verdicts on binary test sets.

Run it with mlscorecheck installed: python tests/peers/mlscorecheck_binary.py
Scores are acc, sens, spec and bacc of random matrices at two to four decimals; in half of the cases
one score is moved by one to three units in its last place. eps is half a unit. `consistent` is the
verdict without its further tolerance of one millionth, `tolerant` the one with it.
"""

from __future__ import annotations

import json
import logging
import random
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

CASES = 400
STRICT, DEFAULT = 1e-12, 1e-6


def case(source: random.Random) -> dict[str, object]:
    positive, negative = source.randint(2, 60), source.randint(2, 60)
    tp, tn = source.randint(0, positive), source.randint(0, negative)
    decimals = source.randint(2, 4)
    sens, spec = Fraction(tp, positive), Fraction(tn, negative)
    exact = {
        "acc": Fraction(tp + tn, positive + negative),
        "sens": sens,
        "spec": spec,
        "bacc": (sens + spec) / 2,
    }
    names = sorted(source.sample(sorted(exact), source.randint(1, 4)))
    units = {name: round(exact[name] * 10**decimals) for name in names}
    if source.random() < 0.5:
        units[source.choice(names)] += source.choice((-3, -2, -1, 1, 2, 3))
    whole = 10**decimals
    texts = {
        name: f"{min(max(unit, 0), whole) / whole:.{decimals}f}" for name, unit in units.items()
    }
    return {"p": positive, "n": negative, "decimals": decimals, "scores": texts}


def verdict(one: dict, tolerance: float) -> bool:  # type: ignore[type-arg]
    """Whether mlscorecheck finds the scores consistent."""
    from mlscorecheck.check.binary import check_1_testset_no_kfold

    found = check_1_testset_no_kfold(
        testset={"p": one["p"], "n": one["n"]},
        scores={name: float(text) for name, text in one["scores"].items()},
        eps=0.5 * 10 ** -one["decimals"],
        numerical_tolerance=tolerance,
    )
    return not found["inconsistency"]


def main() -> None:
    logging.disable(logging.CRITICAL)
    source = random.Random(20260722)
    cases = [case(source) for _ in range(CASES)]
    for one in cases:
        one["consistent"] = verdict(one, STRICT)
        one["tolerant"] = verdict(one, DEFAULT)
    lines = [json.dumps({"mlscorecheck": version("mlscorecheck")}), *map(json.dumps, cases)]
    path = Path(__file__).with_suffix(".json")
    path.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
