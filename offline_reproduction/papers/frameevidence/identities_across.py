"""FrameEvidence: sums, repeats, differences and deviations across cells and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.labels import relabelled
from offline_reproduction.audit.tables.relations import (
    at_most,
    constant,
    linear,
    mean_deviation,
    rows_satisfy,
    same,
)
from offline_reproduction.audit.tables.sheet import Place, Sheet, rows_of
from offline_reproduction.audit.values import jointly
from offline_reproduction.audit.values.judgement import Said, impossible, possible, undecided
from offline_reproduction.papers.frameevidence.identities_facts import (
    FAMILIES,
    GPT,
    GROUPS,
    JOINT,
    REFERENCE_CHANGES,
    REFERENCES,
    ROTATED,
    SEEDS,
    key,
    whole_range,
)


def composition() -> Iterator[Constraint]:
    table, splits = "table-02", ("Train", "Dev", "Test")
    rows = ("Groups", "Questions", "FQ1", "FQ2", "Tabletop", "Indoor large", "Outdoor public")
    for row in (*rows, "Axial", "Quadrant"):
        terms = [(Place(table, row, split), 1) for split in splits]
        yield linear(f"sum/02/{row}", "sum", terms, Place(table, row, "Total"), "splits add up")
    for split in (*splits, "Total"):
        whole = Place(table, "Questions", split)
        yield linear(
            f"sum/02/groups/{split}",
            "sum",
            [(Place(table, "Groups", split), 3)],
            whole,
            "three questions a group",
        )
        for parts in (rows[2:4], rows[4:], ("Axial", "Quadrant")):
            terms = [(Place(table, part, split), 1) for part in parts]
            yield linear(f"sum/02/{parts[0]}/{split}", "sum", terms, whole, "strata add up")
    groups = [(Place("table-03", "Groups", name), 1) for name in REFERENCE_CHANGES]
    yield constant("sum/03/groups", "sum", groups, GROUPS, "strata add up to 48 groups")


def copies(printed: Sheet) -> Iterator[Constraint]:
    for row in rows_of(printed, "table-14"):
        for column in ("Acc.", *JOINT):
            all_images = Place("table-14", row, f"All images: {column}")
            yield same(
                f"copy/14-04/{row}/{column}",
                Place("table-04", row, column),
                all_images,
                "the primary runs are the all-images mode",
            )
            difference = Place("table-05", row, f"Δ{column}")
            if difference in printed.texts:
                terms = [(all_images, 1), (Place("table-14", row, f"Text only: {column}"), -1)]
                about = "all images minus text only"
                yield linear(
                    f"difference/05/{row}/{column}", "difference", terms, difference, about
                )
    for family in FAMILIES:
        for column in ("Acc.", *JOINT):
            for here, there in (("Base", "Base"), ("LoRA", "Mean")):
                yield same(
                    f"copy/06-11/{family} {here}/{column}",
                    Place("table-11", f"{family} {there}", column),
                    Place("table-06", f"{family} {here}", f"Ordinary: {column}"),
                    "Table 6(a) repeats Table 11",
                )
    for column in ("Acc.", *JOINT):
        yield same(
            f"copy/06-04/{GPT}/{column}",
            Place("table-04", GPT, column),
            Place("table-06", GPT, f"Ordinary: {column}"),
            "Table 6(a) repeats the primary run",
        )
    for row in (*(f"{family} Base" for family in FAMILIES), GPT):
        for column in ROTATED:
            yield same(
                f"copy/06-12/{row}/{column}",
                Place("table-12", row, column),
                Place("table-06", row, f"Rotations: {column}"),
                "Table 6(b) repeats Table 12",
            )


def seeds() -> Iterator[Constraint]:
    for family in FAMILIES:
        for column in ("P", "R", "F1", "Acc.", *JOINT):
            runs = [Place("table-11", f"{family} {seed}", column) for seed in SEEDS]
            about = "mean and sample deviation over three seeds"
            targets = [Place("table-11", f"{family} Mean", column)]
            if column in ("Acc.", *JOINT):
                targets.append(Place("table-06", f"{family} LoRA", f"Ordinary: {column}"))
            for target in targets:
                yield mean_deviation(f"deviation/{key(target)}", runs, target, about)
        for column in ROTATED:
            runs = [Place("table-12", f"{family} {seed}", column) for seed in SEEDS]
            target = Place("table-06", f"{family} LoRA", f"Rotations: {column}")
            yield mean_deviation(
                f"deviation/{key(target)}", runs, target, "mean and deviation of three seeds"
            )


def strata(printed: Sheet) -> Iterator[Constraint]:
    for row in rows_of(printed, "table-16"):
        for name in JOINT:
            parts = [Place("table-16", row, f"{name} {size}") for size in (2, 3, 4)]
            yield _adds_up(f"strata/16/{row}/{name}", parts, Place("table-04", row, name))
    for row in rows_of(printed, "table-03"):
        parts = [Place("table-03", row, name) for name in REFERENCE_CHANGES]
        if row == "Groups":
            continue
        yield _adds_up(f"strata/03/{row}", parts, Place("table-04", row, "NTS"))
        for part, name in zip(parts, REFERENCE_CHANGES, strict=True):
            groups = Place("table-03", "Groups", name)
            yield at_most(f"strata/03/{row}/{name}", "strata", part, groups, "successes of groups")


def _adds_up(id: str, parts: Sequence[Place], whole: Place) -> Constraint:
    def test(printed: Sheet) -> Said:
        found = [whole_range(printed, place) for place in (*parts, whole)]
        if any(part is None for part in found):
            return undecided("a cell has no count")
        known = [part for part in found if part is not None]
        clash = jointly.strata_clash(known[:-1], known[-1])
        return impossible(clash) if clash else possible("the strata add up to the whole")

    return Constraint(id, "strata", (*parts, whole), "strata add up to the whole test", test)


def geometry(printed: Sheet) -> Iterator[Constraint]:
    """Table 15's signs: strata of 24 groups each tie only at even totals, and always at zero."""
    models = [row for row in rows_of(printed, "table-04") if row not in REFERENCES]
    for row, name in (("FQ1-GEM", "GEM"), ("NTS", "NTS"), ("DIS", "DIS")):
        signs = [Place("table-15", row, column) for column in (">", "=", "<")]
        terms = [(place, 1) for place in signs]
        yield constant(f"sum/15/{row}", "sum", terms, len(models), "20 configurations")
        cells = [Place("table-04", model, name) for model in models]

        def ties(sheet: Sheet, watched: Sequence[Place] = tuple(cells)) -> tuple[int, int]:
            found = [sheet.counts(cell) or () for cell in watched]
            never = sum(all(count % 2 for count in part) and bool(part) for part in found)
            return sum(part == (0,) for part in found), len(found) - never

        about = "a tie needs an even total, and a total of zero is a tie"
        yield rows_satisfy(f"count/15/{row}", cells, signs[1], ties, about)


def labels(printed: Sheet) -> Iterator[Constraint]:
    """Row labels of tables that repeat Table 4's runs."""
    for table, columns in (
        ("table-14", [("Acc.", "All images: Acc."), *((n, f"All images: {n}") for n in JOINT)]),
        ("table-16", [(name, name) for name in JOINT]),
    ):
        rows = rows_of(printed, table)
        cells = [Place("table-04", row, first) for row in rows for first, _ in columns] + [
            place for place in printed.texts if place.table == table
        ]
        yield relabelled(
            f"label/{table[-2:]}/rows",
            "row",
            rows,
            cells,
            _stratified if table == "table-16" else _repeated,
            "row labels against Table 4's",
        )


def _repeated(sheet: Sheet, printed: str, other: str) -> bool:
    """Whether Table 14's all-images cells contradict Table 4's."""
    for name in ("Acc.", *JOINT):
        one = sheet.counts(Place("table-14", printed, f"All images: {name}"))
        two = sheet.counts(Place("table-04", other, name))
        if one and two and not set(one) & set(two):
            return True
    return False


def _stratified(sheet: Sheet, printed: str, other: str) -> bool:
    """Whether Table 16's strata add up to another total than Table 4's."""
    for name in JOINT:
        parts = [whole_range(sheet, Place("table-16", printed, f"{name} {n}")) for n in (2, 3, 4)]
        whole = whole_range(sheet, Place("table-04", other, name))
        known = [part for part in parts if part is not None]
        if whole is not None and len(known) == 3 and jointly.strata_clash(known, whole):
            return True
    return False
