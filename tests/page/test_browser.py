"""The page in a real browser: silent, self-contained, usable by keyboard, accessible.

Needs playwright, axe-playwright-python and a Chromium (FE_CHROMIUM, or one on the PATH); skipped
without them unless FE_REQUIRE_BROWSER=1.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from offline_reproduction.cli.main import main

CHROMIUM = (
    os.environ.get("FE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
)
REQUIRED = os.environ.get("FE_REQUIRE_BROWSER") == "1"


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A report of the example, one of whatever has records here, one of VisOnlyQA's release."""
    folder = tmp_path_factory.mktemp("reports")
    wanted = {"example": ["--study", "example"], "default": []}
    release = os.environ.get("FE_VISONLYQA_RELEASE")
    if release:
        wanted["visonlyqa"] = ["--study", "visonlyqa", "--records", release]
    for name, words in wanted.items():
        assert main(["reproduce", *words, "--out", str(folder / name), "--quiet"]) == 0
    return {name: folder / name / "index.html" for name in wanted}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if not REQUIRED:
        pytest.importorskip("playwright.sync_api")
        if not CHROMIUM:
            pytest.skip("no Chromium here (FE_CHROMIUM)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(params=["example", "default", "visonlyqa"])
def page(request: pytest.FixtureRequest, browser: Any, reports: dict[str, Path]) -> Iterator[Any]:
    """An open page that remembers what the console said and what was asked of the network."""
    if request.param not in reports:
        pytest.skip("FE_VISONLYQA_RELEASE is not set")
    opened = browser.new_page(viewport={"width": 1200, "height": 900})
    opened.said, opened.asked = [], []
    opened.on("console", lambda message: opened.said.append(message.text))
    opened.on("pageerror", lambda error: opened.said.append(str(error)))
    opened.on("request", lambda asked: opened.asked.append(asked.url))
    opened.goto(reports[request.param].as_uri())
    yield opened
    opened.close()


def test_the_page_is_silent_and_asks_nothing_of_the_network(page: Any) -> None:
    assert page.said == []
    assert all(url.startswith(("file:", "data:")) for url in page.asked)
    assert page.locator("h2").count() >= 1
    assert page.locator(".basis").first.inner_text()


def test_details_open_by_mouse_and_keyboard_and_give_the_focus_back(page: Any) -> None:
    button = page.locator("button[data-entry]").first
    detail = page.locator("#detail")
    button.click()
    assert detail.is_visible()
    assert "printed" in detail.inner_text()
    page.keyboard.press("Escape")
    assert detail.is_hidden()
    button.focus()
    page.keyboard.press("Enter")
    assert detail.is_visible()
    page.keyboard.press("Enter")
    assert detail.is_hidden()
    assert button.evaluate("element => element === document.activeElement")


def test_the_first_screen_answers(page: Any) -> None:
    """Verdict, counts and map stand above everything else; the counts are the report's."""
    height = page.viewport_size["height"]
    for part in (".verdict", ".counts", ".map svg"):
        assert page.locator(part).first.bounding_box()["y"] < height
    counts = [int(text) for text in page.locator(".counts b").all_inner_texts()]
    assert sum(counts) == page.evaluate("JSON.parse(document.all.data.textContent).entries.length")


def test_every_number_is_a_square_of_the_map_and_a_click_goes_to_it(page: Any) -> None:
    cells = page.eval_on_selector_all(
        "svg[data-cells]",
        "all => all.flatMap(one => one.dataset.cells.split(/[;,]/)).filter(Boolean).map(Number)",
    )
    count = page.evaluate("JSON.parse(document.all.data.textContent).entries.length")
    assert sorted(cells) == list(range(count))
    grid = page.locator("svg[data-cells]").first
    grid.hover(position={"x": 4, "y": 4})
    assert "printed" in page.locator("#tip").inner_text()
    grid.click(position={"x": 4, "y": 4})
    assert page.locator("#detail").is_visible()
    target = page.evaluate("document.getElementById(decodeURIComponent(location.hash.slice(1))).id")
    assert page.locator(f'[id="{target}"]').is_visible()


def test_the_map_is_walked_by_arrows(page: Any) -> None:
    grid = page.locator("svg[data-cells]").last
    grid.focus()
    first = page.locator("#tip").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.locator("#tip").inner_text() != first
    page.keyboard.press("Enter")
    assert page.locator("#detail").is_visible()


@pytest.mark.parametrize("verdict", ["same", "last-digit", "different", "uncheckable"])
def test_a_filter_hides_tables_without_a_hit_and_says_how_many(page: Any, verdict: str) -> None:
    button = page.locator(f"button[data-only={verdict}]")
    button.click()
    rooms = page.locator("section.table")
    shown = page.locator("section.table:not([hidden])")
    hidden = rooms.count() - shown.count()
    assert f"{hidden} of {rooms.count()}" in page.locator("#hidden").inner_text()
    for words in shown.evaluate_all("all => all.map(one => one.dataset.verdicts)"):
        assert verdict in words.split()
    lists = page.locator(f"ul.claims li:not(.is-{verdict})")
    assert all(not visible for visible in lists.evaluate_all(
        "all => all.slice(0, 50).map(one => one.offsetParent !== null)"
    ))  # fmt: skip
    button.click()
    assert page.locator("section.table[hidden]").count() == 0


def test_search_finds_numbers_and_an_address_survives_a_reload(page: Any) -> None:
    one = page.evaluate("JSON.parse(document.all.data.textContent).tables[0][0]")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.type(one.split(":")[0])
    assert page.locator("#found a").count() >= 1
    page.keyboard.press("Enter")
    address = page.evaluate("location.hash")
    assert address
    page.locator("button[data-entry]").first.click()
    address = page.evaluate("location.hash")
    page.reload()
    assert page.evaluate("location.hash") == address
    assert page.locator("#detail").is_visible()


def test_a_table_is_one_tab_stop_and_arrows_walk_its_numbers(page: Any) -> None:
    stops = page.locator("section.table table").first.locator('button[tabindex="0"]')
    assert stops.count() == 1
    stops.first.focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.entry") is not None
    count = page.locator('button[tabindex="0"][data-entry]').count()
    assert count <= page.locator("section.table").count()


def test_a_number_shows_the_items_behind_it_and_sorts_them(
    browser: Any, reports: dict[str, Path]
) -> None:
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    page.goto(reports["example"].as_uri() + "#example/table-1/Atlas/Acc.")
    rows = page.locator("#detail tbody tr")
    assert rows.count() == 12
    head = page.locator("#detail th button", has_text="result")
    for wanted in ("right", "wrong"):
        head.click()
        results = page.locator("#detail tbody td:nth-child(4)").all_inner_texts()
        assert results == sorted(results, reverse=wanted == "wrong")
    page.close()


def test_a_click_beside_the_details_closes_them(page: Any) -> None:
    page.locator("button[data-entry]").first.click()
    assert page.locator("#detail").is_visible()
    page.locator("h1").click()
    assert page.locator("#detail").is_hidden()


def test_the_details_cover_no_number_that_they_explain(page: Any) -> None:
    for size in ({"width": 1300, "height": 900}, {"width": 360, "height": 700}):
        page.set_viewport_size(size)
        page.evaluate("location.hash = ''")
        address = page.evaluate("JSON.parse(document.all.data.textContent).at[0]")
        page.evaluate("address => { location.hash = address; }", address)
        page.wait_for_selector("#detail:not([hidden])")
        panel = page.locator("#detail").bounding_box()
        number = page.locator(f'[id="{address}"]').bounding_box()
        apart = number["y"] + number["height"] <= panel["y"] + 1 or number["x"] < panel["x"]
        assert apart, size


def test_the_page_fits_a_phone(page: Any) -> None:
    for width in (320, 360, 650):  # 650 is 1,300 at 200 % zoom
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_accessibility_checker_finds_nothing_serious(page: Any, scheme: str) -> None:
    if not REQUIRED:
        pytest.importorskip("axe_playwright_python")
    from axe_playwright_python.sync_playwright import Axe

    page.emulate_media(color_scheme=scheme)
    found = Axe().run(page).response["violations"]
    serious = [each["id"] for each in found if each["impact"] in ("serious", "critical")]
    assert serious == []
