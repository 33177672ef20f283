"""The example's whole report, text by text: it changes only on purpose (`pytest --bless`)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from offline_reproduction.study import pipeline, registry
from offline_reproduction.study.paper import Settings

NAMES = [
    "verification.json",
    "verification.md",
    "junit.xml",
    "index.html",
    "tables/example/table-1.csv",
    "tables/example/table-1.md",
    "tables/example/table-1.tex",
]


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    folder = registry.checkout_records("example")
    assert folder is not None
    study = registry.study("example")
    return pipeline.report_files([pipeline.judge_study(study, folder, Settings())])


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_report_against_the_kept_text(
    name: str, files: dict[str, str], golden: Callable[[str, str], None]
) -> None:
    golden(f"example/{name}", files[name])


def test_nothing_else_is_written(files: dict[str, str]) -> None:
    assert sorted(files) == sorted(NAMES)
