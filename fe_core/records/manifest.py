"""Writing a manifest: what a folder of records holds, on which basis, and what was not checked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from fe_core.files import sha256
from fe_core.records.directory import SCHEMA


def manifest_text(
    study: str,
    basis: str,
    files: Mapping[str, str],
    *,
    source: str,
    licence: str,
    not_checked: Sequence[str] = (),
    reading: str = "",
    asked: str = "",
) -> str:
    """The text of manifest.json for `files` (relative path → whole text, JSON Lines).

    reading: the policy, with its version, under which an importer read the answers.
    asked: where an importer took from what each run was asked.
    """
    entries = [
        {
            "path": path,
            "sha256": sha256(text.encode()),
            "rows": sum(1 for line in text.split("\n") if line.strip()),
        }
        for path, text in sorted(files.items())
    ]
    manifest: dict[str, object] = {
        "schema": SCHEMA,
        "study": study,
        "basis": basis,
        "source": source,
        "licence": licence,
        "files": entries,
        "not_checked": list(not_checked),
    }
    said = {"reading": reading, "asked": asked}
    manifest |= {name: text for name, text in said.items() if text}
    return json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
