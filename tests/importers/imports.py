"""One import from the command line, and what it left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from fe_core.records.directory import load
from fe_core.records.model import Answer, Records
from offline_reproduction.cli.main import main

LOGS = Path(__file__).parent / "logs"


class Imported(NamedTuple):
    """Exit status, records (None where none were written), and the report beside them."""

    code: int
    records: Records | None
    report: dict[str, Any]

    def answers(self, run: str, rotation: int = 0) -> dict[str, Answer]:
        """Item → answer of a run."""
        assert self.records is not None
        return dict(self.records.sheet(run, rotation).answers)

    def given(self, run: str, rotation: int = 0) -> list[Any]:
        """A run's answers, the status where there is none."""
        found = self.answers(run, rotation).values()
        return [a.status.value if a.answer is None else a.answer for a in found]

    def scores(self, run: str) -> list[Any]:
        """A run's recorded scores."""
        return [answer.score for answer in self.answers(run).values()]


def run(out: Path, *words: str | Path) -> Imported:
    """`fe import words --out out`; the counts of its report must add up."""
    code = main(["import", *map(str, words), "--out", str(out), "--quiet"])
    if not (out / "manifest.json").exists():
        return Imported(code, None, {})
    report = json.loads((out / "import-report.json").read_text("utf-8"))
    lost = sum(each["lines"] for each in report["lost"].values())
    assert report["lines"] == report["kept"] + lost
    assert report["kept"] == sum(report["answers"].values())
    return Imported(code, load(out), report)


def maps(**columns: str) -> list[str]:
    """`--map` words."""
    return [word for name, path in columns.items() for word in ("--map", f"{name}={path}")]


def written(path: Path, value: Any) -> Path:
    """A JSON file; a list of strings as lines; a text as it is."""
    text = value if isinstance(value, str) else json.dumps(value)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path
