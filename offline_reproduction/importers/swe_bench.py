"""SWE-bench: the report of a run (`<model>.<run id>.json`) or of an instance (`report.json`).

An instance is resolved (1 of 1) or not; there are no answers. Of a run's report, instances that
were never submitted were asked all the same, and are missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fe_core.records.model import Status
from offline_reproduction.importers.containers import File
from offline_reproduction.importers.documents import records
from offline_reproduction.importers.lines import Asked, Line, Options
from offline_reproduction.importers.paths import Node
from offline_reproduction.importers.values import name

READ = (
    "resolved_ids", "unresolved_ids", "error_ids", "empty_patch_ids", "incomplete_ids",
    "submitted_ids", "completed_ids", "schema_version", "total_instances", "submitted_instances",
    "completed_instances", "resolved_instances", "unresolved_instances", "empty_patch_instances",
    "error_instances", "resolved", "patch_is_None", "patch_exists", "patch_successfully_applied",
    "tests_status",
)  # fmt: skip
_LISTS: dict[str, dict[str, Any]] = {
    "resolved_ids": {"score": True},
    "unresolved_ids": {"score": False},
    "empty_patch_ids": {"score": False, "status": Status.EMPTY},
    "error_ids": {"score": False, "status": Status.FAILED},
}


def recognises(keys: frozenset[str]) -> bool:
    """Whether these are keys of a report of a run, or early ones of an instance's."""
    return {"resolved_ids", "total_instances"} <= keys or (
        {"resolved", "patch_successfully_applied"} <= keys
    )


def read(file: File, options: Options) -> Iterator[Line | Asked]:
    """Every instance as a line; what a run's report says was asked."""
    for placed in records(file, lambda node: _is_run(node.value)):
        value = placed.node.value
        if _is_run(value):
            yield from _of_run(placed.place, placed.node, options.model or file.path.stem)
        elif isinstance(value, Mapping) and "resolved" in value and placed.node.keys:
            model = options.model or file.path.parent.parent.name or "model"
            fields = {"item": placed.node.keys[-1], "score": value["resolved"], "run": model}
            yield Line(placed.place, placed.node, fields)
        else:
            yield Line(placed.place, placed.node, {"lost": "no report of an instance"})


def _is_run(value: Any) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("resolved_ids"), list)


def _of_run(place: str, node: Node, run: str) -> Iterator[Line | Asked]:
    asked: dict[str, None] = {}
    for key, fields in _LISTS.items():
        for item in node.value.get(key) or ():
            asked[name(item)] = None
            yield Line(f"{place}:{key}", node, {"item": item, "run": run, **fields})
    for key in ("incomplete_ids", "submitted_ids", "completed_ids"):
        asked |= dict.fromkeys(name(item) for item in node.value.get(key) or ())
    yield Asked({"run": run}, "", tuple(item for item in asked if item))
