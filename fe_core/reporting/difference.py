"""What changed between two verification reports, number by number."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fe_core.reporting.escape import github, github_property, markdown

FIELDS = ("printed", "recomputed", "exact", "count", "verdict", "judgement", "finding", "reason",
          "signature")  # fmt: skip
"""What of an entry is compared; the rest only describes it."""

SCHEMA = "fe-diff/1"

Entry = Mapping[str, Any]


class Change(NamedTuple):
    """One number in the old and in the new report; None where it is not there."""

    id: str
    old: Entry | None
    new: Entry | None

    @property
    def kind(self) -> str:
        """appeared, disappeared, verdict, value, or how it is made."""
        if self.old is None or self.new is None:
            return "appeared" if self.old is None else "disappeared"
        changed = self.fields
        if "verdict" in changed:
            return "verdict"
        return "value" if set(changed) & {"printed", "recomputed", "exact", "count"} else "making"

    @property
    def fields(self) -> tuple[str, ...]:
        """The compared fields that differ."""
        if self.old is None or self.new is None:
            return ()
        old, new = self.old, self.new
        return tuple(name for name in FIELDS if old.get(name, "") != new.get(name, ""))

    @property
    def where(self) -> str:
        """Its place in words."""
        entry = self.new or self.old or {}
        parts = (str(entry.get(name, "")) for name in ("place", "row", "column"))
        return ", ".join(part for part in parts if part) or self.id

    def said(self) -> str:
        """What changed, in a phrase."""
        if self.old is None or self.new is None:
            entry = self.new or self.old or {}
            return f"{self.kind}: printed {entry.get('printed', '')}, {entry.get('verdict', '')}"
        return "; ".join(
            f"{name} {self.old.get(name, '') or '–'} → {self.new.get(name, '') or '–'}"
            for name in self.fields
        )

    @property
    def worse(self) -> bool:
        """Whether a number is gone, or is not `same` and was, or is new and not `same`."""
        new = self.new or {}
        return self.new is None or (
            self.kind in ("verdict", "appeared") and new["verdict"] != "same"
        )


KINDS = {
    "verdict": "changed verdict",
    "appeared": "appeared",
    "disappeared": "disappeared",
    "value": "changed value, not verdict",
    "making": "are made or explained differently",
}
"""Kind → what is said of so many numbers; the most important first."""


def changes(old: Mapping[str, Entry], new: Mapping[str, Entry]) -> list[Change]:
    """What changed between entries by id, the most important kind first, else in report order."""
    names = [*new, *(name for name in old if name not in new)]
    found = [Change(name, old.get(name), new.get(name)) for name in names]
    order = list(KINDS)
    changed = [one for one in found if one.old is None or one.new is None or one.fields]
    return sorted(changed, key=lambda one: order.index(one.kind))


def sentence(found: Sequence[Change]) -> str:
    """How many numbers changed, and how."""
    if not found:
        return "Nothing changed."
    counts = Counter(change.kind for change in found)
    said = ", ".join(f"{counts[kind]} {words}" for kind, words in KINDS.items() if counts[kind])
    turns = Counter(
        (str(one.old["verdict"]), str(one.new["verdict"]))
        for one in found
        if one.kind == "verdict" and one.old is not None and one.new is not None
    )
    listed = ", ".join(f"{n} {a} → {b}" for (a, b), n in sorted(turns.items(), key=lambda t: -t[1]))
    many = "1 number" if len(found) == 1 else f"{len(found)} numbers"
    return f"{many}: {said}." + (f" Verdicts: {listed}." if listed else "")


def text_lines(found: Sequence[Change]) -> Iterator[str]:
    """For a terminal."""
    yield sentence(found)
    for change in found:
        yield f"{change.where}: {change.said()}  [{change.id}]"


def markdown_text(found: Sequence[Change]) -> str:
    """For a comment under a pull request."""
    lines = [sentence(found), ""]
    if found:
        lines += ["| where | what changed |", "| --- | --- |"]
    lines += [f"| {markdown(one.where)} | {markdown(one.said())} |" for one in found]
    return "\n".join(lines).rstrip("\n") + "\n"


def github_lines(found: Sequence[Change]) -> Iterator[str]:
    """Annotations: a number that became worse is a warning, any other change a notice."""
    for change in found:
        level = "warning" if change.worse else "notice"
        yield f"::{level} title={github_property(change.where)}::{github(change.said())}"


def json_text(found: Sequence[Change]) -> str:
    """`fe-diff/1`: the sentence, and each change with both of its entries."""
    document = {
        "schema": SCHEMA,
        "summary": sentence(found),
        "changes": [
            {"id": one.id, "kind": one.kind, "fields": one.fields, "old": one.old, "new": one.new}
            for one in found
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
