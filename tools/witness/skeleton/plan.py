"""What the skeleton fixes before any solving: splits, clusters, components, references.

Printed composition facts are met by these choices or by the modules that read them; every one is
checked afterwards in `facts`. A value that no printed number fixes is a choice, and is one here.
"""

from __future__ import annotations

from typing import NamedTuple

LETTERS = ("A", "B", "C", "D")
FRAMES = ("camera", "object", "scene")
EVIDENCE = ("mss", "deletion", "addition")
AXIAL = ("front", "back", "left", "right")
QUADRANT = ("front-left", "front-right", "back-left", "back-right")
INSUFFICIENT = "insufficient"
SIZES = (2, 3, 4)
SPLITS = ("train", "dev", "test")
GROUPS = {"train": 96, "dev": 16, "test": 48}
"""Groups of one family in each split (Table 2)."""

TABLETOP, INDOOR, OUTDOOR = "tabletop", "indoor-large", "outdoor-public"
CAPTURED, RENDERED = "captured", "rendered"


class Cluster(NamedTuple):
    """A scene cluster of the test split.

    union: the union component it belongs to. frames: number of FQ1 groups. components: for each
    exact-image component the number of its FQ2 groups and their source; frame groups join the
    components that `joined` names by position, in turn.
    """

    name: str
    union: str
    scene: str
    shared: bool
    frames: int
    components: tuple[tuple[int, str], ...]
    joined: tuple[int, ...]


CROSSING = "crossing"
"""The exact-image component of groups 00360, 00361 and 00364, which lies in two scene clusters."""
CROSSING_GROUPS = ("group_00360", "group_00361", "group_00364")

_C, _R = CAPTURED, RENDERED
CLUSTERS = (
    Cluster("scene_01", "union_01", INDOOR, True, 7, ((2, _C), (1, _C), (1, _C)), (0, 1, 2)),
    Cluster(
        "scene_02", "union_02", TABLETOP, True, 2, ((2, _C), (2, _R), (1, _R), (1, _R)), (1, 2)
    ),
    Cluster(
        "scene_03", "union_02", TABLETOP, True, 2, ((2, _C), (2, _C), (1, _C), (1, _C)), (0, 2)
    ),
    Cluster("scene_04", "union_03", INDOOR, True, 8, ((3, _C), (2, _C), (1, _C)), (0, 1, 2)),
    Cluster("scene_05", "union_04", OUTDOOR, True, 6, ((2, _R), (2, _R)), (0, 1)),
    Cluster("scene_06", "union_05", TABLETOP, True, 5, ((2, _R), (1, _R)), (0, 1)),
    Cluster("scene_07", "union_06", OUTDOOR, True, 4, ((2, _R), (1, _R)), (0, 1)),
    Cluster("scene_08", "union_07", OUTDOOR, True, 3, ((2, _C),), (0,)),
    Cluster("scene_09", "union_08", TABLETOP, True, 3, ((2, _R),), (0,)),
    Cluster("scene_10", "union_09", INDOOR, True, 1, ((1, _R),), (0,)),
    Cluster("scene_11", "union_10", OUTDOOR, False, 3, ((2, _R), (1, _R)), (0, 1)),
    Cluster("scene_12", "union_11", INDOOR, False, 2, ((2, _R),), (0,)),
    Cluster("scene_13", "union_12", OUTDOOR, False, 1, ((2, _R),), (0,)),
    Cluster("scene_14", "union_13", TABLETOP, False, 1, ((1, _C),), (0,)),
)


class Reference(NamedTuple):
    """An FQ2 test group outside the removed stratum: what its ordinal does after deletion.

    base: number of MSS images. ordinal, deleted: positions in the MSS, counted from 1 (0: none).
    """

    base: int
    ordinal: int
    deleted: int


REFERENCES = {
    "group_00352": Reference(2, 2, 1),
    "group_00354": Reference(4, 2, 1),
    "group_00363": Reference(2, 2, 1),
    "group_00366": Reference(3, 1, 3),
    "group_00368": Reference(3, 2, 1),
    "group_00369": Reference(4, 0, 2),
    "group_00371": Reference(3, 3, 2),
    "group_00374": Reference(2, 0, 1),
    "group_00377": Reference(2, 1, 2),
    "group_00379": Reference(3, 0, 2),
    "group_00381": Reference(3, 3, 1),
    "group_00393": Reference(3, 0, 1),
}
"""The twelve groups of the prompt audit; in all others the first image is named and removed.

Those of one union component lie in one scene cluster, so that the six components are the same ones
whether they are formed over all test groups or over these twelve.
"""

TAGS = ("camera", "object", "world")


def group_numbers(family: str, split: str) -> tuple[int, ...]:
    """Numbers of a family's groups in a split, ascending; the paper's named groups lie where it
    puts them (00152 and 00388 in training; 00360, 00361, 00364, 00368 and 00392 in test)."""
    return _NUMBERS[family, split]


_NUMBERS = {
    ("FQ1", "train"): (*range(1, 96), 152),
    ("FQ1", "dev"): (96, *range(145, 152), *range(153, 161)),
    ("FQ1", "test"): tuple(range(97, 145)),
    ("FQ2", "train"): (*range(241, 336), 388),
    ("FQ2", "dev"): (*range(336, 351), 400),
    ("FQ2", "test"): (*range(351, 388), *range(389, 400)),
}

BASES = {"FQ1": {"train": (33, 33, 30), "dev": (5, 5, 6), "test": (15, 16, 17)}}
"""Two-, three- and four-image base sets of FQ1; those of FQ2 come out of the Table 10 model."""

SCENES = {
    ("FQ1", "train"): (32, 32, 32),
    ("FQ2", "train"): (33, 32, 31),
    ("FQ1", "dev"): (5, 5, 6),
    ("FQ2", "dev"): (4, 6, 6),
}
"""Tabletop, indoor and outdoor groups; on test the scene clusters say it (Table 2)."""

AXIAL_GROUPS = {
    ("FQ1", "train"): 48,
    ("FQ2", "train"): 49,
    ("FQ1", "dev"): 8,
    ("FQ2", "dev"): 7,
    ("FQ1", "test"): 24,
    ("FQ2", "test"): 24,
}
CAPTURED_GROUPS = {"train": 36, "dev": 6, "test": 21}
"""Captured groups of one family in each split: 126 in all, 42 on test."""

TRAIN_ONLY_CLUSTERS = (
    ("scene_15", TABLETOP),
    ("scene_16", TABLETOP),
    ("scene_17", INDOOR),
    ("scene_18", INDOOR),
    ("scene_19", OUTDOOR),
    ("scene_20", OUTDOOR),
)
DISTINCT_IMAGES = {"test": 133, "train": 265, "dev": 45}
"""Distinct images of each split; the paper prints their sum, 443."""

TOP_LABELS = (62, 52, 46, 41, 37, 33, 30, 27, 24, 22)
"""Groups of the ten most frequent object labels; the paper prints their sum, 374."""
OTHER_LABELS = 116
OTHER_OCCURRENCES = 586

NAMED_ITEM = (581, "fce_test_00581")
"""The one item that the paper names, a training item: its place in our order, its id."""
