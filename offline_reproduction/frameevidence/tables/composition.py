"""Table 2 and the data of Figures 3a and 6: what the release is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fe_core.records.model import Item
from fe_core.reporting.cells import Cell
from fe_core.reporting.tables import Row, Table
from offline_reproduction.frameevidence.cells import number
from offline_reproduction.frameevidence.evidence import VARIANTS, Evidence
from offline_reproduction.study import Settings

SPLITS = {"Train": "train", "Dev": "dev", "Test": "test", "Total": ""}
CONDITIONS = (*VARIANTS["FQ1"], *VARIANTS["FQ2"])
IMAGE_COUNTS = (1, 2, 3, 4, 5)

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


def figure_03(evidence: Evidence, settings: Settings) -> Table:
    """Figure 3a: FQ2 questions of each condition by their number of images, whole release."""
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
    """Figure 6, left: questions of each of the six conditions. Object labels are not in records."""
    rows = tuple(
        Row(condition, (number(_condition(evidence, condition), metric="questions"),))
        for condition in CONDITIONS
    )
    return Table("figure-06", "Questions by condition", ("Questions",), rows)


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
