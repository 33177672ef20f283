"""Make the documentation's picture: the first screen of the report on VisOnlyQA.

    python tools/pictures.py VisOnlyQA [--browser /usr/bin/chromium]

VisOnlyQA is a clone of the authors' repository; the browser comes with the extra `browser`
(`playwright install chromium`), or is named. A browser draws text as its fonts are, so the bytes of
the picture differ between machines.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SIZE = {"width": 1300, "height": 850}


def main() -> int:
    """Verify VisOnlyQA, open the page, write docs/report.png."""
    sys.path.insert(0, str(ROOT))
    from offline_reproduction.cli.main import main as fe

    parser = argparse.ArgumentParser(description="Make docs/report.png.")
    parser.add_argument("release", type=Path, help="a clone of VisOnlyQA")
    parser.add_argument("--browser", help="the Chromium to use (default: playwright's own)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report"
        options = ["--records", str(arguments.release), "--out", str(report), "--quiet"]
        status = fe(["reproduce", "--study", "visonlyqa", *options])
        if status == 0:
            picture(report / "index.html", ROOT / "docs" / "report.png", arguments.browser)
    return status


def picture(page: Path, target: Path, browser: str | None) -> None:
    """The first screen of a page, light, as PNG."""
    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        screen = running.new_page(viewport=SIZE, color_scheme="light")
        screen.goto(page.as_uri())
        screen.screenshot(path=target)
        running.close()


if __name__ == "__main__":
    sys.exit(main())
