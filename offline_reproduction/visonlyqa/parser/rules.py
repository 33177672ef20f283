"""The rules, in their order. Each says which options, () for none of them, or None for no word.

Options are looked for at places that a rule names, never anywhere in the text: a panel's label, an
article or an echo of the question is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from offline_reproduction.visonlyqa.parser import cues
from offline_reproduction.visonlyqa.parser.plain import BOX_CLOSE, BOX_OPEN
from offline_reproduction.visonlyqa.parser.tokens import Options, Written, at, value_at

Decided = tuple[str, ...] | None
Rule = Callable[[str, Options, bool], Decided]

REACH = 160
"""Characters between a cue and the option it declares."""
QUOTED_REACH = 400
"""The same for truth values, since the statement may be quoted in between."""

_BOX = re.compile(rf"{BOX_OPEN}([^{BOX_OPEN}{BOX_CLOSE}]{{1,200}}){BOX_CLOSE}")
_WORDS = r"(?:figures?|structures?|options?|graphs?|images?|choices?)"
_AND = re.compile(
    rf"(?:\.(?=\n))?+\s*+(?:(?:[,;、/&+•-]|\band\b|\bor\b|及|和)\s*+){{0,4}}(?:{_WORDS}\s++)?+",
    re.IGNORECASE,
)
_OPEN = re.compile(r"[(\[{\"'\s]*+")
_LABEL = re.compile(rf"{_OPEN.pattern}(?:(?:the )?{_WORDS}\s++)?+{_OPEN.pattern}", re.IGNORECASE)
_CLOSE = re.compile(r"[\s.,;:!)\]}\"'。，；：！\u27e7]*+")
_PAUSE = re.compile(r"[^\S\n]*+(?:$|[.,;:!)\]}\"'。，；：！—–\n-]|because\b|since\b|as\b)")
_BLANK = re.compile(r"[\s:=-]*+")
_FIGURES = re.compile(r"\s*+[-+−]?\d[\d.,:/^x×]*+ ?(?:%|°|degrees)?(?![A-Za-z0-9])")
_WORD = re.compile(r"(?<![\w.,:/-])[\w.−+-]")
_OTHER_TRUTH = re.compile(r"\s*+(?:or|/|,|and|\|)\s*+(?:true|false)\b", re.IGNORECASE)
_CHANGED = re.compile(
    r"\b(?:not|rather|instead|over|than|but|as|since|because|while|and)\b|[;\n]|\.(?!\d)"
)
_CORRECT = re.compile(
    r"\bstatement\b(?:[^.\n]|\.(?=\d)){0,300}?\b(?:is|appears to be|seems to be)\s+(not )?"
    r"(?:therefore |thus |indeed |clearly |also )?(in)?(?:correct|accurate)\b",
    re.IGNORECASE,
)


class Declared(NamedTuple):
    """Options declared at a place; () where it declines to choose.

    named: whether the option itself is written, rather than what it stands for.
    """

    place: int
    options: tuple[str, ...]
    named: bool = True


def whole(text: str, options: Options, many: bool) -> Decided:
    """Nothing but options, in whatever dress, and what they stand for."""
    return _all_of(text, 0, _LABEL, options, many)


def declared(text: str, options: Options, many: bool) -> Decided:
    """The last explicit declaration: a box, a cue that is joined to an option, or a last line.

    Where options are named, what only names their meanings does not count.
    """
    found = [
        *_boxes(text, options, many),
        *_cued(text, options, many),
        *(() if options.truth else _praised(text, options, many)),
        *_last_line(text, options, many),
    ]
    named = [one for one in found if one.named] or found
    return max(named, key=lambda one: one.place).options if named else None


def first(text: str, options: Options, many: bool) -> Decided:
    """Starts with an option and a pause."""
    found = _listed(text, _end(_OPEN, text, 0), options, many)
    if found is None or _is_echo(text, found, options, many):
        return None
    end = _past_value(text, found.end, options)
    paused = _PAUSE.match(text, end) and not cues.DENIED.match(text, end)
    return found.options if paused else None


def correct(text: str, options: Options, many: bool) -> Decided:
    """Calls the statement correct or incorrect, without saying True or False."""
    if not options.truth:
        return None
    found = list(_CORRECT.finditer(text))
    if not found:
        return None
    return (options.names["false" if bool(found[-1][1]) != bool(found[-1][2]) else "true"],)


def with_meaning(text: str, options: Options, many: bool) -> Decided:
    """Writes one option together with what it stands for, and no other one so."""
    if many or not options.values:
        return None
    chosen = set()
    for match in options.one.finditer(text):
        written = at(text, match.start(), options)
        value = value_at(text, _end(_BLANK, text, match.end()), options)
        if written and value and value.options == written.options:
            chosen.add(written.options[0])
            if len(chosen) > 1 or cues.DENIED.match(text, value.end):
                return None
    return tuple(chosen) or None


def one_sentence(text: str, options: Options, many: bool) -> Decided:
    """A single sentence that holds what exactly one option stands for."""
    if many or len(text) > REACH * 2 or cues.STOP.search(text.rstrip(". ")):
        return None
    chosen = set()
    for match in _WORD.finditer(text):
        found = value_at(text, match.start(), options)
        if found is not None:
            chosen |= {*found.options}
    denied = cues.NEGATION.search(text)
    return tuple(chosen) if len(chosen) == 1 and not denied else None


def refused(text: str, options: Options, many: bool) -> Decided:
    """Says that it cannot tell, and declares nothing."""
    return () if cues.REFUSAL.search(text) else None


RULES: tuple[tuple[str, Rule], ...] = (
    ("whole", whole),
    ("declared", declared),
    ("first", first),
    ("correct", correct),
    ("with-meaning", with_meaning),
    ("one-sentence", one_sentence),
    ("refused", refused),
)


def _boxes(text: str, options: Options, many: bool) -> Iterator[Declared]:
    for match in _BOX.finditer(text) if BOX_OPEN in text else ():
        inside = match[1].strip()
        chosen = whole(inside, options, many)
        if chosen is not None:
            yield Declared(match.start(), chosen)
        elif cues.DECLINED.match(inside):
            yield Declared(match.start(), ())


def _cued(text: str, options: Options, many: bool) -> Iterator[Declared]:
    """What cues declare. No link is tried twice, so that many cues cost no more than one."""
    pattern = cues.TRUTH_CUE if options.truth else cues.MANY_CUE if many else cues.CUE
    reach = QUOTED_REACH if options.truth else REACH
    tried = 0
    for cue in pattern.finditer(text):
        if _negated(text, cue.start()):
            continue
        stop = cues.STOP.search(text, cue.end(), cue.end() + reach)
        end = stop.start() if stop else min(cue.end() + reach, len(text))
        for link in cues.LINK.finditer(text, max(tried, cue.end()), end):
            tried = link.end()
            found = _linked(text, link, options, many)
            if found is not None:
                tried = max(tried, found.place)
                yield found
    if not options.truth and not many:
        for cue in cues.JOINED_CUE.finditer(text):
            found = _chosen(text, cue.end(), options, many)
            if found is not None and found.named and not _negated(text, cue.start()):
                yield found


def _linked(text: str, link: re.Match[str], options: Options, many: bool) -> Declared | None:
    """What a link joins to its cue."""
    before = max(0, link.start() - 40)
    if options.truth and _hedged(text, before, link):
        return None
    if many and link[0] == ":" and not cues.ANSWER.search(text, before, link.start()):
        return None
    found = _chosen(text, _end(cues.FILL, text, link.end()), options, many)
    return None if found and link[0] == "=" and not found.named else found


def _chosen(text: str, place: int, options: Options, many: bool) -> Declared | None:
    """What stands here, if it is chosen: no list of all options, nothing that is denied."""
    opened = _end(_LABEL, text, place)
    if not options.truth and cues.DECLINED.match(text, opened):
        return Declared(place, ())
    found = _listed(text, place, options, many) or _listed(text, opened, options, many)
    named = found is not None
    if found is None and not many:
        found = value_at(text, opened, options)
    if found is None or _is_echo(text, found, options, many):
        return None
    end = _past_value(text, found.end, options)
    if cues.DENIED.match(text, end) or (many and not _PAUSE.match(text, end)):
        return None
    return Declared(place, found.options, named)


def _praised(text: str, options: Options, many: bool) -> Iterator[Declared]:
    """`(b) is the most reasonable`, `(a) and (c) satisfy`, `all figures satisfy`."""
    if many:
        yield from _satisfying(text, options)
        return
    for place in _possible(text, options):
        found = at(text, place, options) or _alone(text, place, options)
        if found and cues.PRAISED.match(text, _past_value(text, found.end, options)):
            yield Declared(place, found.options)


def _possible(text: str, options: Options) -> Iterator[int]:
    """Where options stand that may be praised: in dress, or after `option`."""
    yield from (match.start() for match in options.one.finditer(text))
    yield from (match.end() for match in cues.OPTION.finditer(text))


def _alone(text: str, place: int, options: Options) -> Written | None:
    """A letter and a space."""
    name = options.names.get(text[place : place + 1].casefold())
    return Written((name,), place + 1) if name and text[place + 1 : place + 2] == " " else None


def _satisfying(text: str, options: Options) -> Iterator[Declared]:
    every = tuple(options.names.values())
    yield from (Declared(m.start(), every) for m in cues.ALL_SATISFY.finditer(text))
    for match in cues.SATISFY.finditer(text):
        start = max(0, match.start() - 60)
        for token in options.bare.finditer(text, start, match.start()):
            found = _listed(text, token.start(), options, True)
            if found and cues.SATISFIES.match(text, found.end):
                before = max(0, token.start() - 60), token.start()
                if cues.NONE_OF.search(text, *before):
                    yield Declared(token.start(), ())
                elif len(found.options) > 1 or cues.ONLY.search(text, *before):
                    yield Declared(token.start(), found.options)
                break


def _last_line(text: str, options: Options, many: bool) -> Iterator[Declared]:
    """A last line, or a last sentence, that is nothing but options."""
    start = text.rfind("\n") + 1
    places = {start} if start else set()
    sentence = text.rfind(". ", max(start, len(text) - 80))
    if sentence >= 0:
        places.add(sentence + 2)
    for place in sorted(places):
        chosen = _all_of(text, place, _OPEN, options, many)
        if chosen is not None:
            yield Declared(place, chosen)


def _all_of(
    text: str, start: int, opening: re.Pattern[str], options: Options, many: bool
) -> Decided:
    """The options from `start` on, if nothing else follows than what they stand for."""
    place = _end(opening, text, start)
    found = _listed(text, place, options, many)
    if found is None and not many:
        found = value_at(text, place, options)
    if found is None or _is_echo(text, found, options, many):
        return None
    end = _end(_CLOSE, text, _past_value(text, found.end, options))
    return found.options if end == len(text) else None


def _is_echo(text: str, found: Written, options: Options, many: bool) -> bool:
    """Whether what follows shows a list of all options, as in the question."""
    if options.truth:
        return bool(_OTHER_TRUTH.match(text, found.end))
    if many:
        return False
    joined = at(text, _end(_AND, text, found.end), options)
    if joined is not None and joined.options != found.options:
        return True
    following = options.one.search(text, found.end, found.end + 40)
    return following is not None and not _CHANGED.search(text, found.end, following.start())


def _listed(text: str, place: int, options: Options, many: bool) -> Written | None:
    """The option written here; with `many`, all that are listed here."""
    found = at(text, place, options)
    if found is None or not many:
        return found
    chosen = {*found.options}
    while True:
        following = at(text, _end(_AND, text, found.end), options)
        if following is None:
            return Written(tuple(sorted(chosen)), found.end)
        chosen |= {*following.options}
        found = following


def _past_value(text: str, place: int, options: Options) -> int:
    """Past what an option stands for, if that, or a number, is written next."""
    if options.truth:
        return place
    found = value_at(text, _end(_BLANK, text, place), options)
    if found is not None:
        return found.end
    number = _FIGURES.match(text, place)
    return number.end() if number else place


def _hedged(text: str, before: int, link: re.Match[str]) -> bool:
    """Whether a condition or a doubt stands before the link, in its sentence."""
    if link[0].casefold() == "be" and cues.HEDGED.search(text, before, link.start()):
        return True
    return cues.CONDITION.search(text, before, link.start()) is not None


def _negated(text: str, place: int) -> bool:
    return cues.NEGATED.search(text, max(0, place - 25), place) is not None


def _end(pattern: re.Pattern[str], text: str, place: int) -> int:
    """Where a pattern that may match nothing ends; `place` where it does not match at all."""
    match = pattern.match(text, place)
    return match.end() if match else place
