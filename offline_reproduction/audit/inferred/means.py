"""Means and sums: over all rows or columns, a named group, a block, or with printed weights."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from offline_reproduction.audit.inferred import cues, groups
from offline_reproduction.audit.inferred.evidence import PROBE, Candidate, Case, promising
from offline_reproduction.audit.inferred.formula import COUNTED, MEAN, TOTAL, Formula, weighted
from offline_reproduction.audit.inferred.grid import Variable, View, words

LONG = 60
"""Places from which a group is probed before all of them are listed."""
NATURAL = 6
"""Groups that are more than blocks anywhere."""
UNNAMED = 12
"""Groups tried for a row or column whose label does not call it a mean or a sum."""


def candidates(view: View) -> Iterator[Candidate]:
    """Every mean and sum that a view's labels or places suggest."""
    for target in view.variables:
        if target.part.startswith(("(", "±")):
            continue
        named = cues.is_average(target) or cues.is_total(target)
        if not named and len(view.variables) > groups.MOST:
            continue
        others = groups.kin(target, view)
        if cues.is_average(target):
            if not cues.is_weighted(target):
                yield from _over_groups("mean", MEAN, target, others, view)
            yield from _weighted(target, others, view)
        elif cues.is_total(target):
            yield from _over_groups("sum", TOTAL, target, others, view)
            yield from _over_groups("mean", MEAN, target, others, view, named=False)
        else:
            yield from _over_groups("mean", MEAN, target, others, view, named=False)
            yield from _over_groups("sum", TOTAL, target, others, view, named=False)


def totals(target: Variable, view: View) -> Iterator[Candidate]:
    """The sums over most of the others that a total's label suggests."""
    others = groups.kin(target, view)
    for candidate in _over_groups("sum", TOTAL, target, others, view):
        most = 2 * len(candidate.cases[0].parts) >= len(others)
        if most and candidate.tried <= NATURAL * NATURAL:
            yield candidate


def _over_groups(
    rule: str,
    formula: Formula,
    target: Variable,
    others: list[Variable],
    view: View,
    *,
    named: bool = True,
) -> Iterator[Candidate]:
    found = list(groups.distinct(_tried(target, others, view, named)))
    for rank, group in found:
        tried = rank * rank if named else len(found) * len(view.variables)
        if len(view.instances) > LONG and not _starts(rule, formula, target, group, view, named):
            continue
        places = groups.cases(target, group, view)
        if rule == "mean":
            places = tuple(case for case in places if not pooled(case, view))
        if rule == "sum":
            places = tuple(case for case in places if _adds_up(case, view))
            formula = COUNTED if places and _whole(places, view) else TOTAL
            if not named and formula is TOTAL:
                continue
        if places:
            about = f"{'mean' if rule == 'mean' else 'sum'} of {described(group)}"
            key = (view.across, target.at, target.part)
            spread = "parts" if rule == "mean" else "target"
            yield Candidate(rule, about, formula, places, named, tried, key, spread)


def _starts(
    rule: str, formula: Formula, target: Variable, group: groups.Group, view: View, named: bool
) -> bool:
    """Whether the first places of a long table do not already speak against a group."""
    places = groups.cases(target, group, view, most=PROBE)
    return promising(Candidate(rule, "", formula, places, named, 1, ()), view.grid)


def pooled(case: Case, view: View) -> bool:
    """Whether a row of means prints the number of all items, as under `support`."""
    entries = view.grid.entries
    counts = view.across and words(view.grid.columns[case.target.column]) & cues.COUNTS
    return bool(counts) and entries[case.target].value >= max(entries[s].value for s in case.parts)


def _adds_up(case: Case, view: View) -> bool:
    """Whether a place may be a sum: a number between its parts is their average, not their sum."""
    entries = view.grid.entries
    parts = [entries[slot].value for slot in case.parts]
    target = entries[case.target].value
    return min(parts) < 0 or target > max(parts) or target == sum(parts)


def _whole(places: tuple[Case, ...], view: View) -> bool:
    """Whether every number is a count, which is printed as it is."""
    entries = view.grid.entries
    found = [entries[slot] for case in places for slot in (case.target, *case.parts)]
    return all(
        (
            not entry.decimals
            and not entry.unit
            and entry.value % view.grid.unit == 0
            and 2 * entry.half == view.grid.unit
        )
        or not entry.value
        for entry in found
    )


def _tried(
    target: Variable, others: list[Variable], view: View, named: bool
) -> Iterator[groups.Group]:
    yield from groups.natural(target, others, view)
    every = groups.blocks(target, others)
    yield from every if named else islice(every, UNNAMED)


def _weighted(target: Variable, others: list[Variable], view: View) -> Iterator[Candidate]:
    """Means weighted by counts that a row or column, the labels, or the caption print."""
    for rank, group in groups.distinct(groups.natural(target, others, view)):
        scaled = [(f"{described(group)}, numbers to 10 times 10", s) for s in _scales(group, view)]
        sources = [(f"{described(group)} weighted by {n}", w) for n, w in _weights(group, view)]
        for text, weights in [*scaled, *sources]:
            divisor = len(weights) if text.endswith("times 10") else sum(weights)
            formula = weighted("the mean of {all}", weights, divisor)
            places = tuple(
                case
                for case in groups.cases(target, group, view)
                if not case.partial and not pooled(case, view)
            )
            if places:
                key = (view.across, target.at, target.part)
                yield Candidate(
                    "weighted-mean",
                    f"mean of {text}",
                    formula,
                    places,
                    True,
                    8 * rank,
                    key,
                    "parts",
                )


def _weights(group: groups.Group, view: View) -> Iterator[tuple[str, tuple[int, ...]]]:
    yield from _printed_counts(group, view)
    in_labels = [re.findall(r"\(?\b(?:n\s*=\s*)?(\d{1,7})\b\)?", v.name) for v in group]
    if all(len(found) == 1 for found in in_labels):
        yield "the numbers in the labels", tuple(int(found[0]) for found in in_labels)
    table = view.grid.table
    for text in (table.caption, *(mention.text for mention in table.mentions)):
        found = [int(n) for n in re.findall(r"(?<![\w.,])(\d{1,7})(?![\w]|[.,]\d)", text)][:40]
        for start in range(len(found) - len(group) + 1):
            weights = tuple(found[start : start + len(group)])
            if min(weights) > 0:
                yield "the counts in the caption", weights


def _printed_counts(group: groups.Group, view: View) -> Iterator[tuple[str, tuple[int, ...]]]:
    table = view.grid.table
    for instance in view.instances:
        name = " ".join(table.columns[instance].path) if view.across else table.rows[instance].name
        if words(name) & cues.COUNTS:
            found = [view.entry(v, instance) for v in group]
            whole = [e.value // view.grid.unit for e in found if e is not None and not e.decimals]
            if len(whole) == len(group) and min(whole) > 0:
                yield f"{name!r}", tuple(whole)


def _scales(group: groups.Group, view: View) -> list[tuple[int, ...]]:
    """10 for numbers on a scale to 10 among percentages, else 1; none where there are no two."""
    tops = []
    for variable in group:
        found = [e.value for i in view.instances if (e := view.entry(variable, i)) is not None]
        tops.append(max(found, default=0) <= 10 * view.grid.unit)
    if all(tops) or not any(tops):
        return []
    return [tuple(10 if top else 1 for top in tops)]


def described(group: groups.Group) -> str:
    """A group for a reader: all its names, or the first, the last and how many."""
    names = [v.name or "(no name)" for v in group]
    if len(names) <= 3:
        return ", ".join(names)
    return f"{names[0]} … {names[-1]} ({len(names)})"
