"""Markdown inside a line: what is shown of it, and which numbers are bold or underlined."""

from __future__ import annotations

import re
from html import unescape

from offline_reproduction.tables import hypertext, tex
from offline_reproduction.tables.raw import Placed
from offline_reproduction.tables.styled import Styled

_ESCAPED = "\\!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~"
_SPLIT = re.compile(r"(?<!\\)\|")
_FOOTNOTE = re.compile(r"\[\^([^\]\s]{1,40})\]")
_TARGET = re.compile(r"\([^()]*(?:\([^()]*\)[^()]*)?\)|\[[^\[\]]*\]")
_PLAIN = re.compile(r"[^\\`*_~\[\]!<$&]+")
_RUN = re.compile(r"\*+|_+|~~")
_MATH = re.compile(r"\$[^$\n]{1,2000}\$")


def row(line: str, width: int = 0) -> list[str]:
    """The cells of a line of pipes, as written; the outer pipes may be left out.

    width: where that many cells are expected and more are found, pipes inside code part nothing,
    and what is empty behind the last one goes.
    """
    inner = line.strip()
    inner = inner.removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    cells = [part.strip() for part in _SPLIT.split(inner)]
    if 0 < width < len(cells) and "`" in inner:
        cells = [part.strip() for part in _split_outside_code(inner)]
    while 0 < width < len(cells) and not cells[-1]:
        cells.pop()
    return cells


def _split_outside_code(text: str) -> list[str]:
    pieces, at = [], 0
    for start, (_, end) in sorted(_code(text).items()):
        pieces += [text[at:start], text[start:end].replace("|", "\\|")]
        at = end
    return _SPLIT.split("".join([*pieces, text[at:]]))


def cell(text: str, line: int) -> Placed:
    """A cell of a Markdown table."""
    styled = Styled()
    show(text.replace("\\|", "|"), styled)
    return styled.cell(line)


def visible(text: str) -> str:
    """What is shown of a line or paragraph."""
    return cell(text, 0).text


def show(text: str, styled: Styled) -> None:
    """Add what is shown of `text`; linear in its length."""
    if _PLAIN.fullmatch(text):
        styled.add(text)
        return
    links, runs, code = _links(text), _emphasis(text), _code(text)
    at = 0
    while at < len(text):
        character = text[at]
        if match := _PLAIN.match(text, at):
            styled.add(match[0])
            at = match.end()
        elif character == "\\" and text[at + 1 : at + 2] in _ESCAPED and at + 1 < len(text):
            styled.add(text[at + 1])
            at += 2
        elif at in code:
            content, at = code[at]
            styled.add(content)
        elif at in runs:
            at = _run(text, at, runs[at], styled)
        elif character == "!" and at + 1 in links:
            at = links[at + 1]
        elif character == "[" and (note := _FOOTNOTE.match(text, at)):
            styled.marks.append(note[1])
            at = note.end()
        elif character in "[]" and at in links:
            at = links[at] if character == "]" else at + 1
        elif character == "<":
            at = _tag(text, at, styled)
        elif character == "$" and (math := _MATH.match(text, at)):
            tex.show(math[0], styled)
            at = math.end()
        elif character == "&":
            end = min(len(text), at + 12)
            styled.add(
                unescape(text[at:end].partition(";")[0] + ";") if ";" in text[at:end] else "&"
            )
            at = text.index(";", at) + 1 if ";" in text[at:end] else at + 1
        else:
            styled.add(character)
            at += 1


def _tag(text: str, at: int, styled: Styled) -> int:
    tag = hypertext.tag_at(text, at)
    if tag is None:
        styled.add("<")
        return at + 1
    hypertext.inline(tag, styled)
    return tag.end


def _links(text: str) -> dict[int, int]:
    """Positions of the brackets of links: an opening one → after its target, a closing one too."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in re.finditer(r"\\.|[\[\]]", text):
        if match[0] == "[":
            opened.append(match.start())
        elif match[0] == "]" and opened:
            start = opened.pop()
            if target := _TARGET.match(text, match.end()):
                found[start] = found[match.start()] = target.end()
    return found


def _code(text: str) -> dict[int, tuple[str, int]]:
    """Code spans: where each begins → its content and its end."""
    found: dict[int, tuple[str, int]] = {}
    runs = [(match.start(), match[0]) for match in re.finditer(r"`+", text)]
    later: dict[str, list[int]] = {}
    for start, run in reversed(runs):
        later.setdefault(run, []).append(start)
    end = 0
    for start, run in runs:
        later[run].pop()
        if start >= end and later[run]:
            close = later[run][-1]
            end = close + len(run)
            found[start] = text[start + len(run) : close].strip(), end
    return found


def _emphasis(text: str) -> dict[int, list[tuple[str, bool]]]:
    """Runs of `*`, `_` and `~~`: where each begins → its characters, each shown or an emphasis.

    Each entry lists (what, opens) in order: "bold" and "italic" for emphasis, "" for a character
    that is shown as it is.
    """
    plan: dict[int, list[tuple[str, bool]]] = {}
    open_runs: dict[str, list[tuple[int, int]]] = {"*": [], "_": [], "~": []}
    for match in _RUN.finditer(text):
        start, end, mark = match.start(), match.end(), match[0][0]
        before, after = text[start - 1 : start], text[end : end + 1]
        if before == "\\":
            continue
        opens, closes = _flanks(before, after, mark)
        left = end - start
        plan[start] = []
        while closes and left and open_runs[mark]:
            where, count = open_runs[mark].pop()
            size = min(2, left, count)
            style = "strike" if mark == "~" else "bold" if size == 2 else "italic"
            plan[where].append((style, True))
            plan[start].append((style, False))
            left -= size
            if count > size:
                open_runs[mark].append((where, count - size))
        if left and opens:
            open_runs[mark].append((start, left))
        elif left:
            plan[start] += [(mark, True)] * left
    for stack in open_runs.values():
        for where, count in stack:
            plan[where] += [(text[where], True)] * count
    return plan


def _flanks(before: str, after: str, mark: str) -> tuple[bool, bool]:
    """Whether a run may open and close emphasis (CommonMark's flanking rules)."""
    blank_before, blank_after = not before.strip(), not after.strip()
    word_before, word_after = before.isalnum(), after.isalnum()
    left = not blank_after and (word_after or blank_before or not word_before)
    right = not blank_before and (word_before or blank_after or not word_after)
    if mark == "_":
        return left and not word_before, right and not word_after
    return left, right


def _run(text: str, at: int, plan: list[tuple[str, bool]], styled: Styled) -> int:
    """Carry out one run; characters that are shown stand outside of what opens or closes."""
    end = at
    while end < len(text) and text[end] == text[at] and (text[at] != "~" or end < at + 2):
        end += 1
    for what, opens in plan:
        if what in "*_~":
            styled.add(what)
        elif what == "bold":
            (styled.open if opens else styled.close)("bold")
        elif what == "strike" and opens:
            styled.marks.append("struck out")
    return end
