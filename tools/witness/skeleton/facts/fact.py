"""One composition fact."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tools.witness.skeleton.facts.view import View


class Fact(NamedTuple):
    """printed: its text; relations print "True". value: recounts it, compared as text."""

    id: str
    place: str
    wording: str
    printed: str
    value: Callable[[View], object]
