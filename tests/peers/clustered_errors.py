"""Writes clustered_errors.json: statsmodels' cluster-robust standard errors of means.

Run it with statsmodels installed: python tests/peers/clustered_errors.py
A mean of 0/1 scores is a least-squares fit on a constant; `plain` is its error without
`use_correction`, `corrected` with it: K/(K−1) · (N−1)/(N−p), where p = 1.
"""

from __future__ import annotations

import json
import random
from importlib.metadata import version
from pathlib import Path

CASES = 60


def case(source: random.Random) -> dict[str, object]:
    import numpy
    from statsmodels.api import OLS

    clusters = source.randint(2, 25)
    share = source.random()
    scores = [
        [int(source.random() < share) for _ in range(source.randint(1, 12))]
        for _ in range(clusters)
    ]
    flat = numpy.array([score for cluster in scores for score in cluster], float)
    names = numpy.array([at for at, cluster in enumerate(scores) for _ in cluster])
    found: dict[str, object] = {
        "right": [sum(cluster) for cluster in scores],
        "asked": [len(cluster) for cluster in scores],
    }
    for name, corrected in (("plain", False), ("corrected", True)):
        settings = {"groups": names, "use_correction": corrected}
        fit = OLS(flat, numpy.ones(len(flat))).fit(cov_type="cluster", cov_kwds=settings)
        found[name] = float(fit.bse[0])
    return found


def main() -> None:
    source = random.Random(20260723)
    lines = [json.dumps({"statsmodels": version("statsmodels")})]
    lines += [json.dumps(case(source)) for _ in range(CASES)]
    Path(__file__).with_suffix(".json").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
