"""FrameEvidence's tables against numbers in its prose, and what they force together.

Sources: Section 7 and G.4 (insufficiency answers, retention), D.2 (switches), D.3 (partitions by
MSS correctness), D.4 (fixed-marginal gaps over the 20 primary rows), F.1 (overlap strata),
Appendix A (the repeated GPT run and its pairing).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from fe_core.numbers.printed import Count, Number
from fe_core.scoring.decomposition import fixed_marginal_reference
from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.forced import Left
from offline_reproduction.audit.tables.relations import constant, linear
from offline_reproduction.audit.tables.sheet import Place, Sheet, rows_of
from offline_reproduction.audit.values.judgement import Said, impossible, possible, undecided
from offline_reproduction.audit.values.spans import prints, span

CLAIMS, GROUPS, ITEMS = "claims", 48, 288
BASE, LORA = "Qwen2.5-VL-7B Base", "Qwen2.5-VL-7B LoRA"
OTHER_BASE, OTHER_LORA = "InternVL3-8B Base", "InternVL3-8B LoRA"
GPT = "GPT-5.6 0-shot"
RETAINED = {
    BASE: "g4-qwen-retained",
    LORA: "g4-qwen-lora-retained",
    OTHER_BASE: "g4-internvl-retained",
    OTHER_LORA: "g4-internvl-lora-retained",
}
"""Primary rows whose right MSS answers the prose gives, as "retained of right"."""
GAPS = ("d4-nts-low", "d4-nts-high", "d4-dis-low", "d4-dis-high")
CONDITIONS = {"mss": "MSS", "deletion": "Del.", "addition": "Add."}


class Pair(NamedTuple):
    """Right MSS and addition answers that a row allows, and the gaps they give."""

    mss: int
    addition: int
    nts: Fraction
    dis: Fraction


def claim(name: str) -> Place:
    """Where a sentence's number stands in the sheet."""
    return Place(CLAIMS, name, "printed")


def constraints(printed: Sheet) -> tuple[Constraint, ...]:
    """Relations between tables and prose; those whose claims are not transcribed are left out."""
    found = (
        *_insufficiency(),
        *_switches(),
        *_partitions(),
        *_overlap(),
        *_executions(),
        *(_gap_row(row) for row in primary_rows(printed)),
        _extremes(printed),
        _forced(),
    )
    return tuple(c for c in found if all(cell in printed.texts for cell in c.cells))


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
    found = []
    for base in _bases(printed, row, max(nts, dis), GROUPS - mss):
        if nts > deletion or deletion - nts > GROUPS - base:
            continue
        gap = _gap(nts, base, deletion)
        if not _nts_allowed(printed, gap):
            continue
        for right in range(dis, min(GROUPS - addition, dis + GROUPS - base) + 1):
            first = accuracy - base - deletion - right
            other = _gap(dis, base, right)
            if 3 * gem <= first <= 2 * GROUPS + gem and _dis_allowed(printed, other):
                found.append(Pair(base, right, gap, other))
    return tuple(found)


def forced(printed: Sheet) -> dict[str, tuple[Left, Left]]:
    """Row → what is left for its right MSS and addition answers of 48.

    Exactly one of the 20 rows is not below the NTS reference (D.4), so it has the highest gap; if
    only one row can print that gap, it must.
    """
    left = {row: counts_left(printed, row) for row in primary_rows(printed)}
    highest = _number(printed, "d4-nts-high")
    reaching = [
        row for row, pairs in left.items() if any(_shows(printed, p.nts, highest) for p in pairs)
    ]
    if len(reaching) == 1:
        row = reaching[0]
        left[row] = tuple(pair for pair in left[row] if _shows(printed, pair.nts, highest))
    return {
        row: (
            Left(tuple(sorted({pair.mss for pair in pairs}))),
            Left(tuple(sorted({pair.addition for pair in pairs}))),
        )
        for row, pairs in left.items()
    }


def _insufficiency() -> Iterator[Constraint]:
    for row, name in ((BASE, "base"), (LORA, "lora")):
        mss, deletion, addition = (Place("table-08", row, c) for c in CONDITIONS.values())
        about = "insufficiency answers of Table 8"
        true, false = claim(f"g4-{name}-true"), claim(f"g4-{name}-false")
        yield linear(f"prose/g4/{name}/true", "prose", [(deletion, 1)], true, about)
        yield linear(f"prose/g4/{name}/false", "prose", [(mss, 1), (addition, 1)], false, about)
        recall, precision = claim(f"s7-recall-{name}"), claim(f"s7-precision-{name}")
        yield _share(f"prose/s7/{name}/recall", [deletion], [], recall)
        yield _share(f"prose/s7/{name}/precision", [deletion], [mss, addition], precision)


def _share(id: str, hits: Sequence[Place], misses: Sequence[Place], target: Place) -> Constraint:
    """hits/(hits + misses), or hits/48 without misses, prints as the target."""

    def test(printed: Sheet) -> Said:
        number = printed.number(target)
        found = [printed.counts(cell) for cell in (*hits, *misses)]
        if number is None or not all(found):
            return undecided("a cell has no count")
        values = [(part or (0,))[0] for part in found]
        top, whole = sum(values[: len(hits)]), sum(values) if misses else GROUPS
        if whole and prints(Fraction(top, whole), number, printed.rules, 100):
            return possible(f"{top}/{whole}")
        return impossible(f"{top}/{whole} does not print as {printed.text(target)}")

    return Constraint(id, "prose", (*hits, *misses, target), "share of Table 8's counts", test)


def _switches() -> Iterator[Constraint]:
    """LoRA minus Base is switches to insufficiency minus reverse ones (InternVL: one, in MSS)."""
    for model, before, after in (("qwen", BASE, LORA), ("internvl", OTHER_BASE, OTHER_LORA)):
        for condition, column in CONDITIONS.items():
            terms = [(Place("table-08", after, column), 1), (Place("table-08", before, column), -1)]
            if (model, condition) == ("internvl", "mss"):
                terms.append((claim("d2-internvl-reverse"), 1))
            target = claim(f"d2-{model}-{condition}")
            about = "change of Table 8's counts"
            yield linear(f"prose/d2/{model}/{condition}", "prose", terms, target, about)


def _partitions() -> Iterator[Constraint]:
    names = ("both", "first", "second", "neither")
    for model, rows in (("qwen", (BASE, LORA)), ("internvl", (OTHER_BASE, OTHER_LORA))):
        cells = {name: claim(f"d3-{model}-{name}") for name in names}
        terms = [(cell, 1) for cell in cells.values()]
        yield constant(f"prose/d3/{model}", "prose", terms, GROUPS, "partition of 48 groups")
        for row, own in zip(rows, ("first", "second"), strict=True):
            yield _retained(row, (cells["both"], cells[own]))
        yield from _changes(model, rows)


def _changes(model: str, rows: tuple[str, str]) -> Iterator[Constraint]:
    """DIS losses by coverage and on common groups; Qwen's net NTS gains."""
    terms: list[tuple[Place, int | Fraction]] = [
        (Place("table-04", rows[0], "DIS"), _GROUP),
        (Place("table-04", rows[1], "DIS"), -_GROUP),
        (claim(f"s7-{model}-dis-common"), -1),
    ]
    target = claim(f"s7-{model}-dis-coverage")
    yield linear(f"prose/s7/{model}/dis", "prose", terms, target, "net DIS losses")
    gains: list[tuple[Place, int | Fraction]] = [
        (Place("table-04", rows[1], "NTS"), _GROUP),
        (Place("table-04", rows[0], "NTS"), -_GROUP),
    ]
    target = claim(f"s7-{model}-nts")
    yield linear(f"prose/s7/{model}/nts", "prose", gains, target, "net NTS gains")


_GROUP = Fraction(GROUPS, 100)
"""Turns a printed percentage of groups into groups."""


def _retained(row: str, parts: tuple[Place, Place]) -> Constraint:
    """ "Retained of right" is the DIS count of the right MSS answers."""
    share, dis = claim(RETAINED[row]), Place("table-04", row, "DIS")
    refused = Place("table-08", row, "MSS")

    def test(printed: Sheet) -> Said:
        value = printed.read(share)
        found = [printed.counts(cell) for cell in (dis, refused, *parts)]
        if not isinstance(value, Count) or not all(found):
            return undecided("a cell has no count")
        joint, insufficient, *partition = ((part or (0,))[0] for part in found)
        if value.hits != joint or value.total != sum(partition):
            return impossible(f"DIS is {joint} and {sum(partition)} MSS answers are right")
        if value.total + insufficient > GROUPS:
            return impossible(f"{insufficient} MSS answers are insufficiency, so wrong")
        return possible(f"{joint} of {value.total}")

    cells = (share, dis, refused, *parts)
    return Constraint(f"prose/g4/{row}/retained", "prose", cells, "retention after addition", test)


def _overlap() -> Iterator[Constraint]:
    """Overlapping and other groups add up to the whole test (F.1)."""
    for model, column, rows in (
        ("qwen", "DIS", {"base": BASE, "lora": LORA}),
        ("internvl", "NTS", {"base": OTHER_BASE, "lora": OTHER_LORA}),
    ):
        for name, row in rows.items():
            parts = [claim(f"f1-{model}-{part}-{name}") for part in ("overlap", "apart")]
            yield _adds_up(f"prose/f1/{model}/{name}", parts, Place("table-04", row, column))


def _adds_up(id: str, parts: Sequence[Place], whole: Place) -> Constraint:
    def test(printed: Sheet) -> Said:
        found = [printed.counts(cell) for cell in (*parts, whole)]
        if not all(found):
            return undecided("a cell has no count")
        *strata, total = ((part or (0,))[0] for part in found)
        if sum(strata) == total:
            return possible(f"{total} of {GROUPS}")
        return impossible(f"the strata add up to {sum(strata)}, the whole is {total}")

    return Constraint(id, "prose", (*parts, whole), "strata add up to the whole test", test)


def _executions() -> Iterator[Constraint]:
    """The 2×2 tables of the three GPT executions, against their accuracies."""
    primary, zero = Place("table-04", GPT, "Acc."), Place("table-12", GPT, "Vanilla")
    repeat = Place("table-13", "Repeat accuracy", "Estimate")
    names = ("both", "first", "second", "neither")
    for table, first, second in (
        ("aa-cross", primary, zero),
        ("aa-repeat-primary", primary, repeat),
        ("aa-repeat-zero", zero, repeat),
    ):
        both, one, two, neither = (claim(f"{table}-{name}") for name in names)
        terms = [(cell, 1) for cell in (both, one, two, neither)]
        yield constant(f"prose/{table}", "prose", terms, ITEMS, "partition of 288 items")
        percent = Fraction(100, ITEMS)
        for name, alone, whole in (("first", one, first), ("second", two, second)):
            sums = [(both, percent), (alone, percent)]
            yield linear(f"prose/{table}/{name}", "prose", sums, whole, "right answers of a run")


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
        found = [
            f"{row}: MSS {mss.text()}, addition {addition.text()}"
            for row, (mss, addition) in forced(printed).items()
        ]
        return possible("; ".join(found))

    about = "right answers of 48 that the tables, G.4 and D.4's gaps leave"
    return Constraint("forced/counts", "forced", tuple(map(claim, GAPS)), about, test)


def _bases(printed: Sheet, row: str, least: int, most: int) -> range:
    value = printed.read(claim(RETAINED[row])) if row in RETAINED else None
    if isinstance(value, Count):
        return range(max(least, value.total), min(most, value.total) + 1)
    return range(least, most + 1)


def _gap(joint: int, base: int, partner: int) -> Fraction:
    reference = fixed_marginal_reference([base, partner], GROUPS)
    return Fraction(joint, GROUPS) - (reference or 0)


def _nts_allowed(printed: Sheet, gap: Fraction) -> bool:
    low, high = (_number(printed, name) for name in GAPS[:2])
    if gap >= 0:
        return _shows(printed, gap, high)
    return gap * 100 >= span(low, printed.rules).low


def _dis_allowed(printed: Sheet, gap: Fraction) -> bool:
    low, high = (span(_number(printed, name), printed.rules) for name in GAPS[2:])
    return low.low <= gap * 100 <= high.high


def _shows(printed: Sheet, gap: Fraction, number: Number) -> bool:
    return prints(gap, number, printed.rules, 100)


def _number(printed: Sheet, name: str) -> Number:
    return printed.number(claim(name)) or Number(Fraction(0), 0)


def _one(printed: Sheet, place: Place) -> int:
    return (printed.counts(place) or (0,))[0]
