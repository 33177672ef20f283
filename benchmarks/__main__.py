"""python -m benchmarks [W1 W2 …] [--rounds N] [--json FILE] [--quick]

Times every workload against the libraries that are installed, interleaved, and writes the
figures to a JSON file and into docs/performance.md.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np

import fe_boot

from . import job, laws, machine, ours, peers, report
from .measure import Contender, Sample, interleaved, summary
from .memory import peak_megabytes
from .workloads import NAMES, Workload, workload

# Shares of the draws that slow contenders make; their cost is proportional to the draws.
SHARES = {
    "W3": {"Python, zip and choices": 0.2},
    "W4": {
        "scipy": 0.002,
        "scipy, counts": 0.02,
        "arch": 0.005,
        "Python, zip and choices": 0.0005,
        "this kit, plain Python": 0.002,
    },
    "W5": {
        "scipy": 0.05,
        "arch": 0.1,
        "Python, zip and choices": 0.01,
        "this kit, plain Python": 0.1,
    },
}
ROUNDS = {"W4": 3}
NUMPY = "NumPy, best"


def main(arguments: list[str]) -> None:
    options = _options(arguments)
    figures: dict[str, Any] = {
        "command": "python -m benchmarks" + "".join(f" {word}" for word in arguments),
        "machine": machine.facts(),
        "workloads": {},
    }
    for name in options.workloads or NAMES:
        print(f"{name} …", file=sys.stderr, flush=True)
        figures["workloads"][name] = measured(workload(name), options.rounds, options.quick)
    figures["laws"] = {} if options.workloads else laws.measured(fe_boot, options.rounds)
    figures["main job, seconds"] = {} if options.workloads else job.measured(3)
    report.write(figures, options.json)
    print(report.tables(figures))


def measured(work: Workload, rounds: int, quick: bool) -> dict[str, Any]:
    """All figures of one workload."""
    matrix = peers.ready(work)
    rows = peers.best_rows(work, matrix)
    raw = ours.packed(work)
    contenders = _contenders(work, matrix, rows, raw)
    if quick:
        contenders = {k: c for k, c in contenders.items() if c.share == 1 and c.rounds > 1}
    rounds = min(rounds, ROUNDS.get(work.name, rounds))
    raw_times = interleaved(contenders, rounds)
    times = summary(raw_times, NUMPY)
    entry: dict[str, Any] = {
        "clusters": work.clusters,
        "statistics": work.statistics,
        "draws": work.draws,
        "numpy_draws_at_a_time": rows,
        "times": {k: {**row, "share": contenders[k].share} for k, row in times.items()},
        "two_threads_gain": _gain(raw_times),
        "equal": equal_to_numpy(work, matrix, rows, raw),
    }
    if work.name == "W4":
        entry["peak_megabytes"] = round(peak_megabytes("W4", 2, work.draws), 1)
    return entry


def _gain(samples: dict[str, list[Sample]]) -> float:
    """Median over rounds of the time with one thread over the time with two."""
    one, two = samples["fe_boot, mt-blocks/1"], samples["fe_boot, mt-blocks/1, 2 threads"]
    return round(float(np.median([a.clock / b.clock for a, b in zip(one, two, strict=True)])), 2)


def equal_to_numpy(work: Workload, matrix: Any, rows: int, raw: bytes) -> bool:
    """Whether the `numpy` replay gives the bits of `numpy.percentile`, with one thread and two."""
    replicates = peers.numpy_replicates(work, matrix, rows)
    expected = np.percentile(replicates, [2.5, 97.5], axis=0).T
    found = [ours.engine_endpoints(fe_boot, work, raw, "numpy", threads) for threads in (1, 2)]
    return all(np.array_equal(ours.interpolated(ends), expected) for ends in found)


def _contenders(work: Workload, matrix: Any, rows: int, raw: bytes) -> dict[str, Contender]:
    def engine(stream: str, threads: int) -> Contender:
        return Contender(lambda: ours.engine_endpoints(fe_boot, work, raw, stream, threads))

    def part(name: str, call: Any, most: int = 3) -> Contender:
        share = SHARES.get(work.name, {}).get(name, 1.0)
        some = work._replace(draws=round(work.draws * share))
        return Contender(lambda: call(some), share, most)

    found = {
        NUMPY: Contender(lambda: peers.numpy_endpoints(work, matrix, rows)),
        "fe_boot, mt-blocks/1": engine("mt-blocks/1", 1),
        "fe_boot, mt-blocks/1, 2 threads": engine("mt-blocks/1", 2),
        "fe_boot, numpy": engine("numpy", 1),
        "fe_boot, numpy, 2 threads": engine("numpy", 2),
        "fe_boot, python": engine("python", 1),
        "this kit with fe_boot": Contender(lambda: ours.kit_endpoints(work, "rust")),
        "this kit, plain Python": part(
            "this kit, plain Python", lambda some: ours.kit_endpoints(some, "python"), 5
        ),
        "scipy, counts": part("scipy, counts", lambda some: peers.scipy_counts(some, matrix, rows)),
        "scipy": part("scipy", peers.scipy_plain),
        "Python, zip and choices": part("Python, zip and choices", peers.plain_python, 2),
    }
    try:
        import arch  # noqa: F401
    except ImportError:
        return found
    return found | {"arch": part("arch", peers.arch_endpoints)}


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__)
    parser.add_argument("workloads", nargs="*", metavar="W1 … W5")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--quick", action="store_true", help="NumPy and the engine only")
    parser.add_argument("--json", type=Path, default=Path(report.ROOT / "docs/performance.json"))
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
