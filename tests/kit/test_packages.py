"""The packages that an installation has are exactly the packages of the checkout."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def test_every_package_is_listed_and_every_listed_package_exists() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    listed = set(listed["tool"]["setuptools"]["packages"])
    found = {
        path.parent.relative_to(ROOT).as_posix().replace("/", ".")
        for top in ("fe_core", "offline_reproduction")
        for path in (ROOT / top).rglob("__init__.py")
    }
    assert listed == found


def test_nothing_but_python_is_needed_at_run_time() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["dependencies"] == []
    assert not any(
        "fe_boot" in need for extra in project["optional-dependencies"].values() for need in extra
    )


def test_no_two_test_files_have_one_name() -> None:
    """pytest imports them by their names alone."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []
