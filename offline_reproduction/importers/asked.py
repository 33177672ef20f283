"""What each run was asked: from the log where it says so, else what all runs of a task were.

An item that a run was asked and has no line for is *missing*; it is counted and stays in every
denominator. A variant or a rotation that nobody was asked is an error that names it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from fe_core.errors import RecordError, together
from offline_reproduction.importers.items import Question
from offline_reproduction.importers.lines import Asked
from offline_reproduction.importers.writer import Writer

Basis = str
"""Where it was taken from: "log", "union", or "answered"."""


def asked_of(writer: Writer, wanted: str) -> tuple[dict[str, list[str]], Counter[Basis]]:
    """Run → the items that it was asked, in the order of the items; and how many runs' tasks were
    taken from where.

    wanted: "log" (where it says so, else the union), "union", or "answered" (what a run answered is
    all that it was asked). Items that only the log names are added without a gold.
    """
    order = {item: number for number, item in enumerate(writer.items)}
    union: dict[str, dict[str, str]] = {}
    answered: dict[str, dict[str, dict[str, None]]] = {}
    for run, given in writer.answers.items():
        for item, _ in given:
            task = writer.items[item][1].task
            union.setdefault(task, {}).setdefault(writer.base[item], item)
            answered.setdefault(run, {}).setdefault(task, {})[item] = None
    said = writer.asked if wanted == "log" else {}
    bases: Counter[Basis] = Counter()
    result: dict[str, list[str]] = {}
    for run in writer.runs:
        asked: dict[str, None] = {}
        tasks = [*answered.get(run, {}), *(t for r, t in said if r == run and said[r, t].items)]
        for task in dict.fromkeys(tasks):
            items = answered.get(run, {}).get(task, {})
            told = said.get((run, task)) or said.get((_without_repetition(writer, run), task))
            bases_of = {writer.base[item] for item in items}
            others = {i: None for base, i in union.get(task, {}).items() if base not in bases_of}
            found, basis = _of_task(told, items, others, wanted)
            if told is not None and told.size > len(found):
                writer.notes["items that a log counts as asked and none names"] += told.size - len(
                    found
                )
            bases[basis] += 1
            asked |= found
        result[run] = sorted(asked, key=lambda item: order.get(item, len(order)))
    return result, bases


def _of_task(
    said: Asked | None, answered: dict[str, None], others: dict[str, None], wanted: str
) -> tuple[dict[str, None], Basis]:
    """others: what the other runs of the task were asked beside what this one answered."""
    if wanted == "answered":
        return answered, "answered"
    if said is not None and said.items:
        return {**dict.fromkeys(said.items), **answered}, "log"
    if said is not None and said.size == len(answered):
        return answered, "log"
    return {**answered, **others}, "union"


def _without_repetition(writer: Writer, run: str) -> str:
    return run.removesuffix(f"/{writer.runs[run].repetition}")


def check_groups(questions: Mapping[str, Question]) -> None:
    """Raises RecordError for groups that lack a variant which others of their family have.

    An attribute `family` tells groups with different variants apart.
    """
    variants: dict[str, dict[str, None]] = {}
    groups: dict[str, list[Question]] = {}
    for question in questions.values():
        group, variant, _ = question.names
        if group and variant:
            groups.setdefault(group, []).append(question)
            variants.setdefault(_family(question), {})[variant] = None
    problems = []
    for group, members in groups.items():
        present = Counter(member.names[1] for member in members)
        lacking = sorted(set(variants[_family(members[0])]) - set(present))
        twice = sorted(variant for variant, count in present.items() if count > 1)
        if lacking or twice:
            what = f"has no variant {', '.join(map(repr, lacking))}" if lacking else (
                f"has variant {', '.join(map(repr, twice))} more than once"
            )  # fmt: skip
            problems.append(
                f"group={group!r} {what}: nobody was asked it; add its lines, or map `family` if "
                "groups have different variants"
            )
    if problems:
        raise RecordError(together(problems))


def check_rotations(writer: Writer) -> None:
    """Raises RecordError for items that were asked at some rotations and not at all of them."""
    asked: dict[str, set[int]] = {}
    for given in writer.answers.values():
        for item, rotation in given:
            asked.setdefault(item, set()).add(rotation)
    if not any(rotations - {0} for rotations in asked.values()):
        return
    problems = [
        f"item={item!r} was asked at rotations {sorted(rotations)} only, of "
        f"{len(writer.items[item][1].choices.labels)}; every rotation is needed once"
        for item, rotations in asked.items()
        if len(rotations) != len(writer.items[item][1].choices.labels)
    ]
    if problems:
        raise RecordError(together(problems))


def _family(question: Question) -> str:
    return dict(question.attributes).get("family", "")
