"""Checks over a sheet: each knows the cells it looks at, so that planted errors can be tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from offline_reproduction.audit.tables.sheet import Place, Sheet
from offline_reproduction.audit.values.judgement import Judgement, Said


class Check(NamedTuple):
    """One check, for a report. tried: what was held against what."""

    id: str
    place: str
    kind: str
    judgement: Judgement
    printed: str
    tried: str
    explanation: str


@dataclass(frozen=True, slots=True)
class Constraint:
    """Something that must hold between printed cells.

    id: unique within a study. family: granularity, row, sum, mean, … as kill rates are counted.
    cells: every cell it reads. about: what it holds against what. test: the judgement on a sheet.
    """

    id: str
    family: str
    cells: tuple[Place, ...]
    about: str
    test: Callable[[Sheet], Said]


def run(constraints: Iterable[Constraint], sheet: Sheet) -> tuple[Check, ...]:
    """Judge every constraint."""
    return tuple(_check(constraint, sheet) for constraint in constraints)


def _check(constraint: Constraint, sheet: Sheet) -> Check:
    said = constraint.test(sheet)
    return Check(
        constraint.id,
        _where(constraint.cells),
        "check",
        said.judgement,
        _texts(constraint.cells, sheet),
        constraint.about,
        said.explanation,
    )


def _where(cells: Sequence[Place]) -> str:
    shown = "; ".join(str(cell) for cell in cells[:3])
    return shown if len(cells) <= 3 else f"{shown}; and {len(cells) - 3} more cells"


def _texts(cells: Sequence[Place], sheet: Sheet) -> str:
    texts = [sheet.text(cell) or "(empty)" for cell in cells]
    return ", ".join(texts[:12]) + (f", … ({len(texts)} cells)" if len(texts) > 12 else "")
