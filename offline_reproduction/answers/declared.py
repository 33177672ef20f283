"""Explicit declarations: boxes, cues that are joined to options, praise, and last lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from offline_reproduction.answers import cues
from offline_reproduction.answers.lists import (
    LABEL,
    OPEN,
    PAUSE,
    all_of,
    end_of,
    is_echo,
    listed,
    past_value,
)
from offline_reproduction.answers.plain import BOX_CLOSE, BOX_OPEN
from offline_reproduction.answers.tokens import Options, Written, at, value_at

REACH = 160
"""Characters between a cue and the option it declares."""
QUOTED_REACH = 400
"""The same for truth values, since the statement may be quoted in between."""

_BOX = re.compile(rf"{BOX_OPEN}([^{BOX_OPEN}{BOX_CLOSE}]{{1,200}}){BOX_CLOSE}")


class Declared(NamedTuple):
    """Options declared at a place; () where it declines to choose.

    named: whether the option itself is written, rather than what it stands for.
    """

    place: int
    options: tuple[str, ...]
    named: bool = True


def declarations(text: str, options: Options, many: bool) -> Iterator[Declared]:
    """Every explicit declaration in a text, in no order."""
    yield from _boxes(text, options, many)
    yield from _cued(text, options, many)
    if not options.truth:
        yield from _praised(text, options, many)
    yield from _last_line(text, options, many)


def _boxes(text: str, options: Options, many: bool) -> Iterator[Declared]:
    for match in _BOX.finditer(text) if BOX_OPEN in text else ():
        inside = match[1].strip()
        chosen = all_of(inside, 0, LABEL, options, many)
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
    found = _chosen(text, end_of(cues.FILL, text, link.end()), options, many)
    return None if found and link[0] == "=" and not found.named else found


def _chosen(text: str, place: int, options: Options, many: bool) -> Declared | None:
    """What stands here, if it is chosen: no list of all options, nothing that is denied."""
    opened = end_of(LABEL, text, place)
    if not options.truth and cues.DECLINED.match(text, opened):
        return Declared(place, ())
    found = listed(text, place, options, many) or listed(text, opened, options, many)
    named = found is not None
    if found is None and not many:
        found = value_at(text, opened, options)
    if found is None or is_echo(text, found, options, many):
        return None
    end = past_value(text, found.end, options)
    if cues.DENIED.match(text, end) or (many and not PAUSE.match(text, end)):
        return None
    return Declared(place, found.options, named)


def _praised(text: str, options: Options, many: bool) -> Iterator[Declared]:
    """`(b) is the most reasonable`, `(a) and (c) satisfy`, `all figures satisfy`."""
    if many:
        yield from _satisfying(text, options)
        return
    for place in _possible(text, options):
        found = at(text, place, options) or _alone(text, place, options)
        if found and cues.PRAISED.match(text, past_value(text, found.end, options)):
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
            found = listed(text, token.start(), options, True)
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
        chosen = all_of(text, place, OPEN, options, many)
        if chosen is not None:
            yield Declared(place, chosen)


def _hedged(text: str, before: int, link: re.Match[str]) -> bool:
    """Whether a condition or a doubt stands before the link, in its sentence."""
    if link[0].casefold() == "be" and cues.HEDGED.search(text, before, link.start()):
        return True
    return cues.CONDITION.search(text, before, link.start()) is not None


def _negated(text: str, place: int) -> bool:
    return cues.NEGATED.search(text, max(0, place - 25), place) is not None
