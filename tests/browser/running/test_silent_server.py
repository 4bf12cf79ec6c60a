"""A server that does not answer, and a screen that would fall asleep."""

import re

import pytest
from playwright.sync_api import Page, Route, expect
from presented import CODE, PATH

DASHBOARD = f"/surveys/{CODE}"


AGE = re.compile(r"^Figures from \d+:\d\d.*, the server does not answer\.$")


def falls_silent(page: Page, path: str) -> list[Route]:
    """Lets this page ask for what nobody will answer; gives what waits."""
    waiting: list[Route] = []
    page.wait_for_load_state("networkidle")
    page.route(re.compile(rf"{path}(\?|$)"), lambda route: waiting.append(route))
    return waiting


@pytest.mark.exhaustive
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_a_server_that_hangs_leaves_slides_with_the_time_of_their_figures(slides, size):
    slides.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    slides.goto(f"{PATH}?slide=1&results=shown")
    waiting = falls_silent(slides, PATH)
    title, results = slides.get_by_role("heading", level=1), slides.locator("#results-1")
    place, figures = title.bounding_box(), results.text_content()
    told = slides.get_by_text(AGE)
    expect(told).to_be_visible(timeout=12_000)
    assert title.bounding_box() == place  # nothing moved
    assert results.text_content() == figures
    assert waiting
    slides.unroute_all()
    expect(told).to_be_hidden()


@pytest.mark.exhaustive
def test_a_server_that_hangs_leaves_the_dashboard_with_the_time_of_its_figures(slides):
    slides.goto(DASHBOARD)
    assert falls_silent(slides, DASHBOARD) == []
    told = slides.get_by_text(AGE)
    expect(told).to_be_visible(timeout=12_000)
    expect(slides.get_by_text("20 of 100 responses")).to_be_visible()
    slides.unroute_all()
    expect(told).to_be_hidden()


# What the page asks the browser for, from its beginning on.
NOTE_LOCKS = """window.locks = [];
const wakeLock = { request: async (kind) => locks.push(kind) };
Object.defineProperty(navigator, "wakeLock", { value: wakeLock });"""


def errors_of(page: Page) -> list:
    found: list = []
    page.on("pageerror", lambda error: found.append(error))
    return found


def test_slides_keep_the_screen_awake_and_ask_again_once_they_are_seen(slides):
    slides.add_init_script(NOTE_LOCKS)
    slides.goto(PATH)
    slides.wait_for_function("locks.length === 1")
    slides.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert slides.evaluate("locks") == ["screen", "screen"]
    slides.evaluate("""Object.defineProperty(document, "hidden", { value: true });
        document.dispatchEvent(new Event("visibilitychange"))""")
    assert slides.evaluate("locks") == ["screen", "screen"]


@pytest.mark.first_cell
@pytest.mark.parametrize(
    "lock", ["undefined", "{ request: () => Promise.reject(new Error('battery')) }"]
)
def test_a_browser_that_keeps_no_screen_awake_shows_slides_as_ever(slides, lock):
    found = errors_of(slides)
    slides.add_init_script(f"Object.defineProperty(navigator, 'wakeLock', {{ value: {lock} }});")
    slides.goto(PATH)
    slides.keyboard.press("ArrowRight")
    expect(slides.get_by_role("heading", level=1)).to_have_text("Did you cheat?")
    assert found == []
