"""The whole of records/frameevidence: skeleton, every run, manifest; as texts by path."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from fe_core.records.manifest import manifest_text
from fe_core.records.model import Item
from tools.witness import facts, skeleton, source_text, targets
from tools.witness.answered import Answered
from tools.witness.circular import build as circular_build
from tools.witness.gpt import build as gpt_build
from tools.witness.primary_runs import Builder, answered
from tools.witness.sheet import test_of

STUDY, BASIS, LICENCE = "frameevidence", "witness", "MIT"
SOURCE = (
    "constructed by tools.witness so that the paper's printed numbers "
    "hold at once; not the authors' data"
)
NOT_CHECKED = (
    "whether any model gave any of these answers: none did",
    "circular/Qwen2.5-VL-7B/Base: the paper prints a summary that nobody can recompute",
)

Tell = Callable[[str], None]


def build(*, tell: Tell) -> dict[str, str]:
    """Every file of the records, by path; about two minutes with the solver.

    tell: told what has been built. Raises FeError where something cannot be built.
    """
    rows = skeleton.build_items()
    items = items_of(rows)
    tell(f"skeleton: {len(items)} items")
    runs: list[Answered] = []
    for run in runs_of(items, tell):
        runs.append(run)
    return texts(rows, runs)


def runs_of(items: Sequence[Item], tell: Tell) -> Iterable[Answered]:
    """Every run, in the order of runs.jsonl."""
    test = test_of(items)
    gpt_runs = gpt_build.build(items)
    tell(f"GPT zero-shot: {', '.join(gpt_runs)}")
    zero = gpt_runs["primary/GPT-5.6/0-shot"][0]
    builder = Builder(targets.cells(), test, tuple(zero[item.item] for item in test.items))
    for name in builder.names():
        yield answered(test, name, builder.letters(name))
        tell(name)
    tell(facts.report(builder.facts))
    for name, rotations in {**circular_build.build(items), **gpt_runs}.items():
        if not name.startswith("primary/"):
            yield _rotated(name, rotations)
            tell(name)
    for other in skeleton.build_answers(items):
        yield Answered(*other[:6], {0: other.letters})
        tell(other.run)


def items_of(rows: Iterable[Mapping[str, Any]]) -> list[Item]:
    """The skeleton's rows as items."""
    return [
        Item(
            row["item"],
            row["gold"],
            tuple(row["options"]),
            row["options"],
            group=row["group"],
            variant=row["variant"],
            split=row["split"],
            images=tuple(row["images"]),
            attributes=row["attributes"],
        )
        for row in rows
    ]


def texts(rows: Iterable[Mapping[str, Any]], runs: Sequence[Answered]) -> dict[str, str]:
    """The JSON Lines files, the manifest and SOURCE.md, by path."""
    files = {
        "items.jsonl": lines(rows),
        "runs.jsonl": lines(run.row() for run in runs),
        **{run.path(): lines(run.answers()) for run in runs},
    }
    manifest = manifest_text(
        STUDY, BASIS, files, source=SOURCE, licence=LICENCE, not_checked=NOT_CHECKED
    )
    return {**files, "manifest.json": manifest, "SOURCE.md": source_text.TEXT}


def lines(rows: Iterable[Mapping[str, Any]]) -> str:
    """JSON Lines: compact, in the given order of keys, LF."""
    return "".join(
        json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows
    )


def _rotated(name: str, rotations: Mapping[int, Mapping[str, str]]) -> Answered:
    _, model, setting = name.split("/")
    repeated = name.startswith("repeat/")
    return Answered(
        name, model, setting, "all-images", "2" if repeated else "1", "test", rotations,
        rotated=not repeated,
    )  # fmt: skip
