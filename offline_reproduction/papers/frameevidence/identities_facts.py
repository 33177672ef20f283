"""What FrameEvidence's captions and prose state of its tables: wholes, supports, names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fe_core.numbers.rounding import Rounding
from offline_reproduction.audit.tables.sheet import Denominator, Place, Sheet
from offline_reproduction.audit.values import jointly

SUPPORTS = (75, 70, 69, 74)
ITEMS, GROUPS, TURNS = 288, 48, 4
RULES = (Rounding.HALF_EVEN,)
REFERENCES = ("Uniform random", "Human (reported)")
INVALID = {"LLaVA-OneVision-7B Base": 10}
SEEDS = ("20260722", "20260723", "20260724")
FAMILIES = ("InternVL3-8B", "Qwen2.5-VL-7B")
JOINT = ("GEM", "NTS", "DIS")
STRATA = {"GEM": (15, 16, 17), "NTS": (17, 16, 15), "DIS": (17, 16, 15)}
GPT = "GPT-5.6 0-shot"
CLAIMS = "claims"
BASE, LORA = "Qwen2.5-VL-7B Base", "Qwen2.5-VL-7B LoRA"
OTHER_BASE, OTHER_LORA = "InternVL3-8B Base", "InternVL3-8B LoRA"
CONDITIONS = {"mss": "MSS", "deletion": "Del.", "addition": "Add."}

Counts = Mapping[Place, tuple[int, ...]]
COUNTED = ("table-02", "table-03", "table-08", "table-15")
SCORED = ("table-04", "table-05", "table-06", "table-07", "table-11", "table-14")
REFERENCE_CHANGES = ("Removed", "Shifted", "Stable", "None")
ROTATED = ("Vanilla", "Circular", "Consistency")


def sheet(texts: Mapping[Place, str]) -> Sheet:
    """The printed texts with the denominators that the captions state."""
    known = {place: found for place in texts if (found := _denominator(place)) is not None}
    wholes = (place for place, text in texts.items() if _counted(place, text, known))
    return Sheet(texts, known, frozenset(wholes), RULES)


def _counted(place: Place, text: str, known: Mapping[Place, Denominator]) -> bool:
    if place.table == CLAIMS:
        return text.isascii() and text.replace(",", "").isdigit()
    return place.table in COUNTED and place not in known


def _denominator(place: Place) -> Denominator | None:
    table, row, column = place
    if table == "table-15":
        return Denominator(GROUPS, True) if column.startswith("Median") else None
    if row in REFERENCES or table in ("table-02", "table-03", "table-08", "table-09"):
        return None
    if table == "table-06" and row.endswith("LoRA"):
        return None
    if table == "table-13":
        return Denominator(ITEMS, True) if column == "Estimate" else None
    if table == "table-16":
        return Denominator(STRATA[column[:3]][int(column[-1]) - 2])
    if table == "table-10":
        acc = {"Train Acc.": 288, "Dev Acc.": 48, "Test Acc.": 144}
        return Denominator(acc.get(column, GROUPS))
    if table == "table-12":
        wholes = {"Mean rot.": Denominator(ITEMS * TURNS), "Drop": Denominator(ITEMS, True)}
        return wholes.get(column, Denominator(ITEMS))
    if table == "table-11" and row.endswith("Mean"):
        return None
    name = column.rpartition(": ")[2].removeprefix("Δ")
    if column in ("P", "R", "F1") or table not in SCORED:
        return None
    return Denominator(GROUPS if name in JOINT else ITEMS, table == "table-05")


def whole_range(printed: Sheet, place: Place) -> jointly.Range | None:
    found = printed.counts(place)
    return ends(found) if found else None


def ends(found: Sequence[int]) -> jointly.Range:
    return found[0], found[-1]


def key(place: Place) -> str:
    return f"{place.table}/{place.row}/{place.column}"


def claim(name: str) -> Place:
    """Where a sentence's number stands in the sheet."""
    return Place(CLAIMS, name, "printed")
