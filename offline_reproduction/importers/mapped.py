"""Records of any shape, whose fields are named on the command line (`--map`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fe_core.errors import UsageError
from offline_reproduction.importers.containers import File
from offline_reproduction.importers.documents import records
from offline_reproduction.importers.lines import Line, Options
from offline_reproduction.importers.paths import ABSENT, Step, find, parse, spread

READ = ()
"""Fields of a record that this format reads by itself."""


def read(file: File, options: Options) -> Iterator[Line]:
    """Every record of a file, without fields: the command line's paths fill them in.

    Records are spread at the last `*` of the paths of item, answer and score. Raises UsageError
    where those disagree, RecordError as `records`.
    """
    if "item" not in options.columns:
        raise UsageError("--map must say where the item's id stands: --map item=PATH")
    stars = _stars(options.columns)
    item = parse(options.columns["item"])
    for placed in records(file, lambda node: bool(stars) or find(node, item) is not ABSENT):
        if not stars:
            yield Line(placed.place, placed.node, {})
            continue
        for node in spread(placed.node, stars):
            keys = node.keys[len(placed.node.keys) :]
            here = "".join(f"[{str(key)[:60]!a}]" for key in keys)
            yield Line(placed.place + here, node, {})


def _stars(columns: Mapping[str, str]) -> tuple[Step, ...]:
    found = {
        parse(columns[name]).stars
        for name in ("item", "answer", "score")
        if name in columns and columns[name][:1] not in ("=", "@")
    }
    longest = max(found, key=len, default=())
    if any(stars != longest[: len(stars)] for stars in found):
        raise UsageError(
            "--map: the paths of item, answer and score must share their steps up to the last *"
        )
    return longest


def recognises(keys: frozenset[str]) -> bool:
    """Never: what no other format recognises is read so."""
    return False
