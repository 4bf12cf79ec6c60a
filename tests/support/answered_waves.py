"""Waves of one survey, a respondent's steps in them, and the tables that the browser stores."""

from instruments import make_mixed_instrument
from playwright.sync_api import Page
from respondent_page import expect_saved, fill_in, press_send
from traces import DATABASES

from survey.store import Store, Survey

MIXED = make_mixed_instrument("First wave")
ANSWERS = [1, 2, (1, 0), 17, 3]
OTHER_ANSWERS = [0, 0, (0, 1), 3, 0]
WAVES = "Algebra 2026"


def respond(page: Page, survey: Survey, answers) -> None:
    page.goto(f"/s/{survey.code}")
    fill_in(page, survey.instrument, answers)
    press_send(page)
    expect_saved(page)


def reports_of(store: Store, survey: Survey) -> tuple[int, ...]:
    ((_, reports),) = store.responses.all(survey.code)
    return reports


def tables(page: Page) -> dict:
    """The tables that the browser stores, by their keys without the common beginning."""
    prefix = 'deniable:waves:"algebra 2026"/kept/'
    found = page.evaluate(DATABASES).items()
    return {key.removeprefix(prefix): kept for key, kept in found if key.startswith(prefix)}
