"""What the printed tables ask of one run, as whole counts; read from the transcription."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from fe_core.errors import PrintedError
from fe_core.numbers.rounding import rounded
from offline_reproduction.study import printed_tables
from tools.witness.vectors import Target

PACKAGE = "offline_reproduction.papers.frameevidence.printed"

PRIMARY = (
    ("Qwen2.5-VL-7B", "Base"),
    ("InternVL3-8B", "Base"),
    ("Qwen3-VL-8B", "Base"),
    ("LLaVA-OneVision-7B", "Base"),
    ("MiniCPM-V 4.5", "Base"),
    ("Mistral Small 3.2 24B", "Base"),
    ("Qwen2.5-VL-32B", "Base"),
    ("InternVL3.5-14B", "Base"),
    ("Phi-4-Multimodal", "Base"),
    ("Kimi-VL-A3B", "Base"),
    ("Qwen2.5-VL-7B", "LoRA"),
    ("InternVL3-8B", "LoRA"),
    ("GPT-5.6", "0-shot"),
    ("GPT-5.6", "1-shot"),
    ("GPT-5.6", "2-shot"),
    ("GPT-5.6", "3-shot"),
    ("Claude Fable 5.1", "0-shot"),
    ("Claude Fable 5.1", "1-shot"),
    ("Claude Fable 5.1", "2-shot"),
    ("Claude Fable 5.1", "3-shot"),
)
"""Model and setting of Table 4's rows, in its order."""

SIZES = ("2", "3", "4")
METRICS = ("GEM", "NTS", "DIS")
SUPPORT = (75, 70, 69, 74)
ITEMS, GROUPS = 288, 48

Cells = Mapping[tuple[str, str, str], str]
"""Printed text by (table key, row key, column key)."""


class Aim(NamedTuple):
    """Counts of one run of all 288 items.

    joint: solved groups by metric. insufficient: answers that mean insufficiency, by variant
    (None where not printed). sizes: solved groups by (metric, base-set size), where printed.
    """

    name: str
    letters: Target
    joint: Mapping[str, int]
    insufficient: Mapping[str, int] | None
    sizes: Mapping[tuple[str, str], int]

    @property
    def right(self) -> int:
        """Right answers among all items."""
        return self.letters.right


def cells() -> Cells:
    """Every printed cell of the study."""
    return {
        (table.key, row, column): text
        for table in printed_tables.tables(PACKAGE)
        for (row, column), text in table.cells.items()
    }


def row_key(model: str, setting: str) -> str:
    """The row key that every transcription uses for a configuration."""
    return f"{model} {setting}"


def primary(text: Cells, model: str, setting: str) -> Aim:
    """What Tables 4, 8 and 16 ask of a primary run."""
    row = row_key(model, setting)
    columns = {"mss": "MSS", "deletion": "Del.", "addition": "Add."}
    failed = 10 if model.startswith("LLaVA") else 0
    return Aim(
        row,
        letters(text, "table-04", row, failed=failed),
        {metric: count(text["table-04", row, metric], GROUPS) for metric in METRICS},
        {variant: int(text["table-08", row, column]) for variant, column in columns.items()},
        _sizes(text, row),
    )


def ordinary(text: Cells, family: str, run: str) -> Aim:
    """What Table 11 asks of an ordinary run."""
    row = row_key(family, run)
    joint = {metric: count(text["table-11", row, metric], GROUPS) for metric in METRICS}
    return Aim(row, letters(text, "table-11", row), joint, None, {})


def letters(text: Cells, table: str, row: str, *, failed: int = 0) -> Target:
    """The classification columns of a row; `failed` calls gave no letter."""
    texts = {name: text[table, row, name] for name in ("P", "R", "F1", "Acc.")}
    return Target(texts, count(texts["Acc."], ITEMS), ITEMS - failed, SUPPORT)


def count(percent: str, total: int) -> int:
    """The one count whose share of `total` prints as `percent`, half-even.

    >>> count("28.12", 288), count("-4.2", 48)
    (81, -2)
    """
    guess = round(Fraction(percent) * total / 100)
    decimals = len(percent.partition(".")[2])
    for near in (guess, guess - 1, guess + 1):
        if rounded(Fraction(near, total), decimals, scale=100) == percent.lstrip("+"):
            return near
    raise PrintedError(f"no count of {total} prints as {percent!r} percent")


def _sizes(text: Cells, row: str) -> dict[tuple[str, str], int]:
    groups = {"GEM": dict(zip(SIZES, (15, 16, 17), strict=True))}
    groups["NTS"] = groups["DIS"] = dict(zip(SIZES, (17, 16, 15), strict=True))
    return {
        (metric, size): count(text["table-16", row, f"{metric} {size}"], groups[metric][size])
        for metric in METRICS
        for size in SIZES
        if ("table-16", row, f"{metric} {size}") in text
    }
