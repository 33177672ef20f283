"""Every input that fuzzing kept, and the worst ones we could think of, run through its target."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS, run

CORPUS = Path(__file__).parent / "corpus"
NASTY = [
    b"",
    b"\x00",
    b"\xff\xfe",
    "\u202e\u200b−３٣".encode(),
    b"[" * 100_000,
    b'{"a":' * 5_000,
    b"9" * 10_000,
    b"-" * 10_000,
    b'{"item":"q","gold":["A"],"options":{"A":1}}',
    b'{"run":[],"item":{},"answer":1e999,"status":null}',
    b"=cmd|' /C calc'!A0",
    b"\\boxed{" * 3_000 + b"A",
    b"(a) " * 3_000,
    b"schema = 'fe-study/1'\nname = 'x'\nmetrics = []",
]


@pytest.mark.parametrize("name", TARGETS)
def test_kept_and_nasty_inputs_are_answered_or_refused(name: str) -> None:
    kept = [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]
    for data in [*NASTY, *kept]:
        run(name, data)
