"""Takes a picture of every page, at each width, light, dark and as printed, to be looked at.

    .venv/bin/python tests/pictures/every_page.py FOLDER [PATH ...]

The surveys and pages are those of tests/browser/every_page/test_pages.py; PATH names some of them.
"""

import logging
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

import chromium
import fonts
from answered_pages import expect_shown
from pages import EVERY, INSTRUCTORS, ServedPages, serving_pages
from playwright.sync_api import Page, sync_playwright

HEIGHTS = {360: 740, 768: 1024, 1024: 768, 1440: 900}  # by width
PAPER = 794  # pixels across a page of A4
LOOKS = [(width, scheme) for width in HEIGHTS for scheme in ("light", "dark")]


def named(path: str) -> str:
    return re.sub(r"\W+", "-", path).strip("-") or "index"


def looks_of(page: Page, path: str) -> Iterator[tuple[str, bytes]]:
    """The page at each width and in each theme, then as it is printed; each with its name."""
    for width, scheme in LOOKS:
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        page.emulate_media(media="screen", color_scheme=scheme, reduced_motion="reduce")
        page.goto(path)
        expect_shown(page)
        page.wait_for_timeout(100)  # modules run
        yield f"{width}-{scheme}", page.screenshot(full_page=True, animations="disabled")
    page.set_viewport_size({"width": PAPER, "height": HEIGHTS[1024]})
    page.emulate_media(media="print", color_scheme="light")
    yield "print", page.screenshot(full_page=True, animations="disabled")


def take(pages: ServedPages, paths: list[str], folder: Path) -> None:
    for path in paths:
        with pages.context(path in INSTRUCTORS) as context:
            for look, picture in looks_of(context.new_page(), path):
                folder.joinpath(f"{named(path)}-{look}.png").write_bytes(picture)
        print(path, flush=True)


def main(folder: Path, paths: list[str]) -> None:
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        served, fonts_folder = Path(name, "served"), Path(name, "fonts")
        for each in (served, fonts_folder):
            each.mkdir()
        browser = playwright.chromium.launch(
            executable_path=chromium.find_or_install(),
            args=chromium.ARGUMENTS,
            env=fonts.environment(fonts.DEJAVU, fonts_folder),
        )
        with serving_pages(browser, served) as pages:
            take(pages, paths or EVERY, folder)
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2:])
