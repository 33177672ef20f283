"""The audit's folders point one way, know no paper, and look at no records."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

AUDIT = Path(__file__).resolve().parent.parent.parent / "offline_reproduction" / "audit"
BELOW = {
    "values": {"values"},
    "row": {"values", "row"},
    "tables": {"values", "row", "tables"},
    "inferred": {"values", "row", "inferred"},
    "asked": {"values", "row", "tables", "inferred", "asked"},
    "audit": {"values", "row", "tables", "inferred", "asked"},
}
CORE = {"fe_core.errors", "fe_core.numbers", "fe_core.scoring", "fe_core.reporting"}


@pytest.mark.parametrize("path", sorted(AUDIT.rglob("*.py")), ids=str)
def test_imports_point_down_and_never_to_records_or_papers(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        top, *rest = node.module.split(".")
        if top == "fe_core":
            assert ".".join([top, *rest[:1]]) in CORE, node.module
        if top == "offline_reproduction":
            if rest[:1] == ["audit"]:
                assert len(rest) == 1 or rest[1] in BELOW[path.parent.name], node.module
            elif rest[:1] != ["tables"]:
                assert path.name == "studies.py", node.module
