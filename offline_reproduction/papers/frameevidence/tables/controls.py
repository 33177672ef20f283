"""Tables 10 and 32: controls that see no image."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from fe_core.reporting.cells import Cell
from fe_core.reporting.tables import Table
from offline_reproduction.papers.frameevidence import metadata_rules as rules
from offline_reproduction.papers.frameevidence.cells import keyed, percent
from offline_reproduction.papers.frameevidence.evidence import Evidence
from offline_reproduction.papers.frameevidence.tables.primary import COLUMNS, scores
from offline_reproduction.study.paper import Settings

RULE_COLUMNS = ("Train Acc.", "Dev Acc.", "Test Acc.", "Test NTS", "Test DIS")
TEXT_RUN = "control/text-tfidf"


def table_10(evidence: Evidence, settings: Settings) -> Table:
    """Appendix A: three rules, refitted here on the 288 training questions of FQ2."""
    rows = tuple(
        keyed(name, RULE_COLUMNS, partial(_rule, evidence, name)) for name in rules.FEATURES
    )
    return Table("table-10", "Train-fitted metadata rules on FQ2, %", RULE_COLUMNS, rows)


def table_32(evidence: Evidence, settings: Settings) -> Table:
    """Appendix F.3: the classifier of question and option texts, from its saved predictions."""
    rows = (keyed("Text TF-IDF", COLUMNS, partial(scores, evidence, TEXT_RUN)),)
    return Table("table-32", "Text-only classifier on the test questions, %", COLUMNS, rows)


def _rule(evidence: Evidence, name: str) -> Mapping[str, Cell]:
    rule = rules.fitted(evidence, name)
    cells = {
        f"{split.capitalize()} Acc.": percent(
            rules.rule_accuracy(rule, rules.questions(evidence, split)),
            metric="accuracy",
            rule=name,
            split=split,
        )
        for split in ("train", "dev", "test")
    }
    for metric in ("NTS", "DIS"):
        score = rules.rule_joint(rule, rules.pairs(evidence, "test"), metric)
        cells[f"Test {metric}"] = percent(score, metric=metric, rule=name, split="test")
    return cells
