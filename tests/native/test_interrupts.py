"""An interrupt in the middle of a run that would take days."""

from __future__ import annotations

import signal
import subprocess
import sys
from types import ModuleType

import pytest

PROGRAM = """
import fe_boot, signal, sys
tallies = (1).to_bytes(8, "little") * {clusters}
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    fe_boot.order_statistics(
        "{stream}", bytes(4), tallies, {clusters}, 1, {ratios}, 10**12, [(1, 2)], {threads}
    )
except KeyboardInterrupt:
    sys.exit(7)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs an alarm")
@pytest.mark.parametrize("stream", ["mt-blocks/1", "numpy", "python"])
@pytest.mark.parametrize(
    ("clusters", "threads", "ratios"), [(5, 1, 1), (300, 2, 1), (2_000_000, 1, 1), (5, 2, 200)]
)
def test_an_interrupt_ends_a_long_run(
    engine: ModuleType, stream: str, clusters: int, threads: int, ratios: int
) -> None:
    program = PROGRAM.format(
        stream=stream, clusters=clusters, threads=threads, ratios=[(0, 0)] * ratios
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 7
