"""A survey with a question of every kind, and a respondent's steps in it."""

from instruments import make_mixed_instrument
from playwright.sync_api import Page
from respondent_page import expect_saved, fill_in, press_send

from survey.store import Survey

MIXED = make_mixed_instrument("Algebra 2026")
ANSWERS = [1, 2, (1, 0), 17, 3]


def respond(page: Page, survey: Survey, answers) -> None:
    page.goto(f"/s/{survey.code}")
    fill_in(page, survey.instrument, answers)
    press_send(page)
    expect_saved(page)
