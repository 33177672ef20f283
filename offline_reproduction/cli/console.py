"""The one place that prints: results to standard output, progress and errors to standard error."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from time import monotonic
from typing import TextIO

from fe_core.errors import UsageError
from fe_core.records.directory import Progress, silent
from fe_core.reporting.escape import plain, terminal

AGREES, DIFFERS, UNUSABLE, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses."""


GOOD, BAD, STRONG, QUIET = "32", "31", "1", "2"
"""Styles of a line, as terminals number them; nothing is told by colour alone."""

_colour = False

_BEYOND = re.compile("[^\x00-\x7f]")


def colours(choice: str) -> None:
    """Decide once whether lines are coloured: `always`, `never`, or `auto` (on a terminal only,
    and not where NO_COLOR is set)."""
    global _colour
    auto = _on_terminal(sys.stdout) and not os.environ.get("NO_COLOR")
    _colour = choice == "always" or (choice == "auto" and auto)


def say(text: str, style: str = "") -> None:
    """A line of results. Control characters of names are made visible, whatever the terminal."""
    safe = "\n".join(map(terminal, text.split("\n")))
    _write(_output(), f"\x1b[{style}m{safe}\x1b[0m" if style and _colour else safe)


def step_summary() -> str:
    """The file that a CI run shows as its summary; "" where there is none."""
    return os.environ.get("GITHUB_STEP_SUMMARY", "")


def write(text: str) -> None:
    """A whole document (JSON, CSV); what the terminal's encoding lacks is escaped as in JSON."""
    try:
        text.encode(_output().encoding or "utf-8")
    except UnicodeEncodeError:
        text = _BEYOND.sub(lambda found: json.dumps(found[0])[1:-1], text)
    _output().write(text)


def complain(text: str) -> None:
    """A line of complaint, if there is anybody to hear it."""
    with contextlib.suppress(OSError, ValueError):
        if sys.stderr is not None:
            _write(sys.stderr, "\n".join(map(terminal, text.split("\n"))))
            sys.stderr.flush()


def progress(quiet: bool) -> Progress:
    """A progress line on a terminal, nothing elsewhere; shown after the first half second."""
    if quiet or not _on_terminal(sys.stderr):
        return silent
    started = monotonic()

    def show(what: str, done: int, total: int) -> None:
        if monotonic() - started < 0.5:
            return
        bar = "█" * (20 * done // max(total, 1))
        end = "" if done < total else "\r\x1b[K"
        sys.stderr.write(f"\r\x1b[K{plain(what)} {bar:<20} {done}/{total}{end}")
        sys.stderr.flush()

    return show


def _write(stream: object, text: str) -> None:
    print(_encodable(stream, text), file=stream)  # type: ignore[call-overload]


def _encodable(stream: object, text: str) -> str:
    """What can be printed even where the terminal's encoding lacks a character."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _output() -> TextIO:
    if sys.stdout is None:
        raise UsageError("standard output is closed, and there is something to say (see --quiet)")
    return sys.stdout


def _on_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()
