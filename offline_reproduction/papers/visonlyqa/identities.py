"""How VisOnlyQA's printed cells hang together; the release is not looked at.

Sources: Table 2 (questions per task), Section 3.5 (human answers), Section 4.3 (five fine-tuned
models, one task each), the captions of Tables 4, 5, 9 and 10.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.relations import explained, granular, linear, same
from offline_reproduction.audit.tables.sheet import Denominator, Place, Sheet, columns_of, rows_of
from offline_reproduction.audit.values.conventions import Candidates, elsewhere
from offline_reproduction.audit.values.judgement import Said, impossible, possible, undecided
from offline_reproduction.audit.values.spans import meet, point, times, total
from offline_reproduction.papers.visonlyqa import identities_examples
from offline_reproduction.papers.visonlyqa.identities_labels import (
    REAL,
    RULES,
    SYNTHETIC,
    TUNED,
    WHOLES,
    columns,
    formats,
    key,
    random_row,
    task_of,
    true_columns,
)


def sheet(texts: Mapping[Place, str]) -> Sheet:
    """The printed texts with the numbers of questions that Table 2 states."""
    known = {place: found for place in texts if (found := _denominator(place)) is not None}
    counted = frozenset(place for place in texts if _counted(place))
    return Sheet(texts, known, counted, RULES)


def constraints(printed: Sheet) -> tuple[Constraint, ...]:
    """Every relation between printed cells that the paper's own words demand."""
    true = true_columns(printed)
    return (
        *_granularity(printed),
        *_composition(printed),
        *_averages(printed),
        *random_row(printed, true),
        *_copies(printed, true),
        *_chain_of_thought(printed),
        *_human(printed),
        columns(printed),
        formats(printed, true),
        *identities_examples.marks(printed),
        *identities_examples.statistics(),
        *identities_examples.near_chance(printed),
    )


def _granularity(printed: Sheet) -> Iterator[Constraint]:
    for place in printed.denominators:
        if printed.number(place) is not None:
            yield granular(f"granularity/{key(place)}", place)


def _denominator(place: Place) -> Denominator | None:
    table, row, column = place
    if row in ("Random", "Human"):
        return None
    if table in WHOLES:
        one, whole = WHOLES[table]
        return Denominator(whole if column == "Average" else one, table == "table-09")
    if table == "table-05" and column.startswith(("Original", "Fine-tuned")):
        # Section 4.3 and Table 10 leave two readings of "Real": ten tasks of 50 questions, or the
        # five tasks that were fine-tuned; a proportion of 250 is one of 500 as well.
        return Denominator(500 if column.endswith("Real") else 700)
    if table == "table-10":
        real = row.startswith("Real")
        whole = 250 if real else 700
        return Denominator(whole if column == "Average" else 50 if real else 100)
    return None


def _counted(place: Place) -> bool:
    return place.table == "table-02" and place.row.startswith("Eval")


def _composition(printed: Sheet) -> Iterator[Constraint]:
    tasks = [column for column in columns_of(printed, "table-02") if column != "Total"]
    for row in ("Eval-Real", "Eval-Synthetic"):
        cells = [Place("table-02", row, task) for task in tasks]
        terms = [(cell, 1) for cell in cells if printed.number(cell) is not None]
        yield linear(f"sum/02/{row}", "sum", terms, Place("table-02", row, "Total"), "tasks add up")


def _averages(printed: Sheet) -> Iterator[Constraint]:
    """All tasks of a table have as many questions, so the average is the mean of the columns."""
    for table in (REAL, SYNTHETIC, "table-09", "table-10"):
        tasks = [column for column in columns_of(printed, table) if column != "Average"]
        for row in rows_of(printed, table):
            cells = [Place(table, row, task) for task in tasks]
            used = [cell for cell in cells if printed.number(cell) is not None]
            average = Place(table, row, "Average")
            if average in printed.texts:
                terms = [(cell, Fraction(1, len(used))) for cell in used]
                about = f"the mean of {len(used)} tasks of equal size"
                yield linear(f"mean/{table}/{row}", "mean", terms, average, about)


def _copies(printed: Sheet, true: Mapping[str, str]) -> Iterator[Constraint]:
    for model in TUNED:
        for split, table in (("Synthetic", SYNTHETIC), ("Real", REAL)):
            row = f"{split}: {model} Original"
            for column in columns_of(printed, table):
                task = task_of(table, column, true)
                cells = Place("table-10", row, task), Place(table, model, column)
                number = printed.number(cells[0])
                if number is not None and (split, column) != ("Real", "Average"):
                    about = f"the original {model} on {task} stands in both tables"
                    yield same(f"copy/10-{table[-3:]}/{model}/{task}", *cells, about)
            yield from _table_5(printed, model, split)
    for column in columns_of(printed, "table-10"):
        if column != "Average":
            cells = Place(SYNTHETIC, "Random", column), Place("table-10", "Random", column)
            yield same(f"copy/10-04b/Random/{column}", *cells, "the same random reference")


def _table_5(printed: Sheet, model: str, split: str) -> Iterator[Constraint]:
    """Table 5's averages are over the tasks that models were fine-tuned on, as Table 10's are.

    Table 4(a)'s average is over all ten Real tasks, so it is no reference for them: the answers
    confirm 36.0 for Qwen2-VL-7B where Table 4(a) prints 38.8.
    """
    about = "Table 5 repeats the average of Table 10"
    for stage in ("Original", "Fine-tuned"):
        own = Place("table-05", model, f"{stage} {split}")
        other = Place("table-10", f"{split}: {model} {stage}", "Average")
        if own in printed.texts and other in printed.texts:
            name = f"copy/05-10/{model}/{stage}/{split}"
            yield explained(same(name, other, own, about), own, _other_averages)


def _other_averages(printed: Sheet) -> Candidates:
    """Every printed average, and Table 4(a)'s with Table 9's improvement."""
    numbers = {
        place: number.value
        for place in printed.texts
        if place.column == "Average" and (number := printed.number(place)) is not None
    }
    found = elsewhere({str(p): value for p, value in numbers.items() if p.table != "table-09"})
    reasoned = {
        f"{place.row} with chain of thought": value + numbers[Place(REAL, place.row, "Average")]
        for place, value in numbers.items()
        if place.table == "table-09"
    }
    return {**found, **reasoned}


def _chain_of_thought(printed: Sheet) -> Iterator[Constraint]:
    """Without chain of thought plus the improvement is an accuracy between 0 and 100."""
    for row in rows_of(printed, "table-09"):
        for column in columns_of(printed, "table-09"):
            cells = Place(REAL, row, column), Place("table-09", row, column)
            yield _accuracy(f"range/09/{row}/{column}", *cells)


def _accuracy(id: str, before: Place, gain: Place) -> Constraint:
    def test(printed: Sheet) -> Said:
        reaches = [printed.reach(before), printed.reach(gain)]
        known = [reach for reach in reaches if reach is not None]
        if len(known) < 2:
            return undecided("a cell holds no number")
        after = total(known)
        if after.high < 0 or after.low > 100:
            return impossible("the accuracy with chain of thought is outside 0 … 100")
        return possible("the accuracy with chain of thought is between 0 and 100")

    return Constraint(id, "range", (before, gain), "accuracy plus improvement", test)


def _human(printed: Sheet) -> Iterator[Constraint]:
    """300 answers to ten tasks and 140 to seven, by three and two people: 30 and 20 a task."""
    for table, each in ((REAL, 30), (SYNTHETIC, 20)):
        for column in columns_of(printed, table):
            if column != "Average":
                yield _even_split(Place(table, "Human", column), each)


def _even_split(cell: Place, each: int) -> Constraint:
    def test(printed: Sheet) -> Said:
        reach = printed.reach(cell)
        if reach is None:
            return undecided("no number is printed here")
        for k in range(each + 1):
            if meet(reach, times(point(Fraction(k, each)), 100)):
                return possible(f"{k} of {each}")
        return undecided(
            f"{printed.text(cell)} is no proportion of {each}: "
            f"not every task has {each} answers of equal weight"
        )

    about = f"{each} answers to each task, if they are spread evenly"
    return Constraint(f"assumption/{key(cell)}", "assumption", (cell,), about, test)
