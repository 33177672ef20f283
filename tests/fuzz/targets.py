"""What is fuzzed: each target takes bytes, and either returns or refuses with a FeError."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from fe_core.errors import FeError
from fe_core.files import decode
from fe_core.numbers.printed import Number, read
from fe_core.numbers.rounding import Rounding, rounded
from fe_core.records import lines
from fe_core.records.gate import Row, build
from fe_core.records.model import Basis
from fe_core.reporting import escape
from fe_core.writing import LIST, list_text, read_list
from offline_reproduction.answers.strict import one as option
from offline_reproduction.study.spec import read_spec
from offline_reproduction.tables.read import read_text


def printed_numbers(data: bytes) -> None:
    """Whatever is read as a number is printed as that number again."""
    text = data.decode("utf-8", "replace")
    value = read(text)
    if isinstance(value, Number):
        again = read(rounded(value.value, value.decimals, Rounding.HALF_EVEN))
        assert isinstance(again, Number), text
        assert again.value == value.value, text


def documents(data: bytes) -> None:
    """Any text in any form is a document whose rows have every column, or a refusal."""
    text = data.decode("utf-8", "replace")
    for form in ("markdown", "latex", "separated", "records", ""):
        try:
            found = read_text(text, "f", form)
        except FeError:
            continue
        for table in found.tables:
            assert all(len(row.cells) == len(table.columns) for row in table.rows), form


def record_lines(data: bytes) -> None:
    """Whatever is accepted as a line is an object that JSON would give, too."""
    text, _ = decode(data, "f")
    for row in lines.rows(text, "f"):
        assert isinstance(row.value, dict)
        json.dumps(row.value, allow_nan=False)


def gate(data: bytes) -> None:
    """Rows of any shape become records or a refusal."""
    text, _ = decode(data, "f")
    rows = list(lines.rows(text, "f"))
    item = {"item": "q", "gold": "A", "options": ["A", "B"], "split": "t"}
    run = {"run": "r", "model": "m", "asked": "t"}
    build([Row("i", item)], [Row("r", run)], rows, basis=Basis.RELEASED)
    build(rows, [], [], basis=Basis.RELEASED)
    build([Row("i", item)], rows, [], basis=Basis.RELEASED)


def study_toml(data: bytes) -> None:
    """Any study.toml is a study or a refusal."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "study.toml").write_bytes(data)
        read_spec(Path(folder))


def json_document(data: bytes) -> None:
    """A JSON text is tables whose rows have every column, or a refusal."""
    found = read_text(data.decode("utf-8", "replace"), "f.json", "records")
    for table in found.tables:
        assert all(len(row.cells) == len(table.columns) for row in table.rows)


def list_of_sums(data: bytes) -> None:
    """The sums of a list of written files are read as what would be written again."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / LIST).write_bytes(data)
        found = read_list(Path(folder))
        found = {name: sum_ for name, sum_ in found.items() if re.fullmatch("[0-9a-f]{64}", sum_)}
        (Path(folder) / LIST).write_text(list_text(found), "utf-8", newline="")
        assert read_list(Path(folder)) == found


def letters(data: bytes) -> None:
    """An option or nothing."""
    text = data.decode("utf-8", "replace")
    assert option(text, tuple("ABCD"), (("A", "cat"), ("B", "dog"))) in (None, *"ABCD")


def answers(data: bytes) -> None:
    """The answer parser never raises and never returns what is no option."""
    from offline_reproduction.answers.read import read as read_answer

    text = data.decode("utf-8", "replace")
    for options in (("True", "False"), ("a", "b", "c", "d", "e")):
        one = read_answer(text, options, policy="text")
        many = read_answer(text, options, policy="text", many=True)
        assert one.value is None or one.value in options
        assert many.value is None or set(many.value) <= set(options)


def escapes(data: bytes) -> None:
    """No markup survives."""
    text = data.decode("utf-8", "replace")
    assert not set("<>\"'") & set(escape.html_text(text))
    assert "\n" not in escape.csv_field(text) + escape.markdown(text) + escape.latex(text)
    assert not escape.csv_field(text).startswith(("=", "@", "\t", "\r"))
    assert "\x1b" not in escape.plain(text)


def engine(data: bytes) -> None:
    """The Rust boundary gives Python's integers for any tallies, or refuses them."""
    from fe_core.intervals.engine import PYTHON, draw_columns, resolve

    if len(data) < 3:
        return
    clusters = data[0] % 20 + 1
    values = [
        int.from_bytes(data[i : i + 2], "little", signed=True) for i in range(1, len(data), 2)
    ]
    columns = [values[i : i + clusters] for i in range(0, len(values) - clusters + 1, clusters)][:4]
    if columns:
        settings = {
            "draws": 300,
            "stream": "mt-blocks/1",
            "seed": int.from_bytes(data[:8], "little"),
        }
        one = draw_columns(PYTHON, columns, **settings)  # type: ignore[arg-type]
        other = draw_columns(resolve("auto"), columns, **settings)  # type: ignore[arg-type]
        assert [list(column) for column in one] == [list(column) for column in other]


TARGETS: dict[str, Callable[[bytes], None]] = {
    function.__name__: function
    for function in (
        printed_numbers, documents, json_document, record_lines, gate, study_toml, list_of_sums,
        letters, answers, escapes, engine,
    )
}  # fmt: skip


def run(name: str, data: bytes) -> None:
    """One input: a FeError is an answer, anything else that is raised is a finding."""
    try:
        TARGETS[name](data)
    except FeError:
        return
