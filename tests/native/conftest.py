"""The engine under test; `FE_REQUIRE_NATIVE=1` forbids running without it."""

from __future__ import annotations

import os
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def engine() -> ModuleType:
    if os.environ.get("FE_REQUIRE_NATIVE") != "1":
        pytest.importorskip(
            "fe_boot", reason="the Rust engine is not built (pip install ./rust_boot)"
        )
    import fe_boot

    return fe_boot
