"""The demo as a new instructor meets it: filled, projected and removed by clicks."""

import re

import pytest
from playwright.sync_api import expect

from survey.app.instance_folder import add_demo_if_new


@pytest.fixture
def first_start(store) -> None:
    add_demo_if_new(store)


@pytest.mark.usefixtures("first_start")
def test_demo_is_filled_projected_and_removed(instructor_page, store):
    page = instructor_page
    page.reload()  # whichever was made first: the demo or the sign-in
    expect(page.get_by_text("A demo to try things with")).to_be_visible()
    page.get_by_role("link", name=re.compile("^Demo: after the exam")).click()
    expect(page.get_by_text("Demo with simulated students.")).to_be_visible()
    page.get_by_role("button", name="Fill with 60 simulated students").click()
    expect(page.get_by_text("60 simulated students have responded.")).to_be_visible()
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    page.get_by_role("button", name="Add 60 simulated students").click()
    expect(page.get_by_text("120 of 120")).to_be_visible()
    page.get_by_role("link", name="present it").click()
    expect(page.get_by_text("Demo with simulated students.")).to_be_visible()
    expect(page.get_by_role("button", name="Freeze")).to_be_visible()  # the script has run
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(page.get_by_text(re.compile("however often you look")).first).to_be_visible()
    page.get_by_role("link", name="Back to the survey").click()
    page.get_by_role("button", name="Remove the demo").click()
    expect(page.get_by_text("The demo is removed")).to_be_visible()
    expect(page.get_by_text("No survey yet.")).to_be_visible()
    assert store.surveys.all() == []


@pytest.mark.first_cell
@pytest.mark.parametrize(("width", "height"), [(800, 600), (1280, 720)])
@pytest.mark.usefixtures("first_start")
def test_the_slide_to_join_the_demo_fits_the_screen(
    new_context, instructor_page, store, width, height
):
    """Under the words on the demo and on the address, the buttons are still seen whole."""
    context = new_context(width, height)
    context.add_cookies(instructor_page.context.cookies())
    page = context.new_page()
    page.goto(f"/surveys/{store.surveys.all()[0].code}/present?slide=0")
    expect(page.get_by_text("Demo with simulated students.")).to_be_visible()
    expect(page.get_by_text("Phones cannot reach")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
