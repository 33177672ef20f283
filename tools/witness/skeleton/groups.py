"""A matched triplet, with every attribute it has before it gets images and items."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Group:
    """One of the 320 groups.

    golds: gold letters in the order of its variants. base: images of the base set. component:
    exact-image component. ordinal, deleted: positions in the MSS from 1 (0: no ordinal, or a frame
    group). union, overlap: test only. tag, heading: test evidence groups only; else empty.
    """

    group: str
    family: str
    split: str
    golds: tuple[str, str, str]
    base: int
    relation: str
    source: str
    scene: str
    cluster: str
    component: str
    union: str = ""
    overlap: str = ""
    ordinal: int = 0
    deleted: int = 0
    tag: str = ""
    heading: str = ""


def group_name(number: int) -> str:
    """The identifier of a group, as the paper writes them."""
    return f"group_{number:05d}"
