"""FrameEvidence's sentences against each other: counts that add up, products, two versions.

Sources: the places of the claims named here (printed/claims.tsv) and Table 16's header.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.relations import constant, linear
from offline_reproduction.audit.tables.sheet import Place, Sheet
from offline_reproduction.audit.values.judgement import Said, impossible, possible, undecided
from offline_reproduction.papers.frameevidence.identities_facts import (
    BASE,
    GROUPS,
    JOINT,
    OTHER_BASE,
    claim,
)

SUMS = (
    ("aa-prompt-changes", "aa-typos", "aa-anchor-change"),
    ("aa-records", "aa-valid", "aa-failures"),
    ("abstract-groups", "s41-captured", "s41-rendered"),
    ("abstract-groups", "s43-train-groups", "s43-dev-groups", "s43-test-groups"),
    ("abstract-questions", "f3-train", "f3-dev", "f3-test"),
    ("d6-scenes", "f1-overlap-clusters", "f1-apart-clusters"),
    ("e1-few", "e1-stable", "e1-none"),
    ("e1-groups", "e1-removed", "e1-shifted", "e1-stable", "e1-none"),
    ("e2-groups", "e2-shifted", "e2-stable", "e2-none"),
    ("e2-items", "e2-original-first", "e2-rewrite-first"),
    ("e2-items", "e2-pairs-both", "e2-pairs-first", "e2-pairs-second", "e2-pairs-neither"),
    ("e3-5", "e3-4", "e3-6"),
    ("e3-7", "e3-8", "e3-9"),
    ("f1-none", "f1-apart-rendered", "f1-apart-captured"),
    ("f1-none", "f1-fq1-apart", "f1-fq2-apart"),
    ("f1-train", "f1-fq1-overlap", "f1-fq2-overlap"),
    ("f1-train", "f1-overlap-rendered", "f1-overlap-captured"),
    ("fig2-occurrences", "s5-top-labels", "fig2-other-occurrences"),
    ("fig6-labels", "fig6-top", "fig2-other-labels"),
    ("g1-captured", "f1-overlap-captured", "f1-apart-captured"),
    ("g1-rendered", "f1-overlap-rendered", "f1-apart-rendered"),
    ("g2-internvl-ordinary", "g2-internvl-primary", "g2-internvl-net"),
    ("g2-qwen-ordinary", "g2-qwen-primary", "g2-qwen-net"),
    ("g4-questions", "g4-positives", "g4-negatives"),
    ("s1-test-groups", "f1-train", "f1-none"),
    ("s1-test-groups", "g1-captured", "g1-rendered"),
    ("s62-newly-right", "s62-newly-wrong", "g3-items"),
)
"""A claim's number is the sum of the others'."""

PRODUCTS = (
    ("aa-training-13", ("aa-training-10", "aa-training-11", "aa-training-12"), ()),
    ("aa-training-17", ("aa-export-train", "aa-training-8"), ("aa-training-13",)),
    ("aa-records", ("s61-configurations", "s61-questions"), ()),
    ("aa-companion-gpt", ("aa-gpt-items", "aa-gpt-rotations"), ()),
    ("aa-companion-entries", ("aa-gpt-rotations", "aa-gpt-rotations"), ()),
    ("abstract-questions", ("abstract-groups", "abstract-frames"), ()),
    ("d2-predictions", ("d2-checkpoints", "g4-questions"), ()),
    ("e2-block-valid", ("e2-blocks", "e2-combinations"), ()),
    ("e2-observations", ("e2-blocks", "e2-block-groups"), ()),
    ("f2-records", ("abstract-configurations", "f2-pairs"), ()),
    ("s1-test-questions", ("s1-test-groups", "s1-frames"), ()),
)
"""A claim's number is the product of the others', divided by the last."""

SIZES = ("2", "3", "4")


def constraints(printed: Sheet) -> tuple[Constraint, ...]:
    """Relations between sentences; those whose claims are not transcribed are left out."""
    found = (*_sums(), *_products(), *_sizes(), _two_versions())
    return tuple(c for c in found if all(cell in printed.texts for cell in c.cells))


def _sums() -> Iterator[Constraint]:
    for whole, *parts in SUMS:
        terms = [(claim(part), 1) for part in parts]
        yield linear(f"counts/{whole}/{parts[0]}", "counts", terms, claim(whole), "parts add up")


def _products() -> Iterator[Constraint]:
    for whole, factors, divisors in PRODUCTS:
        yield _product(claim(whole), [*map(claim, factors)], [*map(claim, divisors)])


def _product(target: Place, factors: Sequence[Place], divisors: Sequence[Place]) -> Constraint:
    cells = (target, *factors, *divisors)

    def test(sheet: Sheet) -> Said:
        found = [sheet.counts(cell) for cell in cells]
        if not all(found):
            return undecided("a cell has no count")
        whole, *others = ((counts or (0,))[0] for counts in found)
        value = Fraction(1)
        for at, other in enumerate(others):
            if at >= len(factors) and not other:
                return impossible("nothing is divided by zero")
            value = value * other if at < len(factors) else value / other
        if value == whole:
            return possible(f"the product is {whole}")
        return impossible(f"the product is {value}, printed is {sheet.text(target)}")

    return Constraint(f"counts/{target.row}/product", "counts", cells, "product of counts", test)


def _sizes() -> Iterator[Constraint]:
    """Table 16's denominators add up to 48 groups, and both metrics of FQ2 have the same."""
    for metric in JOINT:
        cells = [claim(f"table16-{metric.lower()}-{size}") for size in SIZES]
        about = "the sizes of the header add up to 48 groups"
        terms = [(cell, 1) for cell in cells]
        yield constant(f"counts/table16/{metric}", "counts", terms, GROUPS, about)
    for size in SIZES:
        one, other = (claim(f"table16-{metric}-{size}") for metric in ("nts", "dis"))
        about = "NTS and DIS are over the same groups"
        yield linear(f"counts/table16/size-{size}", "counts", [(one, 1)], other, about)


def _two_versions() -> Constraint:
    """The summary's "unchanged for both" (G.2), against Tables 4 and 11."""
    said = claim("g2-both-unchanged")
    pairs = [
        tuple(Place(table, row, metric) for table in ("table-04", "table-11"))
        for row in (BASE, OTHER_BASE)
        for metric in JOINT
    ]

    def test(sheet: Sheet) -> Said:
        apart = []
        for pair in pairs:
            one, other = (sheet.counts(cell) for cell in pair)
            if not one or not other:
                return undecided("a cell has no count")
            if not set(one) & set(other):
                row, metric = pair[0].row, pair[0].column
                apart.append(f"{row} {metric} is {one[0]} in Table 4 and {other[0]} in Table 11")
        claimed = sheet.text(said) == "true"
        if claimed == (not apart):
            return possible("; ".join(apart) or "every joint count can be the same in both")
        return impossible("; ".join(apart) or "no joint count need differ")

    cells = (said, *(cell for pair in pairs for cell in pair))
    return Constraint(
        "texts/g2/both-unchanged", "texts", cells, "joint counts of two Base executions", test
    )
