"""The same steps in Chromium, WebKit and Firefox, and what became of them at the server."""

import engines
import pytest
from scripted import Scripted
from survey_page import SurveyPage
from webdriver import Driver

from survey.core.instrument.instrument import Instrument
from survey.core.responses.join_codes import draw_code
from survey.store import State, Survey


@pytest.fixture(scope="session")
def start(tmp_path_factory):
    """Starts a browser with the engine of this name, or gives the one that was started."""
    started = {}
    with engines.ExitStack() as running:

        def start(name: str) -> Driver:
            if name not in started:
                try:
                    browser = engines.running(name, tmp_path_factory.mktemp(name))
                    started[name] = running.enter_context(browser)
                except FileNotFoundError as error:
                    pytest.fail(str(error), pytrace=False)
            return started[name]

        yield start


@pytest.fixture(params=engines.STARTS)
def driver(request, start) -> Driver:
    """A browser with one tab; what it kept belongs to the addresses of other tests."""
    driver = start(request.param)
    yield driver
    driver.clear()


@pytest.fixture
def watched(app) -> Scripted:
    return Scripted(app)


@pytest.fixture
def page(driver, address) -> SurveyPage:
    return SurveyPage(driver, address)


@pytest.fixture
def publish(store):
    """Opens a survey with an instrument to respondents; gives its code."""

    def publish(instrument: Instrument, state: State = State.OPEN) -> str:
        code = draw_code()
        store.surveys.add(Survey(code, instrument, state))
        return code

    return publish


@pytest.fixture
def stored(store):
    """The response ids and reports that the server holds of a survey."""
    return lambda code: list(store.responses.all(code))


@pytest.fixture
def stored_ids(stored):
    return lambda code: {response_id for response_id, _ in stored(code)}
