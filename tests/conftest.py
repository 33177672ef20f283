"""Profiles of hypothesis, golden texts, and where the studies' data are."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = Path(__file__).parent / "golden"

settings.register_profile(
    "quick",
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("deep", max_examples=1000, deadline=None)
settings.load_profile(os.environ.get("FE_HYPOTHESIS", "quick"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="rewrite golden texts; review the diff")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the one kept under tests/golden/."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--bless"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
        assert path.read_text("utf-8") == text, f"{name} changed: pytest --bless, review the diff"

    return check


def _folder(variable: str) -> Path:
    value = os.environ.get(variable)
    if not value:
        pytest.skip(f"{variable} is not set: the folder it names is not part of the project")
    return Path(value)


@pytest.fixture(scope="session")
def seeds() -> Path:
    """The folder with the papers' texts."""
    return _folder("FE_SEEDS")


@pytest.fixture(scope="session")
def visonlyqa_release() -> Path:
    """A clone of the VisOnlyQA release."""
    return _folder("FE_VISONLYQA_RELEASE")


@pytest.fixture(scope="session")
def public_data() -> Path:
    """Clones of public projects' results, one folder each (docs/gallery.md lists them)."""
    return _folder("FE_PUBLIC_DATA")


@pytest.fixture(scope="session")
def printed_tables() -> Path:
    """A collection of public documents with the errors that are known of them."""
    return _folder("FE_TABLES")


@pytest.fixture(scope="session")
def wrong_inputs() -> Path:
    """Inputs that the kit once judged wrongly, with what is right in a README each."""
    return _folder("FE_FAILING")
