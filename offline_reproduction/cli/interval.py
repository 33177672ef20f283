"""`fe interval`: compute an interval from cluster tallies, or judge a printed one."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from fe_core.errors import RecordError, UsageError
from fe_core.files import decode, read_bytes
from fe_core.intervals.bootstrap import DrawnInterval, Plan
from fe_core.intervals.certify import interval, null_position
from fe_core.intervals.engine import NAMES, resolve
from fe_core.intervals.few.effective import effective_clusters
from fe_core.intervals.judge import EndpointJudgement, Judgement, judge_interval
from fe_core.intervals.law import OutOfReachError
from fe_core.intervals.quantiles import RULES, Kind
from fe_core.intervals.streams import MOST_DRAWS, MT_BLOCKS, STREAMS
from fe_core.numbers.exact import Root, exact_text
from fe_core.numbers.rounding import rounded
from fe_core.reporting.signature import signature
from offline_reproduction.cli import console

EXAMPLE = """\
A tally file has one line per cluster: numerator, denominator, separated by a comma, tab or space;
lines that start with # and one header line are skipped.

examples:
  printf '5,6\\n3,9\\n8,12\\n' > tallies.csv
  fe interval tallies.csv
  fe interval tallies.csv --printed 33.33 83.33 --draws 10000
  fe interval tallies.csv --printed 33.33 83.33 --printed-seed 7
exit status: 0 an interval was made or both printed endpoints are compatible, 1 one is not,
  2 bad input or nothing that could be judged"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The tallies, how to draw, and the printed endpoints."""
    parser.add_argument("tallies", type=Path, help="one line a cluster: numerator, denominator")
    parser.add_argument(
        "--printed", nargs=2, metavar=("LOW", "HIGH"), help="judge these printed endpoints"
    )
    parser.add_argument("--draws", type=int, default=20_000, help="default: %(default)s")
    parser.add_argument("--level", default="0.95", help="default: %(default)s")
    parser.add_argument(
        "--rule", choices=RULES, default="linear", metavar="RULE", help=f"one of {', '.join(RULES)}"
    )
    parser.add_argument("--kind", choices=[kind.value for kind in Kind], default="percentile")
    parser.add_argument("--stream", choices=STREAMS, default=MT_BLOCKS)
    parser.add_argument("--seed", type=int, default=0, help="default: %(default)s")
    parser.add_argument(
        "--printed-seed", type=int, help="with --printed: replay this seed under every stream"
    )
    parser.add_argument("--scale", type=int, default=100, help="default: 100, for percent")
    parser.add_argument("--decimals", type=int, default=2, help="default: %(default)s")
    parser.add_argument("--null", default=None, help="a value to place in the law, e.g. 0")
    parser.add_argument("--engine", choices=NAMES, default="auto")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.epilog = EXAMPLE


def run(arguments: argparse.Namespace) -> int:
    """Print the interval, or the judgement of the printed one."""
    tops, bottoms = read_tallies(arguments.tallies)
    document = _described(arguments, tops, bottoms)
    if arguments.json:
        console.write(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    else:
        for line in _lines(document):
            console.say(line)
    return _status(document)


def read_tallies(path: Path) -> tuple[list[int], list[int]]:
    """Numerators and denominators of a tally file; raises RecordError with file and line."""
    text, _ = decode(read_bytes(path), str(path))
    rows: list[tuple[int, int]] = []
    for number, line in enumerate(text.split("\n"), 1):
        words = line.replace(",", " ").replace(";", " ").split()
        if not words or words[0].startswith("#"):
            continue
        try:
            top, bottom = (int(word) for word in words)
        except ValueError:
            if not rows and not any(word.lstrip("+-").isdigit() for word in words):
                continue
            raise RecordError(
                f"{path}:{number}: expected a numerator and a denominator, got {line.strip()!r}"
            ) from None
        rows.append((top, bottom))
    if not rows:
        raise RecordError(f"{path}: no tallies, expected one line per cluster")
    return [top for top, _ in rows], [bottom for _, bottom in rows]


class _Shown(NamedTuple):
    """How values become text: multiplied by the scale, rounded half to even once."""

    scale: int
    decimals: int

    def text(self, value: Fraction | Root | None) -> str | None:
        return None if value is None else rounded(value, self.decimals, scale=self.scale)

    def both(self, value: Fraction | Root | None) -> dict[str, str] | None:
        """The rounded text and the exact value, both in the printed unit."""
        if value is None:
            return None
        return {"text": self.text(value) or "", "exact": exact_text(value, self.scale)}

    def band(self, low: Fraction, high: Fraction) -> dict[str, Any]:
        return {"low": self.both(low), "high": self.both(high)}


def _described(
    arguments: argparse.Namespace, tops: Sequence[int], bottoms: Sequence[int]
) -> dict[str, Any]:
    for name, least, most in (("scale", 1, 10**9), ("decimals", 0, 30), ("draws", 1, MOST_DRAWS)):
        if not least <= getattr(arguments, name) <= most:
            raise UsageError(
                f"--{name} lies between {least} and {most}, got {getattr(arguments, name)}"
            )
    shown = _Shown(arguments.scale, arguments.decimals)
    plan = Plan(
        arguments.draws,
        arguments.stream,
        arguments.seed,
        _fraction("level", arguments.level),
        arguments.rule,
        Kind(arguments.kind),
    )
    sizes = effective_clusters(bottoms)
    effective = "" if sizes.effective is None else rounded(sizes.effective, 1)
    document: dict[str, Any] = {
        "schema": "fe-interval/1",
        "unit": {1: "share", 100: "percent"}.get(arguments.scale, f"times {arguments.scale}"),
        "clusters": len(tops),
        "effective_clusters": effective,
    }
    document |= _interval(arguments, tops, bottoms, plan, shown)
    if arguments.null is not None:
        document["null"] = _null(arguments.null, arguments.scale, tops, bottoms)
    if arguments.printed:
        document["judged"] = _judged(arguments, tops, bottoms, plan, shown)
        if arguments.printed_seed is not None:
            document["replayed"] = _replayed(arguments, tops, bottoms, plan, shown)
    document["warnings"] = list(sizes.warnings)
    return document


def _interval(
    arguments: argparse.Namespace,
    tops: Sequence[int],
    bottoms: Sequence[int],
    plan: Plan,
    shown: _Shown,
) -> dict[str, Any]:
    engine = resolve(arguments.engine)
    if engine.message:
        console.complain(engine.message)
    found = interval(tops, bottoms, **plan._asdict(), engine=engine, threads=arguments.threads)
    drawn, exact = found.drawn, found.exact
    document: dict[str, Any] = {
        "estimate": shown.both(drawn.point),
        "drawn": {
            "low": shown.both(drawn.low),
            "high": shown.both(drawn.high),
            "undefined_draws": drawn.undefined,
        },
        "exact": None,
        "standard_error": shown.both(found.standard_error),
        "reason": found.reason,
        "signature": _signature(drawn),
    }
    if exact is not None:
        document["exact"] = {
            "low": shown.both(exact.low),
            "high": shown.both(exact.high),
            "low_band": shown.band(*exact.low_band),
            "high_band": shown.band(*exact.high_band),
            "undefined": exact_text(exact.undefined),
            "degenerate": exact.degenerate,
        }
    return document


def _signature(drawn: DrawnInterval) -> str:
    return signature(
        interval=drawn.kind.value,
        level=drawn.level,
        rule=drawn.rule,
        clusters=drawn.clusters,
        draws=drawn.draws,
        stream=drawn.stream,
        seed=drawn.seed,
    )


def _null(text: str, scale: int, tops: Sequence[int], bottoms: Sequence[int]) -> dict[str, str]:
    value = _fraction("null", text) / scale
    try:
        place = null_position(tops, bottoms, value)
    except OutOfReachError as beyond:
        return {"value": text, "reason": str(beyond)}
    named = place._asdict().items()
    return {"value": text, **{name: rounded(share, 6) for name, share in named}}


def _judged(
    arguments: argparse.Namespace,
    tops: Sequence[int],
    bottoms: Sequence[int],
    plan: Plan,
    shown: _Shown,
) -> dict[str, Any]:
    low, high = arguments.printed
    judged = judge_interval(
        tops,
        bottoms,
        low,
        high,
        draws=plan.draws,
        level=plan.level,
        rule=plan.rule,
        kind=plan.kind,
        scale=arguments.scale,
    )
    return {name: _endpoint(getattr(judged, name), shown) for name in ("low", "high")}


def _replayed(
    arguments: argparse.Namespace,
    tops: Sequence[int],
    bottoms: Sequence[int],
    plan: Plan,
    shown: _Shown,
) -> list[dict[str, Any]]:
    from fe_core.intervals.replay import replay_printed

    found = replay_printed(
        tops,
        bottoms,
        *arguments.printed,
        seed=arguments.printed_seed,
        draws=plan.draws,
        level=plan.level,
        rule=plan.rule,
        scale=arguments.scale,
        engine=arguments.engine,
    )
    return [
        {
            "stream": one.drawn.stream,
            "kind": one.drawn.kind.value,
            "low": shown.both(one.drawn.low),
            "high": shown.both(one.drawn.high),
            "prints": {(True, True): "both", (True, False): "low", (False, True): "high"}.get(
                (one.low_same, one.high_same), "neither"
            ),
        }
        for one in found
    ]


def _endpoint(end: EndpointJudgement, shown: _Shown) -> dict[str, Any]:
    return {
        "printed": end.printed,
        "judgement": end.judgement.value,
        "exact": shown.both(end.exact),
        "band": None if end.band is None else shown.band(*end.band),
        "chance": None if end.chance is None else rounded(end.chance, 6),
        "reason": end.reason,
    }


def _lines(document: dict[str, Any]) -> list[str]:
    drawn, exact = document["drawn"], document["exact"]
    lines = [
        f"estimate        {_text(document['estimate'])} ({document['unit']}, "
        f"{document['clusters']} clusters, effectively {document['effective_clusters']})",
        f"drawn           [{_text(drawn['low'])}, {_text(drawn['high'])}], "
        f"{drawn['undefined_draws']} draws undefined",
    ]
    if exact is None:
        lines.append(f"exact           –: {document['reason']}")
    else:
        lines.append(f"exact           [{_text(exact['low'])}, {_text(exact['high'])}]")
        lines.append(f"low band        {_band(exact['low_band'])}")
        lines.append(f"high band       {_band(exact['high_band'])}")
        if exact["degenerate"]:
            lines.append("degenerate      every draw gives the same value")
    lines.append(f"standard error  {_text(document['standard_error'])}")
    if "null" in document:
        lines.append(
            "null            " + ", ".join(f"{k} {v}" for k, v in document["null"].items())
        )
    for name, end in document.get("judged", {}).items():
        lines.append(f"printed {name:<5}   {_judged_line(end)}")
    for one in document.get("replayed", []):
        interval = f"[{_text(one['low'])}, {_text(one['high'])}]"
        lines.append(f"seed replayed   {one['stream']} {one['kind']}: {interval}: {one['prints']}")
    lines += [f"warning         {warning}" for warning in document["warnings"]]
    return [*lines, document["signature"]]


def _judged_line(end: dict[str, Any]) -> str:
    if end["band"] is None or end["chance"] is None:
        return f"{end['printed']}: {end['judgement']}: {end['reason']}"
    because = f"; {end['reason']}" if end["reason"] else ""
    return (
        f"{end['printed']}: {end['judgement']}; a correct run lies in {_band(end['band'])} "
        f"and prints this with probability {end['chance']}{because}"
    )


def _band(band: dict[str, Any]) -> str:
    return f"{_text(band['low'])} … {_text(band['high'])}"


def _text(value: dict[str, str] | None) -> str:
    return "–" if value is None else value["text"]


def _status(document: dict[str, Any]) -> int:
    judged = [end["judgement"] for end in document.get("judged", {}).values()]
    if Judgement.INCOMPATIBLE.value in judged:
        return console.DIFFERS
    if judged and all(one == Judgement.NOT_CHECKABLE.value for one in judged):
        return console.UNUSABLE
    return console.AGREES


def _fraction(name: str, text: str) -> Fraction:
    try:
        # A decimal's exponent could ask for a number that fills the memory.
        if len(text) > 40 or "e" in text.lower():
            raise ValueError
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise UsageError(f"--{name} takes a number such as 0.95, got {text!r}") from None
