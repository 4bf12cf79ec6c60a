"""A wall clock that is set back or forward changes nothing, since nothing is dated by it.

But one thing: the time at which an instructor plans to close (test_closing.py).
"""

import time

import pytest
from flask.sessions import SecureCookieSessionInterface

from survey.core.responses.response import Response
from survey.web.http.throttle import MOST_FAILURES

YEAR = 365 * 24 * 3600


@pytest.fixture
def set_clock(monkeypatch):
    """Sets the wall clock by so many seconds; the monotonic one goes on as it must."""
    wall = time.time

    def set_clock(seconds: float) -> None:
        monkeypatch.setattr(time, "time", lambda: wall() + seconds)

    return set_clock


@pytest.mark.parametrize("change", [-YEAR, YEAR, -1, 40 * 24 * 3600])
def test_instructor_stays_signed_in_and_open_forms_stay_good(instructor, set_clock, change):
    token = instructor.token("/settings")
    set_clock(change)
    assert instructor.get("/surveys").status_code == 200
    form = {"csrf_token": token, "largest_epsilon": "2"}
    assert instructor.client.post("/settings", data=form).status_code == 302
    set_clock(0)
    assert instructor.get("/surveys").status_code == 200


@pytest.mark.parametrize("change", [-YEAR, YEAR])
def test_the_check_catches_sessions_with_an_age(app, instructor, set_clock, change):
    app.session_interface = SecureCookieSessionInterface()
    set_clock(change)
    assert instructor.get("/surveys").status_code == 302


@pytest.mark.parametrize("change", [-YEAR, YEAR])
def test_sign_in_link_and_ended_sessions_stay_what_they_are(
    app, instructor, stranger, store, set_clock, change
):
    thief = app.test_client()
    name = app.config["SESSION_COOKIE_NAME"]
    thief.set_cookie(name, instructor.client.get_cookie(name).value)
    instructor.post("/sign-out")
    set_clock(change)
    assert thief.get("/surveys").status_code == 302
    answer = stranger.post("/sign-in", {"password": "a long enough password"}, at="/sign-in")
    assert answer.status_code == 302


@pytest.mark.parametrize("change", [-YEAR, YEAR])
def test_throttle_neither_opens_nor_lasts_longer(instructor, stranger, set_clock, change):
    token = stranger.token("/sign-in")

    def guess() -> int:
        form = {"csrf_token": token, "password": "a wrong password"}
        return stranger.client.post("/sign-in", data=form).status_code

    assert [guess() for _ in range(MOST_FAILURES)] == [403] * MOST_FAILURES
    set_clock(change)
    answer = stranger.client.post(
        "/sign-in", data={"csrf_token": token, "password": "a wrong password"}
    )
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 15 * 60 + 1


@pytest.mark.parametrize("change", [-YEAR, YEAR])
def test_responses_are_taken_once_and_kept(app, store, open_survey, set_clock, change):
    def send(number: int) -> int:
        body = Response(open_survey.instrument.digest, f"{number:032x}", (0, 1, 0)).body()
        answer = app.test_client().post(
            "/s/bcd234/responses", data=body, content_type="application/json"
        )
        return answer.status_code

    assert send(1) == 201
    set_clock(change)
    assert [send(1), send(2), send(2)] == [200, 201, 200]
    set_clock(0)
    assert [send(1), send(2)] == [200, 200]
    assert store.responses.tally("bcd234").responses == 2


@pytest.mark.parametrize("change", [-YEAR, YEAR])
def test_coin_form_that_is_open_meanwhile_is_taken(
    respondent, store, open_survey, set_clock, change
):
    page = respondent.get("/s/bcd234/coin").text
    fields = dict(_hidden(page)) | {"report_1": "1", "report_2": "0", "report_3": "1"}
    fields["typed"] = "my own words"
    set_clock(change)
    assert respondent.post("/s/bcd234/coin", data=fields).status_code == 200
    assert store.responses.tally("bcd234").responses == 1


def _hidden(page: str):
    for field in page.split("<input")[1:]:
        if 'type="hidden"' in field:
            yield field.split('name="')[1].split('"')[0], field.split('value="')[1].split('"')[0]
