"""What everybody compares stands where they look, and statements are as public as results."""

import pytest

from survey.core.responses.response import Response
from survey.core.responses.statement import parse_statement
from survey.store import State
from survey.wire.stating import pay_statements

AT, OWN = "/s/bcd234", "/surveys/bcd234"
PLACES = [f"{OWN}/present?slide=4", OWN, f"{OWN}/report", f"{AT}/results"]


@pytest.fixture
def close(app, store, open_survey):
    """Fills the survey with so many more responses, closes it, and gives its last statement."""

    def close(responses: int, pay: bool = True):
        before = store.responses.tally("bcd234").responses
        for number in range(before, before + responses):
            response = Response(open_survey.instrument.digest, f"{number:032x}", (0, 1, 0))
            store.responses.add("bcd234", response)
        store.surveys.set_state("bcd234", State.CLOSED)
        if not pay:
            return None
        pay_statements(store, app.extensions["signing_key"])
        return parse_statement(store.surveys.statements("bcd234")[-1].rpartition("\n\n")[0] + "\n")

    store.surveys.set_sharing("bcd234", True, 6)
    return close


@pytest.mark.parametrize("place", PLACES)
def test_root_and_key_stand_where_everybody_looks(instructor, app, close, place):
    statement = close(12)
    page = instructor.get(place).text
    assert page.count(statement.short_root) == 1
    assert app.extensions["signing_key"].public.fingerprint in page
    assert "the room is the witness." in page
    assert "12 responses, root" in page


@pytest.mark.parametrize("place", PLACES)
def test_an_open_survey_has_no_root(instructor, store, close, place):
    statement = close(12)
    store.surveys.set_state("bcd234", State.OPEN)
    assert statement.short_root not in instructor.get(place).text


@pytest.mark.parametrize("place", PLACES)
def test_a_page_follows_once_the_statement_is_made(instructor, app, store, close, place):
    """The closing itself, which may be a moment before, leaves nothing in its place."""
    close(12, pay=False)
    before = instructor.get(place)
    assert "witness" not in before.text
    pay_statements(store, app.extensions["signing_key"])
    after = instructor.get(place, headers={"If-None-Match": before.headers.get("ETag", "")})
    assert "the room is the witness." in after.text


def test_all_statements_are_one_text_the_newest_last(respondent, instructor, store, close):
    close(12)
    store.surveys.set_state("bcd234", State.OPEN)
    (first,) = store.surveys.statements("bcd234")
    assert respondent.get(f"{AT}/statement.txt").text == first  # it stays public
    assert f"{AT}/statement.txt" in respondent.get(f"{AT}/results").text
    close(10)
    both = "\n".join(store.surveys.statements("bcd234"))
    for client, at in ((respondent, AT), (instructor, OWN)):
        answer = client.get(f"{at}/statement.txt")
        assert (answer.text, answer.mimetype) == (both, "text/plain")


@pytest.mark.parametrize(("public", "fewest"), [(False, 6), (True, 13)])
def test_statements_are_as_public_as_results(respondent, instructor, store, close, public, fewest):
    close(12)
    store.surveys.set_sharing("bcd234", public, fewest)
    assert respondent.get(f"{AT}/statement.txt").status_code == 403
    assert instructor.get(f"{OWN}/statement.txt").status_code == (403 if fewest > 12 else 200)


def test_a_closing_with_too_few_responses_is_not_shown_later_either(
    respondent, instructor, store, close
):
    few = close(4)
    store.surveys.set_state("bcd234", State.OPEN)
    close(12)
    shown = respondent.get(f"{AT}/statement.txt").text
    assert few.text not in shown
    assert shown == store.surveys.statements("bcd234")[1]
    assert instructor.get(f"{OWN}/statement.txt").text == shown


def test_where_few_came_late_the_earlier_root_stands_in_public(
    respondent, instructor, store, close
):
    """The instructor's own results hold the late ones, which nobody has signed yet."""
    first = close(12)
    store.surveys.set_state("bcd234", State.OPEN)
    assert close(2).text == first.text
    assert first.short_root in respondent.get(f"{AT}/results").text
    assert first.short_root not in instructor.get(OWN).text
    own = instructor.get(f"{OWN}/results.json").get_json()
    assert (own["responses"], own["statements"]) == (14, [])


def test_an_open_survey_that_never_closed_has_no_statement(respondent, store, close):
    answer = respondent.get(f"{AT}/statement.txt")
    assert answer.status_code == 403
    assert "stated once the survey is closed" in answer.text


def test_exports_of_the_web_hold_what_is_public(respondent, store, close):
    close(12)
    assert respondent.get(f"{AT}/reports.json").get_json()["statements"] == (
        store.surveys.statements("bcd234")
    )
