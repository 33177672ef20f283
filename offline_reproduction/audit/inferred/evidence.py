"""How improbable a relation's agreement is by chance, and what it says in each place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb
from typing import NamedTuple

from offline_reproduction.audit.inferred.formula import Formula, Reach, meets
from offline_reproduction.audit.inferred.grid import Entry, Grid, Slot

RAREST = Fraction(1, 512)
"""No single agreement counts as less probable than this: print has more structure than chance."""

PROBE = 6
"""Places that are tried before a candidate is weighed."""


class Case(NamedTuple):
    """One place where a relation may hold: the cell it gives, and the cells it is computed from.

    partial: some of the cells are dashes; whether it runs over the rest is not known.
    """

    target: Slot
    parts: tuple[Slot, ...]
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A relation that may hold in several places.

    rule: its family. about: what it says, for a reader. named: the document's own words suggest it.
    tried: how many relations were tried for the same target. key: what it is the value of, so that
    readings of one column or row compete.
    """

    rule: str
    about: str
    formula: Formula
    cases: tuple[Case, ...]
    named: bool
    tried: int
    key: tuple[object, ...]
    spread: str = "target"


class Trial(NamedTuple):
    """A case and what became of it.

    nearest: whether the numbers fit, rounded to the nearest; truncated: at least cut off. chance:
    how probable that is for an unrelated number; 1 where the case says nothing. miss: units in the
    printed number's last place between it and the nearest that fits, rounded up.
    """

    case: Case
    gives: Reach
    nearest: bool
    truncated: bool
    chance: Fraction
    miss: int = 0

    @property
    def agrees(self) -> bool:
        """Whether some rounding fits."""
        return self.nearest or self.truncated


@dataclass(frozen=True, slots=True)
class Support:
    """A candidate with its trials; bits: how far its agreement is from chance."""

    candidate: Candidate
    trials: tuple[Trial, ...]
    bits: int

    @property
    def holds(self) -> int:
        """In how many places that say something it holds."""
        return sum(trial.agrees for trial in self.trials if trial.chance < 1)

    @property
    def broken(self) -> tuple[Trial, ...]:
        """The places where no rounding fits."""
        return tuple(trial for trial in self.trials if not trial.agrees)


def weigh(candidate: Candidate, grid: Grid) -> Support:
    """Try a candidate wherever all its numbers are printed."""
    spread = _spread([grid.entries[c.target].value for c in candidate.cases])
    attempts = (attempt(candidate, case, grid, spread) for case in candidate.cases)
    trials = _without_dashes([trial for trial in attempts if trial is not None])
    return Support(candidate, tuple(trials), bits(trials, candidate.tried))


def _without_dashes(trials: list[Trial]) -> list[Trial]:
    """Places with dashes count where most of them agree: there the dashes are left out."""
    partial = [trial.agrees for trial in trials if trial.case.partial]
    if sum(partial) >= max(2, 2 * partial.count(False)):
        return trials
    return [trial for trial in trials if trial.agrees or not trial.case.partial]


def attempt(candidate: Candidate, case: Case, grid: Grid, spread: int) -> Trial | None:
    """One case; None where the formula has no value there."""
    found = fit(candidate, case, grid)
    if found is None:
        return None
    reach, nearest, truncated = found
    target = grid.entries[case.target]
    parts = [grid.entries[slot] for slot in case.parts]
    if candidate.spread == "parts":
        spread = (max(p.value for p in parts) - min(p.value for p in parts)) // 2
    chance = _chance(reach, target, parts, spread)
    return Trial(case, reach, nearest, truncated, chance, _miss(reach, target))


def fit(candidate: Candidate, case: Case, grid: Grid) -> tuple[Reach, bool, bool] | None:
    """What a formula can give, and whether it meets the print, rounded or cut off."""
    target = grid.entries[case.target]
    parts = [grid.entries[slot] for slot in case.parts]
    reach = candidate.formula.reach([p.nearest for p in parts], grid.unit)
    if reach is None:
        return None
    nearest = meets(reach, target.nearest)
    if nearest or meets(reach, target.truncated):
        return reach, nearest, True
    cut = candidate.formula.reach([p.truncated for p in parts], grid.unit)
    return reach, False, cut is not None and meets(cut, target.truncated)


def promising(candidate: Candidate, grid: Grid) -> bool:
    """Whether its first places do not already speak against it."""
    agreed = seen = 0
    for case in candidate.cases[:PROBE]:
        found = fit(candidate, case, grid)
        if found is not None:
            seen += 1
            agreed += found[1] or found[2]
            if not candidate.named and 2 * (seen - agreed) > PROBE:
                return False
    return agreed >= 1 if candidate.named else 2 * agreed > seen


def bits(trials: Sequence[Trial], tried: int) -> int:
    """−log2 of a bound on the probability that so many places agree by chance, rounded down.

    The probability that at least k of n independent places agree is at most C(n, k) times the
    k-th power of their mean probability (Maclaurin's inequality); any of `tried` relations might.
    """
    telling = [trial for trial in trials if trial.chance < 1]
    agreeing = sum(trial.agrees for trial in telling)
    if not agreeing:
        return 0
    average = sum((trial.chance for trial in telling), Fraction(0)) / len(telling)
    bound = tried * comb(len(telling), agreeing) * average**agreeing
    return max(0, bound.denominator.bit_length() - bound.numerator.bit_length() - 1)


def _miss(reach: Reach, target: Entry) -> int:
    (low, low_by), (high, high_by) = reach
    below = Fraction(low, low_by) - target.value - target.half
    above = target.value - target.half - Fraction(high, high_by)
    return max(0, ceil(max(below, above) / max(1, 2 * target.half)))


def _chance(reach: Reach, target: Entry, parts: Sequence[Entry], spread: int) -> Fraction:
    slack = sum(part.half for part in parts)
    large = sum(abs(part.value) > slack for part in parts)
    if spread <= 0 or large < min(2, len(parts)) or not target.value:
        return Fraction(1)
    (low, low_by), (high, high_by) = reach
    width = Fraction(high, high_by) - Fraction(low, low_by) + 2 * target.half
    return min(Fraction(1), max(width / spread, RAREST))


def _spread(found: Sequence[int]) -> int:
    """The range of the middle three quarters: one wild value does not widen it."""
    if len(found) < 2:
        return abs(found[0]) if found else 0
    ordered = sorted(found)
    off = len(ordered) // 8
    return ordered[len(ordered) - 1 - off] - ordered[off]
