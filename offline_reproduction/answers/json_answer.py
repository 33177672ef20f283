"""An answer in JSON that stands inside a text, in a fence or between sentences."""

from __future__ import annotations

import json
import re

_KEYS = [
    re.compile(rf"[\"'](?:{names})[\"']\s{{0,20}}:\s{{0,20}}", re.IGNORECASE)
    for names in (r"(?:final[ _]?)?answer", "label|prediction|choice")
]
_DECODER = json.JSONDecoder(strict=False)
_QUOTED = re.compile(r"\"((?:[^\"\\\n]|\\.){0,4000})\"|'((?:[^'\\\n]|\\.){0,4000})'")
_LONGEST = 20_000


def answer(text: str) -> str | None:
    """The value of the last key `answer`, else `label`, `prediction` or `choice`; None without one.

    A number keeps its digits, a list is joined with commas, null and an object are "". Where JSON
    is broken after the key, only a quoted text that is closed on its line is taken.

    >>> answer('So: {"why": "…", "answer": "B"}'), answer("no JSON here")
    ('B', None)
    """
    keys = next((found for key in _KEYS if (found := list(key.finditer(text)))), [])
    return _value(text[keys[-1].end() : keys[-1].end() + _LONGEST]) if keys else None


def _value(rest: str) -> str:
    try:
        value, _ = _DECODER.raw_decode(rest)
    except (ValueError, RecursionError):
        quoted = _QUOTED.match(rest)
        return (quoted[1] or quoted[2] or "") if quoted else ""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return ", ".join(value)
    if isinstance(value, bool):
        return str(value)
    if value is None or isinstance(value, (list, dict)):
        return ""
    digits = re.match(r"[-+0-9.eE]{1,100}", rest)
    return digits[0] if digits else ""
