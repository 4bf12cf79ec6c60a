"""A phone has really opened it: known of the survey, and nothing of the phone."""

import pytest

from survey.store import State, Survey
from survey.web.respondent.reachability import ReachedCodes

PHONE = "192.0.2.44"  # for documentation (RFC 5737): no machine has it
PATH = "/s/bcd234/instrument.json"


def read(app, address: str, path: str = PATH, **options) -> None:
    answer = app.test_client().get(path, environ_overrides={"REMOTE_ADDR": address}, **options)
    assert answer.status_code == 200


def test_another_machine_that_reads_the_questionnaire_is_noted(app, open_survey):
    assert "bcd234" not in app.extensions["reached"]
    read(app, PHONE)
    assert "bcd234" in app.extensions["reached"]


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "[::1]", "", "unknown"])
def test_this_machine_and_an_unknown_one_are_not(app, open_survey, address):
    read(app, address)
    assert "bcd234" not in app.extensions["reached"]


def test_the_page_alone_is_not_enough_since_its_script_may_not_run(app, open_survey):
    read(app, PHONE, "/s/bcd234")
    assert "bcd234" not in app.extensions["reached"]


def test_another_survey_is_another_one(app, store, instrument, open_survey):
    store.surveys.add(Survey("efg567", instrument, State.OPEN))
    read(app, PHONE, "/s/efg567/instrument.json")
    assert "bcd234" not in app.extensions["reached"]


def test_only_the_announced_address_counts():
    reached = ReachedCodes("http://192.0.2.7:8000")
    asked = {"REMOTE_ADDR": PHONE, "HTTP_HOST": "localhost:8000"}
    reached.note("bcd234", asked)
    assert "bcd234" not in reached
    reached.note("bcd234", asked | {"HTTP_HOST": "192.0.2.7:8000"})
    assert "bcd234" in reached


def test_nothing_is_kept_of_who_it_was():
    reached = ReachedCodes(None)
    reached.note("bcd234", {"REMOTE_ADDR": PHONE, "HTTP_HOST": "localhost", "HTTP_COOKIE": "a=b"})
    assert vars(reached) == {"_announced": None, "_codes": {"bcd234"}}
