"""The audit on printed tables with known errors, and on tables that are sound."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from offline_reproduction.audit.inferred.document import audit
from offline_reproduction.audit.inferred.findings import Check, Grade
from offline_reproduction.tables.read import read_document

TABLES = os.environ.get("FE_TABLES")
pytestmark = pytest.mark.skipif(not TABLES, reason="FE_TABLES names no collection of tables")


def folders() -> list[Path]:
    return sorted(path.parent for path in Path(TABLES or "/nowhere").glob("*/truth.json"))


def checked(folder: Path) -> list[Check]:
    paths = sorted(p for p in folder.iterdir() if p.name.startswith("document"))
    return [check for one in audit([read_document(p) for p in paths]) for check in one.checks]


def names(check: Check, error: dict[str, object]) -> bool:
    """Whether a check speaks of an error's cell: its table, and its number or its row's label."""
    number = re.match(r"[-+−\d.,]+", str(error["printed"]))
    if check.table != error["table"]:
        return False
    if number is None:
        return check.rule == "copy"
    return number[0] in re.findall(r"[-+−]?\d[\d.,]*", check.printed) or (
        number[0] in check.sentence and str(error["row"]).split()[0] in check.row
    )


def test_errors_that_show_in_print_are_found() -> None:
    found: dict[str, list[str]] = {"contradiction": [], "note": [], "missed": []}
    for folder in folders():
        checks = checked(folder)
        for error in json.loads((folder / "truth.json").read_text("utf-8"))["errors"]:
            if error["detectable_from_print"]:
                grades = {check.grade for check in checks if names(check, error)}
                kind = "missed"
                if Grade.NOTE in grades:
                    kind = "note"
                if Grade.CONTRADICTION in grades:
                    kind = "contradiction"
                found[kind].append(f"{folder.name}: {error['row']}, {error['column']}")
    total = sum(map(len, found.values()))
    assert total
    assert len(found["contradiction"]) >= 0.65 * total, found
    assert len(found["missed"]) <= 0.10 * total, found


def test_sound_tables_are_left_alone() -> None:
    sound = [f for f in folders() if f.name.startswith(("clean", "excused"))]
    every = [check for folder in sound for check in checked(folder)]
    contradicted = [check.sentence for check in every if check.grade is Grade.CONTRADICTION]
    noted = [check.sentence for check in every if check.grade is Grade.NOTE]
    assert len(contradicted) <= 1, contradicted
    assert 2 * len(noted) < len(sound), noted
