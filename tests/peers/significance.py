"""Writes significance.json: tests of paired answers and Holm's adjustment, SciPy and statsmodels.

Run it with both installed: python tests/peers/significance.py
McNemar: SciPy's exact two-sided binomial test at one half, and statsmodels' `mcnemar(exact=True)`.
Sign flips of whole clusters: SciPy's `permutation_test` over all of them (`samples`).
Holm: statsmodels' `multipletests(method="holm")`.
"""

from __future__ import annotations

import json
import random
from importlib.metadata import version
from pathlib import Path


def mcnemar_case(source: random.Random) -> dict[str, object]:
    from scipy.stats import binomtest
    from statsmodels.stats.contingency_tables import mcnemar

    top = source.choice((4, 20, 150))
    first, second = source.randint(0, top), source.randint(0, top)
    both, neither = source.randint(0, 50), source.randint(0, 50)
    table = [[both, first], [second, neither]]
    return {
        "kind": "mcnemar",
        "first": first,
        "second": second,
        "scipy": float(binomtest(first, first + second).pvalue) if first + second else 1.0,
        "statsmodels": float(mcnemar(table, exact=True).pvalue) if first + second else 1.0,
    }


def flip_case(source: random.Random) -> dict[str, object]:
    import numpy
    from scipy.stats import permutation_test

    size = source.randint(2, 9)
    differences = [source.randint(-6, 6) for _ in range(size)]
    found: dict[str, object] = {"kind": "flip", "differences": differences}
    for alternative in ("two-sided", "greater", "less"):
        ran = permutation_test(
            (numpy.array(differences),),
            lambda values, axis: numpy.sum(values, axis=axis),
            permutation_type="samples",
            n_resamples=numpy.inf,
            alternative=alternative,
            vectorized=True,
        )
        found[alternative] = float(ran.pvalue)
    return found


def holm_case(source: random.Random) -> dict[str, object]:
    from statsmodels.stats.multitest import multipletests

    tenths = [source.randint(0, 1000) for _ in range(source.randint(1, 8))]
    rejected, adjusted, *_ = multipletests([one / 1000 for one in tenths], 0.05, method="holm")
    return {
        "kind": "holm",
        "thousandths": tenths,
        "adjusted": [float(value) for value in adjusted],
        "rejected": [bool(value) for value in rejected],
    }


def main() -> None:
    source = random.Random(20260723)
    makers = (mcnemar_case,) * 80 + (flip_case,) * 40 + (holm_case,) * 60
    versions = {name: version(name) for name in ("scipy", "statsmodels")}
    lines = [json.dumps(versions), *(json.dumps(maker(source)) for maker in makers)]
    Path(__file__).with_suffix(".json").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
