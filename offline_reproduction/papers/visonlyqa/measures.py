"""What the paper's sentences count and compare, measured on the release."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from offline_reproduction.papers.visonlyqa.catalogue import (
    FINE_TUNED,
    MODELS,
    PROMPTS,
    REAL,
    TASKS,
    Model,
    Task,
    tasks_of,
)
from offline_reproduction.papers.visonlyqa.evidence import Evidence, accuracy, model_average
from offline_reproduction.papers.visonlyqa.tables.accuracy import people_average
from offline_reproduction.papers.visonlyqa.tables.dataset import answer_format
from offline_reproduction.papers.visonlyqa.tables.finetuning import average_of
from offline_reproduction.papers.visonlyqa.tables.improvement import gain

PAIRS = (("InternVL2-4B", "InternVL2-8B"), ("Qwen2-VL-2B", "Qwen2-VL-7B"))
"""Models that share an encoder, the one with the smaller language model first."""


def questions(evidence: Evidence, split: str = "") -> int:
    """How many questions a split (or, without one, the release) has."""
    return sum(q.task.split == split or not split for q in evidence.release.questions)


def tasks(evidence: Evidence, split: str) -> int:
    """How many tasks of a split have questions."""
    return len({q.task.id for q in evidence.release.questions if q.task.split == split})


def sub_tasks(evidence: Evidence) -> int:
    """Tasks counted once where both splits have them."""
    return len({q.task.column for q in evidence.release.questions})


def categories(evidence: Evidence, split: str = "") -> int:
    """Categories of figures: the first word of a task's column."""
    asked = {q.task for q in evidence.release.questions if q.task.split == split or not split}
    return len({task.column.split()[0] for task in asked})


def models(evidence: Evidence, chosen: Callable[[Model], bool] = lambda model: True) -> int:
    """Models that have answers, as they were published."""
    answered = {run.model for run in evidence.records.runs() if run.setting == "direct"}
    return sum(model.name in answered and chosen(model) for model in MODELS)


def families(evidence: Evidence) -> int:
    """Families of those models."""
    answered = {run.model for run in evidence.records.runs()}
    return len({model.family for model in MODELS if model.name in answered})


def fine_tuned(evidence: Evidence) -> int:
    """Models that have answers after fine-tuning."""
    return len({run.model for run in evidence.records.runs() if run.setting == "fine-tuned"})


def trained_for(evidence: Evidence) -> int:
    """Tasks with a fine-tuned model of its own; the same for every base model, else 0."""
    found = {
        name: len({r.question.task.trained for r in evidence.release.responses
                   if r.file.kind == "fine-tuned" and r.file.model == name})
        for name in FINE_TUNED
    }  # fmt: skip
    numbers = set(found.values())
    return numbers.pop() if len(numbers) == 1 else 0


def prompts(evidence: Evidence) -> int:
    """Kinds of prompts that models answered."""
    return len({run.setting for run in evidence.records.runs()} & set(PROMPTS))


def annotators(evidence: Evidence, split: str) -> int:
    """People whose answers to a split were released."""
    return len({s.annotator for s in evidence.release.people if s.task.split == split})


def human_answers(evidence: Evidence, split: str) -> int:
    """Their answers."""
    return sum(len(s.pairs) for s in evidence.release.people if s.task.split == split)


def human(evidence: Evidence, split: str) -> Fraction | None:
    """The average of people over a split's tasks."""
    value = people_average(evidence, tasks_of(split)).value
    return value if isinstance(value, Fraction) else None


def direct(evidence: Evidence, name: str, split: str) -> Fraction | None:
    """A model's average over a split's tasks, without chain of thought."""
    return model_average(evidence, "direct", name, tasks_of(split))


def best(evidence: Evidence, split: str) -> Fraction | None:
    """The best model's average."""
    return max(_known(direct(evidence, model.name, split) for model in MODELS), default=None)


def gemini_leads(evidence: Evidence) -> bool:
    """Whether nobody else reaches Gemini 1.5 Pro's average, on both splits."""
    others = [model.name for model in MODELS if model.name != "Gemini 1.5 Pro"]
    return all(
        _below(direct(evidence, name, split), direct(evidence, "Gemini 1.5 Pro", split))
        for split in ("real", "synthetic")
        for name in others
    )


def all_below_people(evidence: Evidence) -> bool:
    """Whether every model's average is below people's, on both splits."""
    return all(
        _below(direct(evidence, model.name, split), human(evidence, split))
        for split in ("real", "synthetic")
        for model in MODELS
    )


def balanced(evidence: Evidence) -> bool:
    """Whether each true-or-false task of the Real split has as many true as false golds."""
    return all(
        2 * sum(q.answer == "True" for q in asked) == len(asked)
        for task in REAL
        if (asked := [q for q in evidence.release.questions if q.task is task])
        and all(answer_format(q) == "True/False" for q in asked)
    )


def both_signs(evidence: Evidence) -> bool:
    """Whether chain of thought raises some models' averages and lowers others'."""
    gains = [_mean_gain(evidence, model.name) for model in MODELS]
    return any(g > 0 for g in gains) and any(g < 0 for g in gains)


def harms(evidence: Evidence) -> bool:
    """Whether chain of thought lowers some model's accuracy on some task."""
    return any(g < 0 for model in MODELS for g in _gains(evidence, model.name))


def length_improves(evidence: Evidence) -> bool:
    """Whether the larger models gain on Geometry-Length of the Real split."""
    task = _task(REAL, "Geometry Length")
    return all(
        _below(accuracy(evidence, "direct", large, task), tuned(evidence, large, task))
        for _, large in PAIRS
    )


def larger_lead_when_tuned(evidence: Evidence) -> bool:
    """Whether the larger models lead every smaller one on Length and Area, both splits."""
    small = ("Phi-3.5-vision", *(pair[0] for pair in PAIRS))
    return all(
        _below(tuned(evidence, name, task), tuned(evidence, large, task))
        for task in TASKS
        if task.column in ("Geometry Length", "Geometry Area")
        for _, large in PAIRS
        for name in small
    )


def larger_lead(evidence: Evidence) -> bool:
    """Whether the larger language model has the higher average in all columns of Table 5."""
    return all(
        _below(average_of(evidence, split, small, kind), average_of(evidence, split, large, kind))
        for small, large in PAIRS
        for split in ("real", "synthetic")
        for kind in ("direct", "fine-tuned")
    )


def gap(evidence: Evidence, pair: tuple[str, str], split: str, kind: str) -> Fraction:
    """The larger model's average minus the smaller one's."""
    small, large = (average_of(evidence, split, name, kind) for name in pair)
    return (large or Fraction(0)) - (small or Fraction(0))


def growth(evidence: Evidence, pair: tuple[str, str], split: str) -> Fraction:
    """By how much fine-tuning widens that gap."""
    return gap(evidence, pair, split, "fine-tuned") - gap(evidence, pair, split, "direct")


def gaps_grow(evidence: Evidence, split: str) -> bool:
    """Whether it widens for both pairs."""
    return all(growth(evidence, pair, split) > 0 for pair in PAIRS)


def gaps_grow_more_on_synthetic(evidence: Evidence) -> bool:
    """Whether it widens more on the Synthetic split, for both pairs."""
    return all(
        growth(evidence, pair, "synthetic") > growth(evidence, pair, "real") for pair in PAIRS
    )


def tuned(evidence: Evidence, name: str, task: Task) -> Fraction | None:
    """Accuracy after fine-tuning."""
    return accuracy(evidence, "fine-tuned", name, task)


def _below(lower: Fraction | None, upper: Fraction | None) -> bool:
    return lower is not None and upper is not None and lower < upper


def _known(values: Iterable[Fraction | None]) -> list[Fraction]:
    return [value for value in values if value is not None]


def _gains(evidence: Evidence, name: str) -> list[Fraction]:
    return _known(gain(evidence, name, task) for task in REAL)


def _mean_gain(evidence: Evidence, name: str) -> Fraction:
    gains = _gains(evidence, name)
    return sum(gains, Fraction(0)) / max(len(gains), 1)


def _task(among: Iterable[Task], column: str) -> Task:
    return next(task for task in among if task.column == column)
