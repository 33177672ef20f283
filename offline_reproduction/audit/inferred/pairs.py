"""Differences, changes, ratios, shares and harmonic means of two rows or columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations

from offline_reproduction.audit.inferred import cues
from offline_reproduction.audit.inferred import formula as forms
from offline_reproduction.audit.inferred.evidence import Candidate, Case
from offline_reproduction.audit.inferred.formula import Formula
from offline_reproduction.audit.inferred.grid import Variable, View, words

MOST = 24
"""Variables up to which every pair is tried."""
MOST_REFERENCES = 6
MOST_BRACKETS = 5000
PROBE = 6

PERCENT = {
    "percent": forms.PERCENT,
    "saved": forms.SAVED,
    "change": forms.CHANGE,
}
PLAIN = {"ratio": forms.RATIO, "saved": forms.SAVED_SHARE, "change": forms.CHANGE_SHARE}


def candidates(view: View) -> Iterator[Candidate]:
    """Every relation of two variables, or of one and a reference place, that is worth trying."""
    if not view.across:
        yield from _bracketed(view)
    if len(view.variables) > MOST:
        return
    for target in view.variables:
        if target.part.startswith("±"):
            continue
        named, chosen = _forms(target, view)
        parts = [v for v in view.variables if v.at != target.at or target.part]
        parts = [v for v in parts if (v.at, v.part) != (target.at, target.part)]
        pairs = list(permutations([v for v in parts if not v.part.startswith(("±", "("))], 2))
        tried = (
            max(1, len(pairs) * len(chosen) * len(view.variables))
            if not named
            else max(1, len(pairs))
        )
        for first, second in pairs:
            if not named and len(chosen) == 1 and _refuted(target, first, second, view):
                continue
            for rule, formula in chosen.items():
                places = _cases(target, first, second, view)
                if rule == "harmonic" and not words(target.name) & cues.HARMONIC_OF_MEANS:
                    places = tuple(case for case in places if not _averages(case, view))
                if len(places) >= 2 or (named and places):
                    shown = formula.shown.format(first.name, second.name)
                    key = (view.across, target.at, target.part)
                    yield Candidate(rule, shown, formula, places, named, tried, key)
        if named:
            yield from _against_reference(target, parts, chosen, view)


def _bracketed(view: View) -> Iterator[Candidate]:
    """Numbers in brackets as the difference from one row, in every row and column together."""
    entries = view.grid.entries
    targets = [slot for slot in sorted(entries) if slot.part == "("][:MOST_BRACKETS]
    for reference in view.instances[:MOST_REFERENCES]:
        places = []
        for target in targets:
            own = target._replace(part="")
            base = own._replace(row=reference)
            if target.row != reference and own in entries and base in entries:
                places.append(Case(target, (own, base)))
        if len(places) >= 3:
            about = f"the difference from row {view.grid.rows[reference]!r}"
            key = ("bracket", reference)
            yield Candidate(
                "difference", about, forms.DIFFERENCE, tuple(places), True, MOST_REFERENCES, key
            )


def _forms(target: Variable, view: View) -> tuple[bool, dict[str, Formula]]:
    """Whether the label names a relation of two, and the formulas that it may be."""
    unit = view.units[target]
    found: dict[str, Formula] = {"difference": forms.DIFFERENCE}
    own = words(" ".join(target.path))
    if unit == "%" or "%" in own:
        found |= PERCENT
    elif unit in ("x", "×"):
        found = {"ratio": forms.RATIO}
    elif cues.is_ratio(target):
        found |= PLAIN | {"percent-change": forms.CHANGE}
    if own & cues.OF_COUNTS and any(words(v.name) & cues.HITS for v in view.variables):
        return True, {"part": forms.PART_PERCENT if unit == "%" else forms.PART}
    if own & cues.HARMONIC:
        return True, {"harmonic": _beta(target)}
    return cues.is_ratio(target) or unit in ("x", "×"), found


def _beta(target: Variable) -> Formula:
    own = "".join(target.path).casefold().replace(" ", "")
    for text, beta in (("f0.5", Fraction(1, 2)), ("f2", Fraction(2))):
        if text in own:
            return forms.harmonic(f"F{beta} of {{0}} and {{1}}", beta)
    return forms.HARMONIC


def _refuted(target: Variable, first: Variable, second: Variable, view: View) -> bool:
    """Whether the first few places already speak against a plain difference."""
    seen = wrong = 0
    for i in view.instances:
        entries = [view.entry(v, i) for v in (target, first, second)]
        found = [entry for entry in entries if entry is not None]
        if len(found) == len(entries):
            off = abs(found[0].value - found[1].value + found[2].value)
            wrong += off > 2 * sum(entry.half for entry in found)
            seen += 1
        if 2 * wrong > PROBE or seen == PROBE:
            break
    return 2 * wrong > min(seen, PROBE)


def _cases(target: Variable, first: Variable, second: Variable, view: View) -> tuple[Case, ...]:
    entries = view.grid.entries
    found = []
    for i in view.instances:
        slots = [view.slot(v, i) for v in (target, first, second)]
        if all(slot in entries for slot in slots) and view.one_unit(slots[1:]):
            found.append(Case(slots[0], (slots[1], slots[2])))
    return tuple(found)


def _averages(case: Case, view: View) -> bool:
    """Whether a place averages others: an average of F is not the F of averages."""
    at = case.target
    name = view.grid.columns[at.column] if view.across else view.grid.rows[at.row]
    return bool(words(name) & (cues.AVERAGE | cues.OVERALL | cues.POOLED))


def _against_reference(
    target: Variable, parts: Sequence[Variable], chosen: dict[str, Formula], view: View
) -> Iterator[Candidate]:
    """A column against itself in one row, such as a speed-up over the first."""
    entries = view.grid.entries
    for part in parts:
        for reference in view.instances[:MOST_REFERENCES]:
            fixed = view.slot(part, reference)
            if fixed not in entries:
                continue
            for rule, formula in chosen.items():
                for turned in (False, True):
                    places = []
                    for i in view.instances:
                        slots = view.slot(target, i), view.slot(part, i)
                        known = i != reference and all(slot in entries for slot in slots)
                        if known and view.one_unit((fixed, slots[1])):
                            pair = (fixed, slots[1]) if turned else (slots[1], fixed)
                            places.append(Case(slots[0], pair))
                    if places:
                        names = [part.name, f"{part.name} of the reference"]
                        shown = formula.shown.format(*(names[::-1] if turned else names))
                        key = (view.across, target.at, target.part)
                        tried = len(parts) * MOST_REFERENCES * 2
                        yield Candidate(rule, shown, formula, tuple(places), True, tried, key)
