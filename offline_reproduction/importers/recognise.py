"""Which format a file is, by its content."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from itertools import islice
from typing import Any, Protocol

from fe_core.errors import RecordError
from fe_core.files import decode
from fe_core.records import lines
from offline_reproduction.importers import FORMATS
from offline_reproduction.importers.containers import File, archive, is_archive
from offline_reproduction.importers.documents import is_lines, records
from offline_reproduction.importers.lines import Reader

HEAD = 1 << 18
"""Characters of a JSON object in which its keys are looked for."""
_KEY = re.compile(r'"([^"\\]{1,80})"\s*:')


class Importer(Protocol):
    """What each module of a format has.

    READ: the fields of a record that it reads by itself. recognises: whether records with these
    keys are of this format.
    """

    READ: tuple[str, ...]
    read: Reader

    @staticmethod
    def recognises(keys: frozenset[str]) -> bool:
        """Whether a file is of this format, told from the keys of its first record."""


def importer(name: str) -> Any:
    """The module of a format, an `Importer`."""
    return import_module(f"offline_reproduction.importers.{FORMATS[name].module}")


def recognise(file: File) -> str:
    """The name of a file's format; `mapped` where it is no tool's own."""
    keys = _keys(file)
    for name in FORMATS:
        if importer(name).recognises(keys):
            return name
    return "mapped"


def _keys(file: File) -> frozenset[str]:
    """Keys of the first record, and of all that stands early in one large object."""
    data = file.data()
    if is_archive(data):
        names = archive(data, file.place).names
        if "[Content_Types].xml" not in names:
            return frozenset(f"@{name}" for name in names if not name.startswith("samples/"))
    text = "" if is_archive(data) or data[:4] == b"PAR1" else decode(data, file.place)[0]
    start = text[:4096].lstrip()
    if start[:1] == "{" and not is_lines(text):
        return frozenset(_KEY.findall(text[:HEAD]))
    if start[:1] == "{":
        first = text.lstrip().partition("\n")[0]
        value = lines.lenient(first, f"{file.place}:1")
    else:
        value = next(
            (each.node.value for each in islice(records(file._replace(data=lambda: data)), 1)), None
        )
    if not isinstance(value, Mapping):
        raise RecordError(f"{file.place}: holds no records; objects or a table are needed")
    return frozenset(str(key) for key in value)
