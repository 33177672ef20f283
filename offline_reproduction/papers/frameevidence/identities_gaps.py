"""FrameEvidence: the fixed-marginal gaps of D.4, and what they force with Tables 4, 8 and G.4.

Every primary row's right MSS and addition answers are searched; its right deletion answers are
its insufficiency answers of Table 8.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from fe_core.numbers.printed import Count, Number
from fe_core.scoring.decomposition import fixed_marginal_reference
from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.forced import Left
from offline_reproduction.audit.tables.sheet import Place, Sheet, rows_of
from offline_reproduction.audit.values.judgement import Said, impossible, possible, undecided
from offline_reproduction.audit.values.spans import prints, span
from offline_reproduction.papers.frameevidence.identities_facts import (
    BASE,
    CONDITIONS,
    GROUPS,
    LORA,
    OTHER_BASE,
    OTHER_LORA,
    claim,
)

RETAINED = {
    BASE: "g4-qwen-retained",
    LORA: "g4-qwen-lora-retained",
    OTHER_BASE: "g4-internvl-retained",
    OTHER_LORA: "g4-internvl-lora-retained",
}
"""Primary rows whose right MSS answers the prose gives, as "retained of right"."""
GAPS = ("d4-nts-low", "d4-nts-high", "d4-dis-low", "d4-dis-high")


class Pair(NamedTuple):
    """Right MSS and addition answers that a row allows, and the gaps they give."""

    mss: int
    addition: int
    nts: Fraction
    dis: Fraction


def constraints(printed: Sheet) -> tuple[Constraint, ...]:
    """Each row's gaps within the printed extremes, the extremes reached, and what is forced."""
    return (*map(_gap_row, primary_rows(printed)), _extremes(printed), _forced())


def primary_rows(printed: Sheet) -> tuple[str, ...]:
    """The 20 configurations."""
    return rows_of(printed, "table-08")[:20]


def counts_left(printed: Sheet, row: str) -> tuple[Pair, ...]:
    """Every pair of MSS and addition counts that Tables 4 and 8, D.4 and G.4 leave to a row."""
    accuracy, gem, nts, dis = (
        _one(printed, Place("table-04", row, name)) for name in ("Acc.", "GEM", "NTS", "DIS")
    )
    mss, deletion, addition = (
        _one(printed, Place("table-08", row, name)) for name in CONDITIONS.values()
    )
    found, (low, high) = [], _dis_range(printed)
    for base in _bases(printed, row, max(nts, dis), GROUPS - mss):
        if nts > deletion or deletion - nts > GROUPS - base:
            continue
        gap = _gap(nts, base, deletion)
        if not _nts_allowed(printed, gap):
            continue
        for right in range(dis, min(GROUPS - addition, dis + GROUPS - base) + 1):
            first = accuracy - base - deletion - right
            inside = low <= dis * GROUPS - base * right <= high
            if inside and 3 * gem <= first <= 2 * GROUPS + gem:
                found.append(Pair(base, right, gap, _gap(dis, base, right)))
    return tuple(found)


def forced(printed: Sheet) -> dict[str, tuple[Left, Left]]:
    """Row → what is left for its right MSS and addition answers of 48.

    Every printed extreme of D.4 is some row's gap: where only one row can have it, that row has.
    """
    return _narrowed(printed, _all_left(printed))


def reaching(printed: Sheet, name: str) -> dict[str, Left]:
    """The rows that can have the printed extreme `name` of GAPS, and with which unknown counts.

    The counts are MSS answers for an NTS gap, addition answers for a DIS gap.
    """
    return _reaching(printed, name, _all_left(printed))


def _narrowed(printed: Sheet, left: Mapping[str, tuple[Pair, ...]]) -> dict[str, tuple[Left, Left]]:
    left = dict(left)
    for name in GAPS:
        rows = _reaching(printed, name, left)
        if len(rows) == 1:
            row = next(iter(rows))
            left[row] = _fitting(printed, name, left[row])
    return {
        row: (
            Left(tuple(sorted({pair.mss for pair in pairs}))),
            Left(tuple(sorted({pair.addition for pair in pairs}))),
        )
        for row, pairs in left.items()
    }


def _all_left(printed: Sheet) -> dict[str, tuple[Pair, ...]]:
    return {row: counts_left(printed, row) for row in primary_rows(printed)}


def _reaching(printed: Sheet, name: str, left: Mapping[str, tuple[Pair, ...]]) -> dict[str, Left]:
    found = {}
    for row, pairs in left.items():
        fitting = _fitting(printed, name, pairs)
        if fitting:
            counts = {pair.mss if "nts" in name else pair.addition for pair in fitting}
            found[row] = Left(tuple(sorted(counts)))
    return found


def _fitting(printed: Sheet, name: str, pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """The pairs whose gap shows the printed extreme."""
    number = _number(printed, name)
    gaps = {gap for gap in {_of(pair, name) for pair in pairs} if _shows(printed, gap, number)}
    return tuple(pair for pair in pairs if _of(pair, name) in gaps)


def _of(pair: Pair, name: str) -> Fraction:
    return pair.nts if "nts" in name else pair.dis


def _gap_row(row: str) -> Constraint:
    cells = [Place("table-04", row, name) for name in ("Acc.", "GEM", "NTS", "DIS")]
    cells += [Place("table-08", row, name) for name in CONDITIONS.values()]
    cells += [claim(name) for name in GAPS]
    cells += [claim(RETAINED[row])] if row in RETAINED else []

    def test(printed: Sheet) -> Said:
        if not all(printed.counts(cell) for cell in cells[:7]):
            return undecided("a cell has no count")
        if counts_left(printed, row):
            return possible("some MSS and addition counts give gaps within the printed extremes")
        return impossible("no MSS and addition counts give gaps within the printed extremes")

    about = "fixed-marginal gaps of D.4 over MSS and addition counts"
    return Constraint(f"gap/{row}", "gap", tuple(cells), about, test)


def _extremes(printed: Sheet) -> Constraint:
    """Each printed extreme must be some row's gap."""
    rows = primary_rows(printed)
    cells = [Place("table-04", row, n) for row in rows for n in ("Acc.", "GEM", "NTS", "DIS")]
    cells += [Place("table-08", row, name) for row in rows for name in CONDITIONS.values()]
    cells += [claim(name) for name in GAPS]

    def test(sheet: Sheet) -> Said:
        if not all(sheet.counts(cell) for cell in cells[:-4]):
            return undecided("a cell has no count")
        pairs = [pair for row in rows for pair in counts_left(sheet, row)]
        for name in GAPS:
            number = _number(sheet, name)
            gaps = {pair.nts if "nts" in name else pair.dis for pair in pairs}
            if not any(_shows(sheet, gap, number) for gap in gaps):
                return impossible(f"no row can have the printed extreme {sheet.text(claim(name))}")
        return possible("each printed extreme is a gap that some row can have")

    return Constraint("gap/extremes", "gap", tuple(cells), "extremes of D.4's gaps", test)


def _forced() -> Constraint:
    """What the printed numbers leave for the rows' MSS and addition counts; never a clash."""

    def test(printed: Sheet) -> Said:
        left = _all_left(printed)
        found = [
            f"{row}: MSS {mss.text()}, addition {addition.text()}"
            for row, (mss, addition) in _narrowed(printed, left).items()
        ]
        for name in GAPS[:2]:
            rows = (
                f"{row} with MSS {counts.text()}"
                for row, counts in _reaching(printed, name, left).items()
            )
            found.append(f"gap {printed.text(claim(name))}: {' or '.join(rows)}")
        return possible("; ".join(found))

    about = "right answers of 48 that the tables, G.4 and D.4's gaps leave"
    return Constraint("forced/counts", "forced", tuple(map(claim, GAPS)), about, test)


def _bases(printed: Sheet, row: str, least: int, most: int) -> range:
    value = printed.read(claim(RETAINED[row])) if row in RETAINED else None
    if isinstance(value, Count):
        return range(max(least, value.total), min(most, value.total) + 1)
    return range(least, most + 1)


@lru_cache(maxsize=4096)
def _gap(joint: int, base: int, partner: int) -> Fraction:
    reference = fixed_marginal_reference([base, partner], GROUPS)
    return Fraction(joint, GROUPS) - (reference or 0)


def _nts_allowed(printed: Sheet, gap: Fraction) -> bool:
    low, high = (_number(printed, name) for name in GAPS[:2])
    if gap >= 0:
        return _shows(printed, gap, high)
    return gap * 100 >= span(low, printed.rules).low


def _dis_range(printed: Sheet) -> tuple[int, int]:
    """The DIS gaps allowed, in units of 1/48²."""
    low, high = (span(_number(printed, name), printed.rules) for name in GAPS[2:])
    unit = Fraction(GROUPS * GROUPS, 100)
    return ceil(low.low * unit), floor(high.high * unit)


def _shows(printed: Sheet, gap: Fraction, number: Number) -> bool:
    near = abs(gap * 100 - number.value) * 10**number.decimals <= 1
    return near and prints(gap, number, printed.rules, 100)


def _number(printed: Sheet, name: str) -> Number:
    return printed.number(claim(name)) or Number(Fraction(0), 0)


def _one(printed: Sheet, place: Place) -> int:
    return (printed.counts(place) or (0,))[0]
