"""What the prose says of the two Base–LoRA pairs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Family(NamedTuple):
    """What the prose says of one Base–LoRA pair.

    reverse: switches from insufficiency back. common: MSS right in both. gained, lost: (deletion,
    addition) changes on common groups. kept_nts: solved by both. elsewhere: (metric, Base, LoRA)
    solved in groups without overlap. changed: answers that differ between the two Base runs.
    """

    model: str
    reverse: Mapping[str, int]
    common: int
    gained: tuple[int, int]
    lost: tuple[int, int]
    kept_nts: int | None
    elsewhere: tuple[str, int, int]
    changed: int


QWEN = Family(
    "Qwen2.5-VL-7B", {"mss": 0, "deletion": 0, "addition": 0}, 4, (4, 0), (0, 1), None,
    ("DIS", 4, 2), 7,
)  # fmt: skip
INTERN = Family(
    "InternVL3-8B", {"mss": 1, "deletion": 0, "addition": 0}, 9, (1, 0), (0, 3), 2,
    ("NTS", 1, 2), 11,
)  # fmt: skip
