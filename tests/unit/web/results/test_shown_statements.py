"""What everybody compares stands where they look, and statements are as public as results."""

import pytest
from opened_again import come_after_the_statement

from survey.core.responses.response import Response
from survey.core.responses.statement import parse_statement
from survey.exports.verification.statement_chain import KnownForms
from survey.exports.verification.verify import verify
from survey.store import State
from survey.wire.stating import sign_missing_statements

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
        sign_missing_statements(store, app.extensions["signing_key"])
        return parse_statement(store.surveys.statements("bcd234")[-1].rpartition("\n\n")[0] + "\n")

    store.surveys.set_sharing("bcd234", True, 6)
    return close


@pytest.mark.parametrize("place", PLACES)
def test_root_and_key_stand_where_everybody_looks(instructor, app, close, place):
    statement = close(12)
    page = instructor.get(place).text
    assert page.count(statement.short_root) == 1
    assert app.extensions["signing_key"].public.fingerprint in page
    assert "compare it with others." in page
    assert "12 responses, root" in page


@pytest.mark.parametrize("place", PLACES)
def test_a_page_follows_once_the_statement_is_made(instructor, app, store, close, place):
    """The closing itself, which may be a moment before, leaves nothing in its place."""
    close(12, pay=False)
    before = instructor.get(place)
    assert "witness" not in before.text
    sign_missing_statements(store, app.extensions["signing_key"])
    after = instructor.get(place, headers={"If-None-Match": before.headers.get("ETag", "")})
    assert "compare it with others." in after.text


def test_the_statement_is_a_text(respondent, instructor, store, close):
    close(12)
    (first,) = store.surveys.statements("bcd234")
    assert f"{AT}/statement.txt" in respondent.get(f"{AT}/results").text
    for client, at in ((respondent, AT), (instructor, OWN)):
        answer = client.get(f"{at}/statement.txt")
        assert (answer.text, answer.mimetype) == (first, "text/plain")


@pytest.mark.parametrize(("public", "fewest"), [(False, 6), (True, 13)])
def test_statements_are_as_public_as_results(respondent, instructor, store, close, public, fewest):
    close(12)
    store.surveys.set_sharing("bcd234", public, fewest)
    assert respondent.get(f"{AT}/statement.txt").status_code == 403
    assert instructor.get(f"{OWN}/statement.txt").status_code == (403 if fewest > 12 else 200)


def bodies(client, *files: str) -> list[bytes]:
    answers = [client.get(f"{AT}/{each}") for each in files]
    assert {each.status_code for each in answers} == {200}
    return [each.data for each in answers]


def test_what_came_after_the_statement_is_counted_as_not_covered(
    respondent, instructor, store, open_survey, close
):
    """Of a survey that an earlier release opened again the public sees the list that all saw."""
    first = close(12)
    files = "reports.json", "hashes.bin", "reports.csv"
    shown = bodies(respondent, *files)
    digest = open_survey.instrument.digest
    late = [Response(digest, digit * 32, (1, 1, 1)) for digit in "ef"]
    come_after_the_statement(store, "bcd234", late)
    assert bodies(respondent, *files) == shown
    for page in ("reports", "results"):
        text = respondent.get(f"{AT}/{page}").text
        assert "2 responses came after the list was signed, and are not in it." in text
        assert "f" * 32 not in text
    assert first.short_root in respondent.get(f"{AT}/results").text
    dashboard = instructor.get(OWN).text
    assert "2 responses came after the list was signed, and are not in it." in dashboard
    assert first.short_root not in dashboard
    own = instructor.get(f"{OWN}/results.json").get_json()
    assert (own["responses"], own["statements"]) == (12, store.surveys.statements("bcd234"))
    assert verify(own, KnownForms(first.short_root)).faults == ()
    assert len(instructor.get(f"{OWN}/reports.csv").text.split("response_id")[1].split()) == 15


def test_of_a_survey_that_closed_once_nothing_is_left_out(respondent, close):
    close(12)
    assert "came after the list was signed" not in respondent.get(f"{AT}/results").text


def test_an_open_survey_that_never_closed_has_no_statement(respondent, store, close):
    answer = respondent.get(f"{AT}/statement.txt")
    assert answer.status_code == 403
    assert "stated once the survey is closed" in answer.text


def test_exports_of_the_web_hold_what_is_public(respondent, store, close):
    close(12)
    assert respondent.get(f"{AT}/reports.json").get_json()["statements"] == (
        store.surveys.statements("bcd234")
    )
