"""`python tests/trust/mutation.py [PATTERN…]`: mutation testing of what decides verdicts.

Copies the tracked files, lets mutmut (3.x) change the modules below one expression at a time, runs
the tests that reach each change, and prints how many changes were noticed and which were not.
PATTERN: mutants by name, such as `fe_core.numbers.rounding.*`. Exit status 1 if a survivor is not
in survivors.tsv, which says why each one may live.
"""

from __future__ import annotations

import csv
import os
import shutil
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
SETTINGS = f"""
[tool.mutmut]
source_paths = ["fe_core"]
only_mutate = {list(MODULES)}
also_copy = ["offline_reproduction", "records", "README.md"]
pytest_add_cli_args = ["-p", "no:cacheprovider"]
pytest_add_cli_args_test_selection = {[name for name in TESTS if (HERE.parent.parent / name).exists()]}
use_git_change_detection = false
"""
NOTICED = {"killed", "timeout", "segfault", "caught by type check"}


def explained() -> dict[str, str]:
    """Mutant → why it may live."""
    with open(HERE / "survivors.tsv", encoding="utf-8", newline="") as file:
        return {row["mutant"]: row["why"] for row in csv.DictReader(file, delimiter="\t")}


def mutmut(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run mutmut in a copied checkout, with small changes of the tests' own surroundings."""
    environment = os.environ | {"FE_PURE_PYTHON": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "mutmut", *words]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def results(folder: Path) -> dict[str, str]:
    """Mutant → what became of it."""
    said = mutmut(folder, "results", "--all", "true").stdout
    pairs = (line.strip().split(": ", 1) for line in said.splitlines() if ": " in line)
    return {name: state for name, state in pairs}


def main() -> int:
    """Mutate, count, and list what survives without a reason."""
    started = time.monotonic()
    folder = Path(os.environ.get("FE_MUTATION_FOLDER") or tempfile.mkdtemp(prefix="fe-mutation-"))
    checkout = copy(folder, "checkout")
    with open(checkout / "pyproject.toml", "a", encoding="utf-8") as file:
        file.write(SETTINGS)
    ran = mutmut(checkout, "run", "--max-children", os.environ.get("FE_CORES", "2"), *sys.argv[1:])
    found = {name: state for name, state in results(checkout).items() if state != "not checked"}
    if not found:
        print(ran.stdout[-4000:], ran.stderr[-4000:])
        return 2
    why = explained()
    for name, state in sorted(found.items()):
        if state not in NOTICED and name not in why:
            print(f"{state}: {name}")
            print(mutmut(checkout, "show", name).stdout)
    counts = Counter(found.values())
    noticed = sum(counts[state] for state in NOTICED)
    print(", ".join(f"{state} {count}" for state, count in counts.most_common()))
    left = [name for name, state in found.items() if state not in NOTICED]
    print(f"{noticed} of {len(found)} noticed ({100 * noticed / len(found):.1f} %),", end=" ")
    print(f"{sum(name in why for name in left)} of {len(left)} others explained,", end=" ")
    print(f"{time.monotonic() - started:.0f} s")
    if not os.environ.get("FE_MUTATION_FOLDER"):
        shutil.rmtree(folder, ignore_errors=True)
    return 0 if set(left) <= set(why) else 1


if __name__ == "__main__":
    sys.exit(main())
