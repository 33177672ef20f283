"""The study: VisOnlyQA's tables and claims, judged on the answers its authors released."""

from __future__ import annotations

from fe_core.numbers.rounding import Rounding
from offline_reproduction.papers.visonlyqa.claims import CLAIMS, UNANSWERED
from offline_reproduction.papers.visonlyqa.evidence import load, with_records
from offline_reproduction.papers.visonlyqa.tables import (
    accuracy,
    dataset,
    examples,
    extraction,
    finetuning,
    groups,
    identical,
    improvement,
    prompting,
)
from offline_reproduction.study import findings
from offline_reproduction.study.checks import record_free
from offline_reproduction.study.paper import Study, TableSpec

STUDY = Study(
    name="visonlyqa",
    title="VisOnlyQA: visual perception of geometric information",
    paper="VisOnlyQA: Large Vision Language Models Still Struggle with Visual Perception of "
    "Geometric Information",
    rounding=Rounding.HALF_EVEN,
    load=load,
    printed="offline_reproduction.papers.visonlyqa.printed",
    tables=(
        TableSpec("table-02", dataset.build, dataset.UNANSWERED),
        TableSpec("table-04a", accuracy.real),
        TableSpec("table-04b", accuracy.synthetic),
        TableSpec("table-05", finetuning.same_encoder, finetuning.UNANSWERED_SIZES),
        TableSpec("table-09", improvement.build),
        TableSpec("table-10", finetuning.before_and_after, finetuning.UNANSWERED_REAL),
        TableSpec("table-11-61", examples.build, examples.unanswered()),
        TableSpec("example-questions", examples.found),
        TableSpec("extraction-agreement", extraction.agreement),
        TableSpec("extraction-conflicts", extraction.conflicts),
        *(
            TableSpec(
                f"table-04{letter}-parser-{policy.name.lower()}", extraction.table_4(split, policy)
            )
            for letter, split in (("a", "real"), ("b", "synthetic"))
            for policy in extraction.Policy
        ),
        *(
            TableSpec(f"table-09-parser-{policy.name.lower()}", extraction.table_9(policy))
            for policy in extraction.Policy
        ),
        TableSpec("pairs", groups.pairs),
        TableSpec("figures", groups.figures),
        TableSpec("prompts-paired", prompting.build),
        TableSpec("identical-files", identical.build),
    ),
    claims=CLAIMS,
    findings=findings.of_package("offline_reproduction.papers.visonlyqa"),
    unanswered=UNANSWERED,
    checks=record_free("visonlyqa"),
    evidence=with_records,
)
