"""What an importer hands over: rows for the gate, and what was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fe_core.errors import RecordError
from fe_core.records.gate import Row, build
from fe_core.records.model import Basis, Records

EXAMPLES = 20
"""Unreadable answers that a loss report quotes."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says. columns: field → the log's column or key."""

    model: str = ""
    split: str = "test"
    columns: Mapping[str, str] = field(default_factory=dict)
    progress: Callable[[str, int, int], None] = lambda what, done, total: None


@dataclass(slots=True)
class Imported:
    """Rows of items, runs and answers, each id once, and the loss report."""

    split: str = "test"
    items: dict[str, Row] = field(default_factory=dict)
    runs: dict[str, dict[str, Any]] = field(default_factory=dict)
    asked: dict[str, dict[str, None]] = field(default_factory=dict)
    answers: list[Row] = field(default_factory=list)
    rows: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    unreadable: list[str] = field(default_factory=list)
    unread: int = 0

    def item(self, place: str, value: Mapping[str, Any]) -> None:
        """Add an item, or check that it is the one added before. Raises RecordError if not."""
        value = {"split": self.split, **value}
        known = self.items.setdefault(value["item"], Row(place, value))
        if known.value != value:
            raise RecordError(
                f"{place}: item={value['item']!r} differs from {known.place}; "
                "the same id must be the same question"
            )

    def run(self, name: str, model: str, setting: str = "", repetition: str = "") -> str:
        """Add a run once; returns its name."""
        self.runs.setdefault(
            name, {"run": name, "model": model, "setting": setting, "repetition": repetition}
        )
        return name

    def answer(
        self, place: str, run: str, item: str, option: Any, *, rotation: int = 0, text: str = ""
    ) -> None:
        """Add an answer: an option, or None for one that could not be read or is empty."""
        self.asked.setdefault(run, {})[item] = None
        status = "valid" if option is not None else "unreadable" if text.strip() else "empty"
        if status == "unreadable":
            self.unread += 1
            if len(self.unreadable) < EXAMPLES:
                self.unreadable.append(f"{place}: {text[:80]!r}")
        value = {"run": run, "item": item, "answer": option, "status": status}
        self.answers.append(Row(place, value | ({"rotation": rotation} if rotation else {})))

    def records(self) -> Records:
        """Through the gate. Raises RecordError as the gate does."""
        runs = [
            Row(f"run {name}", value | {"asked": list(self.asked.get(name, ()))})
            for name, value in self.runs.items()
        ]
        return build(self.items.values(), runs, self.answers, basis=Basis.RELEASED)

    def loss(self) -> dict[str, Any]:
        """What was read, what was dropped and why, and answers that could not be read."""
        return {
            "rows_read": self.rows,
            "answers": len(self.answers),
            "items": len(self.items),
            "runs": len(self.runs),
            "dropped": dict(sorted(self.dropped.items())),
            "unreadable": self.unread,
            "unreadable_examples": self.unreadable,
        }
