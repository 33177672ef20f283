"""Kill rates: every printed cell altered by one unit in its last place, and who notices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.printed import Count, MeanDeviation, Number, Range, read
from fe_core.numbers.rounding import decimal_text
from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.sheet import Place, Sheet
from offline_reproduction.audit.values.judgement import Judgement


class Planted(NamedTuple):
    """One altered text and the families of checks that call it impossible."""

    place: Place
    text: str
    caught_by: frozenset[str]


class Rate(NamedTuple):
    """How many planted errors were caught."""

    caught: int
    planted: int


def alterations(text: str) -> tuple[str, ...]:
    """The texts one unit in the last place away; every number within the text by itself.

    >>> alterations("28.12"), alterations("5/48"), alterations("36.00±1.40")[2:]
    (('28.11', '28.13'), ('4/48', '6/48'), ('36.00±1.39', '36.00±1.41'))
    """
    value = read(text)
    if isinstance(value, Number):
        return _steps(value)
    if isinstance(value, Count):
        return tuple(f"{value.hits + step}/{value.total}" for step in (-1, 1))
    if isinstance(value, MeanDeviation):
        mean, deviation = map(_plain, value)
        return tuple(f"{new}±{deviation}" for new in _steps(value.mean)) + tuple(
            f"{mean}±{new}" for new in _steps(value.deviation)
        )
    if isinstance(value, Range):
        low, high = map(_plain, value)
        return tuple(f"[{new}, {high}]" for new in _steps(value.low)) + tuple(
            f"[{low}, {new}]" for new in _steps(value.high)
        )
    return ()


def plant(
    sheet: Sheet, constraints: Sequence[Constraint], places: Iterable[Place]
) -> tuple[Planted, ...]:
    """Alter every number of `places`, one at a time, and judge the checks that look at it.

    A check that already calls the unaltered sheet impossible catches nothing.
    """
    watching = _watching(sheet, constraints)
    found = []
    for place in places:
        for new in alterations(sheet.text(place)):
            changed = sheet.altered(place, new)
            caught = {
                constraint.family
                for constraint in watching.get(place, ())
                if constraint.test(changed).judgement is Judgement.IMPOSSIBLE
            }
            found.append(Planted(place, new, frozenset(caught)))
    return tuple(found)


def rates(planted: Iterable[Planted]) -> Mapping[str, Mapping[str, Rate]]:
    """Table → family ("any" first) → its rate; a last table "all" adds them up."""
    tables: dict[str, list[Planted]] = {}
    for one in planted:
        tables.setdefault(one.place.table, []).append(one)
    tables["all"] = [one for table in tables.values() for one in table]
    return {table: _families(group) for table, group in tables.items()}


def _families(group: Sequence[Planted]) -> Mapping[str, Rate]:
    names = sorted({family for one in group for family in one.caught_by})
    result = {"any": Rate(sum(bool(one.caught_by) for one in group), len(group))}
    for name in names:
        result[name] = Rate(sum(name in one.caught_by for one in group), len(group))
    return result


def _watching(
    sheet: Sheet, constraints: Sequence[Constraint]
) -> dict[Place, tuple[Constraint, ...]]:
    watching: dict[Place, tuple[Constraint, ...]] = {}
    for constraint in constraints:
        if constraint.test(sheet).judgement is Judgement.IMPOSSIBLE:
            continue
        for cell in dict.fromkeys(constraint.cells):
            watching[cell] = (*watching.get(cell, ()), constraint)
    return watching


def _steps(number: Number) -> tuple[str, ...]:
    units = number.value * 10**number.decimals
    return tuple(_signed(int(units) + step, number) for step in (-1, 1))


def _signed(units: int, number: Number) -> str:
    sign = "+" if number.plus and units >= 0 else ""
    return sign + decimal_text(units, number.decimals) + ("%" if number.percent else "")


def _plain(number: Number) -> str:
    return _signed(int(Fraction(number.value) * 10**number.decimals), number)
