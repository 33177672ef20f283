"""Premises: what the numbers of a study take for granted, and how each is known."""

from __future__ import annotations

from typing import NamedTuple

CHECKED, DECLARED, ASSUMED = "checked", "declared", "assumed"
"""Checked on the records; declared in the study; or assumed, which the terminal says."""


class Premise(NamedTuple):
    """One premise: what it is about, what is taken for granted, and how that is known."""

    premise: str
    value: str
    known: str
