"""One line beside each number that says how it was made."""

from __future__ import annotations

from fe_core import __version__

_SEPARATORS = str.maketrans({"|": "/", ":": ";", "\n": " "})


def signature(**parts: object) -> str:
    """`name:value` pairs in the order given, closed by the kit's version.

    Parts that are None or "" are left out. Separators within a value are replaced, so that a
    signature can always be taken apart again.

    >>> signature(metric="accuracy", run="primary/A/Base", items=288)
    'metric:accuracy|run:primary/A/Base|items:288|fe:0.1.0'
    """
    named = {**parts, "fe": __version__}
    return "|".join(
        f"{name}:{str(value).translate(_SEPARATORS)}"
        for name, value in named.items()
        if value is not None and value != ""
    )
