"""What the paper says of images, input signatures and assembly rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from fe_core.records.model import Item
from tools.witness.skeleton.facts.fact import Fact
from tools.witness.skeleton.facts.view import (
    INSUFFICIENT,
    Group,
    View,
    lead,
    meaning,
    shown,
)

Signature = tuple[object, ...]
_AXIAL = {"front", "back", "left", "right"}
_QUADRANT = {"front-left", "front-right", "back-left", "back-right"}


def _signature(item: Item) -> Signature:
    """Question, ordered images and option texts in order."""
    texts = tuple(item.meaning(letter) for letter in item.options)
    return item.attributes["question"], item.images, texts


def _unplaced(item: Item) -> Signature:
    question, images, texts = _signature(item)
    return question, images, tuple(sorted(texts))  # type: ignore[call-overload]


def _by(view: View, signature: Callable[[Item], Signature]) -> list[list[Item]]:
    found: dict[Signature, list[Item]] = defaultdict(list)
    for item in view.items:
        found[signature(item)].append(item)
    return list(found.values())


def _repeated(view: View) -> str:
    """Splits and numbers of golds of the inputs that occur more than once."""
    repeated = [items for items in _by(view, _signature) if len(items) > 1]
    return "; ".join(
        f"{' '.join(i.split for i in items)}: {len({i.gold for i in items})} gold"
        for items in repeated
    )


def _crossing(view: View) -> int:
    """Images that occur in more than one split."""
    splits: dict[str, set[str]] = defaultdict(set)
    for item in view.items:
        for image in item.images:
            splits[image].add(item.split)
    return sum(len(found) > 1 for found in splits.values())


def _frames_kept(group: Group) -> bool:
    return len({(i.images, tuple(i.meanings.items())) for i in group.values()}) == 1


def _evidence_kept(group: Group) -> bool:
    return len({(i.attributes["question"], tuple(i.meanings.items())) for i in group.values()}) == 1


def _one_image_changes(group: Group) -> bool:
    """Deletion drops one image, addition has one more, and the others keep their order."""
    base, less, more = (group[v].images for v in ("mss", "deletion", "addition"))
    dropped = [image for image in base if image not in less]
    return (
        len(dropped) == 1
        and [i for i in base if i != dropped[0]] == list(less)
        and len(more) == len(base) + 1
        and [i for i in more if i in base] == list(base)
    )


def _golds_fit(group: Group) -> bool:
    spatial, less, more = (meaning(group[v]) for v in ("mss", "deletion", "addition"))
    return spatial == more != less == INSUFFICIENT


def _options_fit(item: Item) -> bool:
    """All four directions of one granularity, or three of them and insufficiency."""
    directions = _AXIAL if item.attributes["relation"] == "axial" else _QUADRANT
    texts = {item.meaning(letter) for letter in item.options}
    if item.attributes["family"] == "FQ1":
        return texts == directions
    return len(texts) == 4 and texts - directions == {INSUFFICIENT}


def _all(family: str, rule: Callable[[Group], bool]) -> Callable[[View], bool]:
    return lambda view: all(rule(group) for group in view.select(family=family))


INPUT_FACTS: tuple[Fact, ...] = (
    Fact("images/distinct", "5", "distinct images", "443",
         lambda v: len({image for item in v.items for image in item.images})),
    Fact("images/paths", "5, A", "image files, once a group", "1120",
         lambda v: sum(len(shown(group)) for group in v.groups.values())),
    Fact("images/crossing", "5", "images in more than one split", "0", _crossing),
    Fact("images/range", "3", "images of an item, least and most", "1 to 5",
         lambda v: "{} to {}".format(*(f(len(i.images) for i in v.items) for f in (min, max)))),
    Fact("images/repeats", "A", "items that show an image twice", "0",
         lambda v: sum(len(set(i.images)) < len(i.images) for i in v.items)),
    Fact("images/base", "4.1", "images of the base set are as the attribute says", "True",
         lambda v: all(str(len((g.get("mss") or lead(g)).images)) == lead(g).attributes["images"]
                       for g in v.groups.values())),
    Fact("inputs/distinct", "A", "distinct input signatures", "959",
         lambda v: len(_by(v, _signature))),
    Fact("inputs/repeated", "A", "the repeated one", "train train: 1 gold", _repeated),
    Fact("inputs/test", "A", "distinct test inputs", "288",
         lambda v: len(_by(View(v.questions(split="test")), _signature))),
    Fact("inputs/conflicts", "A", "inputs with conflicting gold texts, placement ignored", "0",
         lambda v: sum(len({meaning(i) for i in items}) > 1 for items in _by(v, _unplaced))),
    Fact("assembly/frames", "A", "FQ1 keeps images and options", "True",
         _all("FQ1", _frames_kept)),
    Fact("assembly/golds", "3, A", "FQ1 has two gold meanings or more", "True",
         _all("FQ1", lambda group: len({meaning(i) for i in group.values()}) > 1)),
    Fact("assembly/text", "A", "FQ2 keeps question and options", "True",
         _all("FQ2", _evidence_kept)),
    Fact("assembly/one-image", "A", "FQ2 removes or adds one image, in order", "True",
         _all("FQ2", _one_image_changes)),
    Fact("assembly/labels", "3", "gold answers of FQ2 are y, insufficiency, y", "True",
         _all("FQ2", _golds_fit)),
    Fact("assembly/options", "3", "options fit family and relation", "True",
         lambda v: all(map(_options_fit, v.items))),
)  # fmt: skip
