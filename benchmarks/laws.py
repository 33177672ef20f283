"""The exact law of a ratio: the engine against plain Python."""

from __future__ import annotations

from array import array
from types import ModuleType

from .measure import Contender, interleaved, summary
from .workloads import Workload, workload

LEVELS = [(1, 40), (39, 40)]
JOBS = {
    "W1, all 26 statistics": ("W1", 26),
    "W2, one statistic": ("W2", 1),
    "W3 (K = 48, unequal), one statistic": ("W3", 1),
}


def measured(engine: ModuleType, rounds: int) -> dict[str, dict[str, dict[str, float]]]:
    """Times of each job in both languages; plain Python only where it is in reach."""
    from fe_core.intervals.law import law_quantiles

    found = {}
    for title, (name, count) in JOBS.items():
        work = workload(name)
        if python_law(work, 0, law_quantiles) != rust_law(engine, work, 0):
            raise SystemExit(f"{title}: the engine's law differs from Python's")
        contenders = {
            "fe_boot": Contender(lambda w=work, n=count: _all(n, lambda i: rust_law(engine, w, i))),
            "plain Python": Contender(
                lambda w=work, n=count: _all(n, lambda i: python_law(w, i, law_quantiles)), rounds=2
            ),
        }
        found[title] = summary(interleaved(contenders, rounds), "plain Python")
    return found


def rust_law(engine: ModuleType, work: Workload, at: int) -> list[tuple[int, int]]:
    top, bottom = (
        array("q", column).tobytes() for column in (work.numerators[at], work.denominators)
    )
    return engine.law_quantiles(top, bottom, work.clusters, LEVELS)


def python_law(work: Workload, at: int, quantiles):  # type: ignore[no-untyped-def]
    _forget()
    return quantiles(work.numerators[at], work.denominators, LEVELS)


def _all(count: int, one) -> None:  # type: ignore[no-untyped-def]
    for at in range(count):
        one(at)


def _forget() -> None:
    """Empty the law's own cache, so that every round does the work."""
    from fe_core.intervals import law

    for value in vars(law).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()
