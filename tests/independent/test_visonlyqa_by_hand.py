"""The kit's VisOnlyQA tables, every value, against a second program (FE_VISONLYQA_RELEASE)."""

from __future__ import annotations

from pathlib import Path

import visonlyqa_by_hand as by_hand

from fe_core.records.directory import silent
from offline_reproduction.papers.visonlyqa.study import STUDY
from offline_reproduction.study.paper import Settings


def test_every_value_against_the_second_program(visonlyqa_release: Path) -> None:
    theirs = by_hand.every_table(visonlyqa_release)
    evidence = STUDY.load(visonlyqa_release, silent)
    seen = set()
    keys = {key for key, _, _ in theirs}
    for spec in [spec for spec in STUDY.tables if spec.key in keys]:
        for (row, column), cell in spec.build(evidence, Settings()).by_key().items():
            if cell.value is not None:
                place = spec.key, row, column
                assert cell.value == theirs[place], place
                seen.add(place)
    assert seen == {place for place, value in theirs.items() if value is not None}


def test_the_second_program_imports_nothing_of_the_kit() -> None:
    source = Path(by_hand.__file__).read_text("utf-8")
    assert "fe_core" not in source
    assert "offline_reproduction" not in source
