"""Both engines, by name."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(params=["python", "rust"])
def twin(request: pytest.FixtureRequest) -> str:
    """An engine's name; `rust` is skipped without fe_boot unless FE_REQUIRE_NATIVE=1."""
    if request.param == "rust" and os.environ.get("FE_REQUIRE_NATIVE") != "1":
        pytest.importorskip("fe_boot")
    return str(request.param)
