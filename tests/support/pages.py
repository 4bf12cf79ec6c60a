"""Serves every page that browser/every_page/test_pages.py lists, once for many checks."""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from answered_pages import expect_shown
from instruments import make_instrument
from live_server import serving
from page_faults import complaints_of
from passwords import PASSWORD
from playwright.sync_api import Browser, BrowserContext, Page
from routes import ARGUMENTS

from survey.app import create_app
from survey.app.configuration import Config
from survey.store import Instructor, State, Survey
from survey.store.models import Role
from survey.store.sqlite.engine import SQLiteStore
from survey.web.accounts.sign_in import make_sign_in_link

DESK = {"width": 1280, "height": 800}
SCRIPT = Path(__file__).with_name("accessibility.js")


def _listed():
    """The module that lists the pages, which is the only place for a new one."""
    path = Path(__file__).parents[1] / "browser" / "every_page" / "test_pages.py"
    spec = importlib.util.spec_from_file_location("listed_pages", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_pages = _listed()
PUBLIC, INSTRUCTORS = _pages.PUBLIC, _pages.INSTRUCTORS
EVERY = [*PUBLIC, *INSTRUCTORS]


def to_look_at(exhaustive: bool) -> list[str]:
    """Every page, or those that most people see."""
    return EVERY if exhaustive else _pages.USUAL


@dataclass
class ServedPages:
    """The app with its surveys; `looked` stores the results of each page.

    `complaints` keeps each page's console messages, errors and requests to another host.
    """

    browser: Browser
    address: str
    store: SQLiteStore
    cookies: list
    looked: dict = field(default_factory=dict)
    desks: dict[bool, Page] = field(default_factory=dict)  # pages, by whether signed in
    complaints: dict[str, list[str]] = field(default_factory=dict)

    @contextmanager
    def context(self, signed_in: bool, **options) -> Iterator[BrowserContext]:
        """A browser profile of its own, whose pages have `accessibility` (accessibility.js)."""
        context = self.browser.new_context(base_url=self.address, **options)
        context.add_init_script(path=SCRIPT)
        if signed_in:
            context.add_cookies(self.cookies)
        try:
            yield context
        finally:
            context.close()

    def look(self, path: str, see) -> dict:
        """The result of `see` for the page at `path`, which is loaded once."""
        if path not in self.looked:
            page = self.desks[path in INSTRUCTORS]
            page.set_viewport_size(DESK)
            page.emulate_media(media="screen", color_scheme="light", reduced_motion="reduce")
            complaints = complaints_of(page)
            page.goto(path)
            assert "/sign-in" not in page.url or path == "/sign-in"
            expect_shown(page)
            self.looked[path] = see(page)
            self.complaints[path] = [*complaints]
        return self.looked[path]


@contextmanager
def serving_pages(browser: Browser, folder: Path) -> Iterator[ServedPages]:
    """Serves the app with the surveys of test_pages.py and a signed-in instructor."""
    config = Config(folder)
    store = SQLiteStore(config.database)
    survey = Survey("bcd234", make_instrument("1/4", "1/3", "1/10"), State.OPEN)
    store.surveys.add(survey)
    store.instructors.add(Instructor(ARGUMENTS["name"]))  # a colleague, whom a page removes
    store.surveys.set_colleague(survey.code, ARGUMENTS["name"], Role.PRESENT)
    _pages.fill(store, survey)
    with serving(create_app(config, store)) as address:
        pages = ServedPages(browser, address, store, [])
        with pages.context(signed_in=False) as context:
            pages.cookies = _sign_in(context.new_page(), make_sign_in_link(store))
        with pages.context(False) as respondents, pages.context(True) as instructors:
            pages.desks = {False: respondents.new_page(), True: instructors.new_page()}
            yield pages
    store.close()


def _sign_in(page: Page, link: str) -> list:
    page.goto(link)
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_label("The same password again").fill(PASSWORD)
    page.get_by_role("button", name="Save and go on").click()
    page.wait_for_url("**/surveys")
    return page.context.cookies()
