"""Named functions of study.toml, for what no declaration expresses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from fe_core.numbers.exact import mean
from fe_core.records.model import Item
from fe_core.reporting.cells import Cell, CellValue, Unit
from fe_core.reporting.signature import signature
from offline_reproduction.papers.visonlyqa.catalogue import FINE_TUNED, MODELS, PROMPTS
from offline_reproduction.papers.visonlyqa.evidence import Evidence
from offline_reproduction.papers.visonlyqa.importer.people import Sheet, mean_of_annotators
from offline_reproduction.study.quantities import Called, Function
from offline_reproduction.study.selection import selected

TRUTH = {"True", "False"}


def people(told: Called) -> Cell:
    """The mean over annotators of their accuracies in a task; of several tasks, the mean of these.

    The column's metric says which tasks.
    """
    name = told.declared.of[0]
    asked = [told.quantities.metrics[each] for each in told.quantities.metrics[name].of or (name,)]
    tasks = [_sheets(told, each.where["subtask"][0]) for each in asked]
    values = [mean_of_annotators(sheets) for sheets in tasks]
    known = [value for value in values if value is not None]
    missing = len(known) < len(values)
    pairs = [(sheet.right, len(sheet.pairs)) for sheet in tasks[0]] if len(tasks) == 1 else []
    count = ""
    if len({size for _, size in pairs}) == 1:
        count = f"{sum(right for right, _ in pairs)}/{sum(size for _, size in pairs)}"
    return Cell(
        None if missing else mean(known),
        told.declared.unit,
        signature(metric="mean-over-annotators", of=name, **told.arguments),
        count,
        reason="nobody's answers to a task were released" if missing else "",
    )


def answer_format(told: Called) -> Cell:
    """`Select Multiple`, `True/False`, or how many options the questions of a task have."""
    items = selected(told.scored.records.items.values(), told.question.where)
    formats = {_format(item) for item in items}
    said = _said(told)
    if len(formats) == 1:
        return Cell(formats.pop(), Unit.TEXT, said)
    return Cell(None, Unit.TEXT, said, reason=f"the questions have {len(formats)} formats")


def models(told: Called) -> int:
    """Models that have answers, as they were published: all, the open or the proprietary ones."""
    access = told.arguments.get("access", "")
    answered = _answered(told, "direct")
    return sum(m.name in answered and access in ("", _ACCESS[m.open]) for m in MODELS)


def families(told: Called) -> int:
    """Families of those models."""
    return len({model.family for model in MODELS if model.name in _answered(told, "direct")})


def tuned_models(told: Called) -> int:
    """Models that have answers after fine-tuning."""
    return len(_answered(told, "fine-tuned"))


def tuned_tasks(told: Called) -> int:
    """Tasks with a fine-tuned model of its own; the same for every base model, else 0."""
    release = _evidence(told).release
    tuned = [r for r in release.responses if r.file.kind == "fine-tuned"]
    counts = {
        len({r.question.task.trained for r in tuned if r.file.model == name}) for name in FINE_TUNED
    }
    return counts.pop() if len(counts) == 1 and _answered(told, "fine-tuned") else 0


def prompts(told: Called) -> int:
    """Kinds of prompts that models answered."""
    return len({run.setting for run in told.scored.records.runs()} & set(PROMPTS))


def annotators(told: Called) -> int:
    """People whose answers to a split were released."""
    return len({sheet.annotator for sheet in _sheets(told)})


def human_answers(told: Called) -> int:
    """Their answers."""
    return sum(len(sheet.pairs) for sheet in _sheets(told))


def balanced(told: Called) -> bool:
    """Whether each option is the gold as often as each other one of its task, Real split.

    Over the tasks with so many options of which one is right.
    """
    golds: dict[str, Counter[str]] = {}
    for item in told.scored.records.items.values():
        asked = item.split == "real" and len(item.options) == int(told.arguments["options"])
        if asked and isinstance(item.gold, str):
            counts = golds.setdefault(
                item.attributes["task"], Counter(dict.fromkeys(item.options, 0))
            )
            counts[item.gold] += 1
    return all(len(set(counts.values())) == 1 for counts in golds.values())


_ACCESS = {True: "open", False: "proprietary"}


def _format(item: Item) -> str:
    if item.select == "many":
        return "Select Multiple"
    return "True/False" if set(item.options) == TRUTH else f"{len(item.options)} options"


def _answered(told: Called, kind: str) -> set[str]:
    return {run.model for run in told.scored.records.runs() if run.setting == kind}


def _evidence(told: Called) -> Evidence:
    found = told.scored.more
    assert isinstance(found, Evidence)
    return found


def _sheets(told: Called, column: str = "") -> Sequence[Sheet]:
    split = told.arguments["split"]
    sheets = [sheet for sheet in _evidence(told).release.people if sheet.task.split == split]
    return [sheet for sheet in sheets if column in ("", sheet.task.column)]


def _said(told: Called) -> str:
    return signature(metric=told.declared.function, **told.arguments)


def _cell(measure: Callable[[Called], CellValue]) -> Function:
    return lambda told: Cell(measure(told), told.declared.unit, _said(told))


FUNCTIONS: Mapping[str, Function] = {
    "people": people,
    "answer_format": answer_format,
    **{
        measure.__name__: _cell(measure)
        for measure in (
            models, families, tuned_models, tuned_tasks, prompts, annotators, human_answers,
            balanced,
        )
    },
}  # fmt: skip
