"""Reading an option from a short text, strictly: in doubt there is no answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

LONGEST = 2000
_BARE = re.compile(r"[\s(\[*`\"'$]*([A-Za-z0-9]{1,12})[\s)\].:*`\"'$]*")
_LED = re.compile(r"[\s(\[*`\"'$]*([A-Za-z])[)\].:]+\s+(.{1,400})", re.DOTALL)


def option(
    text: str, options: Sequence[str], meanings: Mapping[str, str] | None = None
) -> str | None:
    """The option that `text` is, or None.

    Understood: the option alone, in brackets, quotes or bold (`(b)`, `**B**`, `B.`); the option
    followed by its own meaning (`B. a cat`); a meaning alone, if exactly one option has it. Letter
    case is ignored where no two options differ by it only.
    """
    if len(text) > LONGEST:
        return None
    folded = {name.casefold(): name for name in options}
    if len(folded) < len(options):
        folded = {name: name for name in options}
    bare = _BARE.fullmatch(text)
    if bare:
        return folded.get(bare[1].casefold(), folded.get(bare[1])) or _meant(text, meanings)
    led = _LED.fullmatch(text)
    if led and meanings:
        named = folded.get(led[1].casefold())
        if named and _same(meanings.get(named, ""), led[2]):
            return named
    return _meant(text, meanings)


def _meant(text: str, meanings: Mapping[str, str] | None) -> str | None:
    found = [name for name, said in (meanings or {}).items() if said and _same(said, text)]
    return found[0] if len(found) == 1 else None


def _same(one: str, other: str) -> bool:
    return one.strip().strip(".").casefold() == other.strip().strip(".").casefold()
