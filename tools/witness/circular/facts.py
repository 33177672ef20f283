"""What Table 12 prints of the runs whose answers were retained; Qwen's Base row is a summary."""

from __future__ import annotations

from typing import NamedTuple

PLACE = "Table 12"
ITEMS = 288
ROTATIONS = 4


class Row(NamedTuple):
    """One run of four rotations, in percent as printed."""

    run: str
    vanilla: str
    mean_rotation: str
    circular: str
    consistency: str
    drop: str


ROWS = (
    Row("circular/InternVL3-8B/Base", "30.21", "28.04", "7.64", "23.61", "22.57"),
    Row("circular/InternVL3-8B/LoRA-20260722", "33.33", "31.42", "7.29", "19.10", "26.04"),
    Row("circular/InternVL3-8B/LoRA-20260723", "33.68", "31.08", "5.56", "17.71", "28.12"),
    Row("circular/InternVL3-8B/LoRA-20260724", "31.25", "30.30", "5.21", "15.97", "26.04"),
    Row("circular/Qwen2.5-VL-7B/LoRA-20260722", "34.38", "35.76", "16.67", "33.68", "17.71"),
    Row("circular/Qwen2.5-VL-7B/LoRA-20260723", "34.72", "35.42", "15.62", "32.99", "19.10"),
    Row("circular/Qwen2.5-VL-7B/LoRA-20260724", "36.46", "36.81", "16.32", "31.25", "20.14"),
)


class Family(NamedTuple):
    """Mean ± sample deviation over a family's three adapters, as Table 6b prints them."""

    family: str
    vanilla: str
    circular: str
    consistency: str


FAMILIES = (
    Family("InternVL3-8B", "32.75±1.31", "6.02±1.12", "17.59±1.57"),
    Family("Qwen2.5-VL-7B", "35.19±1.12", "16.20±0.53", "32.64±1.25"),
)
