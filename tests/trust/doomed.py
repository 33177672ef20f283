"""A front door that strikes its own process: `python doomed.py SIGNAL AT arguments…`.

Everything that changes something beside the report is a step: a file opened for writing, half of
its text, a folder made, renamed, exchanged or removed. SIGNAL is sent to this process just before
step AT (from 0). With AT = -1 the steps are written to standard error instead. With TWO_RENAMES in
the environment, the system is one that cannot exchange folders.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from fe_core import writing
from fe_core.exchange import exchange
from offline_reproduction.cli.main import front_door

SIGNAL, AT = int(sys.argv[1]), int(sys.argv[2])
WORDS = sys.argv[3:]
PLACE = str(Path(WORDS[WORDS.index("--out") + 1]).absolute().parent)
CHANGES = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod", "shutil.rmtree"}
steps: list[str] = []


def step(name: str) -> None:
    """Count, and strike when it is time."""
    steps.append(name)
    if len(steps) == AT + 1:
        os.kill(os.getpid(), signal.Signals(SIGNAL))


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Audit events come before what they announce; below an open folder they name no path."""
    if event in CHANGES:
        below = event in {"os.remove", "os.rmdir"} and arguments[1] != -1
        if below or PLACE in os.fsdecode(arguments[0]):  # type: ignore[arg-type]
            step(event)


class Halting(io.TextIOWrapper):
    """A file whose text reaches the disk in two halves, with a step before each."""

    def write(self, text: str) -> int:
        """Half, a step, the other half."""
        half = len(text) // 2
        super().write(text[:half])
        self.flush()
        step("half")
        return half + super().write(text[half:])


def halting(path: Path, mode: str, **more: str) -> io.TextIOWrapper:
    """`open`, for files that are written."""
    step("open")
    return Halting(io.BufferedWriter(io.FileIO(path, mode)), **more)


def exchanging(one: Path, two: Path) -> bool:
    """`exchange`, with a step before it."""
    if "TWO_RENAMES" in os.environ:
        return False
    if two.exists():
        step("exchange")
    return exchange(one, two)


# A shell's background job starts with Ctrl-C ignored, and Python leaves that so.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.addaudithook(watch)
writing.exchange = exchanging
writing.open = halting  # type: ignore[attr-defined]
status = front_door(WORDS)
if AT < 0:
    print(*steps, file=sys.stderr)
sys.exit(status)
