"""Every sentence, caption and note with a number: one function for each claim."""

from __future__ import annotations

CLAIMS = ()
UNANSWERED: dict[str, str] = {}
