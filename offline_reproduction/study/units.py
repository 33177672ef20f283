"""Which responses make a unit: items, whole groups, all rotations, all runs. None leaves unsaid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.records.model import Item
from fe_core.scoring.comparable import comparable
from fe_core.scoring.metric import Over, Responses
from fe_core.scoring.outcomes import Outcome
from fe_core.scoring.responses import Evidence, Response
from offline_reproduction.study.evidence import Scored
from offline_reproduction.study.selection import Where, selected, text


class Groups(NamedTuple):
    """What a study declares of its groups.

    variants: value of the attribute `family` ("" for all) → the variants each group has, once each.
    wrong: whether a group that lacks a variant counts as not right; else it is an error.
    """

    attributes: tuple[str, ...] = ()
    variants: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    wrong: bool = False


class Asked(NamedTuple):
    """What units are made of.

    runs: one, or those that are compared. only: restricts to these items. variants: of groups, ()
    for all of them. common: whether runs may be compared over the items that they share.
    """

    runs: tuple[str, ...]
    where: Where
    only: frozenset[str] | None = None
    variants: tuple[str, ...] = ()
    evidence: Evidence = Evidence.ANSWER
    common: bool = False


class Units(NamedTuple):
    """Units by name, and what is to be said of them: what was dropped, what counts as not right."""

    units: Mapping[str, Responses]
    notes: tuple[str, ...] = ()


def units_of(scored: Scored, asked: Asked, over: Over, groups: Groups) -> Units:
    """The units of a metric, named by their item or group.

    Raises UsageError for runs that were asked different items, a rotation that is missing, and a
    group that lacks a variant or has one twice, unless the study declares what to do.
    """
    if over is Over.RUNS:
        return _over_runs(scored, asked)
    if len(asked.runs) != 1:
        raise UsageError(
            f"a metric over {over.value} is of one run, got {list(asked.runs)}; a mean over runs "
            "is declared as one"
        )
    run = asked.runs[0]
    items = _items(scored, asked, run)
    if over is Over.ITEMS:
        answers = scored.responses(run, _first(scored, run), asked.evidence)
        return Units({name: (answers[name],) for name in [item.item for item in items]})
    if over is Over.ROTATIONS:
        return Units(_over_rotations(scored, asked, items))
    return _over_groups(scored, asked, items, groups)


def _first(scored: Scored, run: str) -> int:
    return 0 if run in scored.rules else scored.rotations(run)[0]


def _items(scored: Scored, asked: Asked, run: str) -> list[Item]:
    """Runs that were asked the same share what was found among it."""
    everything = scored.asked(run)
    names = scored.once(("names", run), lambda: tuple(item.item for item in everything))
    found = scored.once(
        ("selected", names, text(asked.where)), lambda: selected(everything, asked.where)
    )
    return found if asked.only is None else [item for item in found if item.item in asked.only]


def _over_runs(scored: Scored, asked: Asked) -> Units:
    items = {run: _items(scored, asked, run) for run in asked.runs}
    names = {run: [item.item for item in found] for run, found in items.items()}
    shared = comparable(names, common=asked.common)
    answers = [scored.responses(run, _first(scored, run), asked.evidence) for run in asked.runs]
    notes = dropped(shared.dropped, len(shared.items))
    return Units({name: tuple(each[name] for each in answers) for name in shared.items}, notes)


def dropped(names: Sequence[str], kept: int) -> tuple[str, ...]:
    """What is said where only the items that all were asked count."""
    return (f"over the {kept} common of {kept + len(names)} items",) if names else ()


def _over_rotations(scored: Scored, asked: Asked, items: Sequence[Item]) -> Mapping[str, Responses]:
    run = asked.runs[0]
    if scored.guesses(run):
        guesses = scored.responses(run)
        return {i.item: (guesses[i.item],) * len(i.options) for i in items}
    rotations = (0,) if run in scored.rules else scored.rotations(run)
    for item in items:
        if rotations != tuple(range(len(item.options))):
            raise UsageError(
                f"run={run!r} has rotations {list(rotations)}, item={item.item!r} has "
                f"{len(item.options)} options; a missing rotation is no score"
            )
    answers = [scored.responses(run, rotation, asked.evidence) for rotation in rotations]
    for rotation, each in zip(rotations, answers, strict=True):
        if items and all(response.outcome is Outcome.MISSING for response in each.values()):
            raise UsageError(
                f"run={run!r} has no answer at rotation={rotation}; a missing rotation is no score"
            )
    return {item.item: tuple(each[item.item] for each in answers) for item in items}


class Arranged(NamedTuple):
    """A group's items in the order of its variants, and the variants (or items) that it lacks."""

    items: tuple[Item, ...]
    lacking: tuple[str, ...]


def _over_groups(scored: Scored, asked: Asked, items: Sequence[Item], groups: Groups) -> Units:
    run = asked.runs[0]
    answers = scored.responses(run, _first(scored, run), asked.evidence)
    if items and not any(item.group for item in items):
        raise UsageError(f"no item that run={run!r} was asked has a group")
    key = ("arranged", id(items), text(asked.where), asked.variants)
    arranged = (
        scored.once(key, lambda: (items, _arranged(scored, asked, items, groups)))[1]
        if asked.only is None
        else _arranged(scored, asked, items, groups)
    )
    made: dict[str, Responses] = {}
    notes: list[str] = []
    for group, (found, lacking) in arranged.items():
        unit = tuple([answers[item.item] for item in found])
        if lacking and asked.only is not None:
            continue
        if lacking and not groups.wrong:
            raise UsageError(_incomplete(scored, run, group, lacking, asked.where))
        if lacking:
            notes.append(f"group {group} lacks {'+'.join(lacking)} and is not right")
            any_item = next(item for item in items if (item.group or item.item) == group)
            unit = (*unit, *(Response(any_item, Outcome.MISSING, None) for _ in lacking))
        made[group] = unit
    return Units(made, tuple(notes[:3]) + ((f"{len(notes)} in all",) if len(notes) > 3 else ()))


def _arranged(
    scored: Scored, asked: Asked, items: Sequence[Item], groups: Groups
) -> dict[str, Arranged]:
    """Every group, and what it lacks. Raises UsageError for a variant that stands twice."""
    everything = _by_group(selected(scored.records.items.values(), asked.where))
    occurring = tuple(dict.fromkeys(item.variant for item in items))
    found = {}
    for group, members in _by_group(items).items():
        needed = asked.variants or _expected(members, groups, occurring)
        if needed:
            found[group] = _by_variant(group, members, needed)
        else:
            there = {item.item for item in members}
            lacking = (item.item for item in everything[group] if item.item not in there)
            found[group] = Arranged(tuple(members), tuple(lacking))
    return found


def _by_group(items: Iterable[Item]) -> dict[str, list[Item]]:
    members: dict[str, list[Item]] = {}
    for item in items:
        members.setdefault(item.group or item.item, []).append(item)
    return members


def _expected(found: Sequence[Item], groups: Groups, occurring: tuple[str, ...]) -> tuple[str, ...]:
    """The variants that a group must have: those declared, else those that occur."""
    family = found[0].attributes.get("family", "")
    declared = groups.variants.get(family, groups.variants.get("", ()))
    return declared or (occurring if any(occurring) else ())


def _by_variant(group: str, members: Sequence[Item], needed: tuple[str, ...]) -> Arranged:
    found: dict[str, Item] = {}
    for item in members:
        if item.variant in found and item.variant in needed:
            raise UsageError(
                f"group={group!r} has variant={item.variant!r} twice: item="
                f"{found[item.variant].item!r} and item={item.item!r}"
            )
        found[item.variant] = item
    return Arranged(
        tuple(found[variant] for variant in needed if variant in found),
        tuple(variant for variant in needed if variant not in found),
    )


def _incomplete(scored: Scored, run: str, group: str, lacking: Sequence[str], where: Where) -> str:
    members = [i for i in scored.records.items.values() if (i.group or i.item) == group]
    there = {name for item in members for name in (item.variant, item.item)}
    who = f"run={run!r} was not asked" if set(lacking) <= there else "nobody was asked"
    if set(lacking) <= there and where:
        who = f"where {text(where)} leaves out"
    return (
        f"group={group!r} is incomplete: {who} {', '.join(map(repr, lacking))}; mend the "
        'records or the condition, or declare [groups] incomplete = "wrong" (variants by family: '
        "[groups.variants])"
    )
