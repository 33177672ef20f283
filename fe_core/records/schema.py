"""The schema of records: one plain object becomes an item, a run or an answer, or is refused."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from fe_core.errors import RecordError
from fe_core.records.model import NOTHING, Answer, Basis, Choice, Item, Run, Status
from fe_core.records.scores import is_open_answer, read_score

ITEM_FIELDS = (
    "item", "gold", "options", "select", "group", "variant", "split", "images", "attributes",
)  # fmt: skip
RUN_FIELDS = ("run", "model", "setting", "mode", "repetition", "asked")
ANSWER_FIELDS = ("run", "item", "answer", "status", "score", "of", "basis", "rotation")

_ITEM, _ITEM_NEEDS = frozenset(ITEM_FIELDS), frozenset({"item", "gold"})
_RUN, _RUN_NEEDS = frozenset(RUN_FIELDS), frozenset({"run", "model", "asked"})
_ANSWER, _ANSWER_NEEDS = frozenset(ANSWER_FIELDS), frozenset({"run", "item", "answer", "status"})

LONGEST = 500
"""Characters that a name, an option or an attribute may have."""

_STATUSES = {status.value: status for status in Status}
BASES = {"released": Basis.RELEASED, "witness": Basis.WITNESS, "summary": Basis.SUMMARY}


def read_item(value: Mapping[str, Any]) -> Item:
    """An item. Raises RecordError for what the schema does not allow."""
    _fields(value, _ITEM, _ITEM_NEEDS)
    select = _text(value, "select", "one")
    if select not in ("one", "many"):
        raise RecordError(f"select must be 'one' or 'many', got select={select!r}")
    options, meanings = _options(value["options"]) if "options" in value else ((), NOTHING)
    gold = _gold(value, select, options)
    return Item(
        _name(value, "item"),
        gold,
        options,
        meanings,
        select,
        _text(value, "group"),
        _text(value, "variant"),
        _text(value, "split"),
        _texts(value.get("images", ()), "images"),
        _attributes(value.get("attributes", NOTHING)),
    )


def read_run(
    value: Mapping[str, Any], items: Mapping[str, Item], by_split: Mapping[str, tuple[str, ...]]
) -> Run:
    """A run; by_split: split → the ids of its items. Raises RecordError as `read_item`."""
    _fields(value, _RUN, _RUN_NEEDS)
    asked = value["asked"]
    if isinstance(asked, str):
        if asked not in by_split:
            raise RecordError(f"asked={asked!r} is no split; there are {[*by_split][:20]}")
        ids = by_split[asked]
    else:
        ids = _texts(asked, "asked")
        unknown = [item for item in ids if item not in items]
        if unknown or len(set(ids)) != len(ids):
            what = f"unknown items {unknown[:3]}" if unknown else "an item twice"
            raise RecordError(f"asked names {what}")
    return Run(
        _name(value, "run"),
        _text(value, "model"),
        _text(value, "setting"),
        _text(value, "mode"),
        _text(value, "repetition"),
        ids,
    )


def read_answer(
    value: Mapping[str, Any],
    items: Mapping[str, Item],
    asked: Mapping[str, frozenset[str]],
    basis: Basis,
    known: dict[tuple[str, str | None, str], Answer],
) -> tuple[str, int, Answer]:
    """(run, rotation, answer); asked: run → ids. Raises RecordError as `read_item`.

    known: answers read before, by (item, answer, status). Runs answer one item in few ways, so
    equal answers are one object, and are checked once; this call adds what it reads.
    """
    _fields(value, _ANSWER, _ANSWER_NEEDS)
    run, item = value["run"], value["item"]
    if not isinstance(run, str) or run not in asked:
        raise RecordError(f"run={run!r} is not among the runs; add it there or correct it")
    if not isinstance(item, str) or item not in asked[run]:
        raise RecordError(f"item={item!r} was not asked of run={run!r}")
    named = value.get("basis", "released")
    if not isinstance(named, str) or BASES.get(named) is not basis:
        raise RecordError(
            f"basis={value.get('basis')!r}, but the manifest says {basis.value!r}; "
            "a folder holds records of one basis"
        )
    rotation = value.get("rotation", 0)
    if type(rotation) is not int or not 0 <= rotation < (len(items[item].options) or 1):
        raise RecordError(f"rotation={rotation!r} must be an integer below the number of options")
    return run, rotation, _answer(value, items[item], known)


def _answer(
    value: Mapping[str, Any], item: Item, known: dict[tuple[str, str | None, str], Answer]
) -> Answer:
    given, status = value["answer"], value["status"]
    plain = (given is None or isinstance(given, str)) and isinstance(status, str)
    if not plain or "score" in value or "of" in value:
        return Answer(item.item, *_reading(value, item), *_score(value))
    found = known.get((item.item, given, status))
    if found is None:
        found = known[item.item, given, status] = Answer(item.item, *_reading(value, item))
    return found


def _score(value: Mapping[str, Any]) -> tuple[Fraction | None, Fraction | None]:
    """The recorded score and its maximum."""
    if "score" not in value:
        if "of" in value:
            raise RecordError(f"of={value['of']!r} is the maximum of a score, and there is none")
        return None, None
    score = _number(value["score"])
    of = _number(value["of"]) if "of" in value else None
    if of is not None and not (of > 0 and score <= of):
        raise RecordError(
            f"score={value['score']!r} of={value['of']!r}: the maximum must be positive and no "
            "less than the score"
        )
    return score, of


def _number(value: Any) -> Fraction:
    if isinstance(value, list | dict):
        raise RecordError(f"a score must be a number, got {type(value).__name__}")
    return read_score(value)


def _reading(value: Mapping[str, Any], item: Item) -> tuple[Choice | None, Status]:
    given, answer = value["status"], value["answer"]
    status = _STATUSES.get(given) if isinstance(given, str) else None
    if status is None:
        raise RecordError(f"status={given!r} must be one of {list(_STATUSES)}")
    if status is Status.VALID and item.options:
        return _choice(answer, item.select, item.options, "answer"), status
    if status is Status.VALID:
        return _open_answer(answer, item), status
    if status is Status.UNRECORDED and "score" not in value:
        raise RecordError("status='unrecorded' needs a score: nothing else was recorded")
    if answer is not None:
        raise RecordError(f"answer={answer!r} must be null where status={status.value!r}")
    return None, status


def _open_answer(answer: Any, item: Item) -> str:
    if not isinstance(answer, str) or not (answer == item.gold or is_open_answer(answer)):
        raise RecordError(
            f"answer={str(answer)[:40]!r} to an open question must be its gold, a number, or a "
            "digest 'text:' and 16 hexadecimal digits; free text stays out of records"
        )
    return answer


def _gold(value: Mapping[str, Any], select: str, options: tuple[str, ...]) -> Choice:
    if value["gold"] is None:
        return ""
    if options:
        return _choice(value["gold"], select, options, "gold")
    if select == "many":
        raise RecordError("select='many' needs options")
    return _short(value["gold"], "gold")


def _fields(value: Mapping[str, Any], known: frozenset[str], required: frozenset[str]) -> None:
    if required <= value.keys() <= known:
        return
    missing, unknown = sorted(required - value.keys()), sorted(value.keys() - known)
    if missing:
        raise RecordError(f"no field {missing[0]!r}, has {sorted(value)}")
    raise RecordError(
        f"field {unknown[0]!r} is not in the schema {sorted(known)}; sanitized records hold "
        "nothing else"
    )


def _choice(value: Any, select: str, options: tuple[str, ...], what: str) -> Choice:
    if select == "one":
        if not isinstance(value, str) or value not in options:
            raise RecordError(f"{what}={value!r} is not among the options {list(options)}")
        return value
    chosen = _texts(value, what)
    if list(chosen) != sorted(set(chosen)) or not set(chosen) <= set(options):
        raise RecordError(f"{what}={value!r} must be a sorted list of options {list(options)}")
    return chosen


def _options(value: Any) -> tuple[tuple[str, ...], Mapping[str, str]]:
    if isinstance(value, Mapping):
        meanings = {_short(key, "options"): _short(text, "options") for key, text in value.items()}
        options = tuple(meanings)
    else:
        options, meanings = _texts(value, "options"), {}
    if not options or len(set(options)) != len(options):
        raise RecordError(f"options={list(options)!r} must be distinct and at least one")
    return options, meanings


def _attributes(value: Any) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        raise RecordError(f"attributes must be an object of texts, got {type(value).__name__}")
    return {_short(key, "attributes"): _short(text, key) for key, text in value.items()}


def _name(value: Mapping[str, Any], field: str) -> str:
    text = _text(value, field)
    if not text:
        raise RecordError(f"{field} must not be empty")
    return text


def _text(value: Mapping[str, Any], field: str, default: str = "") -> str:
    return _short(value.get(field, default), field)


def _texts(value: Any, field: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise RecordError(f"{field} must be a list of texts, got {type(value).__name__}")
    return tuple(_short(text, field) for text in value)


def _short(value: Any, field: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{field} must be a text, got {type(value).__name__}")
    if len(value) > LONGEST or not value.isprintable():
        raise RecordError(
            f"{field} must be printable and at most {LONGEST} characters, got {value[:40]!r}"
        )
    return value
