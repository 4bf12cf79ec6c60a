"""verify-page asks with the headers of real browsers: these send them in each engine."""

import pytest
from instruments import make_mixed_instrument
from live_server import serving

from survey.cli.checks.visitors import CHROME, FIREFOX, SAFARI
from survey.core.responses.links import survey_link

pytestmark = pytest.mark.exhaustive

INSTRUMENT = make_mixed_instrument()
VISITORS = {"chromium": CHROME, "firefox": FIREFOX, "webkit": SAFARI}
TYPES = {"": "text/html", ".js": "text/javascript", ".json": "application/json",
         ".svg": "image/svg+xml"}  # fmt: skip
# How it connects; and languages, names and versions, which are those of a phone.
NOT_COMPARED = {"HOST", "CONNECTION", "ACCEPT_ENCODING"}
OF_THE_DEVICE = {"ACCEPT_LANGUAGE", "USER_AGENT", "SEC_CH_UA", "SEC_CH_UA_MOBILE",
                 "SEC_CH_UA_PLATFORM"}  # fmt: skip


@pytest.mark.parametrize("tls", [True, False], ids=["https", "http"])
def test_a_browser_sends_the_same_headers(page, driver, publish, watched, authority, tls):
    visitor = VISITORS[driver.name]
    with serving(watched, authority.context("collector") if tls else None) as origin:
        code = publish(INSTRUMENT)
        driver.goto(survey_link(f"{origin}/s/{code}", INSTRUMENT.digest))
        page.wait_for_questionnaire()
        driver.wait_until(lambda: {_type(each[1]) for each in watched.requests} == {*TYPES})
    for _, address, sent, _ in watched.requests:
        real = {name.removeprefix("HTTP_"): value for name, value in sent.items()}
        ours = {
            name.upper().replace("-", "_"): value
            for name, value in visitor.headers(TYPES[_type(address)], origin).items()
        }
        assert real.keys() - NOT_COMPARED == ours.keys() - NOT_COMPARED, address
        for name in real.keys() - NOT_COMPARED - OF_THE_DEVICE:
            assert real[name] == ours[name], (address, name)


def _type(address: str) -> str:
    """How the address's path ends."""
    path = address.partition("?")[0]
    if path.endswith("/state"):
        return ".json"
    return next((end for end in TYPES if end and path.endswith(end)), "")
