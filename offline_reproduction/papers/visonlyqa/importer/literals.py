"""Lists of options, as JSON lists or as the text of a Python literal; nothing is evaluated."""

from __future__ import annotations

import re
from typing import Any

from fe_core.errors import RecordError

LONGEST = 2000
"""Characters that the text of a list may have."""

_TEXT = r"'[^'\"\\\n]*'|\"[^'\"\\\n]*\""
_LIST = re.compile(rf"\[\s*(?:(?:{_TEXT})\s*(?:,\s*(?:{_TEXT})\s*)*,?)?\s*\]")
_ENTRY = re.compile(_TEXT)


def options(value: Any) -> tuple[str, ...]:
    """Distinct texts, from a list or from text such as `['a', 'b']`.

    Raises RecordError for anything else: escapes, nested quotes, numbers, calls.

    >>> options("['True', 'False']"), options(["a", "b"])
    (('True', 'False'), ('a', 'b'))
    """
    if isinstance(value, str):
        if len(value) > LONGEST or not _LIST.fullmatch(value.strip()):
            raise RecordError(
                f"response_options={value[:60]!r} must be a list of plain quoted texts"
            )
        value = [text[1:-1] for text in _ENTRY.findall(value)]
    if (
        not isinstance(value, list)
        or not value
        or not all(isinstance(text, str) and text for text in value)
        or len(set(value)) != len(value)
    ):
        raise RecordError(f"response_options={str(value)[:60]} must be distinct texts")
    return tuple(value)
