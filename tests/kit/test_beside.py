"""Checks in a child process: the same entries, and none lost where the child fails."""

from __future__ import annotations

import os

import pytest

from fe_core.numbers.verdict import Verdict
from fe_core.reporting.entries import Entry, Kind
from offline_reproduction.study import beside

ENTRIES = (
    Entry("a", Kind.CHECK, "p", "1.0", Verdict.SAME, roundings=("half-even",), detail="–é"),
    Entry("b", Kind.CHECK, "p", "2.0", Verdict.DIFFERENT, band=("1", "2", "3", "4")),
)


def test_entries_come_back_as_they_were_made() -> None:
    assert beside.start(lambda: ENTRIES)() == ENTRIES


def test_a_child_that_dies_loses_nothing() -> None:
    parent = os.getpid()

    def checks() -> tuple[Entry, ...]:
        if os.getpid() != parent:
            os._exit(9)
        return ENTRIES

    assert beside.start(checks)() == ENTRIES


def test_an_error_of_the_checks_is_raised_where_they_are_asked_for() -> None:
    def checks() -> tuple[Entry, ...]:
        raise ValueError("said here")

    collect = beside.start(checks)
    with pytest.raises(ValueError, match="said here"):
        collect()


def test_without_a_second_core_the_checks_wait_until_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    asked = lambda: ENTRIES  # noqa: E731
    assert beside.start(asked) is asked
