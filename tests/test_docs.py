"""The documentation: its code runs, its links lead somewhere, and it names no machine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*/*/SOURCE.md")])
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s]+)\)")


@pytest.mark.parametrize("name", ["tutorial.md", "intervals.md"])
def test_every_python_block_runs_in_order(name: str) -> None:
    blocks = BLOCK.findall((ROOT / "docs" / name).read_text("utf-8"))
    assert blocks
    space: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, name, "exec"), space)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_that_exist(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        if not target.startswith(("http://", "https://")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_tables_of_a_ledger_go_into_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    from fe_core.scoring.ledger import LedgerRow

    row = LedgerRow("r", 0, 3, 2, 1, 0, 0, 0, 0)
    assert list(pandas.DataFrame([row]).columns[:3]) == ["run", "rotation", "asked"]
