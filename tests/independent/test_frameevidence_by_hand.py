"""The kit's FrameEvidence numbers, every value, against a second program that shares no code."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import frameevidence_by_hand as by_hand
import pytest

from fe_core.numbers.exact import Root
from fe_core.records.directory import silent
from fe_core.reporting.cells import Cell, Resampled, Spread
from offline_reproduction.papers.frameevidence.metrics import REGISTERED
from offline_reproduction.papers.frameevidence.study import SPEC, STUDY
from offline_reproduction.study.declared import Builder
from offline_reproduction.study.paper import Settings

sys.path.insert(0, str(Path(__file__).parent.parent / "frameevidence"))
import made_up

RECORDS = Path(__file__).resolve().parents[2] / "records" / "frameevidence"
BUILDER = Builder(SPEC, REGISTERED, {})
PLANS = {plan.key: plan for plan in SPEC.tables}
SAME = {
    ("overlap", "GEM overlap"): ("table-29", "GEM overlap"),
    ("overlap", "GEM no overlap"): ("table-29", "GEM no overlap"),
    ("overlap", "NTS overlap"): ("table-29", "NTS overlap"),
    ("overlap", "NTS no overlap"): ("table-29", "NTS no overlap"),
    ("overlap", "DIS overlap"): ("table-29", "DIS overlap"),
    ("overlap", "DIS no overlap"): ("table-29", "DIS no overlap"),
    **{
        ("source", f"{metric} {source}"): ("table-33", f"{metric} {source}")
        for metric in ("Acc.", "GEM", "NTS", "DIS")
        for source in ("captured", "rendered")
    },
    **{
        ("ordinal", name): ("table-27", name.capitalize())
        for name in ("removed", "shifted", "stable", "none")
    },
    ("rule-gaps", "NTS"): ("table-24", "NTS Gap"),
    ("rule-gaps", "DIS"): ("table-24", "DIS Gap"),
    ("rule-gaps", "NTS reference"): ("table-24", "NTS Reference"),
    ("rule-gaps", "DIS reference"): ("table-24", "DIS Reference"),
}
"""What claims read beside the printed tables: (table, column) here → there."""
OF_RUNS = {
    **{f"{metric}_gap": ("table-22", f"{metric} Gap") for metric in ("GEM", "NTS", "DIS")},
    **{
        f"{metric}_reference": ("table-22", f"{metric} Reference")
        for metric in ("GEM", "NTS", "DIS")
    },
    "GEM_groups": ("table-31", "GEM"),
    "frames-differing": ("table-31", "Pairs"),
    "frames-changed": ("table-31", "Changed"),
    "frames-repeated": ("table-31", "Repeated"),
    "frames-invalid": ("table-31", "Invalid"),
    "frames-correct": ("table-31", "Both correct"),
}
"""Metrics of primary runs, by their row there."""
OF_PAIRS = {
    ("executions", "InternVL Base", "both"): ("table-34", "InternVL3-8B Base", "Both correct"),
    ("executions", "InternVL Base", "first only"): (
        "table-34", "InternVL3-8B Base", "Primary only",
    ),
    ("executions", "Qwen Base", "both"): ("table-34", "Qwen2.5-VL-7B Base", "Both correct"),
    ("executions", "Qwen Base", "second only"): (
        "table-34", "Qwen2.5-VL-7B Base", "Ordinary only",
    ),
    ("executions", "Qwen Base", "neither"): ("table-34", "Qwen2.5-VL-7B Base", "Neither"),
    **{
        ("adaptation", name, f"{variant} to {kind}"): (
            "table-20",
            f"{model} LoRA",
            f"{variant} {other} to {kind}",
        )
        for name, model in (("Qwen", "Qwen2.5-VL-7B"), ("InternVL", "InternVL3-8B"))
        for variant in ("mss", "deletion", "addition")
        for kind, other in (("insufficient", "spatial"), ("spatial", "insufficient"))
    },
    **{
        ("adaptation", name, column): ("table-21", f"{model} {metric}", there)
        for name, model in (("Qwen", "Qwen2.5-VL-7B"), ("InternVL", "InternVL3-8B"))
        for metric in ("NTS", "DIS")
        for column, there in (
            (f"{metric} gains", "Common gains"),
            (f"{metric} losses", "Common losses"),
            (f"{metric} coverage", "Coverage"),
            ("MSS both", "MSS both"),
            ("MSS neither", "MSS neither"),
        )
    },
}  # fmt: skip


@pytest.fixture(scope="module", params=["made up", "made up again", "shipped"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if request.param == "shipped":
        if not (RECORDS / "manifest.json").is_file():
            pytest.skip("this checkout has no records")
        return RECORDS
    made = tmp_path_factory.mktemp("records")
    seed = len(request.param)
    made_up.write(made, seed, skill=0.3 + seed / 40)
    return made


def test_every_value_against_the_second_program(folder: Path) -> None:
    theirs = by_hand.every_table(by_hand.Study(folder))
    scored = STUDY.load(folder, silent)
    seen = set()
    for spec in STUDY.tables:
        table = spec.build(scored, Settings())
        for (row, column), cell in table.by_key().items():
            if cell.value is not None:
                place = spec.key, row, column
                assert value_of(cell) == theirs[place], place
                seen.add(place)
    printed = {spec.key for spec in STUDY.tables}
    unprinted = {("table-16", "Qwen3-VL-8B Base", c) for _, _, c in theirs if c[-1:].isdigit()}
    there = {place for place, value in theirs.items() if value is not None and place[0] in printed}
    assert seen == there - unprinted


def test_what_claims_read_against_the_second_program(folder: Path) -> None:
    theirs = by_hand.every_table(by_hand.Study(folder))
    scored = STUDY.load(folder, silent)
    tables = {key: BUILDER.table(plan, scored, Settings()).by_key() for key, plan in PLANS.items()}
    for (key, column), (there, theirs_column) in SAME.items():
        for row in PLANS[key].rows:
            ours = value_of(tables[key][row, column])
            assert ours == theirs[there, row, theirs_column], (key, row, column)
    for (key, row, column), place in OF_PAIRS.items():
        assert value_of(tables[key][row, column]) == theirs[place], place
    names = BUILDER.names({name: ("metric", name) for name in OF_RUNS}, {}, scored, Settings())
    for name, (there, column) in OF_RUNS.items():
        for row, run in SPEC.rows["primary"].labels.items():
            cell = names[name][run]  # type: ignore[index]
            assert value_of(cell) == theirs[there, row, column], (name, run)


def test_the_second_program_imports_nothing_of_the_kit() -> None:
    source = Path(by_hand.__file__).read_text("utf-8")
    assert "fe_core" not in source
    assert "offline_reproduction" not in source


def value_of(cell: Cell) -> object:
    if isinstance(cell.value, Spread):
        assert isinstance(cell.value.deviation, Root)
        return cell.value.mean, cell.value.deviation.square
    if isinstance(cell.value, Resampled):
        return sorted(zip(cell.value.numerators, cell.value.denominators, strict=True))
    assert isinstance(cell.value, int | Fraction)
    return cell.value
