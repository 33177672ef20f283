"""docs/declared.md: every example gives what it says it gives; every metric is listed."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from fe_core.numbers.rounding import Rounding
from fe_core.records.model import Records
from fe_core.reporting.cells import Cell
from fe_core.scoring.metrics import METRICS
from offline_reproduction.study.build import build
from offline_reproduction.study.compare import shown_text
from offline_reproduction.study.declared import declared_study
from offline_reproduction.study.evidence import Scored
from offline_reproduction.study.kinds import COMPOSED
from offline_reproduction.study.paper import Settings
from offline_reproduction.study.spec import read_spec
from offline_reproduction.study.template import template
from tests.studies.made import HEAD, records

DOC = (Path(__file__).resolve().parents[2] / "docs/declared.md").read_text("utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", DOC, re.DOTALL)
GOLDS = "AABBABAB"


def benchmark() -> Records:
    made = records(
        GOLDS,
        {
            "base": "ABBAAAAB",
            "tuned": "AABBBBAA",
            "tuned-2": "AABABBAB",
            "turned": [GOLDS, "BBAABAAA"],
            "judged": "AABBABAB",
        },
        task=list("aaaaabbb"),
        scene=list("11223344"),
        weight=["1", "1", "1", "1", "1", "2", "2", "1"],
        group=["g1", "g1", "g2", "g2", "g3", "g3", "g4", "g4"],
        variant=["statement", "negation"] * 4,
    )
    sheet = made.sheet("judged")
    scores = dict(zip(sheet.answers, [1, 1, 1, 0, 1, 0, 1, 0], strict=True))
    scored = {
        name: answer._replace(score=Fraction(scores[name]), of=Fraction(1))
        for name, answer in sheet.answers.items()
    }
    sheets = {**made.sheets, ("judged", 0): replace(sheet, answers=scored)}
    return replace(made, sheets=sheets)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_gives_what_it_says(tmp_path: Path, example: str) -> None:
    (tmp_path / "study.toml").write_text(HEAD + example, "utf-8")
    study = declared_study(read_spec(tmp_path), printed=False)
    built = build(study, Scored(benchmark()), Settings())
    found: dict[str, Cell] = {f"claim {name}": cell for name, cell in built.claims.items()}
    for _, table in built.tables:
        found |= {f"{row} | {column}": cell for (row, column), cell in table.by_key().items()}
    said = re.findall(r"# => (.*): (.*)\n", example)
    assert said
    for place, text in said:
        shown = shown_text(found[place], "", Rounding.HALF_EVEN)
        assert shown.lower() == text, place


@pytest.mark.parametrize("name", [*METRICS, *COMPOSED])
def test_every_metric_is_listed(name: str) -> None:
    assert f"\n| `{name}` | " in DOC


def test_the_template_is_a_study_and_shows_every_feature_in_commented_lines(
    tmp_path: Path,
) -> None:
    """With every commented line that is TOML taken in, it is still a study that is understood."""
    text = template("mine", benchmark())
    (tmp_path / "study.toml").write_text(text, "utf-8")
    plain = read_spec(tmp_path)
    assert [*plain.metrics] == ["acc"]
    assert [*plain.tables[0].rows] == ["base", "tuned", "tuned-2", "turned", "judged"]
    lines = [line.removeprefix("# ") for line in text.splitlines()]
    lines = [line for line in lines if not line.startswith("claims =")]
    (tmp_path / "study.toml").write_text("\n".join(lines), "utf-8")
    full = read_spec(tmp_path)
    assert {"lead", "average", "spread", "ci", "p", "p-adjusted", "pairs"} < set(full.metrics)
    assert {"Gain", "Task a", "All / Acc."} < set(full.tables[0].columns)
    assert {"A pair", "Random"} < set(full.tables[0].rows)
    assert all((full.tables[0].each, full.rows, full.claims, full.unanswered))
