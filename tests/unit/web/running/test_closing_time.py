"""Planning when a survey closes, by the buttons of its page and of the presenter view."""

import re
import time
from datetime import UTC, datetime

import pytest
from instruments import make_instrument

from survey.store import State, Survey

PATH = "/surveys/bcd234"
NOW = 1_800_000_000


@pytest.fixture
def clock(monkeypatch):
    """Sets the wall clock to so many seconds after NOW."""

    def clock(seconds: float) -> None:
        monkeypatch.setattr(time, "time", lambda: NOW + seconds)

    clock(0)
    return clock


@pytest.fixture
def press(instructor, store, open_survey):
    """Presses a button of the form; when the survey then closes, in seconds after NOW."""

    def press(button: str) -> int | None:
        answer = instructor.post(f"{PATH}/closing", {"closes": button}, at=f"{PATH}/settings")
        assert answer.headers["Location"] == f"{PATH}/settings"
        closes_at = store.surveys.get("bcd234").closes_at
        return None if closes_at is None else closes_at - NOW

    return press


@pytest.mark.parametrize("minutes", [5, 10])
def test_minutes_are_counted_from_the_press(press, clock, minutes):
    clock(7.9)
    assert press(str(minutes)) == 7 + 60 * minutes


def test_a_minute_more_is_added_to_what_is_planned(press, clock):
    assert press("5") == 300
    clock(100)
    assert press("more") == 360
    clock(500)  # nothing closes by itself in this test
    assert press("more") == 560


def test_more_time_than_none_is_refused(instructor, store, open_survey):
    """It sounds like more time, and would have closed the survey in a minute."""
    answer = instructor.post(f"{PATH}/closing", {"closes": "more"})
    assert answer.status_code == 422
    assert "No closing time is set" in answer.text
    assert store.surveys.get("bcd234").closes_at is None
    assert "One minute more" not in instructor.get(f"{PATH}/settings").text
    store.surveys.plan_closing("bcd234", NOW + 90)
    assert "One minute more" in instructor.get(f"{PATH}/settings").text


def test_staying_open_takes_the_plan_back(press):
    press("5")
    assert press("cancel") is None


@pytest.mark.parametrize("button", ["5", "more", "cancel", "at"])
def test_a_stale_page_replaces_no_date(instructor, store, open_survey, clock, button):
    stamp = re.search(r'name="shown" value="(\w+)"', instructor.get(f"{PATH}/settings").text)[1]
    store.surveys.plan_closing("bcd234", NOW + 86_400, on_date=True)
    form = {"closes": button, "shown": stamp, "zone": "UTC"}
    if button == "at":
        form["at"] = "2027-02-01T08:00"
    answer = instructor.post(f"{PATH}/closing", form)
    assert answer.status_code == 409
    assert "Nothing was done" in answer.text
    assert store.surveys.get("bcd234").closes_at == NOW + 86_400


def test_undo_works_from_any_page(instructor, store, open_survey, clock):
    store.surveys.begin_last_minute("bcd234", NOW)
    store.surveys.plan_closing("bcd234", None)
    store.surveys.begin_last_minute("bcd234", NOW)
    answer = instructor.post(f"{PATH}/closing", {"closes": "cancel", "shown": "older"})
    assert answer.status_code == 302
    assert not store.surveys.get("bcd234").closing
    again = instructor.post(f"{PATH}/closing", {"closes": "cancel", "shown": "older"})
    assert again.status_code == 302


@pytest.mark.parametrize("button", ["", "0", "3", "-1", "1e9", "²", "More", "1", "2"])
def test_another_time_is_refused(instructor, store, open_survey, button):
    answer = instructor.post(f"{PATH}/closing", {"closes": button})
    assert answer.status_code == 422
    assert "in 5 or 10 minutes, or at a time" in answer.text
    assert store.surveys.get("bcd234").closes_at is None


def test_a_closed_survey_is_given_no_time(instructor, mixed_survey):
    answer = instructor.post(f"{PATH}/closing", {"closes": "5"})
    assert answer.status_code == 410
    assert "Only an open survey" in answer.text


@pytest.mark.parametrize("page", ["", "/present", "/present?slide=2"])
def test_pages_say_how_much_time_is_left(instructor, store, open_survey, clock, page):
    assert "data-seconds-left" not in instructor.get(PATH + page).text
    store.surveys.plan_closing("bcd234", NOW + 90)
    clock(10.2)
    assert 'data-seconds-left="80">1:20<' in instructor.get(PATH + page).text
    clock(95)
    assert 'data-seconds-left="0">0:00<' in instructor.get(PATH + page).text


def test_a_page_is_sent_again_when_its_plan_changes(instructor, store, open_survey):
    etag = {"If-None-Match": instructor.get(PATH).headers["ETag"]}
    assert instructor.get(PATH, headers=etag).status_code == 304
    store.surveys.plan_closing("bcd234", NOW)
    assert instructor.get(PATH, headers=etag).status_code == 200


def test_presenter_view_is_come_back_to_at_its_slide(instructor, open_survey):
    form = {"closes": "5", "slide": "2"}
    answer = instructor.post(f"{PATH}/closing", form)
    assert answer.headers["Location"] == f"{PATH}/present?slide=2"
    assert "It will close by itself when the time is up." not in instructor.get(PATH).text


def test_respondents_are_told_nothing_of_the_plan(respondent, store, open_survey):
    before = respondent.get("/s/bcd234").text
    store.surveys.plan_closing("bcd234", NOW)
    nonce = re.compile(r'name="csrf_token" value="[^"]*"')
    assert nonce.sub("", respondent.get("/s/bcd234").text) == nonce.sub("", before)


BERLIN = "Europe/Berlin"  # NOW is there 9:00 on 15 January 2027


@pytest.mark.parametrize(
    ("typed", "zone", "utc"),
    [
        ("2027-01-15T14:00", "UTC", "2027-01-15T14:00"),
        ("2027-01-15T14:00", BERLIN, "2027-01-15T13:00"),
        ("2027-07-15T14:00", BERLIN, "2027-07-15T12:00"),  # beyond a change of summer time
        ("2027-10-31T02:30", BERLIN, "2027-10-31T00:30"),  # twice on that day: the first
        ("2027-03-28T03:00", BERLIN, "2027-03-28T01:00"),
        ("2027-04-04T01:45", "Australia/Lord_Howe", "2027-04-03T14:45"),  # by half an hour
        ("2027-06-01T08:15:30", "Asia/Kathmandu", "2027-06-01T02:30:30"),
    ],
)
def test_a_date_and_time_is_of_the_instructors_zone(
    instructor, store, open_survey, clock, typed, zone, utc
):
    form = {"closes": "at", "at": typed, "zone": zone}
    assert instructor.post(f"{PATH}/closing", form).status_code == 302
    closes_at = store.surveys.get("bcd234").closes_at
    assert datetime.fromtimestamp(closes_at, UTC) == datetime.fromisoformat(f"{utc}+00:00")
    page = instructor.get(PATH).text
    assert "data-seconds-left" not in page
    assert f'datetime="{utc[:16]}' in page


@pytest.mark.parametrize(
    ("typed", "zone", "why"),
    [
        ("", "UTC", "Please give a date and a time"),
        ("tomorrow", "UTC", "Please give a date and a time"),
        ("9999-12-31T23:59", "Pacific/Honolulu", "Please give a date and a time"),
        ("2027-01-15T08:00", "UTC", "within the next year"),  # this very moment
        ("2027-01-15T08:30", BERLIN, "within the next year"),
        ("2028-01-17T08:00", "UTC", "within the next year"),
        ("2027-03-28T02:30", BERLIN, "skip this time"),
        ("2027-06-01T08:00", "Mars/Olympus", "does not know your time zone"),
        ("2027-06-01T08:00", "../../etc/passwd", "does not know your time zone"),
        ("2027-06-01T08:00", "", "does not know your time zone"),
    ],
)
def test_a_time_that_is_none_or_not_to_come_is_refused(
    instructor, store, open_survey, clock, typed, zone, why
):
    answer = instructor.post(f"{PATH}/closing", {"closes": "at", "at": typed, "zone": zone})
    assert answer.status_code == 422
    assert why in answer.text
    assert store.surveys.get("bcd234").closes_at is None


@pytest.mark.parametrize("chosen", ["cancel", "5", "10"])
def test_a_date_beside_another_choice_is_refused_in_the_form(instructor, store, clock, chosen):
    """Neither is what was meant for sure."""
    store.surveys.add(Survey("drft34", make_instrument("1/4")))
    form = {"closes": chosen, "at": "2027-02-01T08:00", "zone": "Europe/Berlin"}
    answer = instructor.post("/surveys/drft34/publish", form)
    assert answer.status_code == 422
    assert 'value="2027-02-01T08:00" aria-describedby="closes-at-read closes-at-error"' in (
        answer.text
    )
    assert f'id="closing-{chosen}" value="{chosen}" checked' in answer.text
    assert "You gave a date and a time, and chose something else." in answer.text
    assert store.surveys.get("drft34").state is State.DRAFT
    form |= {"closes": "at"}
    assert instructor.post("/surveys/drft34/publish", form).status_code == 302
    opened = store.surveys.get("drft34")
    assert (opened.state, opened.closes_on_date) == (State.OPEN, True)
    assert datetime.fromtimestamp(opened.closes_at, UTC).isoformat() == "2027-02-01T07:00:00+00:00"


def test_an_unknown_zone_leaves_a_field_that_takes_utc(instructor, store, open_survey, clock):
    form = {"closes": "at", "at": "2027-02-01T08:00", "zone": "Mars/Olympus"}
    answer = instructor.post(f"{PATH}/closing", form)
    assert answer.status_code == 422
    assert '<input type="hidden" name="zone" value="UTC">' in answer.text
    assert "data-zone" not in answer.text
    assert "(<span>UTC</span>)" in answer.text
    assert instructor.post(f"{PATH}/closing", form | {"zone": "UTC"}).status_code == 302


def test_a_refused_time_stands_in_its_form(instructor, store, open_survey, clock):
    """Not a page that offers to send the same once more."""
    form = {"closes": "at", "at": "2020-02-01T08:00", "zone": "UTC"}
    answer = instructor.post(f"{PATH}/closing", form, headers={"Origin": "http://localhost"})
    assert answer.status_code == 422
    assert 'id="closes-at-error" role="alert">Please give a time within' in answer.text
    assert 'name="at" value="2020-02-01T08:00"' in answer.text
    for word in ("data-again", "What you typed", "Send it again"):
        assert word not in answer.text
    assert f'data-address="{PATH}/settings"' in answer.text
