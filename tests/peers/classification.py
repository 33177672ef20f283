"""Writes classification.json: scikit-learn's metrics of random answer sheets.

Run it with scikit-learn installed: python tests/peers/classification.py
Some labels have no gold, some are never predicted, some answers are invalid (null); scikit-learn is
given the four labels as `labels=` and an invalid answer as a fifth label that is not among them.
Each of its conventions for 0/0 (`zero_division` 0, 1 and nan) is kept; nan is written as null.
"""

from __future__ import annotations

import json
import math
import random
import warnings
from importlib.metadata import version
from pathlib import Path

CASES = 150
LABELS = "ABCD"
ZEROS = {"0": 0.0, "1": 1.0, "nan": math.nan}


def case(source: random.Random) -> dict[str, object]:
    golds = source.sample(LABELS, source.randint(1, 4))
    answers = [*source.sample(LABELS, source.randint(1, 4)), *[None] * source.randint(0, 1)]
    size = source.choice((1, 3, 12, 40))
    gold = [source.choice(golds) for _ in range(size)]
    given = [
        one if one in answers and source.random() < 0.5 else source.choice(answers) for one in gold
    ]
    return {"gold": "".join(gold), "given": given}


def scores(gold: str, given: list[str | None]) -> dict[str, object]:
    from sklearn import metrics

    told = [answer or "invalid" for answer in given]
    found: dict[str, object] = {"accuracy": metrics.accuracy_score([*gold], told)}
    found["balanced"] = metrics.balanced_accuracy_score([*gold], told)
    for name, zero in ZEROS.items():
        settings = {"labels": [*LABELS], "zero_division": zero}
        each = metrics.precision_recall_fscore_support([*gold], told, average=None, **settings)
        macro = metrics.precision_recall_fscore_support([*gold], told, average="macro", **settings)
        found[f"labels {name}"] = [[_plain(value) for value in row] for row in each[:3]]
        found[f"macro {name}"] = [_plain(value) for value in macro[:3]]
    for average in ("macro", "weighted"):
        for beta in (1, 2, 0.5):
            of = {"labels": [*LABELS], "zero_division": 0, "average": average, "beta": beta}
            made = metrics.precision_recall_fscore_support([*gold], told, **of)
            found[f"{average} beta {beta}"] = [_plain(value) for value in made[:3]]
    return found


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def main() -> None:
    warnings.simplefilter("ignore")
    source = random.Random(20260723)
    cases = [case(source) for _ in range(CASES)]
    for one in cases:
        one |= scores(one["gold"], one["given"])  # type: ignore[arg-type]
    lines = [json.dumps({"scikit-learn": version("scikit-learn")}), *map(json.dumps, cases)]
    Path(__file__).with_suffix(".json").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
