"""Errors planted in records: each makes other records of some, or None where it does not apply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from fe_core.records.model import Answer, Records, Sheet, Status
from fe_core.scoring.outcomes import Outcome, outcome

Plant = Callable[[Records, Sheet, Random], Records | None]
"""Records, the sheet to spoil, and a generator → spoilt records."""


def right_becomes_wrong(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """One right answer becomes another option."""
    item = _pick(records, sheet, random, Outcome.RIGHT)
    if not item:
        return None
    return _answered(records, sheet, {item: _other(records, item, sheet.rotation, random)})


def wrong_becomes_right(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """One wrong answer becomes the gold."""
    item = _pick(records, sheet, random, Outcome.WRONG)
    if not item:
        return None
    return _answered(records, sheet, {item: _gold(records, item, sheet.rotation)})


def answers_swapped(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """A right and a wrong answer to questions of different golds are exchanged."""
    right = _pick(records, sheet, random, Outcome.RIGHT)
    wrong = [
        item
        for item in _all(records, sheet, Outcome.WRONG)
        if right
        and records.items[item].gold != records.items[right].gold
        and sheet.answers[item].answer != sheet.answers[right].answer
    ]
    if not right or not wrong:
        return None
    other = random.choice(wrong)
    given = sheet.answers
    return _answered(
        records,
        sheet,
        {right: _moved(given[other], right), other: _moved(given[right], other)},
    )


def answers_shifted(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """Every answer slips to the next question."""
    items = [*sheet.answers]
    moved = {
        item: _moved(sheet.answers[before], item)
        for before, item in zip(items[-1:] + items[:-1], items, strict=True)
    }
    same_options = len({records.items[item].options for item in items}) == 1
    return _answered(records, sheet, moved) if same_options else None


def answers_lost(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """Three right answers go missing."""
    right = _all(records, sheet, Outcome.RIGHT)
    if len(right) < 3:
        return None
    lost = random.sample(right, 3)
    return _answered(records, sheet, {item: Answer(item, None, Status.MISSING) for item in lost})


def invalid_dropped(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """Invalid answers leave the denominator instead of counting as wrong."""
    invalid = [n for n, answer in sheet.answers.items() if answer.status is not Status.VALID]
    return _without(records, sheet, invalid) if invalid else None


def invalid_guessed(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """Invalid answers are read as the gold."""
    invalid = [n for n, answer in sheet.answers.items() if answer.status is not Status.VALID]
    gold = {item: _gold(records, item, sheet.rotation) for item in invalid}
    return _answered(records, sheet, gold) if invalid else None


def denominator_off_by_one(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """One question that was asked is left out."""
    return _without(records, sheet, [random.choice([*sheet.answers])])


def wrong_runs_row(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """Another run's answers stand under this run's name."""
    others = [
        other
        for other in records.sheets.values()
        if other.answers.keys() == sheet.answers.keys()
        and other.rotation == sheet.rotation
        and _rights(records, other) != _rights(records, sheet)
    ]
    if not others:
        return None
    return _answered(records, sheet, random.choice(others).answers)


def gold_changed(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """The gold of a question that was answered right becomes another option."""
    item = _pick(records, sheet, random, Outcome.RIGHT)
    if not item:
        return None
    old = records.items[item]
    others = [letter for letter in old.options if letter != old.gold]
    items = {**records.items, item: replace(old, gold=random.choice(others))}
    return replace(records, items=items)


def groups_mixed(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """A question leaves a group that was all right for one where more than one was wrong."""
    wrong = _all(records, sheet, Outcome.WRONG)
    failed = Counter(records.items[item].group for item in wrong)
    pairs = [
        (one, other)
        for one in _all(records, sheet, Outcome.RIGHT)
        if records.items[one].group and not failed[records.items[one].group]
        for other in wrong
        if failed[records.items[other].group] > 1 and _role(records, one) == _role(records, other)
    ]
    if not pairs:
        return None
    one, other = (records.items[item] for item in random.choice(pairs))
    items = {
        **records.items,
        one.item: replace(one, group=other.group, attributes=other.attributes),
        other.item: replace(other, group=one.group, attributes=one.attributes),
    }
    return replace(records, items=items)


def rotation_repeated(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """A rotation's answers are a copy of rotation zero's letters."""
    if not sheet.rotation:
        return None
    return _answered(records, sheet, records.sheet(sheet.run.run).answers)


def letters_not_mapped_back(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """Rotated letters are scored as if nothing had been rotated."""
    if not sheet.rotation:
        return None
    moved = {
        name: _moved(answer, name, _turned(records, name, answer, -sheet.rotation))
        for name, answer in sheet.answers.items()
    }
    return _answered(records, sheet, moved)


def line_lost(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """One answer, right or wrong, is not there any more."""
    valid = _all(records, sheet, Outcome.RIGHT) + _all(records, sheet, Outcome.WRONG)
    if not valid:
        return None
    lost = random.choice(valid)
    return _answered(records, sheet, {lost: Answer(lost, None, Status.MISSING)})


def fewer_items(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """A run was asked a third fewer questions than the others."""
    asked = [*sheet.answers]
    fewer = random.sample(asked, len(asked) // 3)
    return _without(records, sheet, fewer) if fewer else None


def group_doubled(records: Records, sheet: Sheet, random: Random) -> Records | None:
    """A group's questions (or one, where there are no groups) stand twice, as do their answers."""
    first = records.items[random.choice([*sheet.answers])]
    group = [
        item
        for item in records.items.values()
        if item is first or (first.group and item.group == first.group)
    ]
    twins = {f"{item.item}-again": replace(item, item=f"{item.item}-again") for item in group}
    sheets = {
        at: _longer(each, [item.item for item in group]) for at, each in records.sheets.items()
    }
    return replace(records, items={**records.items, **twins}, sheets=sheets)


PLANTS: Mapping[str, Plant] = {
    "right-becomes-wrong": right_becomes_wrong,
    "wrong-becomes-right": wrong_becomes_right,
    "answers-swapped": answers_swapped,
    "answers-shifted": answers_shifted,
    "answers-lost": answers_lost,
    "invalid-dropped": invalid_dropped,
    "invalid-guessed": invalid_guessed,
    "denominator-off-by-one": denominator_off_by_one,
    "wrong-runs-row": wrong_runs_row,
    "gold-changed": gold_changed,
    "groups-mixed": groups_mixed,
    "rotation-repeated": rotation_repeated,
    "line-lost": line_lost,
    "fewer-items": fewer_items,
    "group-doubled": group_doubled,
    "letters-not-mapped-back": letters_not_mapped_back,
}
"""Name → planted error."""


def _all(records: Records, sheet: Sheet, kind: Outcome) -> list[str]:
    return [
        name
        for name, answer in sheet.answers.items()
        if outcome(records.items[name], answer, sheet.rotation) is kind
        and records.items[name].select == "one"
    ]


def _pick(records: Records, sheet: Sheet, random: Random, kind: Outcome) -> str | None:
    found = _all(records, sheet, kind)
    return random.choice(found) if found else None


def _rights(records: Records, sheet: Sheet) -> int:
    return len(_all(records, sheet, Outcome.RIGHT))


def _role(records: Records, item: str) -> tuple[str, str]:
    found = records.items[item]
    return found.variant, found.attributes.get("family", "")


def _gold(records: Records, item: str, rotation: int) -> Answer:
    gold = records.items[item].gold
    right = Answer(item, gold, Status.VALID)
    return _moved(right, item, _turned(records, item, right, -rotation))


def _other(records: Records, item: str, rotation: int, random: Random) -> Answer:
    """A wrong option as shown: on a rotated sheet the gold's own letter shows another one."""
    right = _gold(records, item, rotation).answer
    others = [letter for letter in records.items[item].options if letter != right]
    return Answer(item, random.choice(others), Status.VALID)


def _turned(records: Records, item: str, answer: Answer, by: int) -> str | None:
    options = records.items[item].options
    if not isinstance(answer.answer, str):
        return None
    return options[(options.index(answer.answer) + by) % len(options)]


def _moved(answer: Answer, item: str, letter: str | None = None) -> Answer:
    return answer._replace(item=item, answer=answer.answer if letter is None else letter)


def _answered(records: Records, sheet: Sheet, changed: Mapping[str, Answer]) -> Records:
    spoilt = replace(sheet, answers={**sheet.answers, **changed})
    return replace(records, sheets={**records.sheets, (sheet.run.run, sheet.rotation): spoilt})


def _longer(sheet: Sheet, doubled: list[str]) -> Sheet:
    twins = {
        f"{item}-again": sheet.answers[item]._replace(item=f"{item}-again")
        for item in doubled
        if item in sheet.answers
    }
    run = replace(sheet.run, asked=(*sheet.run.asked, *twins))
    return replace(sheet, run=run, answers={**sheet.answers, **twins})


def _without(records: Records, sheet: Sheet, items: list[str]) -> Records:
    left = {name: answer for name, answer in sheet.answers.items() if name not in items}
    run = replace(sheet.run, asked=tuple(left))
    spoilt = Sheet(run, sheet.rotation, left)
    return replace(records, sheets={**records.sheets, (sheet.run.run, sheet.rotation): spoilt})
