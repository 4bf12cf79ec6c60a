"""A holder on the internet and a collector in a local network, as Chromium sees them.

Loopback is neither: so Chromium is told which address spaces the two servers are in (W3C, Local
Network Access).
"""

from urllib.parse import urlsplit

import pytest
from holder import PAGE, Holder
from live_server import serving
from playwright.sync_api import expect

from survey.core.responses.links import survey_link

PERMISSION = "local-network-access"
HINT = "If your browser asks whether this page may reach devices on your network, allow it"
NAME = "union.example"  # not this machine to Chromium, which would trust its own http


@pytest.fixture
def opened(launch, authority, address, open_survey):
    """Opens the survey with the page of a holder on the internet; gives the tab."""
    running = []

    def opened(scheme: str, *permissions: str):
        context = authority.context("holder") if scheme == "https" else False
        serve = serving(Holder(), context)
        origin = serve.__enter__()
        running.append(lambda: serve.__exit__(None, None, None))
        port, there = urlsplit(origin).port, urlsplit(address).port
        spaces = f"127.0.0.1:{port}=public,127.0.0.1:{there}=local"
        browser = launch(
            f"--ignore-certificate-errors-spki-list={authority.fingerprint}",
            f"--ip-address-space-overrides={spaces}",
            f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
        )
        running.append(browser.close)
        context = browser.new_context()
        context.grant_permissions([*permissions])
        page = context.new_page()
        held = f"{scheme}://{NAME}:{port}{PAGE}"
        digest = open_survey.instrument.digest
        page.goto(survey_link(f"{address}/s/{open_survey.code}", digest, client=held))
        return page

    yield opened
    for end in reversed(running):
        end()


def test_a_page_by_https_reaches_it_once_that_is_granted(opened):
    page = opened("https", PERMISSION)
    expect(page.get_by_role("radiogroup")).to_have_count(3)
    expect(page.get_by_text(HINT)).to_be_hidden()


@pytest.mark.first_cell
@pytest.mark.parametrize(("scheme", "permissions"), [("https", ()), ("http", (PERMISSION,))])
def test_else_it_says_what_the_browser_may_ask(opened, scheme, permissions):
    """By http it is never granted."""
    page = opened(scheme, *permissions)
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    expect(page.get_by_text(HINT)).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
