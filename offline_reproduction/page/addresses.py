"""Addresses: where in the page a number, a table or a finding stands; they survive a reload."""

from __future__ import annotations

_KEPT = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-./")


def address(*steps: str) -> str:
    """An id that needs no escaping in HTML or in a link; different steps, different ids.

    >>> address("example/table-1/Atlas/Acc. (%)")
    'example/table-1/Atlas/Acc._~28~25~29'
    """
    return "/".join("".join(map(_character, step)) for step in steps)


def number(entry: str) -> str:
    """The address of a number, by its entry's id."""
    return address(entry)


def table(study: str, key: str) -> str:
    """The address of a table."""
    return address(study, key)


def finding(study: str, name: str) -> str:
    """The address of a finding or a remark."""
    return address(study, "finding", name)


def _character(character: str) -> str:
    if character in _KEPT:
        return character
    return "_" if character == " " else f"~{ord(character):02x}"
