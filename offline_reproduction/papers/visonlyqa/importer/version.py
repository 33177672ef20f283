"""Recognising the files of the release's commit 33a1355 by their hashes."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources

from fe_core.records.model import Source

COMMIT = "33a1355"
SHOWN = 3


def caution(sources: Iterable[Source]) -> str:
    """ "" for the files of commit 33a1355; else which files differ, and what that means."""
    known = hashes()
    other = [source.path for source in sources if known.get(source.path) != source.sha256]
    if not other:
        return ""
    more = f" and {len(other) - SHOWN} more" if len(other) > SHOWN else ""
    return (
        f"unknown version: {len(other)} files differ from commit {COMMIT} "
        f"({', '.join(map(repr, other[:SHOWN]))}{more}); "
        "findings were written for that commit and may not hold"
    )


def hashes() -> dict[str, str]:
    """Path below the release → SHA-256 at commit 33a1355."""
    package = "offline_reproduction.papers.visonlyqa.printed"
    text = resources.files(package).joinpath(f"release-{COMMIT}.tsv").read_text("utf-8")
    return dict(line.split("\t") for line in text.splitlines()[1:])
