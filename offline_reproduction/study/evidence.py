"""Records with their responses worked out once a run, however many cells ask for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fe_core.errors import FeError, UsageError
from fe_core.records.model import Item, Records
from fe_core.scoring.responses import Evidence, Response, responses

SHOWN = 8
UNIFORM = "uniform guess at "
"""How the name of a rule begins whose values are exact expectations."""
Made = TypeVar("Made")
Answers = Mapping[str, Response]
"""Item id → response, for everything that was asked."""


class UnaskedError(FeError):
    """A row does not ask what a column is of: a cell without value, and no mistake by itself."""


@dataclass(frozen=True, slots=True)
class Scored:
    """Records, and what was worked out of them already.

    rules: answers that no run gave, such as a majority label's, under a name of their own.
    more: what a paper's own importer knows besides the records.
    caution: what the records' version leaves open, said before every finding's confidence.
    partial: whether runs may be missing.
    """

    records: Records
    caution: str = ""
    more: Any = None
    rules: dict[str, Answers] = field(default_factory=dict)
    partial: bool = False
    _known: dict[Any, Any] = field(default_factory=dict)

    def once(self, key: object, make: Callable[[], Made]) -> Made:
        """What `make` makes, made once for each key."""
        if key not in self._known:
            self._known[key] = make()
        made: Made = self._known[key]
        return made

    def responses(
        self, run: str, rotation: int = 0, evidence: Evidence = Evidence.ANSWER
    ) -> Answers:
        """What a run answered. Raises as `rotations` does."""
        if run in self.rules:
            return self.rules[run]
        if rotation not in self.rotations(run):
            raise UsageError(f"the records hold no run={run!r} at rotation={rotation!r}")
        key = ("responses", run, rotation, evidence)
        return self.once(key, lambda: responses(self.records, run, rotation, evidence))

    def guesses(self, run: str) -> bool:
        """Whether this is no run, but uniform guesses at the items of one."""
        return run.startswith(UNIFORM) and run in self.rules

    def rotations(self, run: str) -> tuple[int, ...]:
        """The rotations at which a run was asked, ascending.

        Raises UsageError for a run that the records do not hold, UnaskedError if they may lack it.
        """
        known = self.once("rotations", self._rotations)
        if run not in known:
            said = f"the records hold no run={run!r}; they hold {sorted(known)[:SHOWN]}"
            raise UnaskedError(said) if self.partial else UsageError(said)
        return known[run]

    def asked(self, run: str) -> tuple[Item, ...]:
        """The items that a run was asked, in order."""
        if run in self.rules:
            return tuple(response.item for response in self.rules[run].values())
        return self.once(("asked", run), lambda: self._asked(run))

    def _asked(self, run: str) -> tuple[Item, ...]:
        sheet = self.records.sheet(run, self.rotations(run)[0])
        return tuple(self.records.items[item] for item in sheet.run.asked)

    def _rotations(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for run, rotation in sorted(self.records.sheets):
            found.setdefault(run, []).append(rotation)
        return {run: tuple(rotations) for run, rotations in found.items()}
