"""What printed numbers alone prove, as entries of a report."""

from __future__ import annotations

from collections.abc import Mapping

from fe_core.numbers.verdict import Verdict
from fe_core.reporting.entries import Entry, Kind
from fe_core.reporting.signature import signature
from offline_reproduction.study.findings import Checks, Place

VERDICTS = {
    "possible": Verdict.SAME,
    "impossible": Verdict.DIFFERENT,
    "undecided": Verdict.UNCHECKABLE,
}


def record_free(study: str) -> Checks:
    """A study's `checks`: the record-free audit of its printed tables, when it is asked for."""

    def checks(instead: Mapping[Place, str]) -> tuple[Entry, ...]:
        from offline_reproduction.audit.studies import audit_study

        return tuple(
            Entry(
                f"{study}/check/{check.id}",
                Kind.CHECK,
                check.place,
                check.printed,
                VERDICTS[check.judgement.value],
                reason=check.explanation if check.judgement.value == "undecided" else "",
                judgement=check.judgement.value,
                detail=check.explanation,
                wording=check.tried,
                signature=signature(check=check.id.partition("/")[0], basis="printed numbers"),
            )
            for check in audit_study(study, instead)
        )

    return checks
