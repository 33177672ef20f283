"""AlpacaEval: `annotations.json`, one preference between a reference and a model an instruction.

1 is the reference, 2 the model, 1.5 (or 0, in older files) a draw, anything between a weighted
preference: the score is the preference less one, of one. Instructions have no ids: an item is known
by the digest of its instruction, and by how often the instruction came before in the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from typing import Any

from fe_core.errors import RecordError
from fe_core.records.scores import read_score, write_score
from offline_reproduction.importers.containers import File
from offline_reproduction.importers.documents import records
from offline_reproduction.importers.lines import Line, Options

READ = (
    "instruction", "preference", "generator_1", "generator_2", "annotator", "dataset", "output_1",
    "output_2",
)  # fmt: skip


def recognises(keys: frozenset[str]) -> bool:
    """Whether these are keys of an annotation."""
    return {"instruction", "output_1", "output_2", "preference"} <= keys


def read(file: File, options: Options) -> Iterator[Line]:
    """Every annotation as a line with a score."""
    seen: Counter[tuple[str, str]] = Counter()
    for placed in records(file, lambda node: True):
        value = placed.node.value
        if not isinstance(value, Mapping) or not isinstance(value.get("instruction"), str):
            yield Line(placed.place, placed.node, {"lost": "no annotation (no instruction)"})
            continue
        yield Line(placed.place, placed.node, _fields(value, options, seen))


def _fields(
    value: Mapping[str, Any], options: Options, seen: Counter[tuple[str, str]]
) -> dict[str, Any]:
    score = _score(value.get("preference"))
    if score is None:
        return {"lost": "the annotator gave no preference between 1 and 2"}
    written = value["instruction"].encode("utf-8", "surrogatepass")
    item = sha256(written).hexdigest()[:16]
    run = options.model or value.get("generator_2") or "model"
    seen[item, str(run)] += 1
    again = seen[item, str(run)]
    attributes = {"against": value.get("generator_1"), "dataset": value.get("dataset")}
    return {
        "item": item if again == 1 else f"{item}-{again}", "run": run, "score": score, "of": 1,
        "attributes": attributes,
    }  # fmt: skip


def _score(preference: Any) -> int | float | str | None:
    """The model's share of a preference."""
    if isinstance(preference, bool) or not isinstance(preference, int | float):
        return None
    try:
        value = read_score(preference)
    except RecordError:
        return None
    share = Fraction(1, 2) if value == 0 else value - 1
    return write_score(share) if 0 <= share <= 1 else None
