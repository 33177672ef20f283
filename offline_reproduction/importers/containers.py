"""Files that hold logs: plain, gzip, folders, and the members of a zip; each opened within bounds.

What a file is says its content, not its name. No member is written anywhere and no size is trusted:
reading stops at the bounds below, whatever an archive says of itself.
"""

from __future__ import annotations

import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from fe_core.errors import RecordError
from fe_core.files import inside, list_files, read_bytes

LARGEST = 1 << 29
"""Bytes that one file or member may have, unpacked."""
LARGEST_TOTAL = 1 << 31
"""Bytes that an archive may have, unpacked."""
MEMBERS = 200_000
"""Members that an archive may have."""
RATIO, RATIO_FROM = 250, 1 << 24
"""A member of more than RATIO_FROM bytes unpacked must not be this many times its packed size."""
DAMAGED = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, RuntimeError)
"""What the standard library raises for archives that are damaged, cut short, or encrypted."""


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
        if path.is_dir():
            for name in list_files(path, ""):
                if not any(part.startswith((".", "__")) for part in name.split("/")):
                    yield from _file(inside(path, name))
        else:
            yield from _file(path)


def _file(path: Path) -> Iterator[File]:
    data = read_bytes(path)
    name = PurePosixPath(path.absolute().as_posix())
    if data[:2] == b"\x1f\x8b":
        plain = name.with_suffix("") if name.suffix == ".gz" else name
        yield File(str(path), plain, partial(_ungzipped, path))
    elif data[:4] in (b"PK\x03\x04", b"PK\x05\x06") and not _is_document(data, str(path)):
        yield from _members(path, data)
    else:
        del data
        yield File(str(path), name, partial(read_bytes, path, largest=LARGEST))


def _is_clutter(parts: Sequence[str]) -> bool:
    """What systems and tools put beside files: no log is one of these."""
    return (
        "__MACOSX" in parts
        or parts[-1].startswith("._")
        or parts[-1] == ".DS_Store"
        or ".git" in parts
    )


def _is_document(data: bytes, place: str) -> bool:
    """Archives that are one document each: a spreadsheet, or an Inspect log."""
    with opened(data, place) as archive:
        names = {member.filename for member in archive.infolist()}
    return "[Content_Types].xml" in names or "header.json" in names or (
        "_journal/start.json" in names
    )  # fmt: skip


def _members(path: Path, data: bytes) -> Iterator[File]:
    with opened(data, str(path)) as archive:
        names = sorted(
            member.filename
            for member in archive.infolist()
            if not member.is_dir() and not _is_clutter(member.filename.split("/"))
        )
        for name in names:
            place = f"{path}:{name[:200]!a}"[:300]
            inner = PurePosixPath(path.stem, *(p for p in name.split("/") if p not in ("", "..")))
            yield File(place, inner, partial(member_of, archive, name, place))


@contextmanager
def opened(data: bytes, place: str) -> Iterator[zipfile.ZipFile]:
    """An archive whose members are few and small enough by their own account.

    Raises RecordError for what is no archive, is damaged or encrypted, and past the bounds.
    """
    _allow_zstandard()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = archive.infolist()
            if len(listed) > MEMBERS or sum(m.file_size for m in listed) > LARGEST_TOTAL:
                raise RecordError(
                    f"{place}: has {len(listed)} members that unpack to "
                    f"{sum(m.file_size for m in listed)} bytes; that many are not read"
                )
            if len({m.filename for m in listed}) < len(listed):
                raise RecordError(f"{place}: holds a member twice; which one counts?")
            yield archive
    except (*DAMAGED, NotImplementedError, UnicodeDecodeError) as error:
        raise RecordError(f"{place}: is no readable archive ({_short(error)})") from None


def member_of(archive: zipfile.ZipFile, name: str, place: str) -> bytes:
    """A member's bytes, never more than the bounds. Raises RecordError as `opened` does."""
    info = archive.getinfo(name)
    if info.flag_bits & 1:
        raise RecordError(f"{place}: is encrypted; unpack it first")
    bound = LARGEST if info.file_size <= RATIO_FROM else info.compress_size * RATIO
    if info.file_size > min(LARGEST, max(bound, RATIO_FROM)):
        raise RecordError(
            f"{place}: unpacks from {info.compress_size} to {info.file_size} bytes; not read, "
            "unpack it yourself if it is what it says"
        )
    try:
        with archive.open(info) as member:
            return _bounded(member, info.file_size, place)
    except NotImplementedError:
        raise RecordError(
            f"{place}: is compressed in a way this Python cannot read; `pip install "
            "'fe-kit[eval]'` (zstandard), or let the tool write plain JSON "
            "(`inspect log convert --to json`)"
        ) from None
    except DAMAGED as error:
        raise RecordError(f"{place}: is damaged ({_short(error)})") from None


def _ungzipped(path: Path) -> bytes:
    packed = read_bytes(path)
    bound = min(LARGEST, max(RATIO_FROM, len(packed) * RATIO))
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(packed)) as file:
            return _bounded(file, bound, str(path))
    except DAMAGED as error:
        raise RecordError(f"{path}: is no readable gzip file ({_short(error)})") from None


def _bounded(file: IO[bytes] | gzip.GzipFile, bound: int, place: str) -> bytes:
    data = file.read(bound + 1)
    if len(data) > bound:
        raise RecordError(f"{place}: unpacks to more than {bound} bytes; not read")
    return data


def _short(error: BaseException) -> str:
    return str(error).partition("\n")[0][:120] or type(error).__name__


def _allow_zstandard() -> None:
    """Extra `eval`: teaches `zipfile` the compression that Inspect's archives use."""
    try:
        import zipfile_zstd  # noqa: F401
    except ImportError:
        return
