"""Work for a second core: what the next step does not need runs beside it, in a forked child."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def start(work: Callable[[], Result]) -> Callable[[], Result]:
    """Begin `work` in a forked child; the result is asked for later, and is the same either way.

    Where there is no second core, no fork, or other threads (which a fork would cut off), and where
    the child fails, the work is done in this process when it is asked for. The child ends silently
    with Ctrl-C, as its parent's group does, and when its parent is gone. `work` must not write.
    """
    if not hasattr(os, "fork") or (os.cpu_count() or 1) < 2 or len(sys._current_frames()) > 1:
        return work
    sys.stdout.flush()
    sys.stderr.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _work(work, reading, writing)
    os.close(writing)

    def collect() -> Result:
        with os.fdopen(reading, "rb") as pipe:
            data = pipe.read()
        _, status = os.waitpid(child, 0)
        if status != 0:
            return work()
        # Our own child wrote this; no file and no stranger's byte is unpickled anywhere.
        result: Result = pickle.loads(data)
        return result

    return collect


def _work(work: Callable[[], object], reading: int, writing: int) -> None:
    """The child: nothing of the parent's clean-up may run here, so it leaves by `os._exit`."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.close(reading)
        # Whoever reads the parent's output must not have to wait for this process.
        for inherited in (0, 1, 2):
            with contextlib.suppress(OSError):
                os.close(inherited)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(pickle.dumps(work()))
        status = 0
    finally:
        os._exit(status)
