"""Odds above 9 to 1 are warned of as they are typed, and published by whoever confirms them."""

from page_faults import axe_faults
from playwright.sync_api import expect

from survey.store import State


def test_weak_odds_are_warned_of_and_confirmed(instructor_page, store):
    page = instructor_page
    page.goto("/surveys/new")
    page.get_by_label("Title").fill("Groups")
    page.get_by_label("Question", exact=True).fill("Are you in the first year?")
    page.get_by_text("Exact γ").click()
    gamma = page.get_by_label("γ of this question")
    warning = page.get_by_text("A report is strong evidence of the answer")
    gamma.fill("9/20")
    expect(warning).to_be_visible()
    gamma.fill("2/5")
    expect(warning).to_be_hidden()
    gamma.fill("9/20")
    page.get_by_role("button", name="Save").click()
    box = page.get_by_label("I have read that a report is strong evidence here")
    expect(box).to_be_visible()
    expect(warning).to_be_visible()
    assert axe_faults(page) == []
    (draft,) = store.surveys.all()
    page.get_by_role("button", name="Publish").click()
    assert box.evaluate("box => box.matches(':invalid')")
    assert store.surveys.get(draft.code).state is State.DRAFT
    box.check()
    page.get_by_role("button", name="Publish").click()
    expect(page.locator(".join-code")).to_be_visible()
    assert store.surveys.get(draft.code).state is State.OPEN
