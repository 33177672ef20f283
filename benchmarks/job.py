"""The main job from a cold start: python run_reproduction.py in fresh processes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent


def measured(rounds: int) -> dict[str, list[float]]:
    """Seconds of each run with the engine and without; empty if the job cannot run here."""
    times: dict[str, list[float]] = {"with fe_boot": [], "plain Python": []}
    for _ in range(rounds):
        for name, pure in (("with fe_boot", "0"), ("plain Python", "1")):
            seconds = _once({"FE_PURE_PYTHON": pure})
            if seconds is None:
                return {}
            times[name].append(seconds)
    return times


def _once(extra: dict[str, str]) -> float | None:
    with tempfile.TemporaryDirectory() as folder:
        start = perf_counter()
        command = [sys.executable, str(ROOT / "run_reproduction.py"), "--out", folder]
        done = subprocess.run(command, env={**os.environ, **extra}, capture_output=True, cwd=ROOT)
        seconds = perf_counter() - start
    return seconds if done.returncode in (0, 1) else None
