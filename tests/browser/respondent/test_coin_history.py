"""Back and Forward around the receipt of real coins: nothing is sent again, and nothing asks to be.

With the back/forward cache, as phones have it, and without, as after a while or little memory.
"""

import pytest
from playwright.sync_api import Page, expect

from survey.core.instrument.parsing import validate
from survey.store import State, Survey

INSTRUMENT = validate(
    {
        "title": "After the final",
        "questions": [{"kind": "yes/no", "text": "Did you cheat?", "gamma": "1/4"}],
    }
)


WITHOUT = pytest.param(False, marks=pytest.mark.exhaustive)


@pytest.fixture(scope="module", params=[True, WITHOUT], ids=["kept", "not kept"])
def browser(launch, request):
    """A browser that keeps the pages that are left, and one that does not."""
    kept = {"ignore_default_args": ["--disable-back-forward-cache"]} if request.param else {}
    browser = launch("--enable-features=BackForwardCache", whole=True, **kept)
    yield browser
    browser.close()


@pytest.fixture(params=[True, WITHOUT], ids=["script", "no script"])
def coins(request, new_context, store) -> Page:
    """The page of real coins, outcome marked."""
    store.surveys.add(Survey("cns234", INSTRUMENT, State.OPEN, True))
    page = new_context(java_script_enabled=request.param).new_page()
    page.goto("/s/cns234/coin")
    page.get_by_label("Yes", exact=True).check()
    page.get_by_label("characters of your own").fill("green bicycle 7")
    return page


@pytest.mark.exhaustive
def test_the_receipt_comes_back_and_is_not_sent_again(coins, watched):
    coins.get_by_role("button", name="Send the outcomes").click()
    receipt = coins.get_by_role("heading", name="Sent.", exact=True)
    expect(receipt).to_be_visible()
    said = coins.locator("main").inner_text()
    coins.get_by_role("link", name="See the results").click()
    expect(coins.get_by_role("heading", name="After the final")).to_be_visible()
    coins.go_back()
    expect(receipt).to_be_visible()
    assert coins.locator("main").inner_text() == said
    coins.go_back()
    expect(coins.get_by_role("button", name="Send the outcomes")).to_be_visible()
    coins.go_forward()
    expect(receipt).to_be_visible()
    assert coins.locator("main").inner_text() == said
    assert len(watched.bodies) == 1
