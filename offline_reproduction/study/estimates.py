"""Estimates: exact values together with the integers that they are made of, unit by unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from math import lcm

from fe_core.numbers.exact import Exact
from fe_core.records.model import Item
from fe_core.scoring.metric import Metric, Responses, Tally, total

Value = Callable[[Sequence[Tally]], Exact | None]
"""Summed integers of each sample → the value, None where there is nothing to divide by."""


@dataclass(frozen=True)
class Sample:
    """What is drawn for an interval: units, the tally of each, and the sum of all."""

    units: Mapping[str, Responses]
    tally: Callable[[str], Tally]
    total: Tally

    @cached_property
    def tallies(self) -> Mapping[str, Tally]:
        """Unit → tally, worked out where an interval or a test asks for it."""
        return {name: self.tally(name) for name in self.units}

    @property
    def width(self) -> int:
        """Integers of a tally."""
        return len(self.total)

    def items(self, unit: str) -> tuple[Item, ...]:
        """The items of a unit, each once."""
        return tuple({each.item.item: each.item for each in self.units[unit]}.values())


def sample_of(tallies: Mapping[str, Tally], units: Mapping[str, Responses]) -> Sample:
    """Units whose tallies are known, two integers each."""
    totals = (sum(tally[0] for tally in tallies.values()), sum(t[1] for t in tallies.values()))
    return Sample(units, tallies.__getitem__, totals)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value of records.

    samples: what it is made of; empty for a constant, such as the expectation of a guess. of: the
    value of the samples' sums. ratio: whether there is one sample, and the value is its first sum
    over its second. count: `83/288` where that means something. notes: what must be said of it.
    merge: what makes one ratio of it, if anything can.
    """

    samples: tuple[Sample, ...]
    of: Value
    value: Exact | None
    ratio: bool = False
    count: str = ""
    notes: tuple[str, ...] = ()
    merge: Callable[[], Sample | None] | None = None

    def single(self) -> Estimate:
        """The same as one ratio of sums where it is one; only intervals and tests need that."""
        sample = self.merge() if self.merge is not None else None
        if sample is None:
            return self
        return Estimate(
            (sample,), lambda totals: _ratio(totals[0]), self.value, True, self.count, self.notes
        )

    @property
    def items(self) -> dict[str, Item]:
        """The items that it is over, each once."""
        return {
            each.item.item: each.item for sample in self.samples
            for unit in sample.units.values() for each in unit
        }  # fmt: skip

    def saying(self, count: str, parts: Sequence[Estimate]) -> Estimate:
        """The same with a count, and with what must be said of the values it was made of."""
        notes = tuple(dict.fromkeys(note for part in parts for note in part.notes))
        return replace(self, count=count, notes=notes)

    @property
    def fraction(self) -> Fraction | None:
        """The value where it is rational."""
        return Fraction(self.value) if isinstance(self.value, int | Fraction) else None


def constant(value: Fraction | None) -> Estimate:
    """A value that no record changes."""
    return Estimate((), lambda sums: value, value)


def measured(
    metric: Metric[Responses],
    units: Mapping[str, Responses],
    *,
    numerator: bool = False,
    notes: tuple[str, ...] = (),
) -> Estimate:
    """A metric over its units; numerator: its count of units instead of their share."""
    sums = total(metric, units.values())
    sample = Sample(units, lambda name: metric.tally(units[name]), sums)

    def of(totals: Sequence[Tally]) -> Exact | None:
        (sums,) = totals
        return sums[0] if numerator else metric.value(sums)

    none_there = Fraction(0) if numerator and metric.name == "items" else None
    value = of([sums]) if units else none_there
    count = f"{sums[0]}/{sums[1]}" if units and metric.is_count else ""
    return Estimate((sample,), of, value, metric.is_ratio and not numerator, count, notes)


def combined(
    parts: Sequence[Estimate],
    of: Callable[[Sequence[Fraction]], Exact | None],
    weights: Sequence[Fraction] | None = None,
    count: str = "",
) -> Estimate:
    """A value made of other values; None where one of them is.

    weights: where the value is their weighted sum, so that shares over the same units stay one
    ratio of sums, and its interval exact.
    """
    widths = [len(part.samples) for part in parts]

    def value(totals: Sequence[Tally]) -> Exact | None:
        values, at = [], 0
        for part, wide in zip(parts, widths, strict=True):
            one = part.of(totals[at : at + wide])
            if not isinstance(one, int | Fraction):
                return None
            values.append(Fraction(one))
            at += wide
        return of(values)

    notes = tuple(dict.fromkeys(note for part in parts for note in part.notes))
    known = [part.fraction for part in parts]
    made = None if None in known else of([one for one in known if one is not None])
    merge = partial(_one_ratio, parts, weights) if weights is not None else None
    samples = tuple(sample for part in parts for sample in part.samples)
    return Estimate(samples, value, made, False, count, notes, merge)


def pooled(parts: Sequence[Estimate]) -> Estimate | None:
    """Shares of different units together: all first sums over all second ones; None if no shares.

    A mean that is weighted by items is this one ratio.
    """
    parts = [part.single() for part in parts]
    if not all(part.ratio for part in parts):
        return None
    tallies: dict[str, Tally] = {}
    units: dict[str, Responses] = {}
    for at, part in enumerate(parts):
        for name, tally in part.samples[0].tallies.items():
            tallies[f"{at}/{name}"] = tally
            units[f"{at}/{name}"] = part.samples[0].units[name]
    sample = sample_of(tallies, units)
    value = _ratio(sample.total)
    notes = tuple(dict.fromkeys(note for part in parts for note in part.notes))
    count = "/".join(map(str, sample.total)) if all(part.count for part in parts) else ""
    return Estimate((sample,), lambda totals: _ratio(totals[0]), value, True, count, notes)


def _ratio(sums: Sequence[int]) -> Fraction | None:
    return Fraction(sums[0], sums[1]) if sums[1] else None


def _one_ratio(parts: Sequence[Estimate], weights: Sequence[Fraction]) -> Sample | None:
    """The weighted sum of shares as one share, if all are over the same units of equal size."""
    parts = [part.single() for part in parts]
    if not parts or not all(part.ratio for part in parts):
        return None
    first = parts[0].samples[0]
    sizes = {name: tally[1] for name, tally in first.tallies.items()}
    for part in parts[1:]:
        if {name: tally[1] for name, tally in part.samples[0].tallies.items()} != sizes:
            return None
    whole = lcm(*(weight.denominator for weight in weights))
    scaled = [int(weight * whole) for weight in weights]
    tallies = {
        name: (
            sum(
                weight * part.samples[0].tallies[name][0]
                for weight, part in zip(scaled, parts, strict=True)
            ),
            whole * size,
        )
        for name, size in sizes.items()
    }
    return sample_of(tallies, first.units)
