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
    breaks_off,
    end_of,
    is_echo,
    listed,
    next_line_differs,
    past_value,
    restated,
)
from offline_reproduction.answers.plain import BOX_CLOSE, BOX_OPEN
from offline_reproduction.answers.tokens import Options, Written, at, value_at

REACH = 160
"""Characters between a cue and the option it declares."""
QUOTED_REACH = 400
"""The same for truth values, since the statement may be quoted in between."""

_COLON = re.compile(r" ?:[^\S\n]*+\n")
_QUOTED = re.compile(r" ?[\"']")
_LINE_END = re.compile(r"[.)\]]* ?(?:\n|\Z)")
_BOX = re.compile(rf"{BOX_OPEN}([^{BOX_OPEN}{BOX_CLOSE}]{{1,200}}){BOX_CLOSE}")


class Declared(NamedTuple):
    """Options declared at a place; () where it declines to choose.

    named: whether the option itself is written, rather than what it stands for. cut: the text ends
    within this list.
    """

    place: int
    options: tuple[str, ...]
    named: bool = True
    cut: bool = False


def declarations(text: str, options: Options, many: bool) -> Iterator[Declared]:
    """Every explicit declaration in a text, in no order."""
    yield from _boxes(text, options, many)
    yield from _cued(text, options, many)
    yield from _concluding(text, options, many)
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
            if link.start() < tried:
                continue
            tried = link.end()
            found = _linked(text, link, options, many)
            if found is not None and _meant(text, cue, link, found, options):
                tried = max(tried, found.place)
                yield found
    if not options.truth and not many:
        for cue in cues.JOINED_CUE.finditer(text):
            found = _chosen(text, cue.end(), options, many)
            if found is not None and found.named and not _negated(text, cue.start()):
                yield found


def _meant(
    text: str, cue: re.Match[str], link: re.Match[str], found: Declared, options: Options
) -> bool:
    """Whether a link speaks of its cue: options rejected in between, or another verb, say no."""
    if found.options:
        start = _sentence(text, max(0, cue.start() - REACH), cue.start())
        if cues.NEITHER.search(text, max(start, cue.start() - 25), link.start()):
            return False
        return bool(options.truth) or not cues.HYPOTHESIS.search(text, start, cue.start())
    between = cue.end(), link.start()
    one = None if options.truth else options.one.search(text, *between)
    return one is None and not cues.LINK.search(text, *between)


def _concluding(text: str, options: Options, many: bool) -> Iterator[Declared]:
    """`Therefore, True.`, `Thus (b).`"""
    for cue in cues.CONCLUDING.finditer(text):
        found = listed(text, end_of(LABEL, text, cue.end()), options, many)
        if found is None or is_echo(text, found, options, many):
            continue
        if cues.ENDS.match(text, past_value(text, found.end, options)):
            yield Declared(cue.end(), found.options)


def _linked(text: str, link: re.Match[str], options: Options, many: bool) -> Declared | None:
    """What a link joins to its cue."""
    before = _sentence(text, max(0, link.start() - 40), link.start())
    if _hedged(text, before, link, options):
        return None
    lines = _lines(text, link, options) if many else None
    if lines is not None:
        return lines
    if many and link[0] == ":" and not cues.ANSWER.search(text, before, link.start()):
        return None
    place = end_of(cues.FILL, text, link.end())
    if text[place - 1] == "-" and at(text, place - 1, options):
        place -= 1
    found = _chosen(text, place, options, many)
    if found and link[0] == "=" and (not found.named or _QUOTED.match(text, link.end())):
        return None
    return found


def _chosen(text: str, place: int, options: Options, many: bool) -> Declared | None:
    """What stands here, if it is chosen: no list of all options, nothing that is denied."""
    opened = end_of(LABEL, text, place)
    found = listed(text, place, options, many) or listed(text, opened, options, many)
    named = found is not None
    if found is None and not many:
        found = value_at(text, opened, options)
    if found is None and not options.truth and cues.DECLINED.match(text, opened):
        return Declared(place, ())
    if found is None or is_echo(text, found, options, many):
        return None
    end = past_value(text, found.end, options)
    if cues.DENIED.match(text, end) or (options.truth and cues.CONDITIONAL.match(text, end)):
        return None
    if many and not PAUSE.match(text, end) and not _described(text, place, found, options):
        return None
    return Declared(place, found.options, named, many and breaks_off(text, found.end))


def _described(text: str, place: int, found: Written, options: Options) -> bool:
    """Whether one option is written in dress, as the only answer, and then what it shows."""
    end = cues.STOP.search(text, found.end, found.end + REACH)
    stop = end.start() if end else len(text)
    return (
        len(found.options) == 1
        and text[found.end - 1] in ")]"
        and stop <= found.end + REACH
        and cues.SINGLE.search(text, max(0, place - REACH), place) is not None
        and not options.one.search(text, found.end, stop)
    )


def _lines(text: str, link: re.Match[str], options: Options) -> Declared | None:
    """Figures that satisfy the conditions, one a line after `are:`, described or not."""
    opened = _COLON.match(text, link.end() - (link[0] == ":"))
    before = _sentence(text, max(0, link.start() - REACH), link.start())
    if opened is None or not cues.SATISFY.search(text, before, link.start()):
        return None
    found = restated(text, opened.end(), options)
    if found is None:
        return None
    bare = listed(text, opened.end(), options, True)
    alone = bare and bare.options == found.options and _LINE_END.match(text, bare.end)
    return Declared(opened.end(), found.options) if alone or link[0] != ":" else None


def _praised(text: str, options: Options, many: bool) -> Iterator[Declared]:
    """`(b) is the most reasonable`, `(a) and (c) satisfy`, `all figures satisfy`."""
    if many:
        yield from _satisfying(text, options)
        return
    for place in _possible(text, options):
        found = at(text, place, options) or _alone(text, place, options)
        if found and cues.PRAISED.match(text, past_value(text, found.end, options)):
            yield Declared(place, found.options)
    for place in (0, *(stop.end() for stop in re.finditer(r"\n|[.!] ", text))):
        name = _alone(text, place, options)
        if name and cues.CORRECT.match(text, name.end):
            yield Declared(place, name.options)


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
    if start and not options.truth and _in_list(text, start, options):
        return
    places = {start} if start else set()
    sentence = text.rfind(". ", max(start, len(text) - 80))
    if sentence >= 0:
        rejected = not options.truth and cues.REJECTED.search(text, max(0, sentence - 80), sentence)
        places |= {sentence + 2} if not rejected or text[-1] in ".!" else set()
    for place in sorted(places):
        chosen = all_of(text, place, OPEN, options, many)
        if chosen is not None:
            yield Declared(place, chosen)


def _in_list(text: str, start: int, options: Options) -> bool:
    """Whether the line before starts with another option than the line at `start`."""
    before = at(text, end_of(OPEN, text, text.rfind("\n", 0, start - 1) + 1), options)
    return before is not None and next_line_differs(text, before, options)


def _sentence(text: str, start: int, place: int) -> int:
    """Where the sentence of `place` begins, `start` at the earliest."""
    return max((stop.end() for stop in cues.STOP.finditer(text, start, place)), default=start)


def _hedged(text: str, before: int, link: re.Match[str], options: Options) -> bool:
    """Whether a condition or a doubt stands before the link, in its sentence."""
    doubt = cues.HEDGED if options.truth else cues.DOUBTED
    if link[0].casefold() == "be" and doubt.search(text, before, link.start()):
        return True
    if not options.truth:
        return False
    return cues.CONDITION.search(text, before, link.start()) is not None


def _negated(text: str, place: int) -> bool:
    return cues.NEGATED.search(text, max(0, place - 25), place) is not None
