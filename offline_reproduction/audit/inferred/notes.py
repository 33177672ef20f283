"""What is short of proof: averages that no row follows, last digits, a change over itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from offline_reproduction.audit.inferred import cues, groups
from offline_reproduction.audit.inferred.evidence import Candidate, Support, Trial, weigh
from offline_reproduction.audit.inferred.findings import Grade
from offline_reproduction.audit.inferred.formula import CHANGE, CHANGE_SHARE, COUNTED, MEAN
from offline_reproduction.audit.inferred.grid import Variable, View, words
from offline_reproduction.audit.inferred.judge import Broken, believed
from offline_reproduction.audit.inferred.means import described, pooled, totals

NEAR = 2
"""Units in the last place within which a number counts as computed from the same cells."""
PAIRED = ("saved", "change", "percent", "ratio", "difference")
CLOSE, SOME = 4, 3
"""Columns that a relation short of belief spans, and the bits that it needs."""
_WEIGHTED = re.compile(
    r"\b(weight\w*|micro|pooled|unrounded|once|every|(?:over|of|across) all|all (?:sub)?tasks|"
    r"full (?:set|benchmark)|subset|subjects)\b",
    re.IGNORECASE,
)
_BASE = re.compile(
    r"\b(divided by|relative to|compared (?:to|with)|over|in proportion to)\b[^.]{0,60}"
    r"\b(baselines?|latter|second[- ]best|runner[- ]up|previous|original|strongest)\b",
    re.IGNORECASE,
)
_GAIN = words("improvement improvements improv improve gain gains increase imp")


def broken(
    views: Sequence[View], supports: Sequence[Support], near: Sequence[str]
) -> Iterator[tuple[str, Broken]]:
    """Places to look at, with what is noted about each.

    near: the caption and the sentences near the table.
    """
    leaders = {support.candidate.key: support for support in believed(supports)}
    for support in leaders.values():
        yield from _last_digits(support)
    explained = any(_WEIGHTED.search(text) for text in near)
    weighted = {s.candidate.key for s in supports if _weighs(s)}
    for view in views:
        for variable in view.variables:
            key = (view.across, variable.at, variable.part)
            plain = key not in leaders and key not in weighted and not explained
            plain = plain and not variable.part.startswith(("(", "±"))
            plain = plain and not cues.is_weighted(variable)
            if plain and cues.is_average(variable):
                yield from _no_mean(variable, view)
            elif key not in leaders and cues.is_weighted(variable):
                yield from _not_weighted(key, supports)
            elif key not in leaders and cues.is_total(variable):
                yield from _no_sum(variable, view)
    yield from _nearly(supports, leaders)
    yield from _own_base(views, supports, any(_BASE.search(text) for text in near))


def _weighs(support: Support) -> bool:
    """Whether printed counts as weights give every average."""
    return support.candidate.rule == "weighted-mean" and not support.broken


def _not_weighted(
    key: tuple[object, ...], supports: Sequence[Support]
) -> Iterator[tuple[str, Broken]]:
    """A mean that its label calls weighted, and that printed counts give in most places."""
    tried = [s for s in supports if s.candidate.key == key and s.candidate.rule == "weighted-mean"]
    best = max(tried, key=lambda s: s.holds, default=None)
    if best is not None and 0 < len(best.broken) <= best.holds:
        for trial in best.broken:
            yield "the other places fit", Broken(best, trial, Grade.NOTE, trial.case.target)


def _last_digits(support: Support) -> Iterator[tuple[str, Broken]]:
    """A single place that only cutting digits off explains, where rounding explains the others."""
    odd = [trial for trial in support.trials if trial.agrees and not trial.nearest]
    if len(odd) == 1 and len(support.trials) >= 2:
        yield (
            "only cutting off the further digits gives it, the others are rounded",
            Broken(support, odd[0], Grade.NOTE, odd[0].case.target),
        )


def _no_mean(variable: Variable, view: View) -> Iterator[tuple[str, Broken]]:
    """An average that is within its parts, and not their mean."""
    key = (view.across, variable.at, variable.part)
    found = []
    for _, group in groups.distinct(groups.natural(variable, groups.kin(variable, view), view)):
        if _statistics(group) or not _one_scale(group, view):
            continue
        places = groups.cases(variable, group, view)
        places = tuple(case for case in places if not pooled(case, view))
        about = f"mean of {described(group)}"
        candidate = Candidate("mean", about, MEAN, places, True, 1, key, "parts")
        found.append(weigh(candidate, view.grid))
    if not found:
        return
    support = max(found, key=lambda s: s.holds)
    yield from _last_digits(support)
    off = [trial for trial in support.broken if not trial.case.partial]
    if not off or not all(_within(view, trial) for trial in support.trials):
        return
    told = off if support.holds >= len(off) else off[:1]
    what = "it is not the plain mean; is it weighted, or taken over more than is printed?"
    for trial in told:
        yield what, Broken(support, trial, Grade.NOTE, trial.case.target)


def _statistics(group: groups.Group) -> bool:
    """Whether its numbers sum up the same data as the average does: a minimum, a maximum."""
    plain = [v for v in group if not cues.is_summary(v)] or group
    return 2 * sum(bool(words(v.name) & cues.STATISTICS) for v in plain) >= len(plain)


def _one_scale(group: groups.Group, view: View) -> bool:
    """Whether all are printed to as many digits, or none is ten times as large as another."""
    found = [[e for i in view.instances if (e := view.entry(v, i)) is not None] for v in group]
    digits = {max(e.decimals for e in entries) for entries in found if entries}
    tops = [max(abs(e.value) for e in entries) for entries in found if entries]
    return len(digits) <= 1 or max(tops) <= 10 * min(tops)


def _no_sum(variable: Variable, view: View) -> Iterator[tuple[str, Broken]]:
    """A total of counts that misses their sum by little, or of shares that add up to 100."""
    found = list(totals(variable, view))
    for support in sorted((weigh(c, view.grid) for c in found), key=lambda s: -s.holds):
        counted = support.candidate.formula is COUNTED
        ready = _little if counted else _hundred
        off = [trial for trial in support.broken if not trial.case.partial]
        if off and all(ready(view, trial) for trial in off):
            for trial in off:
                sure = counted and _counts(view, trial)
                grade = Grade.CONTRADICTION if sure else Grade.NOTE
                what = f"the {'counts' if counted else 'shares'} do not add up to the total"
                yield what, Broken(support, trial, grade, trial.case.target)
            return


def _counts(view: View, trial: Trial) -> bool:
    """Whether the labels say that things are counted, so that nothing was rounded."""
    slot = trial.case.target
    label = view.grid.columns[slot.column] if view.across else view.grid.rows[slot.row]
    return bool(words(label) & (cues.COUNTED | cues.COUNTS)) and not trial.case.partial


def _little(view: View, trial: Trial) -> bool:
    """Within two, or a fiftieth, of the printed total."""
    printed = view.grid.entries[trial.case.target].value
    off = abs(Fraction(*trial.gives[0]) - printed)
    return off <= max(Fraction(2 * view.grid.unit), Fraction(printed, 50))


def _hundred(view: View, trial: Trial) -> bool:
    """Whether percentages add up to 100 exactly under a total that prints something else."""
    entries = view.grid.entries
    found = sum(entries[slot].value for slot in trial.case.parts)
    return entries[trial.case.target].unit == "%" and found == 100 * view.grid.unit


def _within(view: View, trial: Trial) -> bool:
    entries = view.grid.entries
    parts = [entries[slot].value for slot in trial.case.parts]
    return min(parts) <= entries[trial.case.target].value <= max(parts)


def _nearly(
    supports: Sequence[Support], leaders: dict[tuple[object, ...], Support]
) -> Iterator[tuple[str, Broken]]:
    """A named ratio, change or difference that holds in half of its places."""
    for support in supports:
        candidate, off = support.candidate, support.broken
        ready = candidate.named and candidate.rule in PAIRED and _beside(support)
        if not ready or candidate.key in leaders or not 0 < len(off) <= support.holds:
            continue
        close = all(trial.miss <= NEAR for trial in off)
        if support.holds < 2 or not (close or support.bits >= SOME):
            continue
        what = "it is off in the last place" if close else "the other places fit"
        for trial in off:
            yield what, Broken(support, trial, Grade.NOTE, trial.case.target)
        return


def _beside(support: Support) -> bool:
    """Whether the parts stand next to the result, so that the layout suggests the relation."""
    case = support.trials[0].case
    across = support.candidate.key[0]
    at = [slot.row if across else slot.column for slot in (case.target, *case.parts)]
    return max(at) - min(at) <= CLOSE


def _own_base(
    views: Sequence[View], supports: Sequence[Support], stated: bool
) -> Iterator[tuple[str, Broken]]:
    """An improvement divided by the improved number, not by the one that it improves on.

    stated: the text says that it is divided by the other one; then the print contradicts it.
    """
    named: dict[tuple[object, ...], Variable] = {
        (view.across, v.at, v.part): v
        for view in views
        for v in view.variables
        if words(" ".join(v.path)) & _GAIN
    }
    for support in believed(supports):
        variable = named.get(support.candidate.key)
        if variable is None or support.candidate.rule != "saved" or support.broken:
            continue
        formula = CHANGE if "100" in support.candidate.formula.shown else CHANGE_SHARE
        for trial in support.trials:
            old, new = trial.case.parts
            if old < new:
                turned = trial.case._replace(parts=(new, old))
                about = "the change over the earlier number"
                candidate = Candidate(
                    "change", about, formula, (turned,), True, 1, support.candidate.key
                )
                yield (
                    f"{support.candidate.about} gives it: it is divided by the improved number",
                    Broken(
                        weigh(candidate, views[0].grid),
                        trial._replace(case=turned),
                        Grade.CONTRADICTION if stated else Grade.NOTE,
                        turned.target,
                    ),
                )
