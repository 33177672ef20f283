#!/usr/bin/env python3
"""All tests in one command: `python tests/run.py`.

Makes a virtual environment (.venv in the checkout), installs the test extra, runs the whole suite
with nothing compiled, then, where cargo is there, builds the wheel of rust_boot and runs the suite
again with it. Arguments are handed to pytest: `python tests/run.py tests/core -x`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = Path(os.environ.get("FE_TEST_VENV", ROOT / ".venv"))
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run(*command: object, **environment: str) -> None:
    """Run a command in the checkout; its failure ends this one with the same status."""
    words = [str(word) for word in command]
    print("$", " ".join(words), *(f"{k}={v}" for k, v in environment.items()), flush=True)
    status = subprocess.call(words, cwd=ROOT, env=os.environ | environment)
    if status:
        sys.exit(status)


def install() -> None:
    """The environment with the test extra; made once, brought up to date each time."""
    if not PYTHON.exists():
        venv.create(HOME, with_pip=True)
    run(PYTHON, "-m", "pip", "install", "--quiet", "--editable", f"{ROOT}[test]")


def build_wheel() -> bool:
    """Build rust_boot and install it; False (and a word about it) where cargo cannot build."""
    if not _cargo_runs():
        print(
            "cargo is not here or cannot run: the Rust engine is not built, its tests are skipped"
        )
        return False
    with tempfile.TemporaryDirectory() as folder:
        run(PYTHON, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, "./rust_boot")
        wheel = next(Path(folder).glob("fe_boot-*.whl"))
        run(PYTHON, "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", wheel)
    return True


def _cargo_runs() -> bool:
    """A cargo on the path may be a stub without a toolchain: only running it tells."""
    cargo = shutil.which("cargo")
    if cargo is None:
        return False
    try:
        tried = subprocess.run([cargo, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def main(arguments: list[str]) -> None:
    """Both passes."""
    install()
    run(PYTHON, "-m", "pip", "uninstall", "--quiet", "--yes", "fe_boot")
    parallel = ("-n", "auto", "--dist", "loadfile")
    run(PYTHON, "-m", "pytest", *parallel, *arguments, FE_PURE_PYTHON="1")
    if build_wheel():
        native = arguments or ["tests/native", "tests/intervals", "tests/kit"]
        run(PYTHON, "-m", "pytest", *parallel, *native, FE_REQUIRE_NATIVE="1")


if __name__ == "__main__":
    main(sys.argv[1:])
