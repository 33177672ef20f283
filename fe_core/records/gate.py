"""The one gate: plain objects become records here, or a list of what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from fe_core.errors import RecordError, together
from fe_core.records.model import Answer, Basis, Item, Records, Run, Sheet, Source, Status
from fe_core.records.schema import read_answer, read_item, read_run

MOST_PROBLEMS = 1000
"""After so many, the rest is not read."""

MOST_MISSING = 1_000_000
"""Answers that may be missing where fewer than that were given."""


class Row(NamedTuple):
    """One object and where it stands (`file:line`)."""

    place: str
    value: Mapping[str, Any]


def build(
    items: Iterable[Row],
    runs: Iterable[Row],
    answers: Iterable[Row],
    *,
    basis: Basis,
    sources: Sequence[Source] = (),
    notes: Sequence[str] = (),
    group_attributes: Sequence[str] = (),
    variants: Mapping[str, Sequence[str]] | None = None,
) -> Records:
    """Check everything and make records.

    group_attributes: attributes that must not differ within a group. variants: for a value of the
    attribute `family` (or "" for all groups) the variants that each of its groups has, once each.
    An item that a run was asked and that has no answer is filled in as `missing`.
    Raises RecordError with the first twenty problems and the number of the rest.
    """
    gate = _Gate()
    checked = gate.items(items)
    gate.groups(checked, group_attributes, variants or {})
    checked_runs = gate.runs(runs, checked)
    sheets = gate.answers(answers, checked, checked_runs, basis)
    if gate.problems:
        raise RecordError(together(gate.problems))
    return Records(checked, sheets, basis, tuple(sources), tuple(notes))


class _Gate:
    """Collects problems while rows turn into records."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def items(self, rows: Iterable[Row]) -> dict[str, Item]:
        found: dict[str, Item] = {}
        for row in rows:
            item = self._attempt(row, read_item)
            if isinstance(item, Item):
                if item.item in found:
                    self._say(row, f"item={item.item!r} occurs twice; ids must be unique")
                found[item.item] = item
        return found

    def groups(
        self,
        items: Mapping[str, Item],
        attributes: Sequence[str],
        variants: Mapping[str, Sequence[str]],
    ) -> None:
        members: dict[str, list[Item]] = {}
        for item in items.values():
            if item.group:
                members.setdefault(item.group, []).append(item)
        for group, group_items in members.items():
            self._same_attributes(group, group_items, attributes)
            if variants:
                self._complete(group, group_items, variants)

    def runs(self, rows: Iterable[Row], items: Mapping[str, Item]) -> dict[str, Run]:
        found: dict[str, Run] = {}
        splits: dict[str, list[str]] = {}
        for item in items.values():
            splits.setdefault(item.split, []).append(item.item)
        by_split = {split: tuple(ids) for split, ids in splits.items()}
        for row in rows:
            run = self._attempt(row, lambda value: read_run(value, items, by_split))
            if isinstance(run, Run):
                if run.run in found:
                    self._say(row, f"run={run.run!r} occurs twice; ids must be unique")
                found[run.run] = run
        return found

    def answers(
        self,
        rows: Iterable[Row],
        items: Mapping[str, Item],
        runs: Mapping[str, Run],
        basis: Basis,
    ) -> dict[tuple[str, int], Sheet]:
        given: dict[tuple[str, int], dict[str, Answer]] = {(run, 0): {} for run in runs}
        # Runs that were asked a split share its tuple of ids, and here their set of them.
        sets = {id(run.asked): run.asked for run in runs.values()}
        shared = {key: frozenset(ids) for key, ids in sets.items()}
        asked = {run.run: shared[id(run.asked)] for run in runs.values()}
        known: dict[tuple[str, str | None, str], Answer] = {}
        for row in rows:
            parsed = self._attempt(
                row, lambda value: read_answer(value, items, asked, basis, known)
            )
            if parsed is None:
                continue
            run, rotation, answer = parsed
            sheet = given.setdefault((run, rotation), {})
            if answer.item in sheet:
                where = f" at rotation={rotation}" if rotation else ""
                self._say(row, f"run={run!r} answers item={answer.item!r} twice{where}")
            sheet[answer.item] = answer
        _check_missing(given, runs)
        absent = {item: Answer(item, None, Status.MISSING) for item in items}
        return {
            (name, rotation): Sheet(
                runs[name], rotation, _filled(runs[name], sheet, rotation, items, absent)
            )
            for (name, rotation), sheet in given.items()
        }

    def _attempt(self, row: Row, make: Any) -> Any:
        try:
            return make(row.value)
        except RecordError as error:
            self._say(row, str(error))
            return None

    def _say(self, row: Row, problem: str) -> None:
        self.problems.append(f"{row.place}: {problem[:500]}")
        if len(self.problems) >= MOST_PROBLEMS:
            raise RecordError(f"{together(self.problems)}; the rest was not read")

    def _same_attributes(self, group: str, items: list[Item], attributes: Sequence[str]) -> None:
        for name in attributes:
            values = sorted({item.attributes.get(name, "") for item in items})
            if len(values) > 1:
                self.problems.append(
                    f"group={group!r}: attribute {name!r} differs within the group: {values}"
                )

    def _complete(
        self, group: str, items: list[Item], variants: Mapping[str, Sequence[str]]
    ) -> None:
        family = items[0].attributes.get("family", "")
        expected = variants.get(family, variants.get("", ()))
        present = sorted(item.variant for item in items)
        if present != sorted(expected):
            self.problems.append(
                f"group={group!r}: has variants {present}, needs each of {sorted(expected)} once"
            )


def _check_missing(
    given: Mapping[tuple[str, int], Mapping[str, Answer]], runs: Mapping[str, Run]
) -> None:
    """A few lines can ask thousands of runs thousands of items that nobody answered."""
    there = sum(map(len, given.values()))
    missing = sum(len(runs[name].asked) for name, _ in given) - there
    if missing > max(MOST_MISSING, there):
        raise RecordError(
            f"{missing} answers are missing and {there} are there; correct what the runs were asked"
        )


def _filled(
    run: Run,
    given: Mapping[str, Answer],
    rotation: int,
    items: Mapping[str, Item],
    absent: Mapping[str, Answer],
) -> dict[str, Answer]:
    """An answer to all that the run was asked; fewer options have fewer rotations."""
    return {
        item: given.get(item) or absent[item]
        for item in run.asked
        if not rotation or rotation < len(items[item].options)
    }
