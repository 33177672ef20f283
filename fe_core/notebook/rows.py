"""Rows of a log: a list of dictionaries or a data frame, read with every mistake said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fe_core.errors import UsageError
from fe_core.records.model import Item
from fe_core.scoring.metric import Responses
from fe_core.scoring.outcomes import Outcome
from fe_core.scoring.responses import Response

Rows = Iterable[Mapping[str, Any]] | Any
"""A list of dictionaries, or a data frame (pandas, polars)."""


def read_rows(rows: Rows) -> list[Mapping[str, Any]]:
    """Rows as dictionaries. Raises UsageError for anything that is none, and for no rows."""
    if hasattr(rows, "to_dicts"):
        rows = rows.to_dicts()
    elif hasattr(rows, "to_dict"):
        rows = rows.to_dict("records")
    found = list(rows)
    if not found or not all(isinstance(row, Mapping) for row in found):
        raise UsageError("rows are a list of dictionaries or a data frame, with at least one row")
    return found


def value_of(row: Mapping[str, Any], name: str) -> Any:
    """A row's value; None for a data frame's NaN. Raises UsageError where there is no column."""
    if name not in row:
        raise UsageError(f"a row has no {name!r}; it has {sorted(map(str, row))}")
    value = row[name]
    return None if value is None or value != value else value  # a data frame's NaN is nothing


def right_answers(
    rows: Sequence[Mapping[str, Any]], correct: str, gold: str, answer: str
) -> list[bool]:
    if not correct:
        pairs = [(value_of(row, gold), value_of(row, answer)) for row in rows]
        if any(one is None for one, _ in pairs):
            raise UsageError(f"a row has no {gold!r}; name the column with gold= or correct=")
        return [one == other for one, other in pairs]
    values = [value_of(row, correct) for row in rows]
    for value in values:
        if value not in (0, 1):
            raise UsageError(f"{correct}={value!r} is neither right nor wrong (True or False)")
    return [bool(value) for value in values]


def cluster_names(rows: Sequence[Mapping[str, Any]], cluster: str) -> list[Any]:
    """What each row is drawn with; by itself where no column is named."""
    if not cluster:
        return list(range(len(rows)))
    values = [value_of(row, cluster) for row in rows]
    if None in values:
        raise UsageError(f"a row has no {cluster!r} to be drawn by")
    return values


def gathered(units: Sequence[Responses], clusters: Sequence[Any]) -> list[list[Responses]]:
    """Units by cluster."""
    found: dict[Any, list[Responses]] = {}
    for unit, name in zip(units, clusters, strict=True):
        found.setdefault(name, []).append(unit)
    return list(found.values())


def by_cluster(tallies: Sequence[tuple[int, int]], clusters: Sequence[Any]) -> list[Any]:
    """Summed tallies, one a cluster."""
    found: dict[Any, list[int]] = {}
    for (top, bottom), name in zip(tallies, clusters, strict=True):
        sums = found.setdefault(name, [0, 0])
        sums[0] += top
        sums[1] += bottom
    return list(found.values())


def by_item(rows: Sequence[Mapping[str, Any]], item: str) -> dict[str, Mapping[str, Any]]:
    """Rows by their item. Raises UsageError for an item that stands twice."""
    found: dict[str, Mapping[str, Any]] = {}
    for row in rows:
        name = str(value_of(row, item))
        if name in found:
            raise UsageError(f"{item}={name!r} stands in two rows of one side; one is compared")
        found[name] = row
    return found


def response(
    row: Mapping[str, Any], at: int, gold: str, answer: str, labels: Sequence[str]
) -> Response:
    """A row as metrics see it."""
    right, given = value_of(row, gold), value_of(row, answer)
    if right is None:
        raise UsageError(f"a row has no {gold!r}; name the column with gold=")
    item = Item(str(at), gold=str(right), options=tuple(labels))
    if given is None:
        return Response(item, Outcome.MISSING, None)
    outcome = Outcome.RIGHT if str(given) == str(right) else Outcome.WRONG
    return Response(item, outcome, str(given))
