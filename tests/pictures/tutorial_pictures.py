"""Makes the tutorial's pictures: each step as a lecturer sees it, survey/docs/pictures/*.webp.

    .venv/bin/python tests/pictures/tutorial_pictures.py

The simulated students are the same in every run, and so is the font.
"""

import base64
import logging
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

import chromium
import fonts
import numpy as np
from live_server import serving
from passwords import PASSWORD
from playwright.sync_api import Browser, Page, expect, sync_playwright

import survey
from survey.app import create_app
from survey.app.configuration import Config
from survey.core.simulation.students import simulated_responses
from survey.store import Store
from survey.store.sqlite.engine import SQLiteStore
from survey.web.accounts.sign_in import make_sign_in_link

FOLDER = Path(survey.__file__).parent / "docs" / "pictures"
QUESTION = "Did you cheat on the final exam?"
CLASS = 200
ADDRESS = "http://192.168.1.5:8000"  # that of the laptop in its network, as the tutorial has it
DESK, SLIDE, PHONE = (760, 460), (860, 520), (360, 560)  # what of a page is shown, in CSS pixels
SCALE = 2  # pixels of a picture for each of these, for screens that have them
QUALITY = 50  # of WebP, at which letters are sharp
LARGEST = 40_000  # bytes


@dataclass(frozen=True)
class Camera:
    """Writes pictures of pages to a folder."""

    folder: Path

    def take(
        self, page: Page, name: str, top: str = "header", size: tuple[int, int] = DESK
    ) -> None:
        """Writes what of the page stands below the beginning of the element `top`."""
        page.locator(top).first.scroll_into_view_if_needed()
        place = page.locator(top).first.evaluate(
            "each => each.getBoundingClientRect().top + scrollY"
        )
        page.evaluate("scrollTo(0, 0)")
        clip = {"x": 0, "y": max(0, place - 8), "width": size[0], "height": size[1], "scale": SCALE}
        taken = page.context.new_cdp_session(page).send(
            "Page.captureScreenshot",
            {"format": "webp", "quality": QUALITY, "clip": clip, "captureBeyondViewport": True},
        )
        self.folder.joinpath(f"{name}.webp").write_bytes(base64.b64decode(taken["data"]))


def compose(camera: Camera, page: Page, link: str) -> str:
    """From the first address to the slide of the join code, which it returns."""
    page.goto(link)
    camera.take(page, "password")
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_label("The same password again").fill(PASSWORD)
    page.get_by_role("button", name="Save and go on").click()
    page.get_by_role("link", name="New survey").click()
    page.get_by_label("Title").fill("After the final")
    page.get_by_label("Class size").fill(str(CLASS))
    page.get_by_label("Question", exact=True).fill(QUESTION)
    expect(page.get_by_text("30 → 56%", exact=True).first).to_be_visible()
    camera.take(page, "compose", "main")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="After the final", level=1)).to_be_visible()
    page.get_by_text("Figures are seen while it runs.").click()
    camera.take(page, "publish", "main")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("The count appears once 15 have")).to_be_visible()
    page.set_viewport_size({"width": SLIDE[0], "height": SLIDE[1]})
    camera.take(page, "join", "body", SLIDE)
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    return page.url.split("/")[-2]


def answer(camera: Camera, page: Page, code: str) -> None:
    """One respondent, who sends a no."""
    page.goto(f"/s/{code}")
    expect(page.get_by_role("button", name="Send", exact=True)).to_be_enabled()
    page.get_by_role("radio", name="No").check()
    camera.take(page, "answer", size=PHONE)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("heading", name="Sent.")).to_be_visible()
    camera.take(page, "receipt", size=PHONE)


def read(camera: Camera, page: Page, code: str) -> None:
    """The result, closing, and the files."""
    page.goto(f"/surveys/{code}")
    expect(page.locator("#count")).to_contain_text(f"{CLASS} of")
    camera.take(page, "result", "main")
    sections = page.get_by_role("navigation", name="Sections of this survey")
    sections.get_by_role("link", name="Settings").click()
    camera.take(page, "close", "main")
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Finish now").click()
    expect(page.get_by_text("The survey is closed.")).to_be_visible()
    sections.get_by_role("link", name="Files").click()
    camera.take(page, "files", "main")


def others_answer(store: Store, code: str) -> None:
    """The rest of the class: three in ten would say yes."""
    instrument = store.surveys.get(code).instrument
    for response in simulated_responses(instrument, [[0.3]], CLASS - 1, np.random.default_rng(11)):
        store.responses.add(code, response)


def follow(browser: Browser, address: str, store: Store, camera: Camera) -> None:
    """The whole tutorial, with a picture of each step."""

    def opened(size: tuple[int, int]) -> Page:
        viewport = {"width": size[0], "height": size[1]}
        return browser.new_page(
            base_url=address, viewport=viewport, device_scale_factor=SCALE, reduced_motion="reduce"
        )

    desk = opened(DESK)
    code = compose(camera, desk, make_sign_in_link(store))
    answer(camera, opened(PHONE), code)
    others_answer(store, code)
    read(camera, desk, code)


def make(folder: Path) -> list[Path]:
    """Writes all pictures to a folder, and returns them."""
    camera = Camera(folder)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        config = Config(Path(name), public_url=ADDRESS)
        store = SQLiteStore(config.database)
        fonts_folder = Path(name) / "fonts"
        fonts_folder.mkdir()
        browser = playwright.chromium.launch(
            executable_path=chromium.find_or_install(),
            args=chromium.ARGUMENTS,
            env=fonts.environment(fonts.DEJAVU, fonts_folder),
        )
        with serving(create_app(config, store)) as address:
            follow(browser, address, store, camera)
        browser.close()
        store.close()
    return sorted(folder.glob("*.webp"))


if __name__ == "__main__":
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    FOLDER.mkdir(exist_ok=True)
    for picture in make(FOLDER):
        print(f"{picture.name}: {picture.stat().st_size:,} bytes of at most {LARGEST:,}")
