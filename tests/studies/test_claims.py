"""Claims of a declared study: what an expression may name, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from made import HEAD, records

from fe_core.errors import UsageError
from fe_core.reporting.cells import Cell
from offline_reproduction.study.declared import declared_study, scored
from offline_reproduction.study.paper import Settings
from offline_reproduction.study.registered import NOTHING
from offline_reproduction.study.spec import read_spec

SOME = records(
    "ABAB",
    {"m": "ABAA", "n": "BBBB", "o": "AAAA"},
    task=["t", "t", "u", "u"],
    group=["g", "g", "h", "h"],
)
STUDY = """
missing_runs = "unanswered"
[metrics]
acc = { metric = "accuracy" }
right = { metric = "accuracy", unit = "count" }
lead = { metric = "difference", of = "acc", run = "m", against = "n" }
[rows.models]
"M" = "m"
"N" = "n"
[rows.others]
"O" = "o"
[rows]
first = ["m"]
[rows.one]
X = "m"
[rows.other]
X = "n"
[[tables]]
key = "by-task"
rows = ["models", "others"]
columns = { t = { metric = "acc", where = { task = "t" } }, u = { metric = "acc", where = { task = "u" } } }
[[tables]]
key = "pooled"
columns = { mean = { metric = "acc", apply = "mean" }, gap = { metric = "acc", run = "base", apply = "difference", against = "new" } }
rows = { r = { runs = "models", base = "m", new = "o" } }
[quantities]
best = 'max(acc[models])'
gap = 'by_task["t"] - by_task["u"]'
"""  # noqa: E501


def claim(folder: Path, value: str, more: str = "") -> Cell:
    text = f'claims = [{{ id = "c", printed = "1", value = {value!r} }}]\n'
    (folder / "study.toml").write_text(HEAD + text + STUDY + more, "utf-8")
    spec = read_spec(folder)
    study = declared_study(spec, printed=False)
    return study.claims[0].build(scored(spec, NOTHING, SOME), Settings())


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("best", "3/4"),
        ("lead", "1/4"),
        ('acc["m"]', "3/4"),
        ("count(acc[models] > acc[one])", None),
        ("all(acc[one] > acc[other])", True),
        ("sum(right[models])", "5"),
        ('by_task["M", "t"]', "1"),
        ('gap["O"]', "0"),
        ('min(by_task["u"][models])', "1/2"),
        ('pooled["r", "gap"]', "1/4"),
        ('count(items["task"] == "t")', "2"),
        ('count(groups["questions"] == 2)', "2"),
        ('count(items["gold"] == "A")', "2"),
        ('max(items["options shown"])', "2"),
        ('runs["m", "rotations"]', "1"),
        ('count(runs["model"] == "n")', "1"),
        ("max(acc[first])", "3/4"),
    ],
)
def test_says(tmp_path: Path, value: str, said: Any) -> None:
    if said is None:
        assert claim(tmp_path, value).value is None
        return
    found = claim(tmp_path, value).value
    assert found is said if isinstance(said, bool) else str(found) == said


def test_a_claim_of_a_missing_run_says_so(tmp_path: Path) -> None:
    cell = claim(tmp_path, 'acc["p"]')
    assert cell.value is None
    assert "'p'" in cell.reason


@pytest.mark.parametrize(
    ("value", "more", "reason"),
    [
        ("best", "worst = 'worst2 - 1'\nworst2 = 'worst + 1'\n", "made of itself"),
        ("best", "acc = 'best'\n", "rename one"),
        ("best", "x = 'unknown + 1'\n", "'unknown' is not known"),
        ("nothing + 1", "", "'nothing' is not known"),
        ("best + " * 20 + "best", "", "at most 120"),
        ("best +", "", "no expression"),
        ("1 + 1", "", "reads nothing"),
    ],
)
def test_refuses(tmp_path: Path, value: str, more: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        claim(tmp_path, value, more)


def test_a_set_of_rows_that_there_is_not_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none of \[rows\]"):
        claim(tmp_path, "best", '[[tables]]\nkey = "x"\nrows = "nobody"\n')
