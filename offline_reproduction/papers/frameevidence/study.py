"""FrameEvidence as a study: its tables, claims, and how its records are read."""

from __future__ import annotations

from fe_core.numbers.rounding import Rounding
from offline_reproduction.papers.frameevidence.claims import CLAIMS, UNANSWERED
from offline_reproduction.papers.frameevidence.configurations import has_printed_accuracy
from offline_reproduction.papers.frameevidence.evidence import evidence, read
from offline_reproduction.papers.frameevidence.tables import SPECS
from offline_reproduction.study.checks import record_free
from offline_reproduction.study.paper import Study

STUDY = Study(
    name="frameevidence",
    title="FrameEvidence: reference frames and visual evidence",
    paper="FrameEvidence: A Benchmark for Reference Frames and Visual Evidence in Multi-Image "
    "Spatial Reasoning",
    rounding=Rounding.HALF_EVEN,
    load=read,
    printed="offline_reproduction.papers.frameevidence.printed",
    tables=SPECS,
    claims=CLAIMS,
    unanswered=UNANSWERED,
    checks=record_free("frameevidence"),
    shows_accuracy=has_printed_accuracy,
    evidence=lambda loaded, records: evidence(records),
)
