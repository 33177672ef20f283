"""Gold letters of the frame groups, one letter a frame.

On test the three letters of a group differ pairwise; elsewhere at least two differ.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from offline_reproduction.frameevidence.witness.skeleton.plan import GROUPS, LETTERS, SPLITS
from offline_reproduction.frameevidence.witness.skeleton.rules import Kind
from offline_reproduction.frameevidence.witness.skeleton.solving import model, solve

TEST_LETTERS = {"A": 75, "B": 70, "C": 69, "D": 74}


class Triple(NamedTuple):
    """Gold letters under the camera, object and scene frame."""

    camera: str
    object: str
    scene: str


TRIPLES = tuple(Triple(*t) for t in product(LETTERS, repeat=3) if len(set(t)) > 1)
DISTINCT = tuple(t for t in TRIPLES if len(set(t)) == 3)


def frame_letters(evidence: dict[str, tuple[Kind, ...]]) -> dict[str, tuple[Triple, ...]]:
    """Every FQ1 group's gold letters, sorted, by split: 40 a letter and frame, and on test what
    the evidence groups leave of 75, 70, 69 and 74."""
    m = model()
    bounds = {"train": (1, 3), "dev": (0, 1), "test": (1, 3)}
    counts = {
        (k, t): m.new_int_var(*bounds[k], "")
        for k in SPLITS
        for t in (DISTINCT if k == "test" else TRIPLES)
    }
    for k in SPLITS:
        m.add(sum(n for (split, _), n in counts.items() if split == k) == GROUPS[k])
    for frame in range(3):
        for letter in LETTERS:
            found = {
                k: sum(n for (s, t), n in counts.items() if s == k and t[frame] == letter)
                for k in SPLITS
            }
            m.add(sum(found.values()) == 40)
            m.add_linear_constraint(found["test"], 10, 13)
            m.add_linear_constraint(found["dev"], 2, 6)
    for letter, total in TEST_LETTERS.items():
        taken = sum(
            2 * (c.spatial == letter) + (c.insufficient == letter) for c in evidence["test"]
        )
        m.add(
            sum(n * t.count(letter) for (k, t), n in counts.items() if k == "test") == total - taken
        )
    value = solve(m, "the gold letters of frame groups")
    return {
        k: tuple(t for s, t in counts if s == k for _ in range(value(counts[s, t]))) for k in SPLITS
    }
