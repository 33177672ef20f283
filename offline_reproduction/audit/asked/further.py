"""Checks that a referee asks for by name: differences, joint rates, errors, intervals, wholes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from fe_core.errors import UsageError
from fe_core.numbers.printed import MeanDeviation, Range, Several
from offline_reproduction.audit.asked.known import MARK, Known
from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.relations import custom, linear
from offline_reproduction.audit.tables.sheet import Denominator, Place, Sheet
from offline_reproduction.audit.values.granularity import denominators
from offline_reproduction.audit.values.jointly import joint_fits
from offline_reproduction.audit.values.judgement import Said, impossible, possible, undecided
from offline_reproduction.audit.values.uncertainty import interval, standard_error

MOST_WHOLES = 10_000
Counts = Mapping[Place, tuple[int, ...]]


def further(rows: Sequence[str], known: Known, described: Sheet) -> Iterator[Constraint]:
    """One constraint a row and request, and one a column whose whole is asked for.

    Raises UsageError where a request needs a denominator that is not given.
    """
    for row in rows:
        for column, parts in known.differences.items():
            yield _difference(row, column, parts)
        for column, parts in known.joint.items():
            yield _joint(row, column, parts, described)
        for column, source in known.errors.items():
            yield _error(Place(MARK, row, source), Place(MARK, row, column), described)
        for column, source in known.intervals.items():
            yield _interval(Place(MARK, row, source), Place(MARK, row, column), described)
    for column, most in known.unknown.items():
        yield _wholes([Place(MARK, row, column) for row in rows], column, most)


def _difference(row: str, column: str, parts: Sequence[str]) -> Constraint:
    if len(parts) != 2:
        raise UsageError(f"column={column!r} is the difference of two columns, got {list(parts)}")
    terms = [(Place(MARK, row, parts[0]), 1), (Place(MARK, row, parts[1]), -1)]
    about = f"{parts[0]} minus {parts[1]}"
    return linear(
        f"difference/{row}/{column}", "difference", terms, Place(MARK, row, column), about
    )


def _joint(row: str, column: str, parts: Sequence[str], described: Sheet) -> Constraint:
    joint, marginals = Place(MARK, row, column), [Place(MARK, row, part) for part in parts]
    wholes = {_whole(cell, described).n for cell in (joint, *marginals) if described.text(cell)}
    if len(wholes) > 1:
        raise UsageError(f"{column!r} and its parts {list(parts)} need one whole, got {wholes}")

    def clash(found: Counts) -> str:
        n = next(iter(wholes))
        ranges = [(found[cell][0], found[cell][-1]) for cell in marginals]
        if joint_fits(found[joint], ranges, n):
            return ""
        return f"{list(found[joint])} of {n} is outside the Fréchet bounds of {ranges}"

    about = f"all of {', '.join(parts)} right"
    return custom(f"joint/{row}/{column}", "joint", (joint, *marginals), about, clash)


def _error(proportion: Place, error: Place, described: Sheet) -> Constraint:
    whole = _whole(proportion, described)

    def test(printed: Sheet) -> Said:
        value, deviation = printed.number(proportion), printed.number(error)
        if error == proportion:
            spread = printed.read(error)
            deviation = spread.deviation if isinstance(spread, MeanDeviation) else None
        if value is None or deviation is None:
            return undecided("no proportion or no standard error is printed")
        scale = printed.scale_of(proportion)
        return standard_error(value, deviation, whole.n, printed.rules, scale=scale)

    about = "binomial standard error, divisor n or n − 1"
    return Constraint(
        f"error/{error.row}/{error.column}", "error", (proportion, error), about, test
    )


def _interval(proportion: Place, ends: Place, described: Sheet) -> Constraint:
    whole = _whole(proportion, described)

    def test(printed: Sheet) -> Said:
        value, pair = printed.number(proportion), printed.read(ends)
        if isinstance(pair, Several):
            pair = next((part for part in pair.parts if isinstance(part, Range)), pair)
        if value is None or not isinstance(pair, Range):
            return undecided("no proportion or no interval is printed")
        scale = printed.scale_of(proportion)
        return interval(value, pair, whole.n, printed.rules, scale=scale)

    about = "Wald or Wilson interval at 95 %"
    return Constraint(
        f"interval/{ends.row}/{ends.column}", "interval", (proportion, ends), about, test
    )


def _wholes(cells: Sequence[Place], column: str, most: int) -> Constraint:
    """Which denominators let every cell of a column be a proportion; else which fit most."""
    if not 1 <= most <= MOST_WHOLES:
        raise UsageError(f"wholes are tried from 1 up to at most {MOST_WHOLES}, got {most}")

    def test(printed: Sheet) -> Said:
        found = [(cell.row, number) for cell in cells if (number := printed.number(cell))]
        if not found:
            return undecided("no number is printed in this column")
        scale = printed.scale_of(cells[0])
        fitting = {
            number: frozenset(denominators(number, most, printed.rules, scale=scale))
            for number in {number for _, number in found}
        }
        counted = Counter(n for _, number in found for n in fitting[number])
        top = max(counted.values(), default=0)
        best = sorted(n for n, count in counted.items() if count == top)
        if top == len(found):
            return possible(f"denominators that allow every number: {_listed(best)}")
        never = [row for row, number in found if not fitting[number]]
        if never:
            return impossible(f"no denominator up to {most} allows the number of {_rows(never)}")
        out = [row for row, number in found if best[0] not in fitting[number]]
        return undecided(
            f"no denominator up to {most} allows every number; {_listed(best)} allow "
            f"{top} of {len(found)}: with {best[0]}, {_rows(out)} are out"
        )

    about = f"one whole up to {most} for the column"
    return Constraint(f"whole/{column}", "whole", tuple(cells), about, test)


def _listed(wholes: Sequence[int]) -> str:
    more = f" and {len(wholes) - 10} more" if len(wholes) > 10 else ""
    return ", ".join(map(str, wholes[:10])) + more


def _rows(names: Sequence[str]) -> str:
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(f"row {name!r}" for name in names[:5]) + more


def _whole(place: Place, described: Sheet) -> Denominator:
    whole = described.denominators.get(place)
    if whole is None and described.number(place) is not None:
        raise UsageError(f"column={place.column!r} needs its items: --n COLUMN=NUMBER")
    return whole or Denominator(1)
