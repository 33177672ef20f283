"""VLMEvalKit predictions: `.tsv`, or `.xlsx` through openpyxl (extra `xlsx`).

A circular set repeats each question with its options shifted, under the index of the question plus
a multiple of a million. The shift is read off the options themselves. Yes/no questions have no
option columns; what has none and is no yes or no is open. A column `hit` is a recorded score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import Any

from fe_core.errors import RecordError
from offline_reproduction.importers.choices import Choices, gold_of, listed
from offline_reproduction.importers.containers import File
from offline_reproduction.importers.documents import Placed, records
from offline_reproduction.importers.lines import Line, Options
from offline_reproduction.importers.values import text

READ = (
    "index", "question", "answer", "prediction", "category", "hit", "split", "image", "image_path",
    *ascii_uppercase,
)  # fmt: skip
CIRCLE = 1_000_000
YES_NO = ("Yes", "No")
_EMPTY = ("", "nan")

Row = Mapping[str, Any]


def recognises(keys: frozenset[str]) -> bool:
    """Whether these are columns of predictions."""
    return {"index", "prediction", "answer"} <= keys


def read(file: File, options: Options) -> Iterator[Line]:
    """Predictions as lines; the model is `--model` or the file's name.

    Raises RecordError for shifted questions that contradict the question that they shift.
    """
    placed = list(records(file, lambda node: True))
    indices = [_index(each) for each in placed]
    bases = {
        index: each
        for index, each in zip(indices, placed, strict=True)
        if index is not None and index < CIRCLE
    }
    seen: dict[tuple[int, int], str] = {}
    for index, each in zip(indices, placed, strict=True):
        base = bases.get(index % CIRCLE) if index is not None else None
        if index is None or base is None:
            reason = "no index" if index is None else "repeats no question of this file"
            yield Line(each.place, each.node, {"lost": reason})
            continue
        fields = _fields(each, base, index % CIRCLE, file, options)
        rotation = int(fields.get("rotation", 0))
        where = seen.setdefault((index % CIRCLE, rotation), each.place)
        if where != each.place:
            raise RecordError(
                f"{each.place}: question {index % CIRCLE} comes twice at rotation {rotation} "
                f"(first {where})"
            )
        yield Line(each.place, each.node, fields)


def _fields(row: Placed, base: Placed, number: int, file: File, options: Options) -> dict[str, Any]:
    value, question = row.node.value, base.node.value
    fields: dict[str, Any] = {
        "item": str(number), "answer": value.get("prediction"), "gold": question.get("answer"),
        "question": question.get("question"), "run": options.model or file.path.stem,
    }  # fmt: skip
    if text(question.get("category")) not in _EMPTY:
        fields["attributes"] = {"category": text(question["category"])}
    if text(value.get("hit")) in ("0", "1", "True", "False"):
        fields["score"], fields["of"] = text(value["hit"]), 1
    shown, asked = _choices(value), _choices(question)
    if len(asked) >= 2:
        fields["options"] = listed(list(asked.values()), None)
        fields["gold"] = text(question.get("answer"))
        rotation = _rotation(row, shown, asked)
        fields["rotation"] = str(rotation)
        if row is not base:
            _same_gold(row, base, rotation, fields["options"])
        if rotation:
            fields["answer"] = _unshifted(value, shown)
    elif text(question.get("answer")).casefold() in ("yes", "no"):
        fields["options"] = list(YES_NO)
        fields["gold"] = text(question["answer"]).capitalize()
    return fields


def _unshifted(value: Row, shown: Mapping[str, str]) -> Any:
    """A prediction that is the text of an option, as the letter that showed it."""
    said = text(value.get("prediction"))
    found = [letter for letter, option in shown.items() if option == said]
    return found[0] if len(found) == 1 else value.get("prediction")


def _same_gold(row: Placed, base: Placed, rotation: int, choices: Choices) -> None:
    """The shifted row's own answer must be the shifted gold, or the file contradicts itself."""
    letters = choices.labels
    shown = gold_of(text(row.node.value.get("answer")), choices._replace(shown={}))
    gold = gold_of(text(base.node.value.get("answer")), choices._replace(shown={}))
    if shown not in letters or letters[(letters.index(shown) + rotation) % len(letters)] != gold:
        raise RecordError(
            f"{row.place}: answer={text(row.node.value.get('answer'))[:40]!r} at rotation "
            f"{rotation} is not the option that {base.place} calls right "
            f"({text(base.node.value.get('answer'))[:40]!r})"
        )


def _index(row: Placed) -> int | None:
    value = row.node.value.get("index") if isinstance(row.node.value, Mapping) else None
    said = text(value).removesuffix(".0")
    return int(said) if said.isascii() and said.isdecimal() and len(said) <= 12 else None


def _choices(value: Row) -> dict[str, str]:
    found: dict[str, str] = {}
    for letter in ascii_uppercase:
        if text(value.get(letter)) not in _EMPTY:
            found[letter] = str(value[letter])
    return found


def _rotation(row: Placed, shown: Mapping[str, str], asked: Mapping[str, str]) -> int:
    """r such that letter i shows option i + r of the unshifted question."""
    now, base = list(shown.values()), list(asked.values())
    for rotation in range(len(base)):
        if now == base[rotation:] + base[:rotation]:
            return rotation
    raise RecordError(f"{row.place}: its options are no rotation of the question that it repeats")
