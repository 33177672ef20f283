"""The skeleton of the witness records: 960 items in 320 groups that meet the composition facts."""

from __future__ import annotations

from offline_reproduction.frameevidence.witness.skeleton import other_splits, test_split
from offline_reproduction.frameevidence.witness.skeleton.frames import frame_letters
from offline_reproduction.frameevidence.witness.skeleton.images import images
from offline_reproduction.frameevidence.witness.skeleton.items import Row, rows
from offline_reproduction.frameevidence.witness.skeleton.rules import evidence_kinds


def build_items() -> list[Row]:
    """The rows of items.jsonl, the same ones each time. Raises FeError without OR-Tools."""
    evidence = evidence_kinds()
    frames = frame_letters(evidence)
    groups = [
        *test_split.evidence_groups(evidence["test"]),
        *test_split.frame_groups(frames["test"]),
    ]
    for split in ("train", "dev"):
        groups += other_splits.groups(split, evidence[split], frames[split])
    groups.sort(key=lambda group: group.group)
    twins = other_splits.twins(groups)
    return rows(groups, images(groups, twins), twins)
