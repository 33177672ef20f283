"""`python tests/fuzz/run.py --seconds 20`: each target in turn, coverage-guided (needs atheris).

Inputs that were worth keeping lie in tests/fuzz/corpus/<target>/ and are run by the test suite.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT))


def main() -> int:
    """Fuzz every target (or the named ones); exit status 1 if one finds something."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--seconds", type=int, default=20, help="for each target")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inside:
        return _inside(arguments.inside, arguments.seconds)
    from tests.fuzz.targets import TARGETS

    failed = []
    for name in arguments.targets or TARGETS:
        command = [sys.executable, __file__, "--inside", name, "--seconds", str(arguments.seconds)]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        executions = [line for line in ran.stderr.splitlines() if "DONE" in line or "Done" in line]
        print(f"{name:<16} exit {ran.returncode}  {executions[-1] if executions else ''}")
        if ran.returncode:
            failed.append(name)
            print(ran.stderr[-2000:])
    return 1 if failed else 0


def _inside(name: str, seconds: int) -> int:
    import atheris

    with atheris.instrument_imports(include=["fe_core", "offline_reproduction"]):
        from tests.fuzz.targets import run
    corpus = HERE / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    words = [sys.argv[0], f"-max_total_time={seconds}", "-max_len=4096", "-timeout=10"]
    atheris.Setup(
        [*words, f"-artifact_prefix={corpus}/crash-", str(corpus)], lambda d: run(name, d)
    )
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
