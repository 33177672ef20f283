"""The 20 primary runs, the two ordinary Base runs that hang on them, and the order they need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tools.witness import adapters, families, ordinary, targets
from tools.witness.ablations import Ablation, ablation, ablations
from tools.witness.answered import Answered, once
from tools.witness.plan import Shape, plan
from tools.witness.primary import (
    Facts,
    Letters,
    one_run,
    shape_of,
    shot_chain,
)
from tools.witness.sheet import Test
from tools.witness.targets import Aim, Cells

GIVEN = "GPT-5.6 0-shot"
"""The run that others fix first: Table 13 ties it to its repeat and rotations."""

CHAINED = ("GPT-5.6 2-shot", "GPT-5.6 3-shot")
FAMILIES = (families.QWEN, families.INTERN)


class Builder:
    """Builds any run of the primary, ordinary and ablation experiments on its own.

    zero_shot: GPT 0-shot's answers. Runs that others depend on are built once, when first asked.
    facts: constraints of what has been built, by fact.
    """

    def __init__(self, text: Cells, test: Test, zero_shot: Letters) -> None:
        self._text, self._test = text, test
        self._aims = primary_aims(text)
        given = {GIVEN: shape_of(test, zero_shot)}
        self.facts: Facts = Counter()
        self._shapes = plan(self._aims, given, self.facts)
        self._built: dict[str, Letters] = {f"primary/{GIVEN.replace(' ', '/')}": zero_shot}

    def names(self) -> list[str]:
        """Every run that this builds, in the order of the tables."""
        primary = [f"primary/{model}/{setting}" for model, setting in targets.PRIMARY]
        adapted = [
            _ordinary(model, seed)
            for model in ("InternVL3-8B", "Qwen2.5-VL-7B")
            for seed in ("Base", *ordinary.SEEDS)
        ]
        return primary + adapted + [_ablation_name(run) for run in ablations()]

    def letters(self, run: str) -> Letters:
        """The answers of one run. Raises FeError where its facts cannot be met."""
        if run not in self._built:
            self._built.update(self._make(run))
        return self._built[run]

    def _make(self, run: str) -> Iterator[tuple[str, Letters]]:
        experiment, model, setting, *_ = run.split("/")
        if experiment == "ablation":
            made = Ablation(*run.split("/")[1:])
            yield run, ablation(self._text, self._test, made, self.facts)
        elif setting.startswith("LoRA-"):
            yield from self._seeds(model)
        elif model in {family.model for family in FAMILIES}:
            yield from self._family(model)
        elif run == _primary(CHAINED[1]):
            before, name = self.letters(_primary(CHAINED[0])), CHAINED[1]
            asked = (self._aims[name], self._shapes[name], self.facts)
            yield run, shot_chain(self._text, self._test, before, *asked)
        else:
            name = f"{model} {setting}"
            asked = (self._aims[name], self._shapes[name], self.facts)
            yield run, one_run(self._text, self._test, *asked)

    def _family(self, model: str) -> Iterator[tuple[str, Letters]]:
        family = next(family for family in FAMILIES if family.model == model)
        names = (f"{model} Base", f"{model} LoRA")
        aims = [self._aims[name] for name in names]
        aims.append(targets.ordinary(self._text, model, "Base"))
        shapes: list[Shape] = [self._shapes[name] for name in names]
        found = adapters.trio(self._text, self._test, family, aims, shapes, self.facts)
        runs = (f"primary/{model}/Base", f"primary/{model}/LoRA", _ordinary(model, "Base"))
        yield from zip(runs, found, strict=True)

    def _seeds(self, model: str) -> Iterator[tuple[str, Letters]]:
        aims = [targets.ordinary(self._text, model, seed) for seed in ordinary.SEEDS]
        found = ordinary.seeds(self._text, self._test, model, aims, self.facts)
        for seed, letters in zip(ordinary.SEEDS, found, strict=True):
            yield _ordinary(model, seed), letters


def primary_aims(text: Cells) -> dict[str, Aim]:
    """What the tables ask of the 20 primary runs, by row key."""
    aims = [targets.primary(text, model, setting) for model, setting in targets.PRIMARY]
    return {aim.name: aim for aim in aims}


def answered(test: Test, run: str, letters: Sequence[str | None]) -> Answered:
    """A run of these experiments, ready to be written."""
    mode = run.split("/")[3] if run.startswith("ablation/") else "all-images"
    return once(run, test, letters, mode=mode)


def _primary(row: str) -> str:
    model, _, setting = row.rpartition(" ")
    return f"primary/{model}/{setting}"


def _ordinary(model: str, seed: str) -> str:
    return f"ordinary/{model}/{seed if seed == 'Base' else f'LoRA-{seed}'}"


def _ablation_name(run: Ablation) -> str:
    return f"ablation/{run.model}/{run.setting}/{run.mode}"
