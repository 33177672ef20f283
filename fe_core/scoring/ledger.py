"""The denominator ledger: what every run's answers were, and how much the invalid ones could do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.exact import share
from fe_core.records.model import Records
from fe_core.scoring.outcomes import Outcome, is_comparable, outcome
from fe_core.scoring.responses import Response


class LedgerRow(NamedTuple):
    """One run at one rotation: its outcomes, and the accuracies between which it could lie.

    determined: False for constructed answers whose number of right ones no printed number fixes,
    and where the records hold only a score, or no right answer, for some of the items;
    then `right` and `wrong` are not for showing.
    """

    run: str
    rotation: int
    asked: int
    right: int
    wrong: int
    unreadable: int
    empty: int
    failed: int
    missing: int
    determined: bool = True

    @property
    def invalid(self) -> int:
        """Answers that no option could be read from."""
        return self.unreadable + self.empty + self.failed + self.missing

    @property
    def worst(self) -> Fraction | None:
        """Accuracy if every invalid answer were wrong."""
        return share(self.right, self.asked)

    @property
    def best(self) -> Fraction | None:
        """Accuracy if every invalid answer were right."""
        return share(self.right + self.invalid, self.asked)

    @property
    def dropped(self) -> Fraction | None:
        """Accuracy if invalid answers left the denominator."""
        return share(self.right, self.asked - self.invalid)


def ledger(records: Records) -> tuple[LedgerRow, ...]:
    """One row a run and rotation, in the order of the records."""
    rows = []
    for (run, rotation), sheet in records.sheets.items():
        counts: Counter[Outcome] = Counter()
        for name, answer in sheet.answers.items():
            if is_comparable(records.items[name], answer):
                counts[outcome(records.items[name], answer, rotation)] += 1
        rows.append(_row(run, rotation, counts, len(sheet.answers)))
    return tuple(rows)


ALL_ITEMS = "every item"
"""Of no run: numbers that read no answer."""


def stands_on(
    name: str, over: str, units: Iterable[Sequence[Response]], *, dropped: bool = False
) -> str:
    """What a number stands on: `atlas: 12 items, 11 answered, 1 unreadable`.

    name: whose answers, and which. over: what a unit is. dropped: whether invalid answers leave.
    """
    told = list(units)
    counts = Counter(response.outcome for unit in told for response in unit)
    number, asked = len(told), counts.total()
    what = f"{number} {over}" + (f" of {asked} answers" if asked != number else "")
    if name.startswith(ALL_ITEMS):
        return f"{name}: {what}"
    answered = sum(counts[outcome] for outcome in Outcome if outcome.valid)
    kinds = [f"{counts[o]} {o.value}" for o in Outcome if not o.valid and counts[o]]
    if kinds and dropped:
        kinds.append("these are dropped")
    return f"{name}: {', '.join([what, f'{answered} answered', *kinds])}"


def _row(run: str, rotation: int, counts: Counter[Outcome], asked: int) -> LedgerRow:
    right, wrong, unreadable, empty, failed, missing = (counts[kind] for kind in Outcome)
    whole = sum(counts.values()) == asked
    return LedgerRow(run, rotation, asked, right, wrong, unreadable, empty, failed, missing, whole)
