"""Item-by-run maps of outcomes, for records that were released."""

from __future__ import annotations

from fe_core.records.model import Records, Sheet
from fe_core.reporting.report import OutcomeMap
from fe_core.scoring.outcomes import Outcome, is_comparable, outcome

RIGHT, WRONG, INVALID, NOT_ASKED = range(4)


def outcome_map(records: Records) -> OutcomeMap:
    """One row a run and rotation, one column an item, in the order of the records.

    Where only a score is recorded, the whole of it is right, and less of it wrong.
    """
    position = {name: column for column, name in enumerate(records.items)}
    names, rows = [], []
    for (run, rotation), sheet in records.sheets.items():
        names.append(run + (f" (rotation {rotation})" if rotation else ""))
        rows.append(_row(records, sheet, position))
    return OutcomeMap(tuple(names), len(position), tuple(rows))


def _row(records: Records, sheet: Sheet, position: dict[str, int]) -> bytes:
    row = bytearray([NOT_ASKED]) * len(position)
    for name, answer in sheet.answers.items():
        item = records.items[name]
        if not is_comparable(item, answer):
            row[position[name]] = RIGHT if answer.score == (answer.of or 1) else WRONG
            continue
        found = outcome(item, answer, sheet.rotation)
        if found is Outcome.RIGHT:
            row[position[name]] = RIGHT
        else:
            row[position[name]] = WRONG if found.valid else INVALID
    return bytes(row)
