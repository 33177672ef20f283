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


def test_the_filter_leaves_differences_only(page: Any) -> None:
    page.locator("#only").check()
    assert page.locator("li.is-same:visible").count() == 0
    assert page.locator("td.is-same button:visible").count() == 0
    differing = page.locator("td.is-different button").count()
    assert page.locator("td.is-different button:visible").count() == differing
    page.locator("#only").uncheck()
    assert page.locator("td.is-same button:visible").count() > 0


def test_the_page_fits_a_phone(page: Any) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_accessibility_checker_finds_nothing_serious(page: Any, scheme: str) -> None:
    if not REQUIRED:
        pytest.importorskip("axe_playwright_python")
    from axe_playwright_python.sync_playwright import Axe

    page.emulate_media(color_scheme=scheme)
    found = Axe().run(page).response["violations"]
    serious = [each["id"] for each in found if each["impact"] in ("serious", "critical")]
    assert serious == []
