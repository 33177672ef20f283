"""A declared metric of a run, as a cell: the same tallies for estimates and intervals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from fe_core.errors import UsageError
from fe_core.numbers.exact import mean, sample_deviation, share
from fe_core.records.model import Item
from fe_core.reporting.cells import Cell, Resampled, Spread, Unit, unanswered
from fe_core.reporting.signature import signature
from fe_core.scoring.classification import confusion
from fe_core.scoring.outcomes import Outcome
from fe_core.scoring.paired import Paired, mcnemar, paired
from offline_reproduction.study.declared.scored import Scored
from offline_reproduction.study.declared.spec import MetricSpec, Spec

Ratio = tuple[dict[str, int], dict[str, int]]
"""Numerators and denominators per item (or per the first item of a group)."""


def cell(spec: Spec, scored: Scored, metric: MetricSpec, runs: Sequence[str]) -> Cell:
    """One declared number. Raises UsageError for runs or attributes that the records lack."""
    made = signature(
        metric=metric.metric,
        of=metric.of,
        run="+".join(runs),
        against=metric.against,
        where=",".join(f"{k}={v}" for k, v in sorted(metric.where.items())),
        variants=",".join(metric.variants),
    )
    if metric.metric == "mean-deviation":
        values = [_value(spec, scored, spec.metrics[metric.of], run) for run in runs]
        if None in values:
            return unanswered("one of the runs has nothing to divide by", metric.unit)
        known = [value for value in values if value is not None]
        return Cell(Spread(mean(known), sample_deviation(known)), metric.unit, made)
    if len(runs) != 1:
        raise UsageError(f"metric {metric.name!r} is of one run, got {list(runs)}")
    if metric.metric == "interval":
        return _interval(spec, scored, metric, runs[0], made)
    if metric.metric in ("mcnemar", "both", "only-first", "only-second", "neither"):
        return _paired_cell(spec, scored, metric, runs[0], made)
    value = _value(spec, scored, metric, runs[0])
    if value is None:
        return unanswered("there is nothing to divide by", metric.unit)
    count = _count(spec, scored, metric, runs[0])
    return Cell(value if metric.unit is not Unit.COUNT else _hits(count), metric.unit, made, count)


def _value(spec: Spec, scored: Scored, metric: MetricSpec, run: str) -> Fraction | None:
    if metric.metric == "difference":
        base = spec.metrics[metric.of]
        values = [_value(spec, scored, base, name) for name in (run, metric.against)]
        return None if None in values else Fraction(values[0] or 0) - Fraction(values[1] or 0)
    if metric.metric.startswith("macro-"):
        return _macro(spec, scored, metric, run)
    numerators, denominators = _ratio(spec, scored, metric, run)
    return share(sum(numerators.values()), sum(denominators.values()))


def _macro(spec: Spec, scored: Scored, metric: MetricSpec, run: str) -> Fraction | None:
    chosen = scored.identities(run)
    pairs = []
    for item in _items(spec, scored, metric, run):
        if not isinstance(item.gold, str):
            raise UsageError(f"macro metrics need one gold answer, item={item.item!r} has several")
        if not (spec.dropped and chosen[item.item] is None):
            pairs.append((item.gold, chosen[item.item]))
    labels = spec.labels or tuple(sorted({label for pair in pairs for label in pair if label}))
    try:
        made = confusion(pairs, labels)
    except ValueError as error:
        raise UsageError(f"metric {metric.name!r}: {error}; see [labels] set") from None
    macro = {
        "macro-precision": made.macro_precision,
        "macro-recall": made.macro_recall,
        "macro-f1": made.macro_f1,
    }
    return macro[metric.metric](spec.zero)


def _ratio(spec: Spec, scored: Scored, metric: MetricSpec, run: str) -> Ratio:
    if metric.metric == "joint":
        return _joint(spec, scored, metric, run)
    if metric.metric in ("circular", "consistency"):
        return _rotated(spec, scored, metric, run)
    if metric.metric != "accuracy":
        raise UsageError(f"metric {metric.name!r} ({metric.metric}) is no ratio of counts")
    found = scored.outcomes(run)
    asked = {
        item.item: int(found[item.item].valid or not spec.dropped)
        for item in _items(spec, scored, metric, run)
    }
    return {name: int(found[name] is Outcome.RIGHT) for name in asked}, asked


def _joint(spec: Spec, scored: Scored, metric: MetricSpec, run: str) -> Ratio:
    found = scored.outcomes(run)
    groups: dict[str, list[Item]] = {}
    for item in _items(spec, scored, metric, run):
        if not metric.variants or item.variant in metric.variants:
            groups.setdefault(item.group or item.item, []).append(item)
    hits = {
        group[0].item: int(all(found[item.item] is Outcome.RIGHT for item in group))
        for group in groups.values()
        if not metric.variants or len(group) == len(metric.variants)
    }
    return hits, dict.fromkeys(hits, 1)


def _rotated(spec: Spec, scored: Scored, metric: MetricSpec, run: str) -> Ratio:
    """All rotations right (circular), or all valid and the same option (consistency)."""
    items = _items(spec, scored, metric, run)
    rotations = scored.records.rotations(run)
    for item in items:
        if len(rotations) != len(item.options):
            raise UsageError(
                f"run={run!r} has rotations {list(rotations)}, item={item.item!r} has "
                f"{len(item.options)} options; a missing rotation is no score"
            )
    chosen = [scored.identities(run, rotation) for rotation in rotations]
    hits = {}
    for item in items:
        answers = {given[item.item] for given in chosen}
        right = answers == {item.gold}
        same = len(answers) == 1 and None not in answers
        hits[item.item] = int(right if metric.metric == "circular" else same)
    return hits, dict.fromkeys(hits, 1)


def _interval(spec: Spec, scored: Scored, metric: MetricSpec, run: str, made: str) -> Cell:
    of = spec.metrics[metric.of]
    runs, signs = [run], [1]
    if of.metric == "difference":
        runs, signs, of = [run, of.against], [1, -1], spec.metrics[of.of]
    sums: dict[str, list[int]] = {}
    for name, sign in zip(runs, signs, strict=True):
        numerators, denominators = _ratio(spec, scored, of, name)
        for item in denominators:
            at = sums.setdefault(_cluster(scored.records.items[item], metric.cluster), [0, 0])
            at[0] += sign * numerators[item]
            at[1] += denominators[item] if sign > 0 else 0
    columns = list(zip(*sums.values(), strict=True))
    resampled = Resampled(tuple(columns[0]), tuple(columns[1]), metric.draws, metric.level)
    return Cell(resampled, metric.unit, f"{made}|cluster:{metric.cluster}|draws:{metric.draws}")


def _paired_cell(spec: Spec, scored: Scored, metric: MetricSpec, run: str, made: str) -> Cell:
    first, second = scored.outcomes(metric.against), scored.outcomes(run)
    items = _items(spec, scored, metric, run)
    missing = [item.item for item in items if item.item not in first]
    if missing:
        raise UsageError(f"run={metric.against!r} was not asked item={missing[0]!r}")
    found: Paired = paired(
        (first[item.item] is Outcome.RIGHT, second[item.item] is Outcome.RIGHT) for item in items
    )
    if metric.metric == "mcnemar":
        return Cell(mcnemar(found.first, found.second), metric.unit, made)
    counts = {
        "both": found.both,
        "only-first": found.first,
        "only-second": found.second,
        "neither": found.neither,
    }
    value = counts[metric.metric]
    text = f"{value}/{found.total}"
    return Cell(
        value if metric.unit is Unit.COUNT else share(value, found.total) or 0,
        metric.unit,
        made,
        text,
    )


def _items(spec: Spec, scored: Scored, metric: MetricSpec, run: str) -> list[Item]:
    asked = scored.records.sheet(run, min(scored.records.rotations(run), default=0)).run.asked
    items = [scored.records.items[item] for item in asked]
    where = metric.where.items()
    return [item for item in items if all(_part(item, k) == v for k, v in where)]


def _part(item: Item, name: str) -> str:
    if name in ("split", "variant", "group"):
        return str(getattr(item, name))
    return item.attributes.get(name, "")


def _cluster(item: Item, name: str) -> str:
    found = _part(item, name)
    if not found:
        raise UsageError(f"item={item.item!r} has no {name!r} to be drawn by; add the attribute")
    return found


def _count(spec: Spec, scored: Scored, metric: MetricSpec, run: str) -> str:
    if metric.metric == "difference" or metric.metric.startswith("macro-"):
        return ""
    numerators, denominators = _ratio(spec, scored, metric, run)
    return f"{sum(numerators.values())}/{sum(denominators.values())}"


def _hits(count: str) -> int:
    return int(count.partition("/")[0])
