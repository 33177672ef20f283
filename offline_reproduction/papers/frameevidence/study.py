"""FrameEvidence as a study: study.toml, the functions that it names, and its relations of print."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from offline_reproduction.audit.studies import record_free
from offline_reproduction.papers.frameevidence import identities
from offline_reproduction.papers.frameevidence.metrics import REGISTERED
from offline_reproduction.study.declared import declared_study
from offline_reproduction.study.spec import read_spec

ROTATED_GPT = "circular/GPT-5.6/0-shot"


def has_printed_accuracy(run: str, rotation: int) -> bool:
    """Whether the paper prints how many answers of a run (at a rotation) are right.

    It does not for rotations one to three of open-weight runs, and for single blocks of E.2.
    """
    if rotation and run != ROTATED_GPT:
        return False
    return not run.startswith("prompt-audit/block-")


SPEC = read_spec(Path(__file__).parent)
STUDY = replace(
    declared_study(SPEC, registered=REGISTERED),
    identities=identities,
    checks=record_free("frameevidence", identities),
    shows_accuracy=has_printed_accuracy,
)
