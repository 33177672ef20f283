"""The words by which documents name what a row or column is computed as."""

from __future__ import annotations

import re

from offline_reproduction.audit.inferred.grid import Variable, words

LONGEST = 6
"""Words that a label has at most; a longer one is a title."""
AVERAGE = words("avg average averages averaged mean means macro ave aver ø")
OVERALL = words("overall all aggregate score")
TOTAL = words("total totals sum σ sums")
DELTA = words(
    "delta Δ ∆ diff difference change gain gains improvement improvements improv improve "
    "imp increase decrease drop gap loss relative rel reduction reduced savings saving "
    "saved"
)
RATIO = words("ratio speedup speed up speedups factor faster compression rate share")
HARMONIC = words("h hm harmonic hmean f f1 f2 hos fscore score")
HARMONIC_OF_MEANS = words("h hm harmonic hmean hos")
POOLED = words("micro weighted pooled")
COUNTS = words(
    "n count counts size items samples questions instances examples total tasks num "
    "number support # images sentences tests cases"
)
OF_COUNTS = words("precision recall sensitivity specificity ppv npv prec rec")
HITS = words("tp tn")
REFERENCE = words(
    "human humans oracle upper bound supervised gold teacher reference random chance full expected "
    "expectation uniform majority"
)
COUNTED = words(
    "pass passed skip skipped fail failed failures tests correct wrong errors tp fp fn tn train "
    "dev test documents users files lines tokens words entries rows classes"
)
STATISTICS = words(
    "min minimum p1 p5 p10 p25 q1 median p50 p75 q3 p90 p95 p99 max maximum worst best"
)
SPREAD = words("std stdev sd σ deviation variance var spread stderr")
NO_PART = words(
    "rank std stdev sd year params parameters epoch epochs steps step shots layers seed"
)


def is_average(variable: Variable) -> bool:
    """Whether its own label, or the short one above it, calls it an average."""
    above = variable._replace(path=variable.path[:-1])
    return bool((_own(variable) | _own(above)) & AVERAGE)


def is_weighted(variable: Variable) -> bool:
    """Whether its own label says that its mean is weighted."""
    return "weighted" in _own(variable)


def is_total(variable: Variable) -> bool:
    """Whether its own label calls it a sum."""
    return bool(_own(variable) & TOTAL)


def is_delta(variable: Variable) -> bool:
    """Whether its own label, or its place in brackets, calls it a change."""
    return variable.part.startswith("(") or bool(_own(variable) & DELTA)


def is_ratio(variable: Variable) -> bool:
    """Whether its own label calls it a ratio or a change."""
    return is_delta(variable) or bool(_own(variable) & RATIO)


def is_summary(variable: Variable) -> bool:
    """Whether it is computed from others, by its label."""
    own = _own(variable)
    return bool(own & (AVERAGE | TOTAL | OVERALL | DELTA | NO_PART))


def _own(variable: Variable) -> frozenset[str]:
    """The words of its own label; none of a title, or of `avg@8` and `mean-field`."""
    own = next((text for text in reversed(variable.path) if text), "")
    own = re.sub(r"\b\w++(?:@\w*|-\w+)", lambda m: "" if "@" in m[0] or _named(m[0]) else m[0], own)
    found = words(re.sub(r"(?<=[a-z])(?=[A-Z])", "", own))
    return found if len(own.split()) <= LONGEST else frozenset()


def _named(text: str) -> bool:
    """Whether a hyphen joins a word for averages to another word: `mean-field`, not `macro-avg`."""
    first, _, second = text.casefold().partition("-")
    return first in AVERAGE and second not in AVERAGE
