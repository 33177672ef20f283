"""The one door: whatever happens behind it ends in an exit status and at most one sentence.

It imports next to nothing, so that Ctrl-C during the imports of a command passes through it, too.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from typing import Any

UNUSABLE, FAILED, INTERRUPTED = 2, 3, 130
"""Exit statuses of a command that gave no judgement."""

PATIENT = 100_000
"""New objects between two searches for unreachable cycles. A job keeps almost all that it makes
until it ends, so that Python's usual 700 spend a sixth of its time looking in vain."""


def through(job: Callable[[], int]) -> int:
    """Run a job and return its exit status, or the one that fits what it raised.

    2: bad input, or the system refused something; 3: a mistake of the kit; 130: Ctrl-C.
    """
    gc.set_threshold(PATIENT)
    try:
        try:
            return job()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except KeyboardInterrupt:
        return _said(INTERRUPTED, "interrupted; an older report, if there was one, is untouched")
    except Exception as error:
        return _said(*_meaning(error))


def loaded(module: str, function: str) -> int:
    """`through`, with the import of what is run behind the door as well."""
    from importlib import import_module

    def job() -> int:
        run: Callable[[], Any] = getattr(import_module(module), function)
        return int(run())

    return through(job)


def _meaning(error: Exception) -> tuple[int, str]:
    from fe_core.errors import FeError

    if isinstance(error, FeError):
        return UNUSABLE, f"error: {error}"
    if isinstance(error, MemoryError):
        return UNUSABLE, "error: this needs more memory than there is; nothing was replaced"
    if isinstance(error, BrokenPipeError):
        _forget_output()
        return UNUSABLE, ""
    if isinstance(error, OSError):
        if error.filename is None:
            _forget_output()
        what = "standard output" if error.filename is None else error.filename
        return UNUSABLE, f"error: {what}: {error.strerror or error}; nothing was replaced"
    if sys.flags.dev_mode:
        import traceback

        return FAILED, "".join(traceback.format_exception(error)).rstrip()
    first = str(error).partition("\n")[0][:200]
    return FAILED, (
        f"internal error: {type(error).__name__}: {first} "
        "(please report it; with PYTHONDEVMODE=1 set the traceback is shown)"
    )


def _forget_output() -> None:
    """Or the interpreter would try again to write what could not be written, and complain."""
    sys.stdout = None


def _said(status: int, text: str) -> int:
    try:
        from offline_reproduction.cli import console

        if text:
            console.complain(text)
    except (KeyboardInterrupt, Exception):
        # Nothing can be said any more.
        pass
    return status
