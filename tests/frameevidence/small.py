"""A small test split whose runs are given answer by answer, for laws and edges."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from hypothesis import strategies as st
from made_up import Row, skeleton

from fe_core.records import gate
from fe_core.records.model import Basis
from offline_reproduction.papers.frameevidence.metrics import REGISTERED
from offline_reproduction.papers.frameevidence.study import SPEC
from offline_reproduction.study.declared import scored
from offline_reproduction.study.evidence import Scored

SPLITS = {"train": 2, "dev": 1, "test": 4}
ITEMS: tuple[Row, ...] = tuple(skeleton(random.Random(7), SPLITS))
TEST: tuple[str, ...] = tuple(str(item["item"]) for item in ITEMS if item["split"] == "test")

Letters = Mapping[str, str | None]
"""Item → the letter given; None for an invalid answer."""


def study(runs: Mapping[str, Letters | Sequence[Letters]], items: Sequence[Row] = ITEMS) -> Scored:
    """Records of some runs; a sequence of answers is a run at rotations 0, 1, …"""
    answers = [
        {
            "run": run,
            "item": item,
            "answer": letter,
            "status": "valid" if letter else "unreadable",
            "rotation": rotation,
        }
        for run, given in runs.items()
        for rotation, sheet in enumerate([given] if isinstance(given, Mapping) else given)
        for item, letter in sheet.items()
    ]
    records = gate.build(
        (gate.Row("items", item) for item in items),
        (gate.Row("runs", {"run": run, "model": "m", "asked": "test"}) for run in runs),
        (gate.Row("answers", answer) for answer in answers),
        basis=Basis.RELEASED,
        group_attributes=SPEC.groups.attributes,
        variants=SPEC.groups.variants,
    )
    return scored(SPEC, REGISTERED, records)


def golds(items: Sequence[Row] = ITEMS) -> dict[str, str | None]:
    """The perfect run."""
    return {str(item["item"]): str(item["gold"]) for item in items if item["split"] == "test"}


def sheets() -> st.SearchStrategy[dict[str, str | None]]:
    """Answers to every test item: a letter or nothing, right ones made more likely."""
    right = golds()
    choice = st.sampled_from(("A", "B", "C", "D", None, "gold", "gold"))
    return st.lists(choice, min_size=len(TEST), max_size=len(TEST)).map(
        lambda chosen: {
            item: right[item] if letter == "gold" else letter
            for item, letter in zip(TEST, chosen, strict=True)
        }
    )
