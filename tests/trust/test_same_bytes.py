"""The whole report, byte for byte, under everything that this machine can vary."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from same_bytes import compared


def test_one_report_under_every_surrounding() -> None:
    digests = dict(compared(["--study", "example"]))
    assert {"hash seed 1", "locale C", "directories backwards", "python -OO"} <= set(digests)
    assert len(digests) > 12
    assert len(set(digests.values())) == 1, digests
