"""The kit's FrameEvidence tables, every value, against a second program that shares no code."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import frameevidence_by_hand as by_hand
import pytest

from fe_core.numbers.exact import Root
from fe_core.records.directory import silent
from fe_core.reporting.cells import Cell, Resampled, Spread
from offline_reproduction.papers.frameevidence.evidence import read
from offline_reproduction.papers.frameevidence.tables import SPECS
from offline_reproduction.study.paper import Settings

sys.path.insert(0, str(Path(__file__).parent.parent / "frameevidence"))
import made_up

RECORDS = Path(__file__).resolve().parents[2] / "records" / "frameevidence"


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
    evidence = read(folder, silent)
    seen = set()
    for spec in SPECS:
        table = spec.build(evidence, Settings())
        for (row, column), cell in table.by_key().items():
            if cell.value is None:
                continue
            place = spec.key, row, column
            assert value_of(cell) == theirs[place], place
            seen.add(place)
    assert seen == {place for place, value in theirs.items() if value is not None}


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
