"""Interleaved timing: every round runs every contender once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple


class Contender(NamedTuple):
    """A way to do the job; `share` is the part of the draws that a call makes."""

    call: Callable[[], object]
    share: float = 1.0
    rounds: int = 10**9


class Sample(NamedTuple):
    """Milliseconds of one call, scaled up to all draws: by the clock, and of processor time."""

    clock: float
    processor: float


def interleaved(contenders: Mapping[str, Contender], rounds: int) -> dict[str, list[Sample]]:
    """Every contender's samples, one a round."""
    samples: dict[str, list[Sample]] = {name: [] for name in contenders}
    for at in range(rounds):
        for name, contender in contenders.items():
            if at < contender.rounds:
                samples[name].append(_sample(contender))
    return samples


def summary(samples: Mapping[str, list[Sample]], against: str) -> dict[str, dict[str, float]]:
    """Medians, least times, and medians over rounds of `against`'s time over one's own.

    The ratio of processor times is what counts for one thread on a machine that others use too:
    waiting for a core is not in it.
    """
    return {name: _row(own, samples[against]) for name, own in samples.items()}


def _row(own: list[Sample], base: list[Sample]) -> dict[str, float]:
    pairs = list(zip(base, own, strict=False))
    return {
        "median_ms": round(median(one.clock for one in own), 3),
        "least_ms": round(min(one.clock for one in own), 3),
        "processor_ms": round(median(one.processor for one in own), 3),
        "times_as_fast": round(median(a.clock / b.clock for a, b in pairs), 2),
        "times_as_cheap": round(median(a.processor / b.processor for a, b in pairs), 2),
    }


def _sample(contender: Contender) -> Sample:
    clock, processor = perf_counter(), process_time()
    contender.call()
    scale = 1000 / contender.share
    return Sample((perf_counter() - clock) * scale, (process_time() - processor) * scale)
