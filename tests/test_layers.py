"""The shape of the code: imports point one way, and only the rim opens, prints or asks around."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CORE = ("numbers", "records", "scoring", "intervals", "reporting")
MAY_IMPORT = {
    "numbers": set(),
    "records": {"numbers", "files"},
    "scoring": {"numbers", "records"},
    "intervals": {"numbers"},
    "reporting": {"numbers", "records", "scoring"},
    "notebook": {"numbers", "records", "scoring", "intervals", "reporting"},
    "files": set(),
    "foreign": set(),
    "writing": {"files", "exchange"},
    "exchange": set(),
}
OPENERS = {"open", ".open", ".read_text", ".write_text", ".read_bytes", ".write_bytes"}


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def calls(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            yield getattr(node.func, "id", None) or f".{getattr(node.func, 'attr', '')}"


@pytest.mark.parametrize("path", modules("fe_core"), ids=str)
def test_the_core_imports_the_standard_library_and_lower_layers_only(path: Path) -> None:
    layer = path.relative_to(ROOT / "fe_core").parts[0].removesuffix(".py")
    if layer == "__init__":
        return
    for name in imports(path):
        top, *rest = name.split(".")
        if top == "fe_core":
            lower = rest[0] if rest else ""
            allowed = MAY_IMPORT.get(layer, set()) | {layer, "errors", "__version__", ""}
            assert lower in allowed, f"{path}: fe_core.{layer} must not import fe_core.{lower}"
        else:
            native = top == "fe_boot" and layer == "intervals"
            assert native or top in sys.stdlib_module_names, f"{path}: imports {name}"


@pytest.mark.parametrize("path", modules("fe_core"), ids=str)
def test_only_files_opens_and_nothing_in_the_core_prints(path: Path) -> None:
    used = set(calls(path))
    assert not used & {"print", "input", "exit", "eval", "exec"}, path
    if path.name not in ("files.py", "writing.py"):
        assert not used & OPENERS, path


OPENED_OTHERWISE = {
    "unpacking.py": {".open"},  # members of an archive that files.py read
    "judging.py": {".open"},  # a browser
    "hypertext.py": {".open"},  # a style of text
    "tex.py": {".open"},  # a style of text
}
"""What offline_reproduction calls by an opener's name without opening a file."""


@pytest.mark.parametrize("path", modules("offline_reproduction"), ids=str)
def test_files_are_opened_by_the_core_and_packaged_ones_by_resources(path: Path) -> None:
    used = set(calls(path)) & OPENERS - OPENED_OTHERWISE.get(path.name, set())
    if any("resources" in name for name in imports(path)):
        used -= {".read_text"}
    assert not used, path


def test_only_the_engine_and_the_console_read_the_environment() -> None:
    for path in [*modules("fe_core"), *modules("offline_reproduction")]:
        named = {
            getattr(node, "attr", getattr(node, "name", ""))
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
        }
        if named & {"environ", "getenv"}:
            assert path.name in ("engine.py", "console.py"), path


@pytest.mark.parametrize("path", modules("offline_reproduction"), ids=str)
def test_a_paper_never_imports_another_and_machinery_imports_none(path: Path) -> None:
    place = path.relative_to(ROOT / "offline_reproduction").parts
    for name in imports(path):
        parts = name.split(".")
        if parts[:2] == ["offline_reproduction", "papers"] and len(parts) > 2:
            assert place[:2] == ("papers", parts[2]), f"{path}: imports {name}"


@pytest.mark.parametrize("path", modules("offline_reproduction"), ids=str)
def test_only_the_console_prints_and_nothing_evaluates(path: Path) -> None:
    used = set(calls(path))
    assert not used & {"eval", "exec", "input"}, path
    if path.name != "console.py":
        assert "print" not in used, path


@pytest.mark.parametrize("path", modules("offline_reproduction"), ids=str)
def test_builders_never_see_printed_numbers(path: Path) -> None:
    """Only the comparison, the audit and the witness constructor may read transcriptions."""
    place = path.relative_to(ROOT / "offline_reproduction").parts
    audits = path.stem.startswith("identities")
    if place[0] == "papers" and not audits:
        for name in imports(path):
            assert not name.startswith("offline_reproduction.study.printed"), f"{path}: {name}"
            assert ".printed" not in name, f"{path}: {name}"
            # A paper's study.py hands its relations of print over; it builds nothing.
            ours = name.startswith("offline_reproduction.") and path.name != "study.py"
            assert not (ours and ".identities" in name), f"{path}: {name}"


def test_no_module_is_named_like_one_of_the_standard_library() -> None:
    for path in [*modules("fe_core"), *modules("offline_reproduction")]:
        allowed = {"__init__", "__main__", "numbers"}
        assert path.stem in allowed or path.stem not in sys.stdlib_module_names, path
