"""`fe interval`, called as the command line calls it."""

from __future__ import annotations

import json

import pytest

from offline_reproduction.cli.main import main

TALLIES = "right,asked\n5,6\n3,9\n8,12\n"


@pytest.fixture
def tallies(tmp_path):
    path = tmp_path / "tallies.csv"
    path.write_text(TALLIES, "utf-8")
    return path


def test_json_has_drawn_and_exact_endpoints_and_a_signature(tallies, capsys):
    assert main(["interval", str(tallies), "--json", "--null", "50"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["estimate"] == {"text": "59.26", "exact": "1600/27"}
    assert found["exact"]["low"]["text"] == "33.33"
    assert found["drawn"]["undefined_draws"] == 0
    assert found["signature"].startswith("interval:percentile|level:19/20|rule:linear|clusters:3")
    assert "engine" not in found["signature"]
    assert found["warnings"]
    assert float(found["null"]["below"]) + float(found["null"]["at"]) < 1


def test_engine_and_threads_change_no_byte(tallies, capsys):
    texts = []
    for words in (["--engine", "python"], ["--engine", "auto", "--threads", "2"]):
        assert main(["interval", str(tallies), "--json", *words]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]


def test_printed_endpoints_decide_the_exit_status(tallies, capsys):
    assert main(["interval", str(tallies), "--printed", "33.33", "83.33"]) == 0
    assert "compatible; a correct run" in capsys.readouterr().out
    assert main(["interval", str(tallies), "--printed", "33.33", "80.00"]) == 1
    assert "80.00: incompatible" in capsys.readouterr().out
    assert main(["interval", str(tallies), "--printed", "–", "–"]) == 2


def test_negative_endpoints_are_no_options(tmp_path, capsys):
    path = tmp_path / "differences.tsv"
    path.write_text("-1\t4\n2\t4\n1\t4\n", "utf-8")
    assert main(["interval", str(path), "--printed", "-25.00", "50.00"]) == 0


@pytest.mark.parametrize("text", ["", "1,2\n3\n", "1,2\nx,3\n", "1,-2\n", "1,2,3\n", "1,0\n"])
def test_what_is_no_tally_file_is_refused(tmp_path, capsys, text):
    path = tmp_path / "bad.csv"
    path.write_text(text, "utf-8")
    assert main(["interval", str(path)]) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_a_printed_seed_is_replayed_under_every_stream(tallies, capsys):
    words = ["--printed", "33.33", "83.33", "--printed-seed", "7", "--draws", "500", "--json"]
    assert main(["interval", str(tallies), *words]) == 0
    found = json.loads(capsys.readouterr().out)["replayed"]
    assert {"numpy", "python", "mt-blocks/1"} < {one["stream"] for one in found}
    assert {one["prints"] for one in found if one["kind"] == "percentile"} == {"both"}
    assert "both" not in {one["prints"] for one in found if one["kind"] == "basic"}
