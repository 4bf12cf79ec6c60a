"""Planning when a survey closes, by the buttons of its page and of the presenter view."""

import re
import time

import pytest

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


@pytest.mark.parametrize("minutes", [1, 2, 5, 10])
def test_minutes_are_counted_from_the_press(press, clock, minutes):
    clock(7.9)
    assert press(str(minutes)) == 7 + 60 * minutes


def test_a_minute_more_is_added_to_what_is_planned(press, clock):
    assert press("2") == 120
    clock(100)
    assert press("more") == 180
    clock(500)  # nothing closes by itself in this test
    assert press("more") == 560


def test_more_time_than_none_is_refused(instructor, store, open_survey):
    """It sounds like more time, and would have closed the survey in a minute."""
    answer = instructor.post(f"{PATH}/closing", {"closes": "more"})
    assert answer.status_code == 422
    assert "No time to close is set" in answer.text
    assert store.surveys.get("bcd234").closes_at is None
    assert "One minute more" not in instructor.get(f"{PATH}/settings").text
    store.surveys.plan_closing("bcd234", NOW + 90)
    assert "One minute more" in instructor.get(f"{PATH}/settings").text


def test_staying_open_takes_the_plan_back(press):
    press("1")
    assert press("cancel") is None


@pytest.mark.parametrize("button", ["", "0", "3", "-1", "1e9", "²", "More"])
def test_another_time_is_refused(instructor, store, open_survey, button):
    answer = instructor.post(f"{PATH}/closing", {"closes": button})
    assert answer.status_code == 422
    assert "in 1, 2, 5 or 10 minutes" in answer.text
    assert store.surveys.get("bcd234").closes_at is None


def test_a_closed_survey_is_given_no_time(instructor, mixed_survey):
    answer = instructor.post(f"{PATH}/closing", {"closes": "1"})
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
