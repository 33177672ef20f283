"""Numbers and comparisons in the paper's sentences and captions, recomputed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from fe_core.reporting.cells import Cell, Unit
from fe_core.reporting.signature import signature
from offline_reproduction.papers.visonlyqa import measures
from offline_reproduction.papers.visonlyqa.evidence import Evidence
from offline_reproduction.study.paper import Claim, Settings

UNANSWERED = {
    "training-data": "the training set is not among the released answers",
    "image-statistics": "counts of what figures show need the figures",
    "annotation": "how questions were written is not among the released answers",
    "error-annotation": "the annotated errors are not among the released answers",
    "no-threshold": "the sentence states no threshold to check",
    "decoding": "parameters of the models' calls are not among the released answers",
    "production": "dates of the models' calls are not among the released answers",
    "training": "parameters of training are not among the released answers",
    "hardware": "hardware leaves no trace in the released answers",
}

Measure = Callable[[Evidence], int]
Statement = Callable[[Evidence], bool]


def count(id: str, metric: str, measure: Measure) -> Claim:
    """A claim that counts something."""
    return Claim(id, lambda e, s: Cell(measure(e), Unit.COUNT, signature(metric=metric)))


def relation(id: str, metric: str, holds: Statement) -> Claim:
    """A claim that something is the case."""
    return Claim(id, lambda e, s: Cell(holds(e), Unit.RELATION, signature(metric=metric)))


def percent(id: str, metric: str, value: Callable[[Evidence], Fraction | None]) -> Claim:
    """A claim of an average accuracy."""

    def build(evidence: Evidence, settings: Settings) -> Cell:
        found = value(evidence)
        reason = "" if found is not None else "a task has no answers"
        return Cell(found, Unit.PERCENT, signature(metric=metric), reason=reason)

    return Claim(id, build)


CLAIMS = (
    count("abstract-questions", "questions", measures.questions),
    count("s34-real-questions", "questions", lambda e: measures.questions(e, "real")),
    count("s34-synthetic-questions", "questions", lambda e: measures.questions(e, "synthetic")),
    *(count(id, "sub-tasks", measures.sub_tasks) for id in ("abstract-tasks", "s3-tasks")),
    *(
        count(id, "categories", measures.categories)
        for id in ("abstract-categories", "s3-categories")
    ),
    count("s34-real-categories", "categories", lambda e: measures.categories(e, "real")),
    count("s34-synthetic-categories", "categories", lambda e: measures.categories(e, "synthetic")),
    count("s32-domains", "categories", lambda e: measures.categories(e, "real")),
    count("s32-types", "splits", lambda e: len({q.task.split for q in e.release.questions})),
    *(
        count(id, "tasks", lambda e: measures.tasks(e, "real"))
        for id in ("s33-real-tasks", "s34-real-tasks")
    ),
    count("s34-synthetic-tasks", "tasks", lambda e: measures.tasks(e, "synthetic")),
    count(
        "s33-geometry-tasks",
        "tasks",
        lambda e: len(
            {q.task for q in e.release.questions if q.task.key.startswith("syntheticgeometry__")}
        ),
    ),
    *(
        count(id, "models", measures.models)
        for id in ("abstract-models", "intro-models", "s4-models", "s4-models-again")
    ),
    count("s4-open", "models", lambda e: measures.models(e, lambda model: model.open)),
    count("s4-proprietary", "models", lambda e: measures.models(e, lambda model: not model.open)),
    count("s4-families", "families", measures.families),
    count("s4-fine-tuned", "models", measures.fine_tuned),
    *(
        count(id, "fine-tuned-tasks", measures.trained_for)
        for id in ("s43-tasks", "s43-fine-tuned-each")
    ),
    *(count(id, "prompts", measures.prompts) for id in ("s4-prompts", "b-prompts")),
    count("s35-human-real-annotators", "annotators", lambda e: measures.annotators(e, "real")),
    count(
        "s35-human-synthetic-annotators",
        "annotators",
        lambda e: measures.annotators(e, "synthetic"),
    ),
    count("s35-human-real-answers", "human-answers", lambda e: measures.human_answers(e, "real")),
    count(
        "s35-human-synthetic-answers",
        "human-answers",
        lambda e: measures.human_answers(e, "synthetic"),
    ),
    *(
        percent(id, "human-mean-over-tasks", lambda e: measures.human(e, "real"))
        for id in ("intro-human-real", "s35-human-real", "s41-human-real")
    ),
    *(
        percent(id, "human-mean-over-tasks", lambda e: measures.human(e, "synthetic"))
        for id in ("s35-human-synthetic", "s41-human-synthetic")
    ),
    percent("intro-gpt-4o-real", "mean-over-tasks", lambda e: measures.direct(e, "GPT-4o", "real")),
    percent(
        "intro-gemini-real",
        "mean-over-tasks",
        lambda e: measures.direct(e, "Gemini 1.5 Pro", "real"),
    ),
    percent("s41-best-real", "best-mean-over-tasks", lambda e: measures.best(e, "real")),
    percent("s41-best-synthetic", "best-mean-over-tasks", lambda e: measures.best(e, "synthetic")),
    relation("s41-gemini-best", "best-mean-over-tasks", measures.gemini_leads),
    *(
        relation(id, "mean-over-tasks", measures.all_below_people)
        for id in ("figure-2-human-above-all", "table-4-all-below-human")
    ),
    relation("s35-negations", "gold-balance", measures.balanced),
    relation("figure-5-not-constant", "mean-gain", measures.both_signs),
    relation("s42-harms", "gain", measures.harms),
    relation("s43-length-real", "accuracy", measures.length_improves),
    relation("s43-larger", "accuracy", measures.larger_lead_when_tuned),
    *(
        relation(id, "mean-over-tasks", measures.larger_lead)
        for id in ("intro-larger-is-better", "table-5-larger")
    ),
    relation("s44-gaps-synthetic", "gap-growth", lambda e: measures.gaps_grow(e, "synthetic")),
    relation("s44-gaps-real", "gap-growth", lambda e: measures.gaps_grow(e, "real")),
    relation("s44-gaps-especially", "gap-growth", measures.gaps_grow_more_on_synthetic),
)
"""One claim a line of `printed/claims.tsv` that the release can answer."""
