"""What an import read and lost, for people and for the file beside the records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fe_core.records.model import Status
from offline_reproduction.importers.writer import EXAMPLES, Writer

_TAKEN = {
    "log": "the log",
    "union": "the union of the runs of the same task",
    "answered": "what each run answered (--asked answered)",
}


class Import(NamedTuple):
    """An import that has been read: its format, its lines, what was asked, what was not read."""

    format: str
    recognised: bool
    reading: str
    writer: Writer
    asked: Mapping[str, Sequence[str]]
    taken: Counter[str]
    unread: Sequence[str]

    @property
    def asked_from(self) -> str:
        """Where from it is known what was asked, in words."""
        return " and ".join(_TAKEN[basis] for basis in sorted(self.taken))

    @property
    def missing(self) -> dict[str, list[str]]:
        """Run → the items that it was asked and has no line of; runs without any are left out."""
        found = {}
        for run, items in self.asked.items():
            given = {item for item, _ in self.writer.answers.get(run, {})}
            lacking = [item for item in items if item not in given]
            if lacking:
                found[run] = lacking
        return found

    @property
    def nothing(self) -> bool:
        """Whether there is nothing that anything could be judged by."""
        scored = any(k.score is not None for g in self.writer.answers.values() for k in g.values())
        return not scored and not self.writer.statuses[Status.VALID]


def as_object(made: Import) -> dict[str, Any]:
    """The report as it is written beside the records: `lines` = `kept` + all of `lost`."""
    writer = made.writer
    kept = sum(writer.statuses.values())
    return {
        "format": made.format,
        "recognised_by_content": made.recognised,
        "answers_read_as": made.reading,
        "lines": writer.read,
        "kept": kept,
        "lost": {
            reason: {"lines": count, "first": writer.lost_places[reason]}
            for reason, count in sorted(writer.lost.items())
        },
        "items": len({item for items in made.asked.values() for item in items}),
        "runs": len(writer.runs),
        "answers": {status.value: writer.statuses[status] for status in Status},
        "unreadable_examples": writer.unreadable,
        "asked": {_TAKEN[basis]: count for basis, count in sorted(made.taken.items())},
        "missing": {
            run: {"items": len(items), "first": items[:EXAMPLES]}
            for run, items in sorted(made.missing.items())
        },
        "recorded_scores": {
            "compared_with_answers": writer.compared,
            "disagreeing": writer.disagreements,
            "disagreeing_examples": writer.disagreeing,
        },
        "notes": dict(sorted(writer.notes.items())),
        "unread_fields": list(made.unread),
    }


def as_lines(made: Import, where: str) -> Iterator[str]:
    """What the terminal shows: the counts, the three largest losses, and what was assumed."""
    writer, report = made.writer, as_object(made)
    by = " (recognised by its content)" if made.recognised else ""
    yield (
        f"{where}: {report['items']} items, {report['runs']} runs; {report['kept']} of "
        f"{report['lines']} lines kept; format {made.format}{by}, answers read as {made.reading}"
    )
    losses = writer.lost.most_common()
    for reason, count in losses[:3]:
        yield f"  lost {count}: {reason} (first {writer.lost_places[reason]})"
    if len(losses) > 3:
        yield f"  lost {sum(count for _, count in losses[3:])} more for {len(losses) - 3} reasons"
    yield from _unread_answers(writer)
    for run, items in sorted(made.missing.items())[:3]:
        shown = ", ".join(items[:5]) + (", …" if len(items) > 5 else "")
        yield f"  missing {len(items)} of {len(made.asked[run])} items in {run}: {shown}"
    if made.missing or set(made.taken) - {"log"}:
        taken = " and ".join(_TAKEN[basis] for basis in sorted(made.taken))
        yield f"  what was asked was taken from {taken}"
    if writer.disagreements:
        yield (
            f"  {writer.disagreements} of {writer.compared} recorded scores disagree with the "
            "answers; a study says which one it judges (evidence), for example"
        )
        yield from (f"    {case}" for case in writer.disagreeing[:3])
    for note, count in sorted(writer.notes.items()):
        yield f"  {note}" if count == 1 else f"  {count} × {note}"
    if made.unread:
        more = f" and {len(made.unread) - 12} more" if len(made.unread) > 12 else ""
        yield f"  fields that nothing reads: {', '.join(made.unread[:12])}{more}"


def _unread_answers(writer: Writer) -> Iterator[str]:
    unreadable, kept = writer.statuses[Status.UNREADABLE], sum(writer.statuses.values())
    if unreadable:
        remedy = "; --answers text reads what free text declares" if 2 * unreadable > kept else ""
        yield f"  {unreadable} of {kept} answers are unreadable{remedy}, for example"
        yield from (f"    {example}" for example in writer.unreadable[:3])
