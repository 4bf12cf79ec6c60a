"""Makes the README's picture: the demo, as a student and as its instructor see it.

    .venv/bin/python tests/pictures/readme.py

The simulated students are the same in every run, and so is the font.
"""

import base64
import logging
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

import chromium
import fonts
import numpy as np
from live_server import serving
from passwords import PASSWORD
from playwright.sync_api import Browser, Page, expect, sync_playwright

from survey.app import create_app
from survey.app.configuration import Config
from survey.app.instance_folder import translated_demo
from survey.core.ready_made.demo_survey import demo_responses
from survey.store import State, Store, Survey
from survey.store.sqlite.engine import SQLiteStore
from survey.web.accounts.sign_in import make_sign_in_link

PICTURE = Path(__file__).with_suffix(".png")
CODE = "bcd234"
STUDENTS = 120
PHONE = {"width": 360, "height": 820}
DESK = {"width": 900, "height": 792}

SIDE_BY_SIDE = """<!doctype html>
<style>
body {{ margin: 0; width: max-content; display: flex; gap: 24px; padding: 24px }}
body {{ background: #e4e7ec }}
img {{ display: block; border: 1px solid #99a; border-radius: 8px }}
img:first-child {{ border: 10px solid #222; border-radius: 28px }}
img:last-child {{ align-self: center }}
</style>
<body>{images}</body>"""


def fill(store: Store) -> None:
    """The demo, open, with students whose coins fall the same in every run."""
    demo = translated_demo()
    store.surveys.add(Survey(CODE, demo, State.OPEN))
    for response in demo_responses(demo, STUDENTS, np.random.default_rng(7)):
        store.responses.add(CODE, response)


def seen(page: Page, top: str) -> bytes:
    """The part of the page that a screen shows from this element on."""
    page.locator(top).evaluate("element => scrollTo(0, element.offsetTop - 12)")
    return page.screenshot(animations="disabled")


def student(browser: Browser, address: str) -> bytes:
    page = browser.new_page(base_url=address, viewport=PHONE)
    page.goto(f"/s/{CODE}")
    expect(page.get_by_role("button", name="0 of 2 answered")).to_be_visible()
    return seen(page, "header")


def instructor(browser: Browser, address: str, store: Store) -> bytes:
    page = browser.new_page(base_url=address, viewport=DESK)
    page.goto(make_sign_in_link(store))
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_label("The same password again").fill(PASSWORD)
    page.get_by_role("button", name="Save and go on").click()
    page.goto(f"/surveys/{CODE}")
    expect(page.locator("#count")).to_contain_text(f"{STUDENTS} of")
    return seen(page, "h1")


def beside_each_other(browser: Browser, pictures: list[bytes]) -> None:
    encoded = (base64.b64encode(each).decode() for each in pictures)
    images = "".join(f'<img src="data:image/png;base64,{each}">' for each in encoded)
    page = browser.new_page(viewport={"width": 1400, "height": 800})
    page.set_content(SIDE_BY_SIDE.format(images=images))
    page.locator("body").screenshot(path=PICTURE)


def main() -> None:
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        config = Config(folder)
        store = SQLiteStore(config.database)
        fill(store)
        fonts_folder = folder / "fonts"
        fonts_folder.mkdir()
        browser = playwright.chromium.launch(
            executable_path=chromium.find_or_install(),
            args=chromium.ARGUMENTS,
            env=fonts.environment(fonts.DEJAVU, fonts_folder),
        )
        with serving(create_app(config, store)) as address:
            pictures = [student(browser, address), instructor(browser, address, store)]
            beside_each_other(browser, pictures)
        browser.close()
        store.close()
    print(f"{PICTURE}: {PICTURE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
