"""The report: what all writers write, and its summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from fe_core.numbers.verdict import Verdict
from fe_core.records.model import Basis, Records, Source
from fe_core.reporting.cells import Behind
from fe_core.reporting.entries import Entry, Finding, Kept, Kind
from fe_core.reporting.premises import Premise
from fe_core.scoring.ledger import LedgerRow

UNDETERMINED = "undetermined"
"""What stands in a cell of constructed records that no printed number fixes."""


UNFIXED = "No printed cell fixes a value of this table; what the text states is judged as a claim."
"""What stands in place of a table that is undetermined throughout."""


class ShownTable(NamedTuple):
    """A table as it is written out: texts, with the entry behind each cell where there is one.

    header: each column's names from the top level down, where it has several. sections: row → the
    section it stands in. marked: (row, column) → "bold", "underline" or both, as printed.
    """

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    entries: dict[tuple[str, str], Entry]
    note: str = ""
    place: str = ""
    header: tuple[tuple[str, ...], ...] = ()
    sections: Mapping[str, str] = MappingProxyType({})
    marked: Mapping[tuple[str, str], str] = MappingProxyType({})

    @property
    def heading(self) -> str:
        """Where it is printed, and what it shows."""
        return f"{self.place}: {self.title}" if self.place else self.title

    @property
    def undetermined(self) -> bool:
        """Whether no printed number fixes any of its cells."""
        texts = {text for _, row in self.rows for text in row}
        return texts <= {UNDETERMINED, ""} and UNDETERMINED in texts


class OutcomeMap(NamedTuple):
    """Item by run: 0 right, 1 wrong, 2 invalid, 3 not asked; one row a run and rotation."""

    runs: tuple[str, ...]
    items: int
    rows: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class StudyReport:
    """Everything that is said of one study.

    behind: entry id → whose answers to which items it is made of. records: what holds them.
    """

    study: str
    title: str
    paper: str
    basis: Basis
    rounding: str
    shared_roundings: tuple[str, ...]
    sources: tuple[Source, ...]
    notes: tuple[str, ...]
    ledger: tuple[LedgerRow, ...]
    entries: tuple[Entry, ...]
    findings: tuple[Kept, ...]
    remarks: tuple[Finding, ...] = ()
    premises: tuple[Premise, ...] = ()
    tables: tuple[ShownTable, ...] = ()
    outcomes: OutcomeMap | None = None
    behind: Mapping[str, Behind] = field(default_factory=dict)
    records: Records | None = None

    def summary(self) -> dict[str, int]:
        """Counts of entries by verdict; explained differences stand apart from the others."""
        counts = Counter(entry.verdict for entry in self.entries)
        explained = sum(entry.disagrees and bool(entry.finding) for entry in self.entries)
        return {
            "entries": len(self.entries),
            "same": counts[Verdict.SAME],
            "last-digit": sum(
                e.verdict is Verdict.LAST_DIGIT and not e.finding for e in self.entries
            ),
            "different": sum(
                e.verdict is Verdict.DIFFERENT and not e.finding for e in self.entries
            ),
            "explained": explained,
            "uncheckable": counts[Verdict.UNCHECKABLE],
            "unaccounted": sum(entry.unaccounted for entry in self.entries),
            "findings": len(self.findings),
            "remarks": len(self.remarks),
            "findings-no-longer-holding": sum(not kept.holds for kept in self.findings),
        }

    def agrees(self) -> bool:
        """Whether every number agrees or is accounted for, and every finding holds."""
        return not any(entry.fails for entry in self.entries) and all(
            kept.holds for kept in self.findings
        )

    def checkable(self) -> bool:
        """Whether any printed number could be checked at all."""
        return any(
            entry.verdict is not Verdict.UNCHECKABLE and entry.kind is not Kind.CHECK
            for entry in self.entries
        )

    def of_kind(self, kind: Kind) -> tuple[Entry, ...]:
        """The entries of one kind."""
        return tuple(entry for entry in self.entries if entry.kind is kind)


def verdict_word(verdict: Verdict, basis: Basis) -> str:
    """A verdict in words: on witness basis `same` can only mean *consistent*."""
    if verdict is Verdict.SAME and basis is Basis.WITNESS:
        return "consistent"
    return verdict.value


def basis_line(report: StudyReport) -> str:
    """The sentence that every output starts with."""
    if report.basis is Basis.WITNESS:
        return (
            "witness records: consistent with the paper, not its data. These answers were "
            "constructed so that the printed numbers hold; they say nothing about any model."
        )
    return f"Judged on {report.basis.value}."
