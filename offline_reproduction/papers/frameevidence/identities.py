"""How FrameEvidence's printed cells hang together; no answers are looked at.

Sources: the captions of Tables 2–16 and Section 5 for wholes and supports; Section 3 and
Appendix D for the joint metrics; Section 6.1 for the ten invalid LLaVA-OneVision answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from offline_reproduction.audit.tables.constraints import (
    Constraint,
)
from offline_reproduction.audit.tables.relations import (
    between,
    granular,
)
from offline_reproduction.audit.tables.sheet import Sheet
from offline_reproduction.papers.frameevidence import (
    identities_across,
    identities_counts,
    identities_prose,
    identities_rotations,
    identities_runs,
)
from offline_reproduction.papers.frameevidence.identities_facts import GROUPS, key, sheet

__all__ = ["constraints", "sheet"]


def constraints(printed: Sheet) -> tuple[Constraint, ...]:
    """Every relation between printed cells that the paper's own definitions demand."""
    return (
        *_granularity(printed),
        *identities_across.composition(),
        *identities_runs.references(),
        *identities_runs.metric_rows(printed),
        *identities_runs.joint_rows(printed),
        *identities_across.copies(printed),
        *identities_across.seeds(),
        *identities_across.strata(printed),
        *identities_rotations.rotations(printed),
        *identities_rotations.pairs(),
        *identities_across.geometry(printed),
        *identities_across.labels(printed),
        *identities_prose.constraints(printed),
        *identities_counts.constraints(printed),
    )


def _granularity(printed: Sheet) -> Iterator[Constraint]:
    for place in printed.denominators:
        yield granular(f"granularity/{key(place)}", place)
    for place in printed.texts:
        if place.table in ("table-03", "table-08"):
            yield between(f"range/{key(place)}", place, 0, GROUPS, "groups of 48")
