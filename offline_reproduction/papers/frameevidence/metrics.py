"""Named functions of FrameEvidence, for what no declaration expresses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from fe_core.errors import UsageError
from fe_core.intervals.clusters import Cluster, components
from fe_core.intervals.law import law
from fe_core.records.model import Item
from fe_core.reporting.cells import Cell, Resampled, Unit
from fe_core.scoring.decomposition import joint_change
from fe_core.scoring.outcomes import Outcome
from fe_core.scoring.paired import paired
from fe_core.scoring.responses import Response
from offline_reproduction.study.declaration import applied
from offline_reproduction.study.evidence import Answers, Scored
from offline_reproduction.study.quantities import Called
from offline_reproduction.study.registered import Registered
from offline_reproduction.study.selection import part, selected, text

INSUFFICIENT = "insufficient"
FRAMES = ("camera", "object", "scene")
LOW, HIGH = Fraction(1, 40), Fraction(39, 40)

Group = Mapping[str, Item]
"""A matched triplet: its items by variant."""


def _grouped(items: Iterable[Item]) -> Mapping[str, Group]:
    found: dict[str, dict[str, Item]] = {}
    for item in items:
        found.setdefault(item.group, {})[item.variant] = item
    return found


def _pairs(told: Called, run: str) -> list[Group]:
    """The FQ2 groups that a run was asked, where the cell's conditions hold."""
    where = {name: v for name, v in told.question.where.items() if name != "variant"}

    def made() -> list[Group]:
        groups = _grouped(selected(told.scored.asked(run), where)).values()
        return [group for group in groups if "mss" in group]

    return told.scored.once(("pairs", run, text(where)), made)


def _said(told: Called, value: int | str) -> Cell:
    declared, question = told.declared, told.question
    return Cell(value, declared.unit, told.quantities.signature(declared, question, []))


def _two(told: Called) -> tuple[str, str]:
    first, second = (told.question.named((role,))[0] for role in ("first", "second"))
    return first, second


def _gold(item: Item) -> str:
    return item.meaning(str(item.gold))


def _meaning(response: Response) -> str | None:
    option = response.option
    return response.item.meaning(option) if isinstance(option, str) else None


# Of runs.


def frame_pairs(told: Called) -> Cell:
    """FQ1's frame pairs of a run with different golds, by what its answers do (F.2)."""
    (run,) = told.question.runs
    counts = told.scored.once(("frames", run), lambda: _frame_pairs(told.scored, run))
    return _said(told, counts[told.arguments["part"]])


def _frame_pairs(scored: Scored, run: str) -> Counter[str]:
    answers = scored.responses(run)
    counts: Counter[str] = Counter()
    for group in _grouped(scored.asked(run)).values():
        for one, other in combinations(FRAMES, 2) if "camera" in group else ():
            first, second = group[one], group[other]
            if _gold(first) == _gold(second):
                continue
            said = [_meaning(answers[item.item]) for item in (first, second)]
            changed = "changed" if said[0] != said[1] else "repeated"
            counts["invalid" if None in said else changed] += 1
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
    return _said(told, sum([*both] == turned for both in zip(*kinds, strict=True)))


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
    return _said(told, getattr(made, told.arguments["part"]))


def joint_pairs(told: Called) -> Cell:
    """Groups that only the first, or only the second run of a row has all right."""
    parts = told.quantities.metrics[told.declared.of[0]].variants
    first, second = (told.scored.responses(run) for run in _two(told))

    def solved(answers: Answers, group: Group) -> bool:
        return all(answers[group[name].item].right for name in parts)

    groups = _pairs(told, _two(told)[0])
    found = paired((solved(first, group), solved(second, group)) for group in groups)
    return _said(told, getattr(found, told.arguments["part"]))


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
    return _said(told, "below" if high < 0 else "above" if low > 0 else "around")


def complete(told: Called) -> Cell:
    """1 for a run with all four rotations, every answer valid; else 0."""
    (run,) = told.question.runs
    rotations = told.scored.rotations(run)
    valid = all(
        response.outcome.valid
        for rotation in rotations
        for response in told.scored.responses(run, rotation).values()
    )
    return _said(told, int(rotations == (0, 1, 2, 3) and valid))


def shared(told: Called) -> Cell:
    """The count that all the runs have; every one of them where they differ."""
    of = told.quantities.metrics[told.declared.of[0]]
    cells = [told.quantities.cell(of, told.question.of((run,))) for run in told.question.runs]
    counts = sorted({cell.count for cell in cells})
    if len(counts) > 1:
        return _said(told, " and ".join(counts))
    return replace(cells[0], signature=_said(told, 0).signature)


# Of the release.


def _items(told: Called) -> list[Item]:
    return selected(told.scored.records.items.values(), told.question.where)


def _wide(splits: Mapping[object, set[str]], told: Called) -> Cell:
    """How many have at least as many splits as `splits` says."""
    least = int(told.arguments.get("splits", "1"))
    return _said(told, sum(len(some) >= least for some in splits.values()))


def distinct(told: Called) -> Cell:
    """Values of an attribute, where items have one."""
    found: dict[object, set[str]] = {}
    for item in _items(told):
        value = part(item, told.arguments["attribute"])
        if value:
            found.setdefault(value, set()).add(item.split)
    return _wide(found, told)


def images(told: Called) -> Cell:
    """Images that items show."""
    found: dict[object, set[str]] = {}
    for item in _items(told):
        for image in item.images:
            found.setdefault(image, set()).add(item.split)
    return _wide(found, told)


def image_paths(told: Called) -> Cell:
    """Image files as stored: each group keeps one of every image that its questions show."""
    groups = _grouped(_items(told)).values()
    return _said(told, sum(len({i for item in g.values() for i in item.images}) for g in groups))


def labels(told: Called) -> Cell:
    """Different object labels."""
    return _said(told, len(_labels(told)))


def label_occurrences(told: Called) -> Cell:
    """Occurrences of object labels, once a group; of the `most` frequent ones."""
    most = told.arguments.get("most")
    return _said(told, sum(n for _, n in _labels(told).most_common(int(most) if most else None)))


def _labels(told: Called) -> Counter[str]:
    firsts = [next(iter(group.values())) for group in _grouped(_items(told)).values()]
    return Counter(label for item in firsts for label in item.attributes.get("labels", "").split())


def rarest(told: Called) -> Cell:
    """How many items have the rarest values of the attributes `by` (or gold letter)."""
    return _said(told, min(_frequencies(told).values()))


def most_frequent(told: Called) -> Cell:
    """How many items have the most frequent ones."""
    return _said(told, max(_frequencies(told).values()))


def _frequencies(told: Called) -> Counter[tuple[str, ...]]:
    names = told.arguments["by"].split()
    return Counter(
        tuple(str(item.gold) if name == "gold" else part(item, name) for name in names)
        for item in _items(told)
    )


def signatures(told: Called) -> Cell:
    """Different questions with their ordered images and options."""
    return _said(told, len(_signatures(told)))


def repeated_signatures(told: Called) -> Cell:
    """Signatures of several items; `alike`: those with one split and one gold alone."""
    alike = "alike" in told.arguments
    several = [same for same in _signatures(told).values() if len(same) > 1]
    one = [same for same in several if len({(item.split, item.gold) for item in same}) == 1]
    return _said(told, len(one if alike else several))


def _signatures(told: Called) -> dict[object, list[Item]]:
    found: dict[object, list[Item]] = {}
    for item in _items(told):
        question = item.attributes.get("question")
        if not question:
            raise UsageError(f"item={item.item!r} has no attribute 'question'")
        key = question, item.images, tuple(item.meanings.items())
        found.setdefault(key, []).append(item)
    return found


def clusters(told: Called) -> Cell:
    """Clusters of groups by what they share: how many, the largest, or those across scenes."""
    groups = _grouped(_items(told))
    by = told.arguments["by"].split()
    found = components({name: _keys(group, by) for name, group in groups.items()})
    wanted = told.arguments.get("part", "")
    if wanted == "largest":
        return _said(told, max(len(cluster.members) for cluster in found))
    if wanted == "both families":
        return _said(told, sum(len(_values(c, groups, "family")) == 2 for c in found))
    if wanted == "crossing":
        across = [c for c in found if len(_values(c, groups, "scene_cluster")) == 2]
        return _said(told, "; ".join(" ".join(sorted(c.members)) for c in across))
    return _said(told, len(found))


def _keys(group: Group, by: Sequence[str]) -> Iterator[str]:
    for item in group.values():
        for name in by:
            if name == "images":
                yield from (f"image {image}" for image in item.images)
            else:
                yield f"{name} {part(item, name)}"


def _values(cluster: Cluster, groups: Mapping[str, Group], name: str) -> set[str]:
    return {part(item, name) for member in cluster.members for item in groups[member].values()}


def _well_assembled(items: Sequence[Item]) -> Cell:
    """The assembly rules of Appendix A, as far as records show them."""
    group = {item.variant: item for item in items}
    same_options = all(item.meanings == items[0].meanings for item in items)
    distinct = all(len(set(item.images)) == len(item.images) for item in items)
    rule = _one_image_less_or_more if "mss" in group else _frames_differ
    return Cell(same_options and distinct and rule(group), Unit.RELATION, "")


def _says_insufficient(items: Sequence[Item]) -> Cell:
    return Cell("yes" if _insufficiency_letter(items[0]) else "no", Unit.TEXT, "")


def _repeats_an_image(items: Sequence[Item]) -> Cell:
    repeats = any(len(set(item.images)) < len(item.images) for item in items)
    return Cell("yes" if repeats else "no", Unit.TEXT, "")


def _frames_differ(group: Group) -> bool:
    one_set = len({item.images for item in group.values()}) == 1
    return one_set and len({_gold(item) for item in group.values()}) >= 2


def _one_image_less_or_more(group: Group) -> bool:
    base, fewer, more = (group[name].images for name in ("mss", "deletion", "addition"))
    return (
        len(fewer) == len(base) - 1
        and _keeps_order(fewer, base)
        and len(more) == len(base) + 1
        and _keeps_order(base, more)
        and _gold(group["deletion"]) == INSUFFICIENT
        and _gold(group["mss"]) == _gold(group["addition"])
    )


def _keeps_order(few: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    rest = iter(whole)
    return all(image in rest for image in few)


# The majority rules of Table 10, fitted on FQ2's training questions (Appendix A).


def _insufficiency_letter(item: Item) -> str:
    return next((o for o in item.options if item.meaning(o) == INSUFFICIENT), "")


FEATURES: Mapping[str, Callable[[Item], object]] = {
    "Majority letter": lambda item: "",
    "Image count": lambda item: len(item.images),
    "Count + insufficiency letter": lambda item: (len(item.images), _insufficiency_letter(item)),
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
    return _said(told, sum(FEATURES[n](i) not in fitted[n] for n in FEATURES for i in held_out))


def majority_letter(told: Called) -> Cell:
    """The letter that is gold most often in FQ2's training questions."""
    return _said(told, _fitted(told.scored, "Majority letter").get("", ""))


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
        "distinct": distinct,
        "images": images,
        "image-paths": image_paths,
        "labels": labels,
        "label-occurrences": label_occurrences,
        "rarest": rarest,
        "most-frequent": most_frequent,
        "signatures": signatures,
        "repeated-signatures": repeated_signatures,
        "clusters": clusters,
        "unseen-values": unseen_values,
        "majority-letter": majority_letter,
    },
    answers={
        **{f"rule: {name}": _rule(name) for name in FEATURES},
        **{f"GPT R{rotation}": _rotation(rotation) for rotation in (1, 2, 3)},
    },
    columns={
        "well assembled": _well_assembled,
        "golds": lambda items: Cell(len({_gold(item) for item in items}), Unit.COUNT, ""),
        "splits": lambda items: Cell(len({item.split for item in items}), Unit.COUNT, ""),
        "says insufficient": _says_insufficient,
        "repeats an image": _repeats_an_image,
        "gold meaning": lambda items: Cell(_gold(items[0]), Unit.TEXT, ""),
    },
)
