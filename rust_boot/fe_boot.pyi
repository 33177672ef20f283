"""Integers in, integers out: the same draws, sums and quantiles as the plain Python code, faster.

Streams are `mt-blocks/1`, `python` and `numpy`. A seed is given as the little-endian 32-bit words
of its absolute value, at least one. Tallies are little-endian 64-bit integers, cluster by cluster.
Every function releases the interpreter, stops within a second of Ctrl-C, and raises ValueError
for a request outside its domain. Threads never change a value.
"""

__version__: str
SEAM: int

def indices(stream: str, seed: bytes, clusters: int, draws: int, first: int, /) -> bytes:
    """`draws` x `clusters` cluster indices from draw `first` on, as little-endian 32-bit words."""

def sums(
    stream: str,
    seed: bytes,
    tallies: bytes,
    clusters: int,
    columns: int,
    draws: int,
    first: int,
    threads: int,
    /,
) -> bytes:
    """`draws` x `columns` sums from draw `first` on, as little-endian 64-bit integers."""

def order_statistics(
    stream: str,
    seed: bytes,
    tallies: bytes,
    clusters: int,
    columns: int,
    ratios: list[tuple[int, int]],
    draws: int,
    quantiles: list[tuple[int, int]],
    threads: int,
    /,
) -> list[tuple[int, list[tuple[int, int, int, int]]]]:
    """For each ratio (numerator column, denominator column): defined draws and order statistics.

    A draw whose denominator is 0 has no ratio. For each quantile (p, q) the values at rank
    floor((defined - 1) * p / q), from 0, and at the next rank, as (numerator, denominator,
    numerator, denominator) in lowest terms; no values if no draw is defined.
    """

def law_quantiles(
    numerators: bytes, denominators: bytes, clusters: int, levels: list[tuple[int, int]], /
) -> list[tuple[int, int]]:
    """Lower quantiles (p, q) of the exact law of a ratio, as fractions in lowest terms.

    Raises ValueError too where the law has too many states, or where doubles leave a quantile
    undecided and 128-bit integers do not suffice: Python's integers then decide.
    """
