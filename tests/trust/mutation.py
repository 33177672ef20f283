"""`python tests/trust/mutation.py [PATTERN…]`: mutation testing of what decides verdicts.

Copies the tracked files, lets mutmut (3.x) change the modules below one expression at a time, runs
the tests that reach each change, and prints how many changes were noticed and which were not.
PATTERN: mutants by name, such as `fe_core.numbers.rounding.*`. Exit status 1 if a survivor is not
in survivors.tsv, which says why each one may live.
"""

from __future__ import annotations

import argparse
import csv
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from distribution import copy

HERE = Path(__file__).resolve().parent
MODULES = (
    "fe_core/numbers/exact.py",
    "fe_core/numbers/rounding.py",
    "fe_core/numbers/verdict.py",
    "fe_core/scoring/classification.py",
    "fe_core/scoring/decomposition.py",
    "fe_core/scoring/joint.py",
    "fe_core/scoring/outcomes.py",
    "fe_core/scoring/paired.py",
    "fe_core/intervals/judge.py",
    "fe_core/intervals/quantiles.py",
)
TESTS = (
    "tests/core/test_numbers.py",
    "tests/core/test_scoring.py",
    "tests/core/test_records.py",
    "tests/intervals/test_judge.py",
    "tests/intervals/test_quantiles.py",
    "tests/trust/test_by_hand.py",
    "tests/trust/test_judges.py",
    "tests/trust/test_survivors.py",
)
SLOW = (
    "tests/core/test_scoring.py::test_macro_metrics_against_scikit_learn",
    "tests/core/test_scoring.py::test_expectations_of_macro_metrics_against_enumeration",
    "tests/intervals/test_judge.py::test_drawn_endpoints_of_hundreds_of_seeds_lie_in_the_band",
)
"""Left out: seconds each, and what they would notice is noticed by quicker ones."""
SETTINGS = f"""
[tool.mutmut]
source_paths = ["fe_core"]
only_mutate = {list(MODULES)}
also_copy = ["offline_reproduction", "records", "README.md"]
pytest_add_cli_args = {["-p", "no:cacheprovider", *(f"--deselect={name}" for name in SLOW)]}
pytest_add_cli_args_test_selection = {list(TESTS)}
use_git_change_detection = false
timeout_multiplier = 4.0
timeout_constant = 2.0
"""
HASTY = """
from hypothesis import Phase

settings.register_profile(
    "hasty", settings(), max_examples=40, phases=[Phase.explicit, Phase.generate]
)
settings.load_profile("hasty")
"""
"""Added to the copy's conftest: what is noticed need not be boiled down to its least example."""
NOTICED = {"killed", "timeout", "segfault", "caught by type check"}


def explained() -> dict[str, str]:
    """Mutant → why it may live."""
    with open(HERE / "survivors.tsv", encoding="utf-8", newline="") as file:
        return {row["mutant"]: row["why"] for row in csv.DictReader(file, delimiter="\t")}


def mutmut(folder: Path, *words: str, seconds: float | None = None) -> str:
    """Run mutmut in a copied checkout, for so long at most; what it printed."""
    environment = os.environ | {"FE_PURE_PYTHON": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "mutmut", *words]
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            return process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return ""


def results(folder: Path) -> dict[str, str]:
    """Mutant → what became of it, for those that were tried."""
    said = mutmut(folder, "results", "--all", "true")
    pairs = [line.strip().split(": ", 1) for line in said.splitlines() if ": " in line]
    return {name: state for name, state in pairs if state != "not checked"}


def main() -> int:
    """Mutate, count, and list what survives without a reason."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("patterns", nargs="*")
    parser.add_argument("--cores", default="2")
    parser.add_argument("--seconds", type=float, default=3600.0, help="stop after so long")
    arguments = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fe-mutation-", ignore_cleanup_errors=True) as folder:
        checkout = copy(Path(folder), "checkout")
        with open(checkout / "pyproject.toml", "a", encoding="utf-8") as file:
            file.write(SETTINGS)
        with open(checkout / "tests/conftest.py", "a", encoding="utf-8") as file:
            file.write(HASTY)
        words = ("run", "--max-children", arguments.cores, *arguments.patterns)
        said = mutmut(checkout, *words, seconds=arguments.seconds)
        found = results(checkout)
        if not found:
            print(said[-4000:])
            return 2
        why = explained()
        left = sorted(name for name, state in found.items() if state not in NOTICED)
        for name in left:
            if name not in why:
                print(f"{found[name]}: {mutmut(checkout, 'show', name)}", flush=True)
    print(", ".join(f"{state} {count}" for state, count in Counter(found.values()).most_common()))
    noticed = len(found) - len(left)
    print(f"{noticed} of {len(found)} noticed ({100 * noticed / len(found):.1f} %),", end=" ")
    print(f"{sum(name in why for name in left)} of {len(left)} others explained,", end=" ")
    print(f"{time.monotonic() - started:.0f} s")
    return 0 if set(left) <= set(why) else 1


if __name__ == "__main__":
    sys.exit(main())
