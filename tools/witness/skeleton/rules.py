"""Base sizes and gold letters of evidence groups, such that Table 10's rules score as printed.

A rule sees the image count, or the count and the letter of the insufficiency option. Both are
functions of (base size, spatial letter, insufficiency letter), so numbers of groups of each kind
are enough. With the count rule's letters fixed, every condition is linear.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tools.witness.program import Program
from tools.witness.skeleton.plan import GROUPS, LETTERS, SIZES, SPLITS
from tools.witness.skeleton.solving import solved


class Kind(NamedTuple):
    """Base size, letter of the spatial answer, letter of the insufficiency option."""

    base: int
    spatial: str
    insufficient: str


KINDS = tuple(Kind(m, s, i) for m in SIZES for s in LETTERS for i in LETTERS if s != i)
COUNT_RULE = {1: "A", 2: "D", 3: "A", 4: "B", 5: "B"}
"""The letter that the image-count rule learns for each count; our choice among many."""
MOST = {"train": 6, "dev": 2, "test": 3}
LEAST = {"train": 1, "dev": 0, "test": 0}

MAJORITY_HITS = {"train": 76, "dev": 10, "test": 34}
COUNT_HITS = {"train": 85, "dev": 6, "test": 31}
SCHEMA_HITS = {"train": 138, "dev": 21, "test": 54}

SCHEMA = "table-10/count-and-insufficiency-letter"

Counts = dict[tuple[str, Kind], Any]


def evidence_kinds() -> dict[str, tuple[Kind, ...]]:
    """The kind of every FQ2 group, sorted, by split. Raises UsageError without the solver, and
    ClashError, with the facts that clash, where there is no solution."""
    counts: Counts = {}

    def declare(m: Program) -> None:
        counts.update({(k, c): m.integer(LEAST[k], MOST[k]) for k in SPLITS for c in KINDS})
        for part in (_sizes, _letters, _majority_rule, _count_rule, _schema_rule):
            part(m, counts)

    value = solved("the kinds of evidence groups", declare)
    return {k: tuple(c for c in KINDS for _ in range(value(counts[k, c]))) for k in SPLITS}


def _sizes(m: Program, counts: Counts) -> None:
    """Groups in each split, and 53, 54 and 53 base sets of two, three and four images."""
    for k in SPLITS:
        m.fact("table-02/Groups", sum(counts[k, c] for c in KINDS) == GROUPS[k])
    for base, test, everywhere in zip(SIZES, (17, 16, 15), (53, 54, 53), strict=True):
        own = [c for c in KINDS if c.base == base]
        m.fact(f"test/FQ2 by size/{base}", sum(counts["test", c] for c in own) == test)
        m.fact(f"base/FQ2/{base}", sum(counts[k, c] for k in SPLITS for c in own) == everywhere)
        m.model.add_linear_constraint(sum(counts["dev", c] for c in own), 4, 7)


def _letters(m: Program, counts: Counts) -> None:
    """Each letter 40 times per condition; nearly even within dev and test, which is our choice."""
    for letter in LETTERS:
        for place in (1, 2):
            hits = {k: sum(counts[k, c] for c in KINDS if c[place] == letter) for k in SPLITS}
            m.fact(f"letters/{letter}", sum(hits.values()) == 40)
            m.model.add_linear_constraint(hits["test"], 11, 13)
            m.model.add_linear_constraint(hits["dev"], 2, 6)


def _majority_rule(m: Program, counts: Counts) -> None:
    """B is the training majority; always saying B solves 11 of the addition pairs."""
    totals = {
        (k, x): sum(counts[k, c] * (2 * (c.spatial == x) + (c.insufficient == x)) for c in KINDS)
        for k in SPLITS
        for x in LETTERS
    }
    for k in SPLITS:
        m.fact(f"table-10/majority-letter/{k}", totals[k, "B"] == MAJORITY_HITS[k])
    for x in "ACD":
        m.fact("rules/majority", totals["train", x] <= MAJORITY_HITS["train"] - (x < "B"))
    kept = sum(counts["test", c] for c in KINDS if c.spatial == "B")
    m.fact("table-10/majority-letter/Test DIS", kept == 11)


def _shown(counts: Counts, split: str, images: int, gold: str, schema: str = "ABCD") -> Any:
    """Questions of a split with this image count and gold, insufficiency letter within `schema`."""
    return sum(
        counts[split, c] * _questions(c, images, gold) for c in KINDS if c.insufficient in schema
    )


def _questions(kind: Kind, images: int, gold: str) -> int:
    base, spatial, insufficient = kind
    same = (base == images) + (base + 1 == images)
    return same * (spatial == gold) + (base - 1 == images) * (insufficient == gold)


def _count_rule(m: Program, counts: Counts) -> None:
    """The letters of COUNT_RULE win in training, ties going to the earlier letter."""
    rule = COUNT_RULE
    for images, won in rule.items():
        for x in LETTERS:
            if x != won:
                best = _shown(counts, "train", images, won)
                m.always(best >= _shown(counts, "train", images, x) + (x < won))
    for k, hits in COUNT_HITS.items():
        found = sum(_shown(counts, k, images, won) for images, won in rule.items())
        m.fact(f"table-10/image-count/{k}", found == hits)
    pairs = [c for c in KINDS if c.spatial == rule[c.base]]
    removed = [c for c in pairs if c.insufficient == rule[c.base - 1]]
    kept = [c for c in pairs if c.spatial == rule[c.base + 1]]
    m.fact("table-10/image-count/Test NTS", sum(counts["test", c] for c in removed) == 0)
    m.fact("table-10/image-count/Test DIS", sum(counts["test", c] for c in kept) == 2)


def _schema_rule(m: Program, counts: Counts) -> None:
    """Up to three images the rule says insufficient; the solver chooses its letters for 4 and 5.

    So every deletion question is right, and NTS counts the MSS questions that are.
    """
    for images in (1, 2, 3):
        for i in LETTERS:
            for x in LETTERS:
                if x != i:
                    best = _shown(counts, "train", images, i, i)
                    m.always(best >= _shown(counts, "train", images, x, i) + (x < i))
    chosen = {
        (images, c.insufficient, c.spatial): m.boolean()
        for images in (4, 5)
        for c in KINDS
        if c.base == 4
    }
    for k, hits in SCHEMA_HITS.items():
        found = [_schema_hits(m, counts, chosen, k, n, i) for n in (4, 5) for i in LETTERS]
        m.fact(f"{SCHEMA}/{k}", sum(found) == hits - GROUPS[k])
    _schema_pairs(m, counts, chosen)


def _schema_hits(
    m: Program, counts: Counts, chosen: dict[Any, Any], split: str, images: int, i: str
) -> Any:
    """Questions of one cell that the chosen letter answers; in training no letter does better."""
    hits = m.integer(0, 100)
    others = [x for x in LETTERS if x != i]
    if split == "train":
        m.model.add_exactly_one(chosen[images, i, x] for x in others)
    for x in others:
        found = _shown(counts, split, images, x, i)
        m.model.add(hits == found).only_enforce_if(chosen[images, i, x])
        for y in LETTERS if split == "train" else ():
            if y != x:
                rival = _shown(counts, split, images, y, i) + (y < x)
                m.model.add(found >= rival).only_enforce_if(chosen[images, i, x])
    return hits


def _schema_pairs(m: Program, counts: Counts, chosen: dict[Any, Any]) -> None:
    """Three MSS-deletion pairs and one MSS-addition pair on test."""
    removed, kept = [], []
    for c in (c for c in KINDS if c.base == 4):
        first, second = (chosen[n, c.insufficient, c.spatial] for n in (4, 5))
        both = m.boolean()
        m.model.add_min_equality(both, [first, second])
        removed.append(_if(m, counts["test", c], first))
        kept.append(_if(m, counts["test", c], both))
    m.fact(f"{SCHEMA}/Test NTS", sum(removed) == 3)
    m.fact(f"{SCHEMA}/Test DIS", sum(kept) == 1)


def _if(m: Program, count: Any, condition: Any) -> Any:
    product = m.integer(0, MOST["test"])
    m.model.add(product == count).only_enforce_if(condition)
    m.model.add(product == 0).only_enforce_if(condition.negated())
    return product
