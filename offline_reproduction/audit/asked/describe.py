"""Checks for a table that nobody has described: what its names and a few facts allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from offline_reproduction.audit.asked import across
from offline_reproduction.audit.asked.further import further
from offline_reproduction.audit.asked.known import MARK, Known
from offline_reproduction.audit.asked.texts import TextTable, metric_columns, sheet
from offline_reproduction.audit.row.decide import harmonic_clash, judge_row
from offline_reproduction.audit.row.printed_row import METRICS, Facts, Printed
from offline_reproduction.audit.tables.constraints import Constraint
from offline_reproduction.audit.tables.labels import Labels, repair
from offline_reproduction.audit.tables.relations import granular
from offline_reproduction.audit.tables.sheet import Place, Sheet
from offline_reproduction.audit.values.judgement import (
    Judgement,
    Said,
    impossible,
    possible,
    undecided,
)


def constraints(table: TextTable, known: Known) -> tuple[Constraint, ...]:
    """Every check that the facts allow."""
    described = sheet(table, known)
    rows = [row for row in table.rows if row not in (known.mean_row, *known.skip)]
    columns = metric_columns(table, known)
    found = [
        *(granular(f"granularity/{p.row}/{p.column}", p) for p in described.denominators),
        *_metric_rows(rows, columns, known, described),
        *_labels(rows, columns, known, described),
        *across.columns(table, rows, known),
        *across.mean_row(table, rows, known),
        *further(rows, known, described),
    ]
    return tuple(found)


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
        metrics, scale = _printed_row(printed, cells)
        return _row_said(metrics, known, printed, scale)

    about = f"supports {list(known.supports)}" if known.supports else "no supports known"
    return Constraint(f"row/{row}", "row", tuple(cells.values()), about, test)


def _printed_row(printed: Sheet, cells: Mapping[str, Place]) -> tuple[Printed, int]:
    """The metrics of a row and their one scale; percentages beside shares are read as shares."""
    found = {m: (n, printed.scale_of(p)) for m, p in cells.items() if (n := printed.number(p))}
    scales = {scale for _, scale in found.values()}
    numbers = {}
    for metric, (number, scale) in found.items():
        if len(scales) > 1 and scale == 100:
            number = number._replace(value=number.value / 100, decimals=number.decimals + 2)
        numbers[metric] = number
    scale = 1 if len(scales) > 1 else min(scales, default=100)
    return Printed(*(numbers.get(metric) for metric in METRICS)), scale


def _row_said(metrics: Printed, known: Known, printed: Sheet, scale: int) -> Said:
    if not known.supports:
        clash = harmonic_clash(metrics, printed.rules, scale)
        if clash:
            return impossible(clash)
        return undecided("without --supports only F1 against precision and recall is checked")
    facts = Facts(known.supports, known.invalid, printed.rules, scale)
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

    def test(printed: Sheet) -> Said:
        def clashes(labels: Labels) -> int:
            count = 0
            for row in rows:
                places = {
                    metrics[names.index(label)]: Place(MARK, row, column)
                    for label, column in zip(labels, names, strict=True)
                }
                numbers, scale = _printed_row(printed, places)
                facts = Facts(known.supports, known.invalid, described.rules, scale)
                said = judge_row(numbers, facts, limit=20)
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
