"""Choosing who sees figures, on a phone and at a desk, and what the class and the room then see."""

import pytest
from instruments import make_instrument
from page_faults import axe_faults
from playwright.sync_api import expect
from respondent_page import choose, press_send

from survey.core.responses.response import Response
from survey.store import State, Survey

CODE = "lim234"


@pytest.fixture
def draft(store):
    instrument = make_instrument("1/4", "2/5")
    store.surveys.add(Survey(CODE, instrument))
    return instrument


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [360, 1280])
def test_figures_that_wait_are_seen_when_it_has_closed(instructor_page, store, draft, width):
    page = instructor_page
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"/surveys/{CODE}")
    page.get_by_text("Figures are seen while it runs.").click()
    expect(page.get_by_role("cell", name="27 points")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_faults(page) == []
    page.get_by_label("Once it has closed").check()
    page.get_by_label("How many can answer at most").fill("20")
    # The margins follow the limit that is typed.
    expect(page.get_by_role("columnheader", name="While it runs, 20 at most")).to_be_visible()
    page.get_by_role("button", name="Publish").click()
    page.goto(f"/surveys/{CODE}/settings")
    expect(page.get_by_text("Figures wait until it has closed.")).to_be_visible()
    page.goto(f"/surveys/{CODE}")
    for number in range(20):
        expect(page.get_by_text("Figures are hidden until the survey is closed.")).to_be_visible()
        store.responses.add(CODE, Response(draft.digest, f"{number:032x}", (1, number % 2)))
    assert store.surveys.get(CODE).state is State.CLOSED
    expect(page.get_by_text("for exactly this class").first).to_be_visible()


def test_a_full_survey_says_so_to_the_next_phone(page, store, open_survey, survey_url):
    """It was open when the questions were answered; asked before the draw, it is closed."""
    store.surveys.set_limits(open_survey.code, 1, False)
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    sent = Response(open_survey.instrument.digest, "a" * 32, (0, 0, 0))
    store.responses.add(open_survey.code, sent)
    press_send(page)
    expect(page.get_by_text("takes no more responses")).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    assert store.responses.tally(open_survey.code).responses == 1
