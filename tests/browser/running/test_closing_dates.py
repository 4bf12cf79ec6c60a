"""A date to close: typing it chooses it, and it stands beside the field as people write it."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from instruments import make_instrument
from playwright.sync_api import Page, expect

from survey.store import State, Survey

BERLIN = "Europe/Berlin"


@pytest.fixture
def page(new_context, instructor_page, store) -> Page:
    """A German instructor's browser in Berlin, with a draft and an open survey."""
    store.surveys.add(Survey("drft34", make_instrument("1/4")))
    store.surveys.add(Survey("open34", make_instrument("1/4"), State.OPEN))
    context = new_context(1280, 800, timezone_id=BERLIN, locale="de-DE")
    context.add_cookies(instructor_page.context.cookies())
    return context.new_page()


def hour_that_comes_twice() -> datetime:
    """2:30 on the day within a year on which Berlin's clocks are set back."""
    day = datetime.now(ZoneInfo(BERLIN)).replace(hour=2, minute=30, second=0, microsecond=0)
    while day.utcoffset() <= day.replace(fold=1).utcoffset():
        day += timedelta(days=1)
    return day


@pytest.mark.first_cell
def test_typing_a_time_chooses_it(page, store):
    page.goto("/surveys/drft34?lang=en")
    page.locator("#publish summary").click()
    expect(page.get_by_label("When I press Close")).to_be_checked()
    day = datetime.now(ZoneInfo(BERLIN)) + timedelta(days=40)
    page.get_by_label("Date and time").last.fill(f"{day:%Y-%m-%d}T14:05")
    expect(page.get_by_label("At a date and time")).to_be_checked()
    expect(page.locator("#closes-at-read")).to_contain_text(f"{day:%A}")
    page.get_by_role("button", name="Publish").click()
    page.wait_for_url("**/present**")
    closes = datetime.fromtimestamp(store.surveys.get("drft34").closes_at, ZoneInfo(BERLIN))
    assert (closes.day, closes.hour, closes.minute) == (day.day, 14, 5)


def test_what_was_typed_stands_beside_the_field_in_the_pages_language(page):
    page.goto("/surveys/open34/settings")
    page.locator("#closing summary").click()
    field, beside = page.locator("#closes-at"), page.locator("#closes-at-read")
    expect(beside).to_have_text("")
    day = datetime.now(ZoneInfo(BERLIN)).replace(month=12, day=5)
    field.fill(f"{day:%Y}-12-05T14:00")
    expect(beside).to_contain_text(f"5. Dezember {day:%Y}")
    expect(beside).to_contain_text(f"14:00 ({BERLIN})")
    field.fill("")
    expect(beside).to_have_text("")


def test_an_hour_that_comes_twice_has_its_offset(page, store):
    page.goto("/surveys/open34/settings?lang=en")
    page.locator("#closing summary").click()
    twice = hour_that_comes_twice()
    page.locator("#closes-at").fill(f"{twice:%Y-%m-%dT%H:%M}")
    expect(page.locator("#closes-at-read")).to_contain_text(f"({BERLIN}, GMT+02:00)")
    page.get_by_role("button", name="Close then").click()
    expect(page.locator("time[data-local]").first).to_contain_text(f"({BERLIN}, GMT+02:00)")
    assert store.surveys.get("open34").closes_at == twice.timestamp()
    store.surveys.plan_closing("open34", int(twice.timestamp()) + 3600, on_date=True)
    page.reload()
    expect(page.locator("time[data-local]").first).to_contain_text(f"({BERLIN}, GMT+01:00)")


def test_a_refused_time_is_mended_in_its_field_and_live_figures_go_on(page, store):
    page.goto("/surveys/open34/settings?lang=en")
    page.locator("#closing summary").click()
    page.locator("#closes-at").fill("2020-01-01T10:00")
    page.get_by_role("button", name="Close then").click()
    expect(page.get_by_text("Please give a time within the next year.")).to_be_visible()
    expect(page.locator("#closes-at")).to_have_value("2020-01-01T10:00")
    expect(page.locator("#closes-at")).to_be_focused()
    assert page.url.endswith("/surveys/open34/settings?lang=en")
    store.surveys.begin_last_minute("open34", 4_000_000_000)
    page.locator("#closes-at").fill("")
    with page.expect_response("**/surveys/open34/settings?lang=en") as asked:
        pass
    assert asked.value.status in {200, 304}
    page.reload()  # sends nothing again
    expect(page.get_by_role("button", name="Finish now")).to_be_visible()
