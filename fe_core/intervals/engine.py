"""Which code does the drawing: plain Python, or the optional Rust twin; never a digit differs."""

from __future__ import annotations

import os
from array import array
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import ModuleType
from typing import NamedTuple

from fe_core.errors import UsageError
from fe_core.intervals import streams
from fe_core.intervals.columns import pair
from fe_core.intervals.drawing import selection, tallies
from fe_core.intervals.drawing.selection import Ordered, Ratio
from fe_core.intervals.law import LIMIT, check_reach, law
from fe_core.intervals.quantiles import position

SEAM = 1
"""The version of the interface to `fe_boot`; another one is not used."""

NAMES = ("auto", "python", "rust")


class Engine(NamedTuple):
    """A resolved engine; `message` is for standard error and empty when there is nothing to say."""

    name: str
    native: ModuleType | None = None
    message: str = ""


PYTHON = Engine("python")


def resolve(name: str = "auto", environ: Mapping[str, str] = os.environ) -> Engine:
    """The engine for a name: `auto` takes Rust where a matching `fe_boot` is installed.

    FE_PURE_PYTHON=1 makes `auto` Python. Raises UsageError for an unknown name, and for `rust`
    where there is no matching `fe_boot`.
    """
    if name not in NAMES:
        raise UsageError(f"an engine is one of {', '.join(NAMES)}, got engine={name!r}")
    if name == "python" or (name == "auto" and environ.get("FE_PURE_PYTHON") == "1"):
        return PYTHON
    native, message = _native()
    if native is not None:
        return Engine("rust", native)
    if name == "rust":
        raise UsageError(
            message or "engine='rust' needs the package fe_boot: pip install ./rust_boot"
        )
    return Engine("python", None, message)


def resolved(engine: str | Engine) -> Engine:
    """An engine as it is, a name resolved."""
    return resolve(engine) if isinstance(engine, str) else engine


def draw_columns(
    engine: Engine,
    columns: Sequence[Sequence[int]],
    *,
    draws: int,
    stream: str,
    seed: int,
    first: int = 0,
    threads: int = 1,
) -> list[Sequence[int]]:
    """Every column's sum over each draw, from either engine."""
    clusters = tallies.checked(columns)
    streams.check(stream, seed, clusters, draws, first)
    _check_threads(threads)
    if not _serves(engine, stream):
        sums = tallies.draw_sums(columns, draws=draws, stream=stream, seed=seed, first=first)
        return [sums.true(at) for at in range(len(columns))]
    assert engine.native is not None
    packed = _packed(columns)
    raw = engine.native.sums(
        stream, _seed_words(seed), packed, clusters, len(columns), draws, first, threads
    )
    values = _signed(raw)
    return [values[at :: len(columns)] for at in range(len(columns))]


Neighbours = tuple[int, int, int, int]
"""Two drawn values next to each other: numerator, denominator of the lower, then of the upper."""


def ordered_ratios(
    engine: Engine,
    columns: Sequence[Sequence[int]],
    ratios: Sequence[Ratio],
    levels: Sequence[Fraction],
    rule: str,
    *,
    draws: int,
    stream: str,
    seed: int,
    threads: int = 1,
) -> list[tuple[int, Sequence[Neighbours]]]:
    """For each ratio: how many draws have one, and between which its quantiles at `levels` lie."""
    clusters = tallies.even(columns)
    _check_ratios(columns, ratios)
    _check_threads(threads)
    streams.check(stream, seed, clusters, draws)
    if rule == "linear" and _serves(engine, stream):
        assert engine.native is not None
        try:
            return engine.native.order_statistics(  # type: ignore[no-any-return]
                stream,
                _seed_words(seed),
                _packed(columns),
                clusters,
                len(columns),
                list(ratios),
                draws,
                [level.as_integer_ratio() for level in levels],
                threads,
            )
        except (OverflowError, ValueError):
            tallies.checked(columns)
            raise

    def ranks(count: int) -> list[int]:
        places = [position(count, level, rule) for level in levels]
        return sorted({p.at + step for p in places for step in (0, bool(p.weight))})

    sums = tallies.draw_sums(columns, draws=draws, stream=stream, seed=seed)
    ordered = selection.order_statistics(sums, ratios, ranks)
    return [(one.defined, _from_ranks(one, levels, rule)) for one in ordered]


def exact_quantiles(
    engine: Engine,
    numerators: Sequence[int],
    denominators: Sequence[int],
    lower: Sequence[Fraction],
    upper: Sequence[Fraction] = (),
    *,
    limit: int = LIMIT,
) -> tuple[list[Fraction], list[Fraction]]:
    """Lower and upper quantiles of the exact law, from either engine.

    Raises what `law` raises, at the same limit. What the native law leaves undecided, the Python
    law decides.
    """
    tops, bottoms = pair(numerators, denominators)
    check_reach(tops, bottoms, limit)
    if engine.native is not None:
        try:
            mirrored = _native_law(
                engine.native, [-d for d in tops], bottoms, [1 - p for p in upper]
            )
            return _native_law(engine.native, tops, bottoms, lower), [-value for value in mirrored]
        except ValueError:
            pass
    exact = law(tops, bottoms, limit=limit)
    return [exact.quantile(p) for p in lower], [exact.upper_quantile(p) for p in upper]


def _native_law(
    native: ModuleType, tops: Sequence[int], bottoms: Sequence[int], levels: Sequence[Fraction]
) -> list[Fraction]:
    raw = [tallies.little(array("q", column)) for column in (tops, bottoms)]
    pairs = native.law_quantiles(*raw, len(tops), [level.as_integer_ratio() for level in levels])
    return [Fraction(top, bottom) for top, bottom in pairs]


def _check_ratios(columns: Sequence[Sequence[int]], ratios: Sequence[Ratio]) -> None:
    for at in sorted({at for ratio in ratios for at in ratio}):
        if not 0 <= at < len(columns):
            raise UsageError(f"a ratio names two of {len(columns)} columns, got column {at}")
    for at in sorted({bottom for _, bottom in ratios}):
        least = min(columns[at])
        if least < 0:
            raise UsageError(f"denominators must not be negative, column {at} has {least}")


def _check_threads(threads: int) -> None:
    if threads < 1:
        raise UsageError(f"at least one thread draws, got threads={threads}")


def _from_ranks(found: Ordered, levels: Sequence[Fraction], rule: str) -> list[Neighbours]:
    places = [position(found.defined, level, rule) for level in levels if found.defined]
    pairs = [(found.at[p.at], found.at[p.at + bool(p.weight)]) for p in places]
    return [(*low.as_integer_ratio(), *high.as_integer_ratio()) for low, high in pairs]


@lru_cache(maxsize=1)
def _native() -> tuple[ModuleType | None, str]:
    try:
        import fe_boot
    except ImportError:
        return None, ""
    from fe_core import __version__

    seam, found = getattr(fe_boot, "SEAM", None), getattr(fe_boot, "__version__", "unknown")
    if (seam, found) != (SEAM, __version__):
        return None, (
            f"fe_boot {found} is not used: its interface is {seam!r}, this kit needs version "
            f"{__version__} with interface {SEAM}; pip install ./rust_boot"
        )
    return fe_boot, ""


def _serves(engine: Engine, stream: str) -> bool:
    """Whether the engine's native part knows the stream; it does not replay `randrange`."""
    return engine.native is not None and stream != streams.PYTHON_RANDRANGE


def _seed_words(seed: int) -> bytes:
    size = abs(seed)
    return size.to_bytes(4 * max(1, (size.bit_length() + 31) // 32), "little")


def _packed(columns: Sequence[Sequence[int]]) -> bytes:
    """Cluster by cluster, as the native part reads them."""
    width = len(columns)
    rows = array("q", bytes(8 * width * len(columns[0])))
    for at, column in enumerate(columns):
        rows[at::width] = column if isinstance(column, array) else array("q", column)
    return tallies.little(rows)


def _signed(raw: bytes) -> array[int]:
    return tallies.from_little("q", raw)
