"""The kit's one family of errors: each message gives the rule, the value and the place."""

from __future__ import annotations

from collections.abc import Sequence


class FeError(ValueError):
    """Something that was handed to the kit cannot be used; the message says why and what to do."""


class RecordError(FeError):
    """Records break the documented schema; the message starts with `file:line:` where it can."""


class PrintedError(FeError):
    """A printed number cannot be read, or a transcription is damaged."""


class UsageError(FeError):
    """A call or a command asks for something that does not exist."""


SHOWN = 20


def together(problems: Sequence[str], shown: int = SHOWN) -> str:
    """The first `shown` problems, one a line, and how many more there are."""
    lines = list(problems[:shown])
    if len(problems) > shown:
        lines.append(f"… and {len(problems) - shown} more")
    return "\n".join(lines)
