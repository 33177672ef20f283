"""The premises of a study: what records show, what study.toml declares, and what it leaves open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fe_core.records.model import Records, Status
from fe_core.reporting.premises import ASSUMED, CHECKED, DECLARED, Premise
from fe_core.scoring.ledger import LedgerRow
from fe_core.scoring.metric import Over
from fe_core.scoring.metrics import METRICS
from offline_reproduction.study.declaration import Declaration
from offline_reproduction.study.spec import Spec

SHOWN = 5
IN_THE_LOG = "the log"
"""What an importer says where the log itself tells what was asked."""


def of_records(records: Records, rows: Sequence[LedgerRow]) -> Iterator[Premise]:
    """Who was asked what, and what came of it."""
    sizes = sorted({len(run.asked) for run in records.runs()})
    sets = len({frozenset(run.asked) for run in records.runs()})
    span = " to ".join(str(size) for size in dict.fromkeys((sizes[0], sizes[-1]))) if sizes else "0"
    alike = "the same" if sets == 1 else f"{sets} different sets"
    asked = f"{len(records.runs())} runs, {span} items each, {alike}"
    known = DECLARED if records.asked in ("", IN_THE_LOG) else ASSUMED
    taken = f", taken from {records.asked}" if records.asked else ""
    yield Premise("items asked", asked + taken, known)
    if records.reading:
        yield Premise("answers read as", records.reading, DECLARED)
    counts = Counter[str]()
    for row in rows:
        counts.update(
            {"answered": row.right + row.wrong, "unreadable": row.unreadable, "empty": row.empty,
             "failed": row.failed, "missing": row.missing}
        )  # fmt: skip
    total = sum(row.asked for row in rows)
    counts["with a recorded score alone"] = total - counts.total()
    kinds = [f"{counts[kind]} {kind}" for kind in counts if counts[kind]]
    yield Premise("answers", f"{total} asked for: {', '.join(kinds) or 'none'}", CHECKED)
    lost = [f"{row.run} {row.missing}" for row in rows if row.missing]
    if lost:
        more = f" and {len(lost) - SHOWN} more runs" if len(lost) > SHOWN else ""
        yield Premise("missing answers", f"{', '.join(lost[:SHOWN])}{more}", CHECKED)


def of_spec(spec: Spec, records: Records) -> Iterator[Premise]:
    """What study.toml declares, and what it leaves to defaults, where a number uses it."""
    yield _key(spec, "rounding", spec.rounding.value)
    metrics = [one for one in spec.metrics.values() if one.metric in METRICS]
    if any(answer.score is not None for sheet in records.sheets.values()
           for answer in sheet.answers.values()):  # fmt: skip
        yield _key(spec, "evidence", spec.evidence.value)
    if _any_takes(metrics, "zero"):
        labels = ", ".join(spec.labels) or "those that occur"
        yield Premise("labels.set", labels, DECLARED if spec.labels else ASSUMED)
        yield from _parameter(spec, metrics, "zero")
    if _invalid(records):
        yield from _parameter(spec, metrics, "invalid")
    if any(one.over is Over.GROUPS for one in metrics):
        yield _variants(spec)
    for one in spec.metrics.values():
        if one.cluster:
            yield Premise(f"metrics.{one.name}.cluster", "+".join(one.cluster), DECLARED)
        if one.metric == "interval":
            yield _key(spec, f"metrics.{one.name}.draws", str(one.draws))
            yield _key(spec, f"metrics.{one.name}.level", f"{float(one.level):g}")


def _key(spec: Spec, name: str, value: str) -> Premise:
    return Premise(name, value, DECLARED if name in spec.given else ASSUMED)


def _parameter(spec: Spec, metrics: Sequence[Declaration], name: str) -> Iterator[Premise]:
    """One premise where [labels] speaks for all metrics that take a parameter, else one each."""
    taking = [one for one in metrics if name in METRICS[one.metric].takes]
    values = {one.name: str(getattr(one.parameters, name)) for one in taking}
    own = [one for one in taking if f"metrics.{one.name}.{name}" in spec.given]
    shared = [value for key, value in values.items() if key not in {one.name for one in own}]
    if shared:
        yield _key(spec, f"labels.{name}", shared[0])
    for one in own:
        yield Premise(f"metrics.{one.name}.{name}", values[one.name], DECLARED)


def _any_takes(metrics: Sequence[Declaration], name: str) -> bool:
    return any(name in METRICS[one.metric].takes for one in metrics)


def _invalid(records: Records) -> bool:
    fine = (Status.VALID, Status.UNRECORDED)
    answers = (a for sheet in records.sheets.values() for a in sheet.answers.values())
    return any(answer.status not in fine for answer in answers)


def _variants(spec: Spec) -> Premise:
    if not spec.groups.variants:
        said = "every group has the variants that occur, once each"
        return Premise("groups.variants", said, ASSUMED)
    families = [
        (f"{family}: " if family else "") + ", ".join(names)
        for family, names in spec.groups.variants.items()
    ]
    return Premise("groups.variants", "; ".join(families), DECLARED)
