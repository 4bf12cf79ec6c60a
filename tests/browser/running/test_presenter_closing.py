"""A time to close, set and counted down on the projector, and kept by the server."""

import re
import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect
from presented import CODE, PATH, heading
from respondent_page import expect_saved, fill_in, press_send
from signing_keys import KEY

from survey.app.housekeeper import Housekeeper
from survey.store import State

# On the slide; what is spoken goes on after it.
CLOSED = "This survey is closed. It takes no responses now."


@pytest.fixture
def closing(store):
    """What closes surveys at their time, as beside a server."""
    housekeeper = Housekeeper(store, KEY)
    housekeeper.start()
    yield
    housekeeper.stop()


def seconds_left(page) -> int:
    minutes, seconds = page.get_by_role("timer").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


RESPONSES = "**/responses"


def send_in_vain(phone) -> None:
    """Draws and sends; what is sent is lost until the route is taken away."""
    phone.route(RESPONSES, lambda route: route.abort())
    with phone.expect_request(RESPONSES):
        press_send(phone)


@pytest.mark.exhaustive
def test_time_to_close_is_set_counted_down_prolonged_and_taken_back(slides, closing, store):
    page = slides
    page.keyboard.press("ArrowRight")
    page.keyboard.press("f")
    page.get_by_text("Close in …").click()
    page.get_by_role("button", name="5 minutes").click()
    expect(page.get_by_role("timer")).to_be_visible()
    # The times no longer cover the slide, and the keyboard is where they were asked for.
    expect(page.get_by_role("button", name="5 minutes")).to_be_hidden()
    expect(page.get_by_text("Close in …")).to_be_focused()
    first = page.get_by_role("timer").inner_text()
    assert 240 <= seconds_left(page) <= 300
    expect(page.get_by_role("timer")).not_to_have_text(first)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="5 minutes")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="5 minutes")).to_be_hidden()
    page.get_by_text("Close in …").click()
    page.get_by_role("button", name="One minute more").click()
    expect(page.get_by_role("timer")).to_have_text(re.compile("^5:"))
    expect(page.get_by_role("button", name="One minute more")).to_be_hidden()
    page.get_by_text("Close in …").click()
    page.get_by_role("button", name="Stay open").click()
    expect(page.get_by_role("timer")).to_have_count(0)
    assert store.surveys.get(CODE).closes_at is None
    # The page has not been left for any of that.
    expect(page.get_by_text("Frozen", exact=True)).to_be_visible()
    heading(page, "Did you cheat?")


def test_survey_closes_when_the_time_is_up_and_the_pages_say_so(
    slides, closing, store, new_context
):
    other = new_context(1280, 720)
    other.add_cookies(slides.context.cookies())
    dashboard = other.new_page()
    store.surveys.plan_closing(CODE, int(time.time()) + 3600)
    dashboard.goto("/surveys/mixd34")
    expect(dashboard.get_by_role("timer")).to_be_visible()
    slides.reload()
    expect(slides.get_by_role("timer")).to_be_visible()
    store.surveys.plan_closing(
        CODE, int(time.time()) + 3
    )  # both pages are there, however slowly they came
    expect(slides.get_by_text(CLOSED, exact=True)).to_be_visible()
    expect(slides.get_by_role("timer")).to_have_text(re.compile("^0:"))
    expect(dashboard.get_by_text("closed", exact=True)).to_be_visible()
    assert store.surveys.get(CODE).closing
    slides.get_by_role("button", name="Finish now").click()
    expect(slides.get_by_role("button", name="Finish now")).to_have_count(0)
    assert store.surveys.get(CODE).state is State.CLOSED


@pytest.mark.exhaustive
def test_two_phones_of_the_last_minute_are_counted_and_a_third_begins_nothing(
    slides, closing, store, new_context
):
    """Both have drawn, and their networks lose what they send until the survey has closed."""
    instrument = store.surveys.get(CODE).instrument
    before = store.responses.tally(CODE).responses
    late = new_context()
    phones = [new_context().new_page() for _ in range(2)]
    for phone in phones:
        phone.goto(f"/s/{CODE}")
        fill_in(phone, instrument, [1, 0, (1, 0), 20, 2])
        send_in_vain(phone)
    slides.get_by_text("Close in …").click()
    slides.get_by_role("button", name="Now").click()
    expect(slides.get_by_text(CLOSED, exact=True)).to_be_visible()
    third = late.new_page()
    third.goto(f"/s/{CODE}")
    expect(third.get_by_text("This survey is closed for now.")).to_be_visible()
    for phone in phones:
        phone.unroute(RESPONSES)
        expect_saved(phone)
    slides.get_by_role("button", name="Finish now").click()
    expect(slides.get_by_role("button", name="Undo")).to_have_count(0)
    assert store.responses.tally(CODE).responses == before + 2
    assert store.surveys.get(CODE).state is State.CLOSED


@pytest.mark.exhaustive
def test_a_server_that_was_away_leaves_a_minute_and_a_clock_set_forward_ends_it(
    slides, store, new_context
):
    before = store.responses.tally(CODE).responses
    phone = new_context().new_page()
    phone.goto(f"/s/{CODE}")
    fill_in(phone, store.surveys.get(CODE).instrument, [1, 0, (1, 0), 20, 2])
    send_in_vain(phone)
    store.surveys.plan_closing(CODE, int(time.time()) - 3600)  # nothing ran then
    ahead = [0]
    restarted = Housekeeper(store, KEY, lambda: time.time() + ahead[0])
    restarted.start()
    try:
        expect(slides.get_by_text(CLOSED, exact=True)).to_be_visible()
        expect(slides.get_by_role("button", name="Undo")).to_be_visible()
        phone.unroute(RESPONSES)
        expect_saved(phone)
        ahead[0] = 3600
        expect(slides.get_by_role("button", name="Undo")).to_have_count(0)
    finally:
        restarted.stop()
    assert store.surveys.get(CODE).state is State.CLOSED
    assert store.responses.tally(CODE).responses == before + 1
    assert len(store.surveys.statements(CODE)) == 1


@pytest.mark.exhaustive
def test_closing_is_undone_from_the_slide(slides, store):
    slides.get_by_text("Close in …").click()
    slides.get_by_role("button", name="Now").click()
    expect(slides.get_by_text(CLOSED, exact=True)).to_be_visible()
    slides.get_by_role("button", name="Undo").click()
    expect(slides.get_by_label("Code m i x d 3 4")).to_be_visible()
    assert not store.surveys.get(CODE).closing


def test_closing_from_the_keyboard_says_so_and_goes_on_at_undo(slides):
    """2.4.3, 4.1.3: the buttons that were pressed are gone."""
    page = slides
    page.keyboard.press("ArrowRight")
    page.get_by_text("Close in …").press("Enter")
    page.get_by_role("button", name="Now", exact=True).press("Enter")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    spoken = page.locator("#spoken")
    expect(spoken).to_have_role("status")
    expect(spoken).to_have_text(
        re.compile("This survey is closed.*[01]:\\d\\d.*until the list", re.S)
    )
    page.keyboard.press("Enter")
    expect(page.get_by_text("Close in …")).to_be_focused()


@pytest.mark.parametrize("width", [740, 800, 1024, 1100, 1280])
def test_what_unfolds_stays_on_the_screen(slides, width):
    """1.4.10: on the smallest projector, too, what closes the survey can be pressed."""
    page = slides
    page.set_viewport_size({"width": width, "height": 600})
    for address in (PATH, f"{PATH}?slide=1&results=shown"):
        page.goto(address)
        page.get_by_text("Close in …").click()
        now = page.get_by_role("button", name="Now", exact=True)
        expect(now).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="10 minutes")).to_be_in_viewport(ratio=1)
    page.goto(PATH)
    page.get_by_text("Copy the link").click()
    expect(page.get_by_label("Link to the survey")).to_be_in_viewport(ratio=1)


@pytest.mark.exhaustive
def test_without_a_script_the_time_is_set_too(new_context, slides, store):
    context = new_context(1280, 720, java_script_enabled=False)
    context.add_cookies(slides.context.cookies())
    page = context.new_page()
    page.goto(f"{PATH}?slide=1")
    page.get_by_text("Close in …").click()
    page.get_by_role("button", name="10 minutes").click()
    heading(page, "Did you cheat?")
    expect(page.get_by_role("timer")).to_be_visible()
    assert store.surveys.get(CODE).closes_at > time.time() + 500


@pytest.mark.exhaustive
@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/St_Johns"])
def test_a_date_is_typed_and_shown_in_the_zone_of_the_instructors_clock(
    new_context, slides, store, zone
):
    context = new_context(1280, 720, timezone_id=zone)
    context.add_cookies(slides.context.cookies())
    page = context.new_page()
    page.goto(f"/surveys/{CODE}/settings")
    page.get_by_text("Close at a time …").click()
    there = datetime.now(ZoneInfo(zone)) + timedelta(days=200)  # of the other summer time, often
    page.get_by_label(f"Or at a date and time ({zone})").fill(f"{there:%Y-%m-%dT14:05}")
    page.get_by_role("button", name="Close then").click()
    planned = there.replace(hour=14, minute=5, second=0, microsecond=0)
    assert store.surveys.get(CODE).closes_at == planned.timestamp()
    shown = page.get_by_text(f"closes {there:%b} {there.day}, {there.year}")
    expect(shown).to_contain_text("2:05")
    expect(shown).to_contain_text(f"({zone})")
