"""Checks of print alone need no records, so a second core can do them while records are read."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import fields

from fe_core.numbers.verdict import Verdict
from fe_core.reporting.entries import Entry, Kind

Checks = Callable[[], tuple[Entry, ...]]


def start(checks: Checks) -> Checks:
    """Begin `checks` in a forked child; the result is asked for later, and is the same either way.

    Where there is no second core, no fork, or other threads (which a fork would cut off), and where
    the child fails, the checks run in this process when they are asked for. The child ends silently
    with Ctrl-C, as its parent's group does, and when its parent is gone.
    """
    if not hasattr(os, "fork") or (os.cpu_count() or 1) < 2 or len(sys._current_frames()) > 1:
        return checks
    sys.stdout.flush()
    sys.stderr.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _work(checks, reading, writing)
    os.close(writing)

    def collect() -> tuple[Entry, ...]:
        with os.fdopen(reading, "rb") as pipe:
            data = pipe.read()
        _, status = os.waitpid(child, 0)
        return _entries(data) if status == 0 else checks()

    return collect


def _work(checks: Checks, reading: int, writing: int) -> None:
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
            pipe.write(_data(checks()))
        status = 0
    finally:
        os._exit(status)


def _data(entries: tuple[Entry, ...]) -> bytes:
    names = [field.name for field in fields(Entry)]
    rows = [[getattr(entry, name) for name in names] for entry in entries]
    return json.dumps(rows, default=lambda kind: kind.value).encode()


def _entries(data: bytes) -> tuple[Entry, ...]:
    names = [field.name for field in fields(Entry)]
    made = []
    for row in json.loads(data):
        value = dict(zip(names, row, strict=True))
        value["kind"], value["verdict"] = Kind(value["kind"]), Verdict(value["verdict"])
        value["roundings"], value["band"] = tuple(value["roundings"]), tuple(value["band"])
        made.append(Entry(**value))
    return tuple(made)
