"""Gold letters of the frame groups, one letter a frame.

On test the three letters of a group differ pairwise; elsewhere at least two differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from tools.witness.program import Program
from tools.witness.skeleton.plan import FRAMES, GROUPS, LETTERS, SPLITS
from tools.witness.skeleton.rules import Kind
from tools.witness.skeleton.solving import solved

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
    counts: dict[tuple[str, Triple], Any] = {}

    def declare(m: Program) -> None:
        bounds = {"train": (1, 3), "dev": (0, 1), "test": (1, 3)}
        for k in SPLITS:
            for triple in DISTINCT if k == "test" else TRIPLES:
                counts[k, triple] = m.integer(*bounds[k])
        _letters(m, counts)
        _test_letters(m, counts, evidence["test"])

    value = solved("the gold letters of frame groups", declare)
    return {
        k: tuple(t for s, t in counts if s == k for _ in range(value(counts[s, t]))) for k in SPLITS
    }


def _letters(m: Program, counts: Mapping[tuple[str, Triple], Any]) -> None:
    """Groups of every split, and each letter 40 times under each frame, nearly even on test."""
    for k in SPLITS:
        m.fact("table-02/Groups", sum(n for (s, _), n in counts.items() if s == k) == GROUPS[k])
    for at, frame in enumerate(FRAMES):
        for letter in LETTERS:
            found = {
                k: sum(n for (s, t), n in counts.items() if s == k and t[at] == letter)
                for k in SPLITS
            }
            m.fact(f"letters/{frame}/{letter}", sum(found.values()) == 40)
            m.model.add_linear_constraint(found["test"], 10, 13)
            m.model.add_linear_constraint(found["dev"], 2, 6)


def _test_letters(
    m: Program, counts: Mapping[tuple[str, Triple], Any], evidence: Sequence[Kind]
) -> None:
    """What the evidence groups leave of the printed test letters."""
    for letter, total in TEST_LETTERS.items():
        taken = sum(2 * (c.spatial == letter) + (c.insufficient == letter) for c in evidence)
        own = sum(n * t.count(letter) for (k, t), n in counts.items() if k == "test")
        m.fact(f"letters/test/{letter}", own == total - taken)
