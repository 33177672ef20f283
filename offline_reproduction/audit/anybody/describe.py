"""Checks for a table that nobody has described: what its column names and a few facts allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from fe_core.errors import UsageError
from fe_core.numbers.printed import Number, read
from offline_reproduction.audit.anybody.delimited import TextTable
from offline_reproduction.audit.anybody.further import further
from offline_reproduction.audit.anybody.known import MARK, Known
from offline_reproduction.audit.row.decide import harmonic_clash, judge_row
from offline_reproduction.audit.row.printed_row import METRICS, Facts, Printed
from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.labels import Labels, repair
from offline_reproduction.audit.tables.relations import granular, linear, mean_deviation
from offline_reproduction.audit.tables.sheet import Denominator, Place, Sheet
from offline_reproduction.audit.values.judgement import (
    Judgement,
    Said,
    impossible,
    possible,
    undecided,
)

NAMES = {
    "accuracy": ("acc", "accuracy"),
    "precision": ("p", "prec", "precision", "macrop", "macroprecision"),
    "recall": ("r", "rec", "recall", "macror", "macrorecall"),
    "f1": ("f1", "f", "macrof1", "f1score", "f1macro", "macrof"),
}
"""Column names, letters and digits only and in lower case, that stand for a metric."""


def sheet(table: TextTable, known: Known) -> Sheet:
    """The table's texts and denominators. Raises UsageError where the facts contradict it."""
    _check(table, known)
    texts = {Place(MARK, row, column): text for (row, column), text in table.cells.items()}
    whole = known.n or sum(known.supports) or None
    accuracy = metric_columns(table, known).get("accuracy")
    wholes = dict(known.wholes)
    if whole and accuracy:
        wholes.setdefault(accuracy, whole)
    denominators = {
        place: Denominator(wholes[place.column], place.column in known.differences)
        for place in texts
        if place.column in wholes and place.row not in (known.mean_row, *known.skip)
    }
    return Sheet(texts, denominators, frozenset(), known.rules, _scale(table, known))


def constraints(table: TextTable, known: Known) -> tuple[Constraint, ...]:
    """Every check that the facts allow. Raises UsageError where there is none."""
    described = sheet(table, known)
    rows = [row for row in table.rows if row not in (known.mean_row, *known.skip)]
    columns = metric_columns(table, known)
    found = [
        *(granular(f"granularity/{p.row}/{p.column}", p) for p in described.denominators),
        *_metric_rows(rows, columns, known, described),
        *_labels(rows, columns, known, described),
        *_across(table, rows, known),
        *_mean_row(table, rows, known),
        *further(rows, known, described),
    ]
    if not found:
        raise UsageError(
            "nothing can be checked: name the items with --n 288 or --n COLUMN=48, the golds per "
            "class with --supports, or a relation with --average, --total, --mean-row"
        )
    return tuple(found)


def metric_columns(table: TextTable, known: Known) -> dict[str, str]:
    """Metric → column, by the facts, else by the column's name."""
    columns = dict(known.metrics)
    for metric, names in NAMES.items():
        hits = [c for c in table.columns if _plain(c) in names]
        if metric not in columns and len(hits) == 1:
            columns[metric] = hits[0]
    return {metric: columns[metric] for metric in METRICS if metric in columns}


def _check(table: TextTable, known: Known) -> None:
    named = [*known.wholes, *known.metrics.values(), known.average, known.total, *known.unknown]
    for pairs in (known.errors, known.intervals):
        named += [*pairs, *pairs.values()]
    for groups in (known.differences, known.joint):
        named += [*groups, *(part for parts in groups.values() for part in parts)]
    for column in named:
        if column and column not in table.columns:
            raise UsageError(f"column={column!r} is not in the table: {list(table.columns)}")
    for row in (known.mean_row, *known.skip):
        if row and row not in table.rows:
            raise UsageError(f"row={row!r} is not in the table: {list(table.rows)}")
    if known.supports and known.n not in (None, sum(known.supports)):
        raise UsageError(f"supports add up to {sum(known.supports)}, not to n={known.n}")


def _scale(table: TextTable, known: Known) -> int:
    """Percent if the facts say so, a sign or a value above 1 shows it; else shares."""
    if known.scale is not None:
        return known.scale
    columns = {*metric_columns(table, known).values(), *known.wholes}
    numbers = [read(text) for (_, column), text in table.cells.items() if column in columns]
    found = [number for number in numbers if isinstance(number, Number)]
    percent = any(number.percent or abs(number.value) > 1 for number in found)
    return 100 if percent or not found or any("%" in column for column in columns) else 1


def _metric_rows(
    rows: list[str], columns: Mapping[str, str], known: Known, described: Sheet
) -> Iterator[Constraint]:
    if len(columns) < 2 and not (known.supports and columns):
        return
    for row in rows:
        cells = {metric: Place(MARK, row, column) for metric, column in columns.items()}
        if any(described.number(cell) for cell in cells.values()):
            yield _metric_row(row, cells, known)


def _metric_row(row: str, cells: Mapping[str, Place], known: Known) -> Constraint:
    def test(printed: Sheet) -> Said:
        numbers = {metric: printed.number(cell) for metric, cell in cells.items()}
        metrics = Printed(*(numbers.get(metric) for metric in METRICS))
        return _row_said(metrics, known, printed)

    about = f"supports {list(known.supports)}" if known.supports else "no supports known"
    return Constraint(f"row/{row}", "row", tuple(cells.values()), about, test)


def _row_said(metrics: Printed, known: Known, printed: Sheet) -> Said:
    if not known.supports:
        clash = harmonic_clash(metrics, printed.rules, printed.scale)
        if clash:
            return impossible(clash)
        return undecided("without --supports only F1 against precision and recall is checked")
    facts = Facts(known.supports, known.invalid, printed.rules, printed.scale)
    found = judge_row(metrics, facts, limit=known.limit)
    if found.witness is None:
        return Said(found.judgement, found.explanation)
    rows = " / ".join(" ".join(map(str, line)) for line in found.witness.cells)
    counted = "" if found.solutions is None else f"; {found.solutions} count vectors print it"
    return possible(f"printed so by the confusion matrix {rows}{counted}")


def _labels(
    rows: list[str], columns: Mapping[str, str], known: Known, described: Sheet
) -> Iterator[Constraint]:
    """Rows that clash as labelled but fit under other metric labels."""
    if len(columns) < 2 or not known.supports:
        return
    metrics, names = tuple(columns), tuple(columns.values())
    cells = [Place(MARK, row, column) for row in rows for column in names]
    facts = Facts(known.supports, known.invalid, described.rules, described.scale)

    def test(printed: Sheet) -> Said:
        def clashes(labels: Labels) -> int:
            count = 0
            for row in rows:
                number = {
                    metrics[names.index(label)]: printed.number(Place(MARK, row, column))
                    for label, column in zip(labels, names, strict=True)
                }
                said = judge_row(Printed(*map(number.get, METRICS)), facts, limit=20)
                count += said.judgement is Judgement.IMPOSSIBLE
            return count

        found = repair(names, "column", clashes)
        if not found.before:
            return possible("no row clashes under the printed labels")
        best = "; or ".join(change.action for change in found.found) or "any other labels"
        text = f"{found.before} of {len(rows)} rows clash as labelled, {found.after} with {best}"
        said = impossible if found.found and not found.after else undecided
        return said(f"{text} ({found.tried} relabellings tried)")

    yield Constraint("labels", "label", tuple(cells), "metric columns under other labels", test)


def _across(table: TextTable, rows: list[str], known: Known) -> Iterator[Constraint]:
    for target, family in ((known.average, "mean"), (known.total, "sum")):
        parts = [c for c in table.columns if c not in (known.average, known.total)]
        for row in rows if target else ():
            cells = [Place(MARK, row, column) for column in parts]
            used = [p for p in cells if isinstance(read(_text(table, p)), Number)]
            weight = Fraction(1, len(used)) if family == "mean" and used else Fraction(1)
            if used:
                about = f"{family} of {len(used)} columns"
                terms = [(cell, weight) for cell in used]
                yield linear(f"{family}/{row}", family, terms, Place(MARK, row, target), about)


def _mean_row(table: TextTable, rows: list[str], known: Known) -> Iterator[Constraint]:
    for column in table.columns if known.mean_row else ():
        cells = [Place(MARK, row, column) for row in rows]
        target = Place(MARK, known.mean_row, column)
        value = read(_text(table, target))
        if isinstance(value, Number):
            terms = [(cell, Fraction(1, len(cells))) for cell in cells]
            yield linear(f"mean/{column}", "mean", terms, target, f"mean of {len(cells)} rows")
        else:
            about = f"mean and sample deviation of {len(cells)} rows"
            yield mean_deviation(f"deviation/{column}", cells, target, about)


def _text(table: TextTable, place: Place) -> str:
    return table.cells.get((place.row, place.column), "")


def _plain(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())
