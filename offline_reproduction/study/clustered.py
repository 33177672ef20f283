"""What whole clusters say of a value: intervals, standard errors, sign flips, influence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from fe_core.errors import UsageError
from fe_core.intervals.clusters import components
from fe_core.intervals.few.clustered_error import clustered_error
from fe_core.intervals.few.effective import effective_clusters
from fe_core.intervals.few.influence import Influence, influences
from fe_core.intervals.few.signflip import sign_flip
from fe_core.numbers.exact import Exact
from fe_core.records.model import Item
from fe_core.reporting.cells import Cell, Redrawn, Resampled
from offline_reproduction.study.estimates import Estimate, Sample
from offline_reproduction.study.selection import attributes, part

if TYPE_CHECKING:
    from offline_reproduction.study.declaration import Declaration
    from offline_reproduction.study.quantities import Quantities, Question

Columns = tuple[tuple[int, ...], ...]


def interval(engine: Quantities, declared: Declaration, question: Question) -> Cell:
    """By the exact law where the value is a ratio of sums, by seeded draws otherwise."""
    made = engine.whole(declared, question)
    said = engine.signature(declared, question, [made])
    if made.fraction is None or not made.samples:
        return engine.nothing(declared, said, [made])
    columns = clustered(engine, made, declared)
    how = (declared.draws, declared.level, declared.rule)
    if made.ratio:
        return Cell(Resampled(columns[0], columns[1], *how), declared.unit, said)
    return Cell(Redrawn(columns, of_sums(made), *how), declared.unit, said)


def of_sums(made: Estimate) -> Callable[[Sequence[int]], Fraction | None]:
    """The value of all samples' sums in one row, as draws bring them."""
    widths = [sample.width for sample in made.samples]

    def value(row: Sequence[int]) -> Fraction | None:
        totals, at = [], 0
        for wide in widths:
            totals.append(tuple(row[at : at + wide]))
            at += wide
        found = made.of(totals)
        return Fraction(found) if isinstance(found, int | Fraction) else None

    return value


def standard_error(engine: Quantities, declared: Declaration, question: Question) -> Cell:
    """Of a ratio of sums; no value for a single cluster."""
    return _of_ratio(engine, declared, question, lambda top, bottom: clustered_error(top, bottom))


def clusters(engine: Quantities, declared: Declaration, question: Question) -> Cell:
    """How many there are."""
    return _of_ratio(engine, declared, question, lambda top, bottom: len(top))


def effective(engine: Quantities, declared: Declaration, question: Question) -> Cell:
    """Kish's effective number of clusters, by their denominators."""
    return _of_ratio(
        engine, declared, question, lambda top, bottom: effective_clusters(bottom).effective
    )


def flipped(engine: Quantities, declared: Declaration, question: Question) -> Cell:
    """The exact sign-flip p value of a difference."""
    return _of_ratio(engine, declared, question, lambda top, bottom: sign_flip(top).p)


def influence_low(engine: Quantities, declared: Declaration, question: Question) -> Cell:
    """The least value with one cluster's numerator set to 0 over the full denominator."""
    return _influence(engine, declared, question, min)


def influence_high(engine: Quantities, declared: Declaration, question: Question) -> Cell:
    """The greatest such value."""
    return _influence(engine, declared, question, max)


def _influence(
    engine: Quantities,
    declared: Declaration,
    question: Question,
    end: Callable[[Sequence[Fraction]], Fraction],
) -> Cell:
    def neutralised(found: Sequence[Influence]) -> Fraction:
        return end([one.neutralised for one in found])

    return _of_ratio(
        engine, declared, question, lambda top, bottom: neutralised(influences(top, bottom))
    )


def _of_ratio(
    engine: Quantities,
    declared: Declaration,
    question: Question,
    work_out: Callable[[Sequence[int], Sequence[int]], Exact | None],
) -> Cell:
    made = engine.whole(declared, question)
    said = engine.signature(declared, question, [made])
    if made.fraction is None or not made.samples:
        return engine.nothing(declared, said, [made])
    if not made.ratio:
        raise UsageError(
            f"metrics.{declared.name}: {declared.metric} is of a share, or of a difference of "
            "shares over the same items"
        )
    top, bottom, *_ = clustered(engine, made, declared)
    value = work_out(top, bottom)
    reason = "" if value is not None else "one cluster says nothing of its spread"
    return Cell(value, declared.unit, said, reason=reason)


def clustered(engine: Quantities, made: Estimate, declared: Declaration) -> Columns:
    """One column of integers for each part of the value, with one entry per cluster."""
    units = tuple(tuple(sample.units) for sample in made.samples)
    key = ("clusters", declared.cluster, units, tuple(made.items))
    place, number = engine.scored.once(key, lambda: _clusters(made, declared))
    return tuple(column for sample in made.samples for column in _columns(sample, place, number))


def _clusters(made: Estimate, declared: Declaration) -> tuple[dict[str, int], int]:
    """Item → the number of its cluster, and how many clusters there are.

    Raises UsageError for an item without the attribute that it is to be drawn by, and for a unit
    that spans two clusters of one attribute; several attributes join what they share.
    """
    keys: dict[str, set[str]] = {}
    for sample in made.samples:
        for items in map(sample.items, sample.units):
            own = {key for item in items for key in _keys(item, declared, made)}
            if len(declared.cluster) == 1 and declared.cluster[0] != "images" and len(own) > 1:
                raise UsageError(
                    f"metrics.{declared.name}: group={items[0].group!r} spans "
                    f"{' and '.join(sorted(own)[:2])}; draw by what holds whole groups, or name "
                    "several attributes, which join what they share"
                )
            for item in items:
                keys.setdefault(item.item, set()).update(own)
    found = components(keys)
    members = enumerate(cluster.members for cluster in found)
    return {member: at for at, names in members for member in names}, len(found)


def _columns(sample: Sample, place: Mapping[str, int], clusters: int) -> list[tuple[int, ...]]:
    sums = [[0] * clusters for _ in range(sample.width)]
    for name, tally in sample.tallies.items():
        at = place[sample.units[name][0].item.item]
        for column, part_ in zip(sums, tally, strict=True):
            column[at] += part_
    return [tuple(column) for column in sums]


def _keys(item: Item, declared: Declaration, made: Estimate) -> list[str]:
    found = []
    for name in declared.cluster:
        if name == "images":
            found += [f"images={image}" for image in item.images]
        elif part(item, name):
            found.append(f"{name}={part(item, name)}")
        else:
            known = attributes(tuple(made.items.values()))
            raise UsageError(
                f"item={item.item!r} has no {name!r} to be drawn by; add the attribute (there are "
                f"{known})"
            )
    if not found:
        raise UsageError(f"item={item.item!r} has no {declared.cluster[0]!r} to be drawn by")
    return found
