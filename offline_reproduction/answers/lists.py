"""Options where a rule looks for them: one or several, with what they mean, and nothing else."""

from __future__ import annotations

import re

from offline_reproduction.answers.tokens import Options, Written, at, value_at

Decided = tuple[str, ...] | None
"""Options that a rule decides on, () for none of them, None for no word."""

_WORDS = r"(?:figures?|structures?|options?|graphs?|images?|choices?|diagrams?|molecules?|plots?)"
_AND = re.compile(
    rf"(?:\.(?=\n))?+\s*+(?:(?:[,;、/&+•-]|\band\b|\bor\b|及|和)\s*+){{0,4}}(?:{_WORDS}\s++)?+",
    re.IGNORECASE,
)
OPEN = re.compile(r"[(\[{\"'\s]*+")
LABEL = re.compile(rf"{OPEN.pattern}(?:(?:the )?{_WORDS}\s++)?+{OPEN.pattern}", re.IGNORECASE)
_ONLY = re.compile(r" only\b", re.IGNORECASE)
_CLOSE = re.compile(r"[\s.,;:!)\]}\"'。，；：！\u27e7]*+")
PAUSE = re.compile(r"[^\S\n]*+(?:$|[.,;:!)\]}\"'。，；：！—–\n-]|because\b|since\b|as\b)")
BLANK = re.compile(r"[\s:=-]*+")
_BULLET = re.compile(r"(?:[ *•-]|\d[.)] )*+")
_FIGURES = re.compile(r"\s*+[-+−]?\d[\d.,:/^x×]*+ ?(?:%|°|degrees)?(?![A-Za-z0-9])")
_OTHER_TRUTH = re.compile(r"\s*+(?:or|/|,|and|\|)\s*+(?:true|false|yes|no)\b", re.IGNORECASE)
_OPEN_END = re.compile(
    r"\s*+(?:[,;、&+]|\band\b|\bor\b)\s*+(?:and\s*+|or\s*+)?[(\[]?\s*\Z", re.IGNORECASE
)
_REST = re.compile(r"[^\n]{0,200}+(?:\n|\Z)")
_CHANGED = re.compile(
    r"\b(?:not|rather|instead|over|than|but|as|since|because|while|and)\b|[;\n]|\.(?!\d)"
)


def listed(text: str, place: int, options: Options, many: bool) -> Written | None:
    """The option written here; with `many`, all that are listed here."""
    found = at(text, place, options)
    if found is None or not many:
        return found
    chosen = {*found.options}
    while True:
        start = end_of(_AND, text, found.end)
        following = at(text, start, options)
        new_line = following and "\n" in text[found.end : start]
        if following is None or (new_line and not PAUSE.match(text, following.end)):
            return Written(tuple(sorted(chosen)), found.end)
        chosen |= {*following.options}
        found = following


def restated(text: str, place: int, options: Options) -> Written | None:
    """Options at the starts of lines that follow each other, `(a) …`, whatever they describe."""
    chosen: list[str] = []
    end = place
    while True:
        found = at(text, end_of(_BULLET, text, end), options)
        rest = _REST.match(text, found.end) if found else None
        if found is None or rest is None or found.options[0] in chosen:
            return Written(tuple(sorted(chosen)), end) if chosen else None
        chosen.append(found.options[0])
        end = rest.end()


def breaks_off(text: str, place: int) -> bool:
    """Whether a list ends with what joins a further option to it, and the text with the list."""
    return _OPEN_END.match(text, place) is not None


def past_value(text: str, place: int, options: Options) -> int:
    """Past what an option stands for, if that, or a number, is written next."""
    if options.truth:
        return place
    found = value_at(text, end_of(BLANK, text, place), options)
    if found is not None:
        return found.end
    number = _FIGURES.match(text, place)
    return number.end() if number else place


def all_of(
    text: str, start: int, opening: re.Pattern[str], options: Options, many: bool
) -> Decided:
    """The options from `start` on, if nothing else follows than what they stand for."""
    place = end_of(opening, text, start)
    found = listed(text, place, options, many)
    if found is None and not many:
        found = value_at(text, place, options)
    if found is None or is_echo(text, found, options, many):
        return None
    end = end_of(_CLOSE, text, end_of(_ONLY, text, past_value(text, found.end, options)))
    if many and breaks_off(text, found.end):
        return None
    return found.options if end == len(text) else None


def contradicted(text: str, found: Written, options: Options) -> bool:
    """Whether an option is followed by what another option stands for: `(b) 2`, where c is 2."""
    value = value_at(text, end_of(BLANK, text, found.end), options)
    return value is not None and value.options != found.options


def is_echo(text: str, found: Written, options: Options, many: bool) -> bool:
    """Whether what follows shows a list of all options, as in the question."""
    if options.truth:
        return bool(_OTHER_TRUTH.match(text, found.end))
    if many:
        return False
    joined = at(text, end_of(_AND, text, found.end), options)
    if joined is not None and joined.options != found.options:
        return True
    if next_line_differs(text, found, options):
        return True
    following = options.one.search(text, found.end, found.end + 40)
    return following is not None and not _CHANGED.search(text, found.end, following.start())


def next_line_differs(text: str, found: Written, options: Options) -> bool:
    """Whether the next line starts with another option: this one stands in a list of them."""
    rest = _REST.match(text, found.end)
    following = at(text, end_of(_BULLET, text, rest.end()), options) if rest else None
    return following is not None and following.options != found.options


def end_of(pattern: re.Pattern[str], text: str, place: int) -> int:
    """Where a pattern that may match nothing ends; `place` where it does not match at all."""
    match = pattern.match(text, place)
    return match.end() if match else place
