"""Plant errors, run the verification, count what it notices."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from fe_core.errors import FeError
from fe_core.numbers.verdict import Verdict
from fe_core.records.directory import load
from fe_core.records.export import export
from fe_core.records.manifest import manifest_text
from fe_core.records.model import Answer, Records, Sheet, Status
from fe_core.reporting.entries import Entry, Kind
from fe_core.scoring.ledger import ledger
from fe_core.writing import write_files
from offline_reproduction.selftest import file_plants, printed_plants, record_plants
from offline_reproduction.selftest.finding_plants import cells_exchanged
from offline_reproduction.study.build import Built, build
from offline_reproduction.study.explain import Values, explain
from offline_reproduction.study.judging import cells_by_place, judge_built
from offline_reproduction.study.paper import Evidence, Settings, Study
from offline_reproduction.study.printed import PrintedTable, Transcription
from offline_reproduction.study.printed_tables import transcription

FLOORS: Mapping[str, int] = {
    "right-becomes-wrong": 90,
    "wrong-becomes-right": 90,
    "answers-swapped": 80,
    "gold-changed": 90,
    "groups-mixed": 50,
    "rotation-repeated": 90,
    "denominator-off-by-one": 90,
    "fewer-items": 90,
    "group-doubled": 90,
}
"""Percent of the planted errors of a kind that must be noticed; 100 where nothing stands here."""


class Kill(NamedTuple):
    """One kind of error: how many were planted, how many noticed, and which were not."""

    level: str
    kind: str
    planted: int
    noticed: int
    missed: tuple[str, ...]

    @property
    def floor(self) -> int:
        """Percent that must be noticed."""
        return FLOORS.get(self.kind, 100)

    @property
    def passes(self) -> bool:
        """Whether enough were noticed; a kind that did not apply passes."""
        return 100 * self.noticed >= self.floor * self.planted


class _Base(NamedTuple):
    """A study judged as it is."""

    study: Study
    evidence: Evidence
    records: Records
    texts: Transcription
    built: Built
    entries: tuple[Entry, ...]
    settings: Settings

    def entries_of(self, table: str) -> list[Entry]:
        """The entries of one table's printed cells."""
        return [entry for entry in self.entries if entry.table == table]


def selftest(study: Study, folder: Path, settings: Settings, trials: int, seed: int) -> list[Kill]:
    """Plant `trials` errors of every kind.

    A planted error is noticed if records are refused, if any cell's verdict or text changes,
    or if the report says that answers are missing which were not.
    Interval cells are left out: their judgement is tested by itself; so are runs whose answers no
    cell reads (those that only prose tells about). Raises what the study raises
    for records that cannot be used.
    """
    base = _base(study, folder, settings)
    kills = []
    work = len(record_plants.PLANTS) + len(printed_plants.PLANTS) + len(file_plants.PLANTS)
    for done, (level, kind, outcome) in enumerate(_all(base, trials, seed)):
        settings.progress("planting errors", done, work)
        tried = [said for said in outcome if said is not None]
        missed = tuple(said for said in tried if said)
        kills.append(Kill(level, kind, len(tried), len(tried) - len(missed), missed))
    settings.progress("planting errors", work, work)
    return kills


Outcomes = Iterator[str | None]
"""For each trial: "" noticed, a description of what was missed, None where it did not apply."""


def _all(base: _Base, trials: int, seed: int) -> Iterator[tuple[str, str, Outcomes]]:
    for kind, record_plant in record_plants.PLANTS.items():
        if base.study.evidence is not None:
            yield "records", kind, _in_records(base, record_plant, Random(f"{seed}{kind}"), trials)
    for kind, printed_plant in printed_plants.PLANTS.items():
        yield "printed", kind, _in_print(base, printed_plant, Random(f"{seed}{kind}"), trials)
    yield "findings", "cells-exchanged", _under_findings(base, Random(f"{seed}exchanged"), trials)
    for kind, file_plant in file_plants.PLANTS.items():
        yield "files", kind, _in_files(base, file_plant, Random(f"{seed}{kind}"), trials)


def _base(study: Study, folder: Path, settings: Settings) -> _Base:
    evidence = study.load(folder, settings.progress)
    texts = transcription(study.printed)
    printed = {table.key for table in texts.tables}
    tables = tuple(spec for spec in study.tables if spec.key in printed)
    study = replace(study, checks=None, claims=(), tables=tables)
    built = build(study, evidence, settings)
    entries = tuple(judge_built(study, built, _without_intervals(texts, built), settings))
    return _Base(study, evidence, evidence.records, texts, built, entries, settings)


def _without_intervals(texts: Transcription, built: Built) -> Transcription:
    """The texts, less the cells that the exact law would have to judge, and less the claims."""
    from fe_core.reporting.cells import Resampled

    cells = {spec.key: table.by_key() for spec, table in built.tables}
    tables = []
    for table in texts.tables:
        known = cells.get(table.key, {})
        kept = {
            at: text
            for at, text in table.cells.items()
            if at not in known or not isinstance(known[at].value, Resampled)
        }
        tables.append(table._replace(cells=kept))
    return Transcription(tuple(tables))


def _in_records(base: _Base, plant: record_plants.Plant, random: Random, trials: int) -> Outcomes:
    assert base.study.evidence is not None
    sheets = _applicable(base.records, plant)
    for _ in range(trials if sheets else 0):
        sheet = random.choice(sheets)
        spoilt = plant(base.records, sheet, random)
        if spoilt is None:
            yield None
            continue
        said = _noticed(base, spoilt, sheet)
        yield None if said and not _read(base, sheet) else said


def _applicable(records: Records, plant: record_plants.Plant) -> list[Sheet]:
    return [
        sheet for sheet in records.sheets.values() if plant(records, sheet, Random(0)) is not None
    ]


def _read(base: _Base, sheet: Sheet) -> bool:
    """Whether a printed cell's value depends on a sheet: would it change without any answer?"""
    assert base.study.evidence is not None
    answers = {item: Answer(item, None, Status.MISSING) for item in sheet.answers}
    key = (sheet.run.run, sheet.rotation)
    sheets = {**base.records.sheets, key: replace(sheet, answers=answers)}
    try:
        evidence = base.study.evidence(base.evidence, replace(base.records, sheets=sheets))
        built = build(base.study, evidence, base.settings)
    except (FeError, ArithmeticError, LookupError, ValueError):
        return True
    texts = _without_intervals(base.texts, base.built)
    return _values(built, texts) != _values(base.built, texts)


def _values(built: Built, texts: Transcription) -> list[object]:
    """What was recomputed for each printed cell."""
    cells = {spec.key: table.by_key() for spec, table in built.tables}
    known = [table for table in texts.tables if table.key in cells]
    return [cells[table.key].get(at) for table in known for at in table.cells]


def _noticed(base: _Base, spoilt: Records, sheet: Sheet) -> str:
    assert base.study.evidence is not None
    try:
        built = build(base.study, base.study.evidence(base.evidence, spoilt), base.settings)
        texts = _without_intervals(base.texts, built)
        entries = judge_built(base.study, built, texts, base.settings)
    except (FeError, ArithmeticError, LookupError, ValueError):
        return ""
    seen = _differs(base.entries, entries) or _missing(spoilt) > _missing(base.records)
    return "" if seen else f"in {sheet.run.run}"


def _differs(before: tuple[Entry, ...], after: list[Entry]) -> bool:
    said = {entry.id: _said(entry) for entry in before}
    return any(said.get(entry.id) != _said(entry) for entry in after)


def _said(entry: Entry) -> tuple[Verdict, str]:
    return entry.verdict, entry.recomputed


def _missing(records: Records) -> int:
    """Answers that are missing: the report counts them and says so in a line of its own."""
    return sum(row.missing for row in ledger(records))


def _in_print(base: _Base, plant: printed_plants.Plant, random: Random, trials: int) -> Outcomes:
    by_table: dict[str, list[Entry]] = {}
    for entry in base.entries:
        if entry.verdict is Verdict.SAME and entry.kind is Kind.CELL and entry.printed:
            by_table.setdefault(entry.table, []).append(entry)
    built = {spec.key: (spec, table) for spec, table in base.built.tables}
    tables = [table for table in base.texts.tables if table.key in by_table]
    for table in random.choices(tables, k=trials) if tables else ():
        plain = _without_intervals(Transcription((table,)), base.built).tables[0]
        cells = built[table.key][1].by_key()
        spoilt = plant(plain, by_table[table.key], cells, random)
        yield None if spoilt is None else _misprint_noticed(base, built[table.key], spoilt)


def _misprint_noticed(base: _Base, built: object, spoilt: PrintedTable) -> str:
    known = {entry.id: entry.verdict for entry in base.entries}
    entries = _judged_alone(base, built, spoilt)
    worse = any(entry.fails and known.get(entry.id) is not entry.verdict for entry in entries)
    return "" if worse else f"in {spoilt.key}"


def _judged_alone(base: _Base, built: object, printed: PrintedTable) -> list[Entry]:
    one = Built((built,), {})  # type: ignore[arg-type]
    return judge_built(base.study, one, Transcription((printed,)), base.settings)


def _under_findings(base: _Base, random: Random, trials: int) -> Outcomes:
    """Two cells exchanged under a finding that holds, which must not hold any more."""
    values = Values(cells_by_place(base.built), base.study.rounding)
    built = {spec.key: (spec, table) for spec, table in base.built.tables}
    # A row that the paper's text leaves out has nothing that a finding could predict.
    tables = [
        table
        for table in base.texts.tables
        if table.key in built and {row.key for row in built[table.key][1].rows} <= {*table.rows}
    ]
    for table in random.choices(tables, k=trials) if tables else ():
        planted = cells_exchanged(table, base.entries_of(table.key), random)
        if planted is None:
            yield None
            continue
        said = [
            explain(_judged_alone(base, built[table.key], texts), [planted.finding], values, _none)
            for texts in (planted.table, planted.spoilt)
        ]
        (before,), (after,) = (kept for _, kept in said)
        # Exchanged cells may agree where the two columns do; the finding is then all that fails.
        yield "" if before.holds and not after.holds else f"in {table.key}"


def _none(instead: object) -> tuple[Entry, ...]:
    return ()


def _in_files(base: _Base, plant: file_plants.Plant, random: Random, trials: int) -> Outcomes:
    small = _small(base.records)
    files = export(small, base.study.name, source="selftest", licence="")
    path = next(name for name in files if name.startswith("answers/"))
    for _ in range(trials):
        spoilt = {name: text for name, text in files.items() if name.endswith(".jsonl")}
        plant(spoilt, path, random)
        basis = "witness" if '"basis":"witness"' in files[path] else "released"
        manifest = manifest_text(base.study.name, basis, spoilt, source="", licence="")
        with tempfile.TemporaryDirectory() as folder:
            write_files(Path(folder), spoilt | {"manifest.json": manifest})
            try:
                load(Path(folder))
                yield f"in {path}"
            except FeError:
                yield ""


def _small(records: Records) -> Records:
    """One run and the questions it was asked."""
    key, sheet = next(iter(records.sheets.items()))
    items = {name: records.items[name] for name in sheet.answers}
    run = replace(sheet.run, asked=tuple(items))
    return replace(records, items=items, sheets={key: replace(sheet, run=run)})
