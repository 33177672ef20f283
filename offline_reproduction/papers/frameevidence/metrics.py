"""Named functions of FrameEvidence, for what no declaration expresses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from fe_core.errors import UsageError
from fe_core.intervals.law import law
from fe_core.records.model import Item
from fe_core.reporting.cells import Cell, Resampled, Unit
from fe_core.scoring.decomposition import joint_change
from fe_core.scoring.outcomes import Outcome
from fe_core.scoring.paired import paired
from fe_core.scoring.responses import Response
from offline_reproduction.papers.frameevidence import release
from offline_reproduction.papers.frameevidence.release import (
    INSUFFICIENT,
    Group,
    gold,
    grouped,
    insufficiency_letter,
    said,
)
from offline_reproduction.study.declaration import applied
from offline_reproduction.study.evidence import Answers, Scored
from offline_reproduction.study.quantities import Called
from offline_reproduction.study.registered import Registered
from offline_reproduction.study.selection import selected, text

FRAMES = ("camera", "object", "scene")
LOW, HIGH = Fraction(1, 40), Fraction(39, 40)


def _pairs(told: Called, run: str) -> list[Group]:
    """The FQ2 groups that a run was asked, where the cell's conditions hold."""
    where = {name: v for name, v in told.question.where.items() if name != "variant"}

    def made() -> list[Group]:
        groups = grouped(selected(told.scored.asked(run), where)).values()
        return [group for group in groups if "mss" in group]

    return told.scored.once(("pairs", run, text(where)), made)


def _two(told: Called) -> tuple[str, str]:
    first, second = (told.question.named((role,))[0] for role in ("first", "second"))
    return first, second


def _meaning(response: Response) -> str | None:
    option = response.option
    return response.item.meaning(option) if isinstance(option, str) else None


# Of runs.


def frame_pairs(told: Called) -> Cell:
    """FQ1's frame pairs of a run with different golds, by what its answers do (F.2)."""
    (run,) = told.question.runs
    counts = told.scored.once(("frames", run), lambda: _frame_pairs(told.scored, run))
    return said(told, counts[told.arguments["part"]])


def _frame_pairs(scored: Scored, run: str) -> Counter[str]:
    answers = scored.responses(run)
    counts: Counter[str] = Counter()
    for group in grouped(scored.asked(run)).values():
        for one, other in combinations(FRAMES, 2) if "camera" in group else ():
            first, second = group[one], group[other]
            if gold(first) == gold(second):
                continue
            meanings = [_meaning(answers[item.item]) for item in (first, second)]
            changed = "changed" if meanings[0] != meanings[1] else "repeated"
            counts["invalid" if None in meanings else changed] += 1
            counts["differing"] += 1
            counts["correct"] += all(answers[item.item].right for item in (first, second))
    return counts


def switched(told: Called) -> Cell:
    """FQ2 groups whose answer to a condition turns to `to` from the other kind (D.2)."""
    (variant,) = told.question.where["variant"]
    kinds = []
    for run in _two(told):
        answers = told.scored.responses(run)
        kinds.append([_kind(answers[g[variant].item]) for g in _pairs(told, run)])
    turned = ["spatial", INSUFFICIENT]
    if told.arguments["to"] == "spatial":
        turned.reverse()
    return said(told, sum([*both] == turned for both in zip(*kinds, strict=True)))


def _kind(response: Response) -> str:
    meaning = _meaning(response)
    return "invalid" if meaning is None else meaning if meaning == INSUFFICIENT else "spatial"


def changed_joint(told: Called) -> Cell:
    """A part of a joint difference: on common groups, or from changed coverage (D.3)."""
    before, after = (told.scored.responses(run) for run in _two(told))
    one, other = told.declared.variants
    made = joint_change(
        (
            before[group[one].item].right,
            before[group[other].item].right,
            after[group[one].item].right,
            after[group[other].item].right,
        )
        for group in _pairs(told, _two(told)[0])
    )
    return said(told, getattr(made, told.arguments["part"]))


def joint_pairs(told: Called) -> Cell:
    """Groups that only the first, or only the second run of a row has all right."""
    parts = told.quantities.metrics[told.declared.of[0]].variants
    first, second = (told.scored.responses(run) for run in _two(told))

    def solved(answers: Answers, group: Group) -> bool:
        return all(answers[group[name].item].right for name in parts)

    groups = _pairs(told, _two(told)[0])
    found = paired((solved(first, group), solved(second, group)) for group in groups)
    return said(told, getattr(found, told.arguments["part"]))


def interval_side(told: Called) -> Cell:
    """Whether the exact 95 % interval of a difference is below, above or around zero.

    Denominators are positive, so a ratio has its numerator's sign, and the law of the numerators
    alone gives the endpoints' signs.
    """
    of = told.quantities.metrics[told.declared.of[0]]
    how = {"cluster": told.arguments["by"].split()}
    drawn = told.quantities.cell(applied("interval", of, "", how), told.question).value
    assert isinstance(drawn, Resampled)
    exact = law(drawn.numerators, [1] * len(drawn.numerators))
    low, high = exact.quantile(LOW), exact.quantile(HIGH)
    return said(told, "below" if high < 0 else "above" if low > 0 else "around")


def complete(told: Called) -> Cell:
    """1 for a run with all four rotations, every answer valid; else 0."""
    (run,) = told.question.runs
    rotations = told.scored.rotations(run)
    valid = all(
        response.outcome.valid
        for rotation in rotations
        for response in told.scored.responses(run, rotation).values()
    )
    return said(told, int(rotations == (0, 1, 2, 3) and valid))


def shared(told: Called) -> Cell:
    """The count that all the runs have; every one of them where they differ."""
    of = told.quantities.metrics[told.declared.of[0]]
    cells = [told.quantities.cell(of, told.question.of((run,))) for run in told.question.runs]
    counts = sorted({cell.count for cell in cells})
    if len(counts) > 1:
        return said(told, " and ".join(counts))
    return replace(cells[0], signature=said(told, 0).signature)


# The majority rules of Table 10, fitted on FQ2's training questions (Appendix A).


FEATURES: Mapping[str, Callable[[Item], object]] = {
    "Majority letter": lambda item: "",
    "Image count": lambda item: len(item.images),
    "Count + insufficiency letter": lambda item: (len(item.images), insufficiency_letter(item)),
}


def _majority(letters: Counter[str]) -> str:
    """Ties go to the first letter."""
    return min(letters, key=lambda letter: (-letters[letter], letter), default="")


def _fitted(scored: Scored, name: str) -> dict[object, str]:
    golds: dict[object, Counter[str]] = {}
    for item in selected(scored.records.items.values(), {"family": ("FQ2",), "split": ("train",)}):
        golds.setdefault(FEATURES[name](item), Counter())[str(item.gold)] += 1
    return {value: _majority(counts) for value, counts in golds.items()}


def _rule(name: str) -> Callable[[Scored], Answers]:
    """What a rule answers to every FQ2 question; the majority letter to what it has not seen."""

    def answers(scored: Scored) -> Answers:
        letters = scored.once(("rule", name), lambda: _fitted(scored, name))
        usual = scored.once(("rule", ""), lambda: _fitted(scored, "Majority letter")).get("", "")
        found = {}
        for item in selected(scored.records.items.values(), {"family": ("FQ2",)}):
            letter = letters.get(FEATURES[name](item), usual)
            outcome = Outcome.RIGHT if letter == item.gold else Outcome.WRONG
            found[item.item] = Response(item, outcome, letter)
        return found

    return answers


def unseen_values(told: Called) -> Cell:
    """Held-out questions with a feature value that a rule did not see in training."""
    held_out = [
        item
        for item in selected(told.scored.records.items.values(), {"family": ("FQ2",)})
        if item.split != "train"
    ]
    if not held_out:
        raise UsageError("the records hold no FQ2 question outside the training split")
    fitted = {name: _fitted(told.scored, name) for name in FEATURES}
    return said(told, sum(FEATURES[n](i) not in fitted[n] for n in FEATURES for i in held_out))


def majority_letter(told: Called) -> Cell:
    """The letter that is gold most often in FQ2's training questions."""
    return said(told, _fitted(told.scored, "Majority letter").get("", ""))


def _rotation(rotation: int) -> Callable[[Scored], Answers]:
    return lambda scored: scored.responses("circular/GPT-5.6/0-shot", rotation)


REGISTERED = Registered(
    functions={
        "frame-pairs": frame_pairs,
        "switched": switched,
        "joint-change": changed_joint,
        "joint-pairs": joint_pairs,
        "interval-side": interval_side,
        "complete": complete,
        "shared": shared,
        "distinct": release.distinct,
        "images": release.images,
        "image-paths": release.image_paths,
        "labels": release.labels,
        "label-occurrences": release.label_occurrences,
        "rarest": release.rarest,
        "most-frequent": release.most_frequent,
        "signatures": release.signatures,
        "repeated-signatures": release.repeated_signatures,
        "clusters": release.clusters,
        "unseen-values": unseen_values,
        "majority-letter": majority_letter,
    },
    answers={
        **{f"rule: {name}": _rule(name) for name in FEATURES},
        **{f"GPT R{rotation}": _rotation(rotation) for rotation in (1, 2, 3)},
    },
    columns={
        "well assembled": release.well_assembled,
        "first image removed": release.first_image_removed,
        "golds": lambda items: Cell(len({gold(item) for item in items}), Unit.COUNT, ""),
        "splits": lambda items: Cell(len({item.split for item in items}), Unit.COUNT, ""),
        "says insufficient": release.says_insufficient,
        "repeats an image": release.repeats_an_image,
        "gold meaning": lambda items: Cell(gold(items[0]), Unit.TEXT, ""),
    },
)
