"""VLMEvalKit predictions: `.tsv`, or `.xlsx` through openpyxl (extra `xlsx`).

A circular set repeats each question with its options shifted, under the index of the question plus
a multiple of a million. The shift is read off the options themselves. Every question must come once
at every shift: a repeated or a missing one is an error, never a score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase

from fe_core.errors import RecordError, UsageError, together
from fe_core.files import read_bytes
from fe_core.records.gate import Row
from offline_reproduction.importers.delimited import table
from offline_reproduction.importers.imported import Imported, Options
from offline_reproduction.importers.letters import option

CIRCLE = 1_000_000
LARGEST_SHEET = 1 << 27


def read(paths: Sequence[Path], options: Options) -> Imported:
    """Read prediction files; the model is `--model` or the file's name."""
    made = Imported(options.split)
    for path in paths:
        rows = list(_sheet(path) if path.suffix == ".xlsx" else table(path))
        _file(made, path, rows, options)
    return made


def _file(made: Imported, path: Path, rows: Sequence[Row], options: Options) -> None:
    model = options.model or path.stem
    run = made.run(model, model)
    bases = {_index(row): row for row in rows if _index(row) < CIRCLE}
    circular = len(bases) < len(rows)
    seen: dict[int, dict[int, str]] = {}
    for row in rows:
        made.rows += 1
        source = _index(row) % CIRCLE
        if source not in bases:
            raise RecordError(f"{row.place}: index {_index(row)} repeats no question of this file")
        shown, asked = _choices(row), _choices(bases[source])
        rotation = _rotation(row, shown, asked)
        if rotation in seen.setdefault(source, {}):
            raise RecordError(
                f"{row.place}: question {source} comes twice at rotation {rotation} "
                f"(first {seen[source][rotation]})"
            )
        seen[source][rotation] = row.place
        _question(made, bases[source], str(source), asked)
        _same_gold(row, bases[source], rotation, tuple(asked))
        text = str(row.value.get("prediction", ""))
        answer = option(text, tuple(shown), shown)
        made.answer(row.place, run, str(source), answer, rotation=rotation, text=text)
    if circular:
        _complete(path, seen, bases)


def _question(made: Imported, row: Row, name: str, choices: Mapping[str, str]) -> None:
    gold = option(str(row.value.get("answer", "")), tuple(choices))
    if gold is None:
        raise RecordError(f"{row.place}: answer={row.value.get('answer')!r} is no option")
    value = {"item": name, "gold": gold, "options": list(choices)}
    category = str(row.value.get("category", ""))
    made.item(row.place, value | ({"attributes": {"category": category}} if category else {}))


def _same_gold(row: Row, base: Row, rotation: int, letters: Sequence[str]) -> None:
    """The shifted row's own answer must be the shifted gold, or the file contradicts itself."""
    shown, gold = (str(each.value.get("answer", "")).strip().upper() for each in (row, base))
    if shown not in letters or letters[(letters.index(shown) + rotation) % len(letters)] != gold:
        raise RecordError(
            f"{row.place}: answer={shown[:40]!r} at rotation {rotation} is not the option that "
            f"{base.place} calls right ({gold[:40]!r})"
        )


def _index(row: Row) -> int:
    text = str(row.value.get("index", "")).removesuffix(".0")
    if not text.isdecimal() or len(text) > 12:
        raise RecordError(f"{row.place}: index={text[:40]!r} must be a non-negative integer")
    return int(text)


def _choices(row: Row) -> dict[str, str]:
    found = {
        letter: str(row.value[letter])
        for letter in ascii_uppercase
        if str(row.value.get(letter, "")) not in ("", "nan")
    }
    if len(found) < 2:
        raise RecordError(f"{row.place}: has options {sorted(found)}; at least A and B are needed")
    return found


def _rotation(row: Row, shown: Mapping[str, str], asked: Mapping[str, str]) -> int:
    """r such that letter i shows option i + r of the unshifted question."""
    now, base = list(shown.values()), list(asked.values())
    for rotation in range(len(base)):
        if now == base[rotation:] + base[:rotation]:
            return rotation
    raise RecordError(
        f"{row.place}: its options are no rotation of question {_index(row) % CIRCLE}"
    )


def _complete(path: Path, seen: Mapping[int, Mapping[int, str]], bases: Mapping[int, Row]) -> None:
    problems = [
        f"{path}: question {source} has rotations {sorted(found)}, needs all of "
        f"{len(_choices(bases[source]))}"
        for source, found in seen.items()
        if len(found) != len(_choices(bases[source]))
    ]
    if problems:
        raise RecordError(together(problems))


def _sheet(path: Path) -> Iterator[Row]:
    """The first sheet's rows; every cell as text, so that "None" and "NA" stay what they are."""
    try:
        import openpyxl
    except ImportError:
        raise UsageError(
            f"{path}: .xlsx needs openpyxl (pip install 'fe-kit[xlsx]'), or save it as .tsv"
        ) from None
    import io
    import zipfile

    data = read_bytes(path, largest=LARGEST_SHEET)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > 8 * LARGEST_SHEET:
                raise RecordError(f"{path}: unpacks to more than is reasonable; not read")
        sheet = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True).active
        lines: Iterable[tuple[object, ...]] = sheet.iter_rows(values_only=True)
        yield from _named(path, iter(lines))
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(f"{path}: is no readable .xlsx ({error})") from None


def _named(path: Path, lines: Iterator[tuple[object, ...]]) -> Iterator[Row]:
    header = [str(name) for name in next(lines, ())]
    for number, line in enumerate(lines, 2):
        texts = ["" if cell is None else str(cell) for cell in line]
        if any(texts):
            yield Row(f"{path}:{number}", dict(zip(header, texts, strict=False)))
