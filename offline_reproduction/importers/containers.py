"""Files that hold logs: plain, gzip, folders, and the members of a zip; each opened within bounds.

What a file is says its content, not its name. No member is written anywhere and no size is trusted
(`unpacking`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from fe_core.errors import RecordError, UsageError
from fe_core.files import list_files, read_bytes
from offline_reproduction.importers.unpacking import Archive, gunzip

LARGEST = 1 << 29
"""Bytes that one file may have."""
DOCUMENTS = {"[Content_Types].xml", "header.json", "_journal/start.json"}
"""Members of archives that are one document each: a spreadsheet, or an Inspect log."""


class File(NamedTuple):
    """Something that can be read: a file, or a member of an archive.

    place: how messages call it. path: for its name and folder. data: its bytes, read when asked.
    """

    place: str
    path: PurePosixPath
    data: Callable[[], bytes]


def files(paths: Sequence[Path]) -> Iterator[File]:
    """Every file that `paths` name, in their order; what a folder or an archive holds, sorted.

    Raises RecordError for what cannot be read, and for archives past the bounds.
    """
    for path in paths:
        if not path.is_dir():
            yield from _file(path)
            continue
        for name in list_files(path, ""):
            if not _is_clutter(name.split("/")):
                yield from _file(path / name)


def archive(data: bytes, place: str) -> Archive:
    """An archive; with extra `eval`, also one in Zstandard. Raises RecordError as `Archive`."""
    with suppress(ImportError):
        import zipfile_zstd  # noqa: F401
    return Archive(data, place)


def member(of: Archive, name: str) -> bytes:
    """A member's bytes. Raises RecordError as `Archive.read`, UsageError for a missing extra."""
    try:
        return of.read(name)
    except RecordError as error:
        if isinstance(error.__cause__, NotImplementedError):
            raise UsageError(
                f"{of.place}:{name}: is compressed in a way this Python cannot read; `pip install "
                "'fe-kit[eval]'` (Zstandard), or let the tool write plain JSON "
                "(`inspect log convert --to json`)"
            ) from None
        raise


def is_archive(data: bytes) -> bool:
    """Whether this is a zip archive, by its first bytes."""
    return data[:4] in (b"PK\x03\x04", b"PK\x05\x06")


def _file(path: Path) -> Iterator[File]:
    data = read_bytes(path, largest=LARGEST)
    name = PurePosixPath(path.absolute().as_posix())
    if data[:2] == b"\x1f\x8b":
        plain = name.with_suffix("") if name.suffix == ".gz" else name
        yield File(str(path), plain, partial(gunzip, data, str(path)))
    elif is_archive(data) and not DOCUMENTS & set((opened := archive(data, str(path))).names):
        for inner in sorted(opened.names):
            parts = [part for part in inner.split("/") if part not in ("", "..")]
            if not inner.endswith("/") and not _is_clutter(parts):
                place = f"{path}:{inner[:200]!a}"
                yield File(place, PurePosixPath(path.stem, *parts), partial(member, opened, inner))
    else:
        del data
        yield File(str(path), name, partial(read_bytes, path, largest=LARGEST))


def _is_clutter(parts: Sequence[str]) -> bool:
    """What systems and tools put beside files: no log is one of these."""
    last = parts[-1] if parts else ""
    return "__MACOSX" in parts or ".git" in parts or last.startswith("._") or last == ".DS_Store"
