"""Small studies for tests: a study.toml as text, items and answers as short texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fe_core.records.gate import Row, build
from fe_core.records.model import Basis, Records
from fe_core.reporting.cells import Cell
from offline_reproduction.study.declared import Builder
from offline_reproduction.study.evidence import Scored
from offline_reproduction.study.paper import Settings
from offline_reproduction.study.quantities import Function
from offline_reproduction.study.registered import Registered
from offline_reproduction.study.spec import read_spec

HEAD = 'schema = "fe-study/1"\nname = "s"\n'
STATUS = {"-": "missing", "?": "unreadable"}


def records(
    golds: str, runs: Mapping[str, str | Sequence[str]], **attributes: Sequence[str]
) -> Records:
    """Items q0, q1, … with these golds; each run's answers as one text, a blank for not asked.

    A list of texts holds a run's answers at rotations 0, 1, …. attributes: one value an item;
    `group`, `variant` and `split` are fields of their own. `-` is missing, `?` unreadable.
    """
    fields = {
        name: attributes.pop(name) for name in ("group", "variant", "split") if name in attributes
    }
    items = [
        {
            "item": f"q{n}",
            "gold": gold,
            "options": sorted({*golds, "A", "B"}),
            **{name: values[n] for name, values in fields.items() if values},
            "attributes": {name: values[n] for name, values in attributes.items() if values[n]},
        }
        for n, gold in enumerate(golds)
    ]
    told: list[dict[str, Any]] = []
    answers: list[dict[str, Any]] = []
    for run, given in runs.items():
        texts = [given] if isinstance(given, str) else given
        asked = [f"q{n}" for n, letter in enumerate(texts[0]) if letter != " "]
        told.append({"run": run, "model": run, "asked": asked})
        answers += [
            {
                "run": run,
                "item": f"q{n}",
                "answer": None if letter in STATUS else letter,
                "status": STATUS.get(letter, "valid"),
                "rotation": rotation,
            }
            for rotation, text in enumerate(texts)
            for n, letter in enumerate(text)
            if letter != " "
        ]
    parts = [[Row(f"x:{n}", row) for n, row in enumerate(rows)] for rows in (items, told, answers)]
    return build(*parts, basis=Basis.RELEASED)


def cells(
    folder: Path,
    toml: str,
    some: Records,
    functions: Mapping[str, Function] | None = None,
) -> dict[tuple[str, str], Cell]:
    """(row, column) → cell of the one table of a study; the head of study.toml is added."""
    (folder / "study.toml").write_text(HEAD + toml, "utf-8")
    spec = read_spec(folder)
    builder = Builder(spec, Registered(functions or {}), {})
    return builder.table(spec.tables[0], Scored(some), Settings()).by_key()


def value(folder: Path, metric: str, some: Records, row: str = '"m"') -> Any:
    """The value of one metric, declared as `[metrics.x]`'s lines, of a row."""
    cell = cells(folder, table(metric, row), some)["r", "X"]
    return cell.value


def table(metrics: str, row: str = '"m"') -> str:
    """A study of the metric x (and others), its column X and its row r."""
    return f"""
{metrics if metrics.lstrip().startswith("[") else "[metrics.x]" + chr(10) + metrics}
[[tables]]
key = "t"
file = "t.csv"
columns = {{ X = "x" }}
rows = {{ r = {row} }}
"""
