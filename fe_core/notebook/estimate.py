"""A value with its interval, as a notebook shows it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from fe_core.reporting.escape import html_text


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval.

    value, low, high: exact; None where there is nothing to divide by. method: "exact" for the exact
    bootstrap distribution, "drawn" for seeded draws. clusters: how many were drawn; effective: how
    many they count for (Kish). pvalue: of a comparison, None else; test: which.
    """

    name: str
    value: Fraction | None
    low: Fraction | None
    high: Fraction | None
    confidence_level: Fraction
    method: str
    clusters: int
    effective: Fraction | None
    warnings: tuple[str, ...] = ()
    pvalue: Fraction | None = None
    test: str = ""

    def __float__(self) -> float:
        return float("nan") if self.value is None else float(self.value)

    def __repr__(self) -> str:
        p = f", p = {_short(self.pvalue)} ({self.test})" if self.pvalue is not None else ""
        level = f"{float(100 * self.confidence_level):g} %"
        return (
            f"{self.name} {_short(self.value)} [{_short(self.low)}, {_short(self.high)}]{p} "
            f"({self.method} {level} interval, {self.clusters} clusters)"
        )

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><th>{html_text(name)}</th><td>{html_text(text)}</td></tr>"
            for name, text in self._lines()
        )
        return f"<table>{cells}</table>"

    def _lines(self) -> list[tuple[str, str]]:
        lines = [
            (self.name, _short(self.value)),
            ("exactly", str(self.value)),
            (f"{self.method} interval", f"[{_short(self.low)}, {_short(self.high)}]"),
            ("clusters", f"{self.clusters}, effective {_short(self.effective)}"),
        ]
        if self.pvalue is not None:
            lines.append((f"p ({self.test})", _short(self.pvalue)))
        return lines + [("warning", text) for text in self.warnings]


def _short(value: Fraction | None) -> str:
    return "–" if value is None else f"{float(value):.4g}"
