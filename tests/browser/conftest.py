"""A real Chromium against the real app."""

import random
from collections.abc import Callable

import chromium
import fonts
import presented
import pytest
from authority import Authority
from holder import Holder
from instruments import make_instrument, make_mixed_instrument, make_wave
from live_server import serving
from passwords import InstructorClient
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from public_figures import show_to_all
from respondent_page import posted_by
from watched import Watched

from survey.core.instrument.instrument import Instrument
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.web.accounts.sign_in import make_sign_in_link

SLOWEST_MS = 180_000  # no test fails for being slow
expect.set_options(timeout=SLOWEST_MS)


def pytest_collection_modifyitems(items):
    for item in items:
        if "/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def launch(tmp_path_factory) -> Callable[..., Browser]:
    """Starts a Chromium, a `whole` one or with more switches if wanted; who starts it closes it.

    The system's font is the same on every machine; other ones: test_system_fonts.py.
    """
    with sync_playwright() as playwright:

        def start(
            *switches: str, font: fonts.Font = fonts.DEJAVU, whole: bool = False, **options
        ) -> Browser:
            try:
                path = chromium.find_or_install(whole)
                environment = fonts.environment(font, tmp_path_factory.mktemp("fonts"))
            except FileNotFoundError as error:
                pytest.fail(str(error), pytrace=False)
            switches = [*chromium.ARGUMENTS, *switches]
            return playwright.chromium.launch(
                executable_path=path, args=switches, env=environment, **options
            )

        yield start


@pytest.fixture(scope="session")
def authority(tmp_path_factory) -> Authority:
    """Whose certificates two servers on two origins have."""
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def holder() -> Holder:
    """Who holds the client for a collector at another origin."""
    return Holder()


@pytest.fixture(scope="session")
def browser(launch) -> Browser:
    browser = launch()
    yield browser
    browser.close()


@pytest.fixture
def watched(app) -> Watched:
    """The app as it is served, with a note of every request that it got."""
    return Watched(app)


@pytest.fixture
def address(watched: Watched) -> str:
    """Where the app is served."""
    with serving(watched) as address:
        yield address


@pytest.fixture
def new_context(browser: Browser, address: str):
    """Makes browser profiles of their own, on a phone's screen unless told otherwise."""
    contexts = []

    def make(width: int = 360, height: int = 740, **options) -> BrowserContext:
        context = browser.new_context(
            base_url=address, viewport={"width": width, "height": height}, **options
        )
        context.set_default_timeout(SLOWEST_MS)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_context) -> Page:
    return new_context().new_page()


@pytest.fixture
def module(app, address) -> Callable[[str], str]:
    """The address of a module of the client; a survey's own page would refuse to load it."""
    return lambda name: f"{address}{app.static_url_path}/client/{name}.js"


@pytest.fixture
def survey_url(open_survey) -> str:
    """The path of the open survey's page."""
    return f"/s/{open_survey.code}"


@pytest.fixture
def instructor_page(new_context, address, app, store) -> Page:
    """A desktop page, signed in; how one signs in by hand: test_instructor.py."""
    client = app.test_client()
    InstructorClient(client).choose_password(make_sign_in_link(store))
    context = new_context(1280, 800)
    name = app.config["SESSION_COOKIE_NAME"]
    cookie = client.get_cookie(name)
    context.add_cookies([{"name": name, "value": cookie.value, "url": address}])
    page = context.new_page()
    page.goto("/surveys")
    expect(page.get_by_role("heading", name="Surveys")).to_be_visible()
    page.wait_for_load_state()  # its scripts listen to the keyboard from then on
    return page


@pytest.fixture
def bodies(page: Page) -> list[str]:
    """The bodies of the responses that this page posts."""
    return posted_by(page)


@pytest.fixture
def publish(store):
    """Opens a survey with an instrument to respondents; gives the path of its page."""

    def publish(instrument: Instrument) -> str:
        store.surveys.add(Survey("pub234", instrument, State.OPEN))
        return "/s/pub234"

    return publish


@pytest.fixture
def more_responses(store):
    """Adds so many responses to the survey that is presented."""
    instrument = make_mixed_instrument()
    store.surveys.add(Survey(presented.CODE, instrument, State.OPEN))
    drawn = random.Random(presented.CODE)  # the same figures in every run

    def add(responses: int) -> None:
        for _ in range(responses):
            reports = tuple(drawn.randrange(item.options) for item in instrument.items)
            response = Response(instrument.digest, drawn.randbytes(16).hex(), reports)
            store.responses.add(presented.CODE, response)
            store.responses.public_steps(presented.CODE)  # somebody looks

    return add


@pytest.fixture
def slides(instructor_page, more_responses):
    """The presenter view with twenty responses."""
    more_responses(20)
    instructor_page.goto(presented.PATH)
    expect(instructor_page.get_by_role("button", name="Freeze")).to_be_visible()
    return instructor_page


@pytest.fixture
def surveys(store, open_survey):
    """One of every kind; the first with results in public, and rprt34, which is closed."""
    mixed = Survey("mixd34", make_mixed_instrument(), State.OPEN)
    store.surveys.add(mixed)
    store.surveys.add(Survey("wave34", make_wave(make_mixed_instrument()), State.OPEN))
    store.surveys.add(Survey("slip34", make_instrument("1/4"), State.OPEN))
    store.surveys.add_tokens("slip34", ["hash of a token"])
    store.surveys.add(Survey("clsd34", make_instrument("1/4"), State.CLOSED))
    listed = Survey("rprt34", make_instrument("1/4"), State.OPEN)
    store.surveys.add(listed)
    for survey in (open_survey, mixed, listed):
        kinds = len(survey.instrument.items)
        for number in range(12):
            response = Response(survey.instrument.digest, f"{number:032x}", (0,) * kinds)
            store.responses.add(survey.code, response)
        show_to_all(store, survey.code)
        store.surveys.set_sharing(survey.code, True, 5)
    store.surveys.set_state("rprt34", State.CLOSED)
