"""Writes laws.json: SciPy's binomial quantiles and beta tails.

Run it with SciPy installed: python tests/peers/laws.py
Clusters of one item each make the bootstrap's law binomial: K draws from K clusters, k of them
right, have Binomial(K, k/K) right answers. Beta tails say where an order statistic may lie.
"""

from __future__ import annotations

import json
import random
from importlib.metadata import version
from pathlib import Path


def binomial_case(source: random.Random) -> dict[str, object]:
    from scipy.stats import binom

    clusters = source.randint(2, 120)
    right = source.randint(1, clusters - 1)
    law = binom(clusters, right / clusters)
    return {
        "kind": "binomial",
        "clusters": clusters,
        "right": right,
        "quantiles": [int(law.ppf(q)) for q in (0.025, 0.5, 0.975)],
        "up_to_right": float(law.cdf(right)),
    }


def beta_case(source: random.Random) -> dict[str, object]:
    from scipy.stats import beta

    count = source.choice((100, 1000, 20_000))
    place = source.randint(1, count)
    at = source.randint(1, 999)
    return {
        "kind": "beta",
        "count": count,
        "place": place,
        "thousandths": at,
        "below": float(beta(place, count - place + 1).cdf(at / 1000)),
    }


def main() -> None:
    source = random.Random(20260723)
    makers = (binomial_case,) * 60 + (beta_case,) * 60
    lines = [json.dumps({"scipy": version("scipy")}), *(json.dumps(m(source)) for m in makers)]
    Path(__file__).with_suffix(".json").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
