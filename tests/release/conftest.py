"""Sdist and wheel, built once for all tests of this folder."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import distribution

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="session")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("distribution")


@pytest.fixture(scope="session")
def python(scratch: Path) -> Path:
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("what belongs to the checkout is told by git")
    try:
        return distribution.builder(scratch)
    except subprocess.CalledProcessError:
        pytest.skip("the locked setuptools cannot be installed here")


@pytest.fixture(scope="session")
def built(python: Path, scratch: Path) -> dict[str, list[Path]]:
    checkouts = [distribution.copy(scratch, name) for name in ("a", "an-other-place")]
    return {
        kind: [distribution.build(python, checkout, kind) for checkout in checkouts]
        for kind in ("sdist", "wheel")
    }


@pytest.fixture(scope="session")
def commands(built: dict[str, list[Path]], python: Path, scratch: Path) -> Path:
    return distribution.installed(built["wheel"][0], python, scratch)
