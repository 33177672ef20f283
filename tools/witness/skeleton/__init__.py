"""The skeleton of the witness records: 960 items in 320 groups, the controls and the prompt audit.

plan          splits, clusters, components and references, as data
rules, frames gold letters and base sizes, solved for (Table 10, letter counts)
held_out, training, balance    the remaining attributes, spread evenly
images, items rows of items.jsonl
controls, audit, audit_sums, answers constructed answers that need no other run
facts         every composition fact of the paper, recounted from the items
"""

from __future__ import annotations

from collections.abc import Sequence

from fe_core.records.model import Item
from tools.witness.skeleton import held_out, training
from tools.witness.skeleton.answers import Answered
from tools.witness.skeleton.audit import audit_answers
from tools.witness.skeleton.controls import control_answers
from tools.witness.skeleton.frames import frame_letters
from tools.witness.skeleton.images import shown_images
from tools.witness.skeleton.items import Row, rows
from tools.witness.skeleton.rules import evidence_kinds


def build_items() -> list[Row]:
    """The rows of items.jsonl, the same ones each time. Raises FeError without OR-Tools."""
    evidence = evidence_kinds()
    frames = frame_letters(evidence)
    groups = held_out.evidence_groups(evidence["test"])
    groups += held_out.frame_groups(frames["test"])
    for split in ("train", "dev"):
        groups += training.groups(split, evidence[split], frames[split])
    groups.sort(key=lambda group: group.group)
    twins = training.twins(groups)
    return rows(groups, shown_images(groups, twins), twins)


def build_answers(items: Sequence[Item]) -> list[Answered]:
    """The four controls and the six audit runs, all of whose answers are valid."""
    return [*control_answers(items), *audit_answers(items)]
