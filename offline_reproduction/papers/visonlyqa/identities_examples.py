"""VisOnlyQA: the examples' marks, Table 3's comparison and Table 4's caption, by print alone.

Sources: Tables 11–61 (gold, answers without chain of thought, marks); Section 3.5 on Table 3;
the caption of Table 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fe_core.numbers.printed import MeanDeviation
from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.sheet import Place, Sheet, columns_of, rows_of
from offline_reproduction.audit.values.judgement import Said, impossible, possible, undecided
from offline_reproduction.papers.visonlyqa.identities_labels import REAL, SYNTHETIC

EXAMPLES = "table-11-61"
MARKS = {"✓": True, "✗": False}
_TRUTH = re.compile(r"(true|false)\.?")
_LETTER = re.compile(r"(?<![a-z0-9])[a-e](?![a-z0-9])")


def marks(printed: Sheet) -> Iterator[Constraint]:
    """A direct answer is marked right exactly where it is the gold: one check an example."""
    rows = rows_of(printed, EXAMPLES)
    for gold in rows:
        number, _, name = gold.partition(" ")
        if name == "Gold":
            own = [row for row in rows if row.partition(" ")[0] == number and row != gold]
            yield _marked(number, Place(EXAMPLES, gold, "Gold"), own)


def _marked(number: str, gold: Place, rows: Sequence[str]) -> Constraint:
    pairs = [
        (Place(EXAMPLES, row, "w/o CoT response"), Place(EXAMPLES, row, "w/o CoT mark"))
        for row in rows
    ]

    def test(sheet: Sheet) -> Said:
        right = options(sheet.text(gold))
        for answer, mark in pairs:
            said, marked = options(sheet.text(answer)), MARKS.get(sheet.text(mark))
            if not right or not said or marked is None:
                return undecided("an answer, its mark or the gold cannot be read")
            if (said == right) != marked:
                return impossible(
                    f"{answer.row}: {sheet.text(answer)!r} for {sheet.text(gold)!r} "
                    f"is marked {sheet.text(mark)}"
                )
        return possible(f"{len(pairs)} marks are those of their answers")

    cells = (gold, *(cell for pair in pairs for cell in pair))
    return Constraint(f"mark/{number}", "mark", cells, "marks of answers against the gold", test)


def options(text: str) -> frozenset[str]:
    """The options that a gold or a direct answer names; empty where none can be read.

    >>> sorted(options("(a), (c)")), sorted(options("False.")), sorted(options("(b) 90 degrees"))
    (['a', 'c'], ['false'], ['b'])
    """
    plain = text.strip().lower()
    truth = _TRUTH.fullmatch(plain)
    return frozenset([truth[1]] if truth else _LETTER.findall(plain))


def statistics() -> Iterator[Constraint]:
    """Synthetic shapes have more of everything than Real ones, and spread more (Section 3.5)."""
    for what in ("points", "lines", "circles"):
        cells = [Place("claims", f"table-3-{s}-{what}", "printed") for s in ("real", "synthetic")]
        yield _larger(what, *cells)


def _larger(what: str, real: Place, synthetic: Place) -> Constraint:
    def test(sheet: Sheet) -> Said:
        less, more = sheet.read(real), sheet.read(synthetic)
        if not isinstance(less, MeanDeviation) or not isinstance(more, MeanDeviation):
            return undecided("no mean and deviation is printed here")
        shown = f"{sheet.text(real)} and {sheet.text(synthetic)}"
        if all(one.value < other.value for one, other in zip(less, more, strict=True)):
            return possible(f"{shown}: mean and deviation are larger")
        return impossible(f"{shown}: mean and deviation are not both larger")

    about = "Synthetic above Real, in mean and deviation"
    return Constraint(f"order/03/{what}", "order", (real, synthetic), about, test)


def near_chance(printed: Sheet) -> Iterator[Constraint]:
    """On many tasks models are at or below Random (Table 4): which, and how many models.

    The caption gives no number: it is contradicted where that holds for less than half the tasks.
    """
    for table in (REAL, SYNTHETIC):
        tasks = [column for column in columns_of(printed, table) if column != "Average"]
        models = [row for row in rows_of(printed, table) if row not in ("Random", "Human")]
        yield _many(table, tasks, models)


def _many(table: str, tasks: Sequence[str], models: Sequence[str]) -> Constraint:
    def test(sheet: Sheet) -> Said:
        found = []
        for task in tasks:
            chance = sheet.number(Place(table, "Random", task))
            scores = [sheet.number(Place(table, model, task)) for model in models]
            if chance is None or None in scores:
                return undecided("a cell holds no number")
            below = sum(score is not None and score.value <= chance.value for score in scores)
            found += [f"{task}: {below}"] if below else []
        said = f"models at or below Random, of {len(models)}: {', '.join(found) or 'none'}"
        return possible(said) if 2 * len(found) >= len(tasks) else impossible(said)

    cells = tuple(Place(table, row, task) for task in tasks for row in ("Random", *models))
    about = "at least half of the tasks have models at or below Random, as printed"
    return Constraint(f"chance/{table[-3:]}", "chance", cells, about, test)
