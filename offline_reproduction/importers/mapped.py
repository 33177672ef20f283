"""Any table or JSON Lines whose columns are named on the command line (`--map`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fe_core.errors import RecordError, UsageError
from fe_core.records.gate import Row
from offline_reproduction.importers.imported import Imported, Options
from offline_reproduction.importers.letters import option

FIELDS = ("item", "gold", "answer", "run", "options", "group", "variant", "split", "rotation")
"""Fields that a column can stand for; anything else in --map becomes an attribute."""


def read_rows(rows: Iterable[Row], options: Options) -> Imported:
    """Rows under a column map.

    Required: item, gold, answer. `options` is a column such as `A,B,C,D`, or `=A,B,C,D` for all;
    without it the golds and answers that occur are the options. `run` defaults to --model.
    """
    columns = dict(options.columns)
    for name in ("item", "gold", "answer"):
        if name not in columns:
            raise UsageError(f"--map must name the column of {name!r}, e.g. --map {name}=COLUMN")
    listed = list(rows)
    made = Imported(options.split)
    letters = _letters(columns.get("options", ""), listed, columns)
    for number, row in enumerate(listed):
        made.rows += 1
        if number % 1000 == 0:
            options.progress("reading rows", number, len(listed))
        _row(made, row, columns, letters, options)
    return made


def _row(
    made: Imported,
    row: Row,
    columns: Mapping[str, str],
    letters: tuple[str, ...] | None,
    options: Options,
) -> None:
    given = {name: _text(row, column) for name, column in columns.items() if column[:1] != "="}
    allowed = letters or tuple(part.strip() for part in given.get("options", "").split(","))
    item: dict[str, Any] = {
        "item": given["item"],
        "gold": option(given["gold"], allowed) or given["gold"],
        "options": list(allowed),
    }
    item |= {name: given[name] for name in ("group", "variant", "split") if given.get(name)}
    attributes = {name: text for name, text in given.items() if name not in FIELDS and text}
    made.item(row.place, item | ({"attributes": attributes} if attributes else {}))
    model = given.get("run") or options.model or "model"
    run = made.run(model, model)
    rotation = given.get("rotation") or "0"
    if not rotation.isdecimal() or len(rotation) > 3:
        raise RecordError(f"{row.place}: rotation={rotation!r} must be a small integer")
    answer = option(given["answer"], allowed)
    made.answer(row.place, run, given["item"], answer, rotation=int(rotation), text=given["answer"])


def _letters(column: str, rows: list[Row], columns: Mapping[str, str]) -> tuple[str, ...] | None:
    if column.startswith("="):
        return tuple(part.strip() for part in column[1:].split(",") if part.strip())
    if column:
        return None
    return tuple(sorted({_text(row, columns["gold"]) for row in rows}))


def _text(row: Row, column: str) -> str:
    value = row.value.get(column)
    if value is None:
        if column in row.value:
            return ""
        raise RecordError(f"{row.place}: no column {column!r}, has {sorted(row.value)[:12]}")
    return str(value).strip()
