"""FrameEvidence: rotations (Table 12) and paired runs (Tables 7 and 13)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from offline_reproduction.audit.tables.constraints import (
    Constraint,
)
from offline_reproduction.audit.tables.relations import (
    at_most,
    constant,
    custom,
    linear,
    same,
)
from offline_reproduction.audit.tables.sheet import Place, Sheet, rows_of
from offline_reproduction.audit.values import jointly
from offline_reproduction.papers.frameevidence.identities_facts import (
    GPT,
    ITEMS,
    TURNS,
    Counts,
    ends,
)


def rotations(printed: Sheet) -> Iterator[Constraint]:
    for row in rows_of(printed, "table-12"):
        vanilla, mean, circular, consistent, drop = (
            Place("table-12", row, column)
            for column in ("Vanilla", "Mean rot.", "Circular", "Consistency", "Drop")
        )
        yield linear(
            f"difference/12/{row}",
            "difference",
            [(vanilla, 1), (circular, -1)],
            drop,
            "Drop is Vanilla minus Circular",
        )

        yield _circular(row, (circular, consistent, vanilla, mean))


def _circular(row: str, cells: tuple[Place, Place, Place, Place]) -> Constraint:
    def clash(found: Counts) -> str:
        circular, consistent, vanilla, mean = (ends(found[cell]) for cell in cells)
        return jointly.circular_clash(circular, consistent, vanilla, mean, ITEMS, TURNS)

    about = "right at every rotation against consistency, rotation zero and the mean"
    return custom(f"circular/12/{row}", "joint", cells, about, clash)


def pairs() -> Iterator[Constraint]:
    names = ("At least one correct", "Both correct", "Consistency", "Consistently wrong")
    accuracy = Place("table-12", GPT, "Vanilla")
    repeat = Place("table-13", "Repeat accuracy", "Estimate")
    for column in ("Repeat", "R1", "R2", "R3"):
        one, both, consistent, wrong = (Place("table-07", name, column) for name in names)
        yield linear(
            f"difference/07/{column}",
            "difference",
            [(consistent, 1), (both, -1)],
            wrong,
            "consistent pairs are both correct or consistently wrong",
        )
        yield at_most(f"order/07/{column}", "order", both, one, "both correct, at least one")
    pair = [(Place("table-07", name, "Repeat"), 1) for name in names[:2]]
    yield linear(
        "paired/07/repeat",
        "paired",
        [*pair, (accuracy, -1)],
        repeat,
        "at least one + both = the two accuracies",
    )
    yield _rotation_total(accuracy)
    for name, row in (("Both correct", "Both correct"), ("Consistency", "Consistency")):
        for column in ("R1", "R2", "R3"):
            yield linear(
                f"difference/13/{row}/{column}",
                "difference",
                [(Place("table-07", name, "Repeat"), 1), (Place("table-07", name, column), -1)],
                Place("table-13", f"{row}, difference from R0–{column}", "Estimate"),
                "the repeat pair minus a rotation pair",
            )
    yield from _repeat_rows(accuracy, repeat)


def _repeat_rows(accuracy: Place, repeat: Place) -> Iterator[Constraint]:
    estimate = "Estimate"
    for name, row in (
        ("Both correct", "Same-order pair both correct"),
        ("Consistency", "Same-order pair consistency"),
    ):
        yield same(
            f"copy/13-07/{name}",
            Place("table-07", name, "Repeat"),
            Place("table-13", row, estimate),
            "Table 13 repeats Table 7",
        )
    yield constant(
        "complement/13",
        "complement",
        [
            (Place("table-13", "R0–repeat disagreement", estimate), 1),
            (Place("table-13", "Same-order pair consistency", estimate), 1),
        ],
        100,
        "with all answers valid, pairs agree or disagree",
    )
    for other, row in ((Place("table-04", GPT, "Acc."), "primary"), (accuracy, "R0")):
        yield linear(
            f"difference/13/accuracy/{row}",
            "difference",
            [(repeat, 1), (other, -1)],
            Place("table-13", f"Repeat minus {row} accuracy", estimate),
            "difference of two accuracies",
        )


def _rotation_total(accuracy: Place) -> Constraint:
    """Right answers at rotations one to three, from Table 7's pairs and from Table 12's mean."""
    pairs = [
        Place("table-07", name, column)
        for name in ("At least one correct", "Both correct")
        for column in ("R1", "R2", "R3")
    ]
    terms = [(place, Fraction(1, 4)) for place in pairs] + [(accuracy, Fraction(-1, 2))]
    return linear(
        "paired/07/rotations",
        "paired",
        terms,
        Place("table-12", GPT, "Mean rot."),
        "pairs with rotation zero give the other rotations' accuracies",
    )
