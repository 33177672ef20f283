"""`python tests/peers/remake.py`: every peer's values anew, each by the script beside them.

Needs the peers (`pip install --require-hashes -r requirements-dev.txt`); `git diff tests/peers`
then shows what a newer version says differently. Exit status 1 if a script could not run.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    """Run every script of this folder that has values beside it."""
    failed = []
    for path in sorted(HERE.glob("*.py")):
        if path == Path(__file__).resolve():
            continue
        status = subprocess.call([sys.executable, "-I", str(path)])
        print(f"{path.stem:<20} {'remade' if not status else f'exit status {status}'}", flush=True)
        if status:
            failed.append(path.name)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
