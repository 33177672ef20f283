"""Table 2 and the data of Figures 3a and 6: what the release is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from fe_core.records.model import Item
from fe_core.reporting.cells import Cell
from fe_core.reporting.tables import Row, Table
from offline_reproduction.papers.frameevidence.cells import keyed, number
from offline_reproduction.papers.frameevidence.evidence import VARIANTS, Evidence
from offline_reproduction.papers.frameevidence.release import labels
from offline_reproduction.study.paper import Settings

SPLITS = {"Train": "train", "Dev": "dev", "Test": "test", "Total": ""}
CONDITIONS = (*VARIANTS["FQ1"], *VARIANTS["FQ2"])
IMAGE_COUNTS = (1, 2, 3, 4, 5)
TOP = range(1, 11)

Keep = Callable[[Item], bool]

CATEGORIES: dict[str, Keep] = {
    "Questions": lambda item: True,
    "FQ1": lambda item: item.attributes.get("family") == "FQ1",
    "FQ2": lambda item: item.attributes.get("family") == "FQ2",
    "Tabletop": lambda item: item.attributes.get("scene") == "tabletop",
    "Indoor large": lambda item: item.attributes.get("scene") == "indoor-large",
    "Outdoor public": lambda item: item.attributes.get("scene") == "outdoor-public",
    "Axial": lambda item: item.attributes.get("relation") == "axial",
    "Quadrant": lambda item: item.attributes.get("relation") == "quadrant",
}


def table_02(evidence: Evidence, settings: Settings) -> Table:
    """Section 3: groups, then questions by family, scene and relation, for each split."""
    rows = [Row("Groups", _each(lambda split: _groups(evidence, split), "groups"))]
    for name, keep in CATEGORIES.items():
        counted = _counter(evidence, keep)
        rows.append(Row(name, _each(counted, f"questions {name}")))
    return Table("table-02", "Questions and groups by split", tuple(SPLITS), tuple(rows))


def figure_02(evidence: Evidence, settings: Settings) -> Table:
    """Figure 2: occurrences of the ten most frequent object labels by rank, and of the others.

    Labels are counted once per group. Names are not shown: witness records have none.
    """
    columns = ("Labels", "Occurrences")
    rows = [keyed(f"Rank {rank}", columns, partial(_ranked, evidence, rank)) for rank in TOP]
    rows.append(keyed("Other", columns, partial(_others, evidence)))
    return Table("figure-02", "Object labels by frequency", columns, tuple(rows))


def figure_03(evidence: Evidence, settings: Settings) -> Table:
    """Figure 3a: FQ2 questions of each condition by their number of images, whole release.

    Figure 3b shows the test columns of Table 10.
    """
    columns = tuple(str(count) for count in IMAGE_COUNTS)
    rows = tuple(
        Row(
            variant,
            tuple(
                number(_with_images(evidence, variant, count), metric="questions", images=count)
                for count in IMAGE_COUNTS
            ),
        )
        for variant in VARIANTS["FQ2"]
    )
    return Table("figure-03", "FQ2 questions by condition and number of images", columns, rows)


def figure_06(evidence: Evidence, settings: Settings) -> Table:
    """Figure 6: questions of each of the six conditions; its labels are Figure 2's."""
    rows = tuple(
        Row(condition, (number(_condition(evidence, condition), metric="questions"),))
        for condition in CONDITIONS
    )
    return Table("figure-06", "Questions by condition", ("Questions",), rows)


def _ranked(evidence: Evidence, rank: int) -> dict[str, Cell | None]:
    counts = sorted(labels(evidence).values(), reverse=True)
    found = counts[rank - 1] if rank <= len(counts) else 0
    return {
        "Labels": number(1, metric="labels"),
        "Occurrences": number(found, metric="label-occurrences"),
    }


def _others(evidence: Evidence) -> dict[str, Cell | None]:
    counts = sorted(labels(evidence).values(), reverse=True)[len(TOP) :]
    return {
        "Labels": number(len(counts), metric="labels"),
        "Occurrences": number(sum(counts), metric="label-occurrences"),
    }


def _condition(evidence: Evidence, condition: str) -> int:
    return sum(item.variant == condition for item in evidence.records.items.values())


def _with_images(evidence: Evidence, variant: str, count: int) -> int:
    return sum(
        item.variant == variant and len(item.images) == count
        for item in evidence.records.items.values()
    )


def _groups(evidence: Evidence, split: str) -> int:
    return sum(not split or group.split == split for group in evidence.groups)


def _counter(evidence: Evidence, keep: Keep) -> Callable[[str], int]:
    items: Sequence[Item] = [i for i in evidence.records.items.values() if keep(i)]
    return lambda split: sum(not split or item.split == split for item in items)


def _each(count: Callable[[str], int], metric: str) -> tuple[Cell, ...]:
    return tuple(number(count(split), metric=metric, split=split) for split in SPLITS.values())
