"""`Study`: the value that a paper fills in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from fe_core.intervals.streams import MT_BLOCKS
from fe_core.numbers.rounding import Rounding
from fe_core.records.directory import Progress, silent
from fe_core.records.model import Records
from fe_core.reporting.cells import Cell
from fe_core.reporting.premises import Premise
from fe_core.reporting.tables import Table
from offline_reproduction.study.findings import Checks, Findings
from offline_reproduction.study.printed import Transcription

Evidence = Any
"""Whatever a study's `load` returns: anything with an attribute `records: Records`.

An attribute `caution: str` that is not empty (an unknown version of a release, say) is put before
every finding's confidence.
"""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to compute; only `draws`, `stream` and `seed` may change a digit; signatures name them.

    draws: of intervals that no paper prints; a printed one is drawn as often as its paper says.
    stream: its name in docs/streams.md. engine: "python" or "rust", resolved at the rim. threads:
    for the Rust engine.
    """

    engine: str = "python"
    threads: int = 1
    draws: int = 20_000
    stream: str = MT_BLOCKS
    seed: int = 0
    progress: Progress = silent


class TableSpec(NamedTuple):
    """One table: its key and its builder, which never sees what is printed.

    unanswered: "row", "row | column" or "* | column" → why no record can answer it.
    """

    key: str
    build: Callable[[Evidence, Settings], Table]
    unanswered: Mapping[str, str] = {}


class Claim(NamedTuple):
    """A sentence's number: its id and the function that recomputes it."""

    id: str
    build: Callable[[Evidence, Settings], Cell]


@dataclass(frozen=True, slots=True)
class Study:
    """A paper: how its records are read and how its tables and claims are rebuilt.

    name: as on the command line. rounding: the rule that it is judged by. load: a folder's records.
    printed: the package of transcriptions (`table-*.tsv`, `claims.tsv`), or what is in them.
    unanswered: kind of claim → why no record can answer it.
    findings: what was looked at (findings.toml).
    checks: what printed numbers alone prove, as entries of kind `check`; identities: the relations
    between them, for the audit.
    shows_accuracy: on witness basis, whether printed numbers fix a run's accuracy (at a rotation).
    evidence: what `load` made, with other records (the self-test spoils them).
    premises: what it declares and what it leaves open, where some number of the records uses it.
    """

    name: str
    title: str
    paper: str
    rounding: Rounding
    load: Callable[[Path, Progress], Evidence]
    printed: str | Transcription
    tables: tuple[TableSpec, ...] = ()
    claims: tuple[Claim, ...] = ()
    findings: Findings = field(default_factory=Findings)
    unanswered: Mapping[str, str] = field(default_factory=dict)
    checks: Checks | None = None
    identities: Any = None
    shows_accuracy: Callable[[str, int], bool] = lambda run, rotation: True
    evidence: Callable[[Evidence, Records], Evidence] | None = None
    premises: Callable[[Records], Iterable[Premise]] = lambda records: ()
