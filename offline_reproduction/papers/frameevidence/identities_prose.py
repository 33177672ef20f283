"""FrameEvidence's tables against numbers in its prose.

Sources: Section 7 and G.4 (insufficiency answers, retention), D.2 (switches), D.3 (partitions by
MSS correctness), F.1 (overlap strata), Appendix A (the repeated GPT run and its pairing).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from fe_core.numbers.printed import Count
from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.relations import constant, custom, linear
from offline_reproduction.audit.tables.sheet import Place, Sheet
from offline_reproduction.audit.values import jointly
from offline_reproduction.audit.values.judgement import Said, impossible, possible, undecided
from offline_reproduction.audit.values.spans import prints
from offline_reproduction.papers.frameevidence import identities_gaps
from offline_reproduction.papers.frameevidence.identities_facts import (
    BASE,
    CONDITIONS,
    GPT,
    GROUPS,
    ITEMS,
    LORA,
    OTHER_BASE,
    OTHER_LORA,
    Counts,
    claim,
)
from offline_reproduction.papers.frameevidence.identities_gaps import RETAINED


def constraints(printed: Sheet) -> tuple[Constraint, ...]:
    """Relations between tables and prose; those whose claims are not transcribed are left out."""
    found = (
        *_insufficiency(),
        *_switches(),
        *_partitions(),
        *_overlap(),
        *_executions(),
        *identities_gaps.constraints(printed),
    )
    return tuple(c for c in found if all(cell in printed.texts for cell in c.cells))


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
        yield _changed(table, (claim(f"{table}-changed"), one, two, neither))
    yield _shots()


def _changed(table: str, cells: tuple[Place, ...]) -> Constraint:
    def clash(found: Counts) -> str:
        changed, first, second, neither = (found[cell][0] for cell in cells)
        return jointly.changed_clash(changed, first, second, neither)

    about = "changed answers against the 2×2 table"
    return custom(f"transition/{table}", "transition", cells, about, clash)


def _shots() -> Constraint:
    """GPT from two to three shots: gains and losses against the two accuracies."""
    before, after = (Place("table-04", f"GPT-5.6 {shots}-shot", "Acc.") for shots in (2, 3))
    cells = (before, after, claim("s62-newly-right"), claim("s62-newly-wrong"))

    def clash(found: Counts) -> str:
        first, second, gains, losses = (found[cell][0] for cell in cells)
        return jointly.transition_clash(first, second, gains, losses, ITEMS)

    about = "newly right and newly wrong answers against two accuracies"
    return custom("transition/s62", "transition", cells, about, clash)
