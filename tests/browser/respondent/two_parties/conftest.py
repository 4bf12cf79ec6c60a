"""Two servers on two origins, both by TLS: who holds the client, and who collects the reports."""

import pytest
from holder import PAGE
from live_server import serving
from watched import Watched

from survey.web.respondent.survey_links import shared_link


@pytest.fixture(scope="session")
def browser(launch, authority):
    """A Chromium that trusts the authority."""
    browser = launch(f"--ignore-certificate-errors-spki-list={authority.fingerprint}")
    yield browser
    browser.close()


@pytest.fixture
def address(watched: Watched, authority) -> str:
    """Where the collector is."""
    with serving(watched, authority.context("collector")) as address:
        yield address


@pytest.fixture
def held(holder, authority, app) -> str:
    """Where the holder has the client; the collector's links lead there."""
    with serving(holder, authority.context("holder")) as origin:
        app.config["CLIENT_AT"] = origin + PAGE
        yield origin + PAGE


@pytest.fixture
def link(app, address, held, open_survey) -> str:
    """The link as the share page has it."""
    app.config["PUBLIC_URL"] = address
    with app.test_request_context():
        return shared_link(open_survey)
