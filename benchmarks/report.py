"""The figures as JSON, and as the marked part of docs/performance.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def write(figures: dict[str, Any], json_path: Path) -> None:
    """Write the JSON, and put the tables between the marks of the page."""
    json_path.write_text(json.dumps(figures, indent=1) + "\n", "utf-8", newline="\n")
    if PAGE.exists():
        before, mark, rest = PAGE.read_text("utf-8").partition(BEGIN)
        if mark:
            after = rest.partition(END)[2]
            text = f"{before}{BEGIN}\n\n{tables(figures)}\n\n{END}{after}"
            PAGE.write_text(text, "utf-8", newline="\n")


def tables(figures: dict[str, Any]) -> str:
    parts = [
        f"Command: `{figures['command']}`",
        _facts(figures["machine"]),
        *(_workload(name, entry) for name, entry in figures["workloads"].items()),
        _laws(figures["laws"]),
        _job(figures["main job, seconds"]),
    ]
    return "\n\n".join(part for part in parts if part)


def _facts(facts: dict[str, str]) -> str:
    return "\n".join(["| | |", "| --- | --- |", *(f"| {k} | {v} |" for k, v in facts.items())])


def _workload(name: str, entry: dict[str, Any]) -> str:
    lines = [
        f"### {name}: K = {entry['clusters']}, {entry['statistics']} statistics, "
        f"B = {entry['draws']}",
        "",
        "| | median, ms | least, ms | processor, ms | NumPy's time ÷ own "
        "| the same in processor time |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for contender, row in entry["times"].items():
        part = "" if row["share"] == 1 else f" (from {row['share']:.2%} of the draws)"
        lines.append(
            f"| {contender}{part} | {row['median_ms']:.2f} | {row['least_ms']:.2f} "
            f"| {row['processor_ms']:.2f} | {row['times_as_fast']:.2f} "
            f"| {row['times_as_cheap']:.2f} |"
        )
    notes = [f"Endpoints equal to NumPy's in every bit: {'yes' if entry['equal'] else 'NO'}."]
    notes.append(f"Two threads against one: {entry['two_threads_gain']:.2f}.")
    if "peak_megabytes" in entry:
        notes.append(f"Peak memory with two threads: {entry['peak_megabytes']:.0f} MB.")
    return "\n".join([*lines, "", " ".join(notes)])


def _laws(laws: dict[str, Any]) -> str:
    if not laws:
        return ""
    lines = [
        "### The exact law",
        "",
        "| | fe_boot, ms (median, least) | plain Python, ms |",
        "| --- | ---: | ---: |",
    ]
    for title, row in laws.items():
        own, other = row["fe_boot"], row["plain Python"]
        times = f"{own['median_ms']:.2f}, {own['least_ms']:.2f}"
        lines.append(f"| {title} | {times} | {other['median_ms']:.1f} |")
    return "\n".join(lines)


def _job(times: dict[str, list[float]]) -> str:
    if not times:
        return ""
    lines = ["### The main job, cold", "", "| | median, s | least, s |", "| --- | ---: | ---: |"]
    for name, seconds in times.items():
        middle = sorted(seconds)[len(seconds) // 2]
        lines.append(f"| {name} | {middle:.2f} | {min(seconds):.2f} |")
    return "\n".join(lines)
