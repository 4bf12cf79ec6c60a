"""A class's own reports in a browser: the line is dragged and the coins are drawn by keyboard."""

import random

import pytest
from instruments import make_mixed_instrument
from page_faults import axe_faults, complaints_of
from playwright.sync_api import expect

from survey.core.intervals.counts import ReportCount
from survey.core.responses.response import Response
from survey.lab.replay import wall
from survey.store import State, Survey


@pytest.fixture
def estimate(store) -> ReportCount:
    """Of the first question of a closed survey, rply34, with 60 responses."""
    survey = Survey("rply34", make_mixed_instrument(), State.OPEN)
    store.surveys.add(survey)
    drawn = random.Random("replay")  # the same in every run
    yes = 0
    for _ in range(60):
        reports = [drawn.randrange(item.options) for item in survey.instrument.items]
        reports[0] = int(drawn.random() < 0.4)
        yes += reports[0]
        sent = Response(survey.instrument.digest, drawn.randbytes(16).hex(), tuple(reports))
        store.responses.add("rply34", sent)
    store.surveys.set_state("rply34", State.CLOSED)
    store.surveys.set_sharing("rply34", True, 5)
    return ReportCount.of(60, yes, survey.instrument.items[0].gamma)


@pytest.mark.exhaustive
def test_the_line_is_dragged_and_the_coins_are_drawn_again(new_context, estimate):
    page = new_context(360, 740, color_scheme="dark").new_page()
    complaints = complaints_of(page)
    page.goto("/s/rply34/lab")
    slider = page.get_by_role("slider", name="How many would truthfully say “Yes”? Drag.")
    expect(page.get_by_text("Too high: drag on to a smaller share.")).to_be_visible()
    for _ in range(round(100 * estimate.received) - round(100 * estimate.estimate)):
        slider.press("ArrowLeft")
    found = page.get_by_text(f"That fits: the estimate is {100 * estimate.estimate:.1f}%.")
    expect(found.first).to_be_visible()
    first, second = wall(estimate, 0.95, 1), wall(estimate, 0.95, 2)
    missed = page.get_by_text(f"Intervals that miss them: {first.missed}.")
    expect(missed).to_be_visible()
    page.get_by_role("button", name="Draw again").press("Enter")
    expect(page.get_by_role("textbox", name="Seed of the coins")).to_have_value("2")
    expect(page.locator("#wall .held.missed")).to_have_count(second.missed)
    expect(page.locator("#sight .held.missed")).to_have_count(second.on_sight.missed)
    expect(found.first).to_be_visible()  # the line stays where it was dragged
    page.get_by_role("combobox", name="Question and answer").select_option("q2-0")
    expect(page.get_by_text("reports say “Mine”")).to_be_visible()
    page.wait_for_function("() => location.search.includes('of=q2-0')")
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert complaints == []
