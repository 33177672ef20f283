"""How FrameEvidence's printed cells hang together; no answers are looked at.

Sources: the captions of Tables 2–16 and Section 5 for wholes and supports; Section 3 and
Appendix D for the joint metrics; Section 6.1 for the ten invalid LLaVA-OneVision answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from fe_core.numbers.rounding import Rounding
from fe_core.scoring.chance import (
    all_right,
    expected_macro_f1,
    expected_macro_precision,
    expected_macro_recall,
)
from offline_reproduction.audit import jointly
from offline_reproduction.audit.constraints import (
    Constraint,
    Said,
    impossible,
    possible,
    undecided,
)
from offline_reproduction.audit.relations import (
    at_most,
    constant,
    custom,
    exactly,
    granular,
    linear,
    mean_deviation,
    rows_satisfy,
    same,
)
from offline_reproduction.audit.rows import Facts, Printed, harmonic_clash, judge_row
from offline_reproduction.audit.sheet import Denominator, Place, Sheet, rows_of

SUPPORTS = (75, 70, 69, 74)
ITEMS, GROUPS, TURNS = 288, 48, 4
RULES = (Rounding.HALF_EVEN,)
REFERENCES = ("Uniform random", "Human (reported)")
INVALID = {"LLaVA-OneVision-7B Base": 10}
SEEDS = ("20260722", "20260723", "20260724")
FAMILIES = ("InternVL3-8B", "Qwen2.5-VL-7B")
JOINT = ("GEM", "NTS", "DIS")
STRATA = {"GEM": (15, 16, 17), "NTS": (17, 16, 15), "DIS": (17, 16, 15)}
GPT = "GPT-5.6 0-shot"

Counts = Mapping[Place, tuple[int, ...]]


def sheet(texts: Mapping[Place, str]) -> Sheet:
    """The printed texts with the denominators that the captions state."""
    known = {place: found for place in texts if (found := _denominator(place)) is not None}
    wholes = (place for place in texts if place.table in _COUNTED and place not in known)
    return Sheet(texts, known, frozenset(wholes), RULES)


def constraints(printed: Sheet) -> tuple[Constraint, ...]:
    """Every relation between printed cells that the paper's own definitions demand."""
    return (
        *_granularity(printed),
        *_composition(),
        *_references(),
        *_metric_rows(printed),
        *_joint_rows(printed),
        *_copies(printed),
        *_seeds(),
        *_strata(printed),
        *_rotations(printed),
        *_pairs(),
        *_geometry(printed),
    )


def _denominator(place: Place) -> Denominator | None:
    table, row, column = place
    if table == "table-15":
        return Denominator(GROUPS, True) if column.startswith("Median") else None
    if row in REFERENCES or table in ("table-02", "table-03", "table-08", "table-09"):
        return None
    if table == "table-06" and row.endswith("LoRA"):
        return None
    if table == "table-13":
        return Denominator(ITEMS, True) if column == "Estimate" else None
    if table == "table-16":
        return Denominator(STRATA[column[:3]][int(column[-1]) - 2])
    if table == "table-10":
        acc = {"Train Acc.": 288, "Dev Acc.": 48, "Test Acc.": 144}
        return Denominator(acc.get(column, GROUPS))
    if table == "table-12":
        wholes = {"Mean rot.": Denominator(ITEMS * TURNS), "Drop": Denominator(ITEMS, True)}
        return wholes.get(column, Denominator(ITEMS))
    if table == "table-11" and row.endswith("Mean"):
        return None
    name = column.rpartition(": ")[2].removeprefix("Δ")
    if column in ("P", "R", "F1") or table not in _SCORED:
        return None
    return Denominator(GROUPS if name in JOINT else ITEMS, table == "table-05")


_COUNTED = ("table-02", "table-03", "table-08", "table-15")
_SCORED = ("table-04", "table-05", "table-06", "table-07", "table-11", "table-14")


def _granularity(printed: Sheet) -> Iterator[Constraint]:
    for place in printed.denominators:
        yield granular(f"granularity/{_name(place)}", place)


def _composition() -> Iterator[Constraint]:
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
    groups = [(Place("table-03", "Groups", name), 1) for name in _REFERENCE_CHANGES]
    yield constant("sum/03/groups", "sum", groups, GROUPS, "strata add up to 48 groups")


_REFERENCE_CHANGES = ("Removed", "Shifted", "Stable", "None")


def _references() -> Iterator[Constraint]:
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


def _metric_rows(printed: Sheet) -> Iterator[Constraint]:
    for table in ("table-04", "table-11"):
        for row in rows_of(printed, table):
            if row == "Uniform random" or row.endswith("Mean"):
                continue
            yield row_constraint(table, row)


def row_constraint(table: str, row: str) -> Constraint:
    """Accuracy and macro P, R, F1 of one run come from one confusion matrix."""
    columns = ("Acc.", "P", "R", "F1")
    cells = tuple(Place(table, row, column) for column in columns)
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
    return Constraint(f"row/{table}/{row}", "row", cells, about, test)


def _joint_rows(printed: Sheet) -> Iterator[Constraint]:
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
        accuracy, gem, nts, dis = (_range(part or ()) for part in found)
        refused = [printed.counts(cell) for cell in answers] if insufficiency else []
        if not all(refused):
            return undecided("a cell has no count")
        return _joint_said(accuracy, gem, nts, dis, [(part or (0,))[0] for part in refused])

    return Constraint(
        f"joint/{table}/{row}" + (f"/{mode[:-2]}" if mode else ""),
        "joint",
        watched,
        "right answers left by the joint counts and by insufficiency answers",
        test,
    )


def _joint_said(
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


def _copies(printed: Sheet) -> Iterator[Constraint]:
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
        for column in _ROTATED:
            yield same(
                f"copy/06-12/{row}/{column}",
                Place("table-12", row, column),
                Place("table-06", row, f"Rotations: {column}"),
                "Table 6(b) repeats Table 12",
            )


_ROTATED = ("Vanilla", "Circular", "Consistency")


def _seeds() -> Iterator[Constraint]:
    for family in FAMILIES:
        for column in ("P", "R", "F1", "Acc.", *JOINT):
            runs = [Place("table-11", f"{family} {seed}", column) for seed in SEEDS]
            about = "mean and sample deviation over three seeds"
            targets = [Place("table-11", f"{family} Mean", column)]
            if column in ("Acc.", *JOINT):
                targets.append(Place("table-06", f"{family} LoRA", f"Ordinary: {column}"))
            for target in targets:
                yield mean_deviation(f"deviation/{_name(target)}", runs, target, about)
        for column in _ROTATED:
            runs = [Place("table-12", f"{family} {seed}", column) for seed in SEEDS]
            target = Place("table-06", f"{family} LoRA", f"Rotations: {column}")
            yield mean_deviation(
                f"deviation/{_name(target)}", runs, target, "mean and deviation of three seeds"
            )


def _strata(printed: Sheet) -> Iterator[Constraint]:
    for row in rows_of(printed, "table-16"):
        for name in JOINT:
            parts = [Place("table-16", row, f"{name} {size}") for size in (2, 3, 4)]
            yield _adds_up(f"strata/16/{row}/{name}", parts, Place("table-04", row, name))
    for row in rows_of(printed, "table-03"):
        parts = [Place("table-03", row, name) for name in _REFERENCE_CHANGES]
        if row == "Groups":
            continue
        yield _adds_up(f"strata/03/{row}", parts, Place("table-04", row, "NTS"))
        for part, name in zip(parts, _REFERENCE_CHANGES, strict=True):
            groups = Place("table-03", "Groups", name)
            yield at_most(f"strata/03/{row}/{name}", "strata", part, groups, "successes of groups")


def _adds_up(id: str, parts: Sequence[Place], whole: Place) -> Constraint:
    def test(printed: Sheet) -> Said:
        found = [_whole_range(printed, place) for place in (*parts, whole)]
        if any(part is None for part in found):
            return undecided("a cell has no count")
        known = [part for part in found if part is not None]
        clash = jointly.strata_clash(known[:-1], known[-1])
        return impossible(clash) if clash else possible("the strata add up to the whole")

    return Constraint(id, "strata", (*parts, whole), "strata add up to the whole test", test)


def _rotations(printed: Sheet) -> Iterator[Constraint]:
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
        circular, consistent, vanilla, mean = (_range(found[cell]) for cell in cells)
        return jointly.circular_clash(circular, consistent, vanilla, mean, ITEMS, TURNS)

    about = "right at every rotation against consistency, rotation zero and the mean"
    return custom(f"circular/12/{row}", "joint", cells, about, clash)


def _pairs() -> Iterator[Constraint]:
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


def _geometry(printed: Sheet) -> Iterator[Constraint]:
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


def _whole_range(printed: Sheet, place: Place) -> jointly.Range | None:
    found = printed.counts(place)
    return _range(found) if found else None


def _range(found: Sequence[int]) -> jointly.Range:
    return found[0], found[-1]


def _name(place: Place) -> str:
    return f"{place.table}/{place.row}/{place.column}"
