"""FrameEvidence: what one run's printed row must satisfy by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from fe_core.scoring.chance import (
    all_right,
    expected_macro_f1,
    expected_macro_precision,
    expected_macro_recall,
)
from offline_reproduction.audit.row.decide import harmonic_clash, judge_row
from offline_reproduction.audit.row.printed_row import Facts, Printed
from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.relations import (
    exactly,
)
from offline_reproduction.audit.tables.sheet import Place, Sheet, rows_of
from offline_reproduction.audit.values import jointly
from offline_reproduction.audit.values.judgement import Said, impossible, possible, undecided
from offline_reproduction.papers.frameevidence.identities_facts import (
    GROUPS,
    INVALID,
    ITEMS,
    JOINT,
    REFERENCES,
    SUPPORTS,
    claim,
    ends,
)


def metric_rows(printed: Sheet) -> Iterator[Constraint]:
    for table in ("table-04", "table-11"):
        for row in rows_of(printed, table):
            if row == "Uniform random" or row.endswith("Mean"):
                continue
            yield row_constraint(f"{table}/{row}", _metric_cells(table, row))
    repeat = ("accuracy", "p", "r", "f1")
    cells = tuple(claim(f"aa-repeat-{name}") for name in repeat)
    if all(cell in printed.texts for cell in cells):
        yield row_constraint("repeat", cells)


def _metric_cells(table: str, row: str) -> tuple[Place, ...]:
    return tuple(Place(table, row, column) for column in ("Acc.", "P", "R", "F1"))


def row_constraint(name: str, cells: tuple[Place, ...]) -> Constraint:
    """Accuracy and macro P, R, F1 of one run, in this order, come from one confusion matrix."""
    row = cells[0].row
    human = row == "Human (reported)"

    def test(printed: Sheet) -> Said:
        metrics = Printed(*(printed.number(cell) for cell in cells))
        if human:
            clash = harmonic_clash(metrics, printed.rules)
            return impossible(clash) if clash else possible("F1 fits precision and recall")
        invalid = INVALID.get(row, 0)
        found = judge_row(metrics, Facts(SUPPORTS, (invalid, invalid), printed.rules))
        if found.witness is None:
            return Said(found.judgement, found.explanation)
        rows = " / ".join(" ".join(map(str, line)) for line in found.witness.cells)
        return Said(found.judgement, f"printed so by the confusion matrix {rows}")

    about = "no supports stated" if human else f"supports {SUPPORTS}"
    return Constraint(f"row/{name}", "row", cells, about, test)


def joint_rows(printed: Sheet) -> Iterator[Constraint]:
    insufficient = set(rows_of(printed, "table-08"))
    for row in rows_of(printed, "table-04"):
        if row not in REFERENCES:
            yield _joint_row("table-04", row, "", row in insufficient)
    for row in rows_of(printed, "table-11"):
        if not row.endswith("Mean"):
            yield _joint_row("table-11", row, "", False)
    for mode in ("All images: ", "First image: ", "Text only: "):
        for row in rows_of(printed, "table-14"):
            yield _joint_row("table-14", row, mode, False)


def _joint_row(table: str, row: str, mode: str, insufficiency: bool) -> Constraint:
    cells = [Place(table, row, mode + column) for column in ("Acc.", *JOINT)]
    answers = [Place("table-08", row, column) for column in ("MSS", "Del.", "Add.")]
    watched = (*cells, *answers) if insufficiency else tuple(cells)

    def test(printed: Sheet) -> Said:
        found = [printed.counts(cell) for cell in cells]
        if not all(found):
            return undecided("a cell has no count")
        accuracy, gem, nts, dis = (ends(part or ()) for part in found)
        refused = [printed.counts(cell) for cell in answers] if insufficiency else []
        if not all(refused):
            return undecided("a cell has no count")
        return joint_said(accuracy, gem, nts, dis, [(part or (0,))[0] for part in refused])

    return Constraint(
        f"joint/{table}/{row}" + (f"/{mode[:-2]}" if mode else ""),
        "joint",
        watched,
        "right answers left by the joint counts and by insufficiency answers",
        test,
    )


def joint_said(
    accuracy: jointly.Range,
    gem: jointly.Range,
    nts: jointly.Range,
    dis: jointly.Range,
    refused: Sequence[int],
) -> Said:
    """refused: insufficiency answers at MSS, deletion (where they are right) and addition."""
    mss, deletion, addition = refused or (0, 0, 0)
    if max(mss, deletion, addition) > GROUPS:
        return impossible("more insufficiency answers than groups")
    triple = jointly.Triple(
        (0, GROUPS - mss),
        (deletion, deletion) if refused else (0, GROUPS),
        (0, GROUPS - addition),
        nts,
        dis,
    )
    second = jointly.total_range(triple, GROUPS)
    if second is None:
        return impossible("no MSS, deletion and addition counts have these joint counts")
    first = jointly.all_of_three_range(gem, GROUPS)
    low, high = first[0] + second[0], first[1] + second[1]
    if accuracy[1] < low or accuracy[0] > high:
        return impossible(f"the joint counts leave {low} to {high} right answers of {ITEMS}")
    return possible(f"the joint counts leave {low} to {high} right answers of {ITEMS}")


def references() -> Iterator[Constraint]:
    row = "Uniform random"
    expected = {
        "P": expected_macro_precision(SUPPORTS, 4),
        "R": expected_macro_recall(SUPPORTS, 4),
        "F1": expected_macro_f1(SUPPORTS, 4),
        "Acc.": Fraction(1, 4),
        "GEM": all_right([4, 4, 4]),
        "NTS": all_right([4, 4]),
        "DIS": all_right([4, 4]),
    }
    for column, value in expected.items():
        place = Place("table-04", row, column)
        yield exactly(f"reference/{column}", "reference", place, value, "exact expectation")
