"""Joining: a code is understood however it is typed, and a wrong one is explained."""

import dataclasses

import pytest

from survey.app import create_app
from survey.client_build.files import SINGLE_FILE
from survey.store import State, Survey
from survey.web.http.throttle import MOST_WRONG_CODES, code_throttle


@pytest.mark.parametrize(
    "typed",
    ["bcd234", "BCD234", "bcd 234", "  Bcd-234 ", "B C D 2 3 4", "bcd-234", "\tbcd\u00a0234\n",
     "-b-c-d-2-3-4-", "bcd.234", "bcd–234.", "ｂｃｄ２３４", "bcd٢٣٤", "“bcd 234”", "../bcd234"],
)  # fmt: skip
def test_code_is_understood_however_it_is_typed(respondent, open_survey, typed):
    answer = respondent.get("/join", query_string={"code": typed})
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/s/bcd234"


@pytest.mark.parametrize("behind", ["", "/", ".", "?lang=de", f"#q={'A' * 52}&k={'B' * 24}"])
@pytest.mark.parametrize("before", ["https://", "", "Hi, here: http://"])
def test_pasted_link_leads_to_its_survey_without_its_digest(
    respondent, open_survey, before, behind
):
    link = f"{before}surveys.department.example.org/deniable/s/bcd234{behind}"
    answer = respondent.get("/join", query_string={"code": link})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/s/bcd234")


def test_field_takes_a_whole_link(respondent):
    assert "maxlength" not in respondent.get("/").text


@pytest.mark.parametrize("typed", ["", "   ", "-", " - - ", "\0", "é" * 99, "кот"])
def test_missing_code_is_asked_for(respondent, open_survey, typed):
    answer = respondent.get("/join", query_string={"code": typed})
    assert answer.status_code == 422
    assert "Please type the code." in answer.text


@pytest.mark.parametrize("typed", ["nosuch", "bcd23", "bcd2345", "<b>", "../bcd23"])
def test_wrong_code_is_explained_and_stays_in_the_field(respondent, open_survey, typed):
    answer = respondent.get("/join", query_string={"code": typed})
    assert answer.status_code == 404
    assert "No survey has this code." in answer.text
    assert 'aria-describedby="code-error"' in answer.text
    assert 'id="code-error"' in answer.text
    assert "<b>" not in answer.text


def test_draft_cannot_be_told_from_a_survey_that_does_not_exist(respondent, store, instrument):
    store.surveys.add(Survey("drft34", instrument))
    draft, nothing = (
        respondent.get("/join", query_string={"code": code}) for code in ("drft34", "drft35")
    )
    assert draft.status_code == nothing.status_code == 404
    assert draft.text.replace("drft34", "") == nothing.text.replace("drft35", "")


def test_closed_survey_is_still_found(respondent, store, open_survey):
    store.surveys.set_state("bcd234", State.CLOSED)
    assert respondent.get("/join", query_string={"code": "bcd234"}).status_code == 302
    assert "takes no more responses" in respondent.get("/s/bcd234").text


@pytest.mark.parametrize("path", ["/s/BCD234", "/s/bcd-234", "/s/Bcd%20234"])
def test_address_typed_with_capitals_blanks_or_hyphens_leads_to_the_survey(
    respondent, open_survey, path
):
    answer = respondent.get(path)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/s/bcd234")


@pytest.mark.parametrize("path", ["/s/%20", "/s/-", "/s/%00", "/s/%2f%2fevil.example"])
def test_address_without_a_code_is_404_on_this_site(respondent, open_survey, path):
    answer = respondent.get(path, follow_redirects=True)
    assert answer.status_code == 404
    assert answer.request.host == "localhost"


def test_front_page_asks_for_the_code(respondent):
    page = respondent.get("/").text
    assert 'name="code"' in page
    assert "code-error" not in page


def test_explanation_says_what_is_kept(respondent):
    assert "What is kept" in respondent.get("/how").text


def test_explanation_leads_to_the_single_file_and_says_where_not_to_get_it(respondent):
    page = respondent.get("/how").text
    assert f'<a href="{SINGLE_FILE}">' in page
    assert "get that file from somewhere else" in page


def asking(app, address: str, forwarded: str | None = None):
    """Types a code at this address; the status."""
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}

    def ask(code: str) -> int:
        return app.test_client().get(
            f"/join?code={code}", environ_base={"REMOTE_ADDR": address}, headers=headers
        ).status_code  # fmt: skip

    return ask


def guess(ask, times: int) -> set[int]:
    return {ask(f"zzz{number:03}") for number in range(times)}


def test_wrong_codes_are_limited_and_never_hold_up_right_ones_of_the_same_network(app, open_survey):
    clock = [0.0]
    app.extensions["code_throttle"] = code_throttle(lambda: clock[0])
    classroom, other = asking(app, "192.0.2.7"), asking(app, "192.0.2.8")
    assert guess(classroom, 299) == {404}
    assert {classroom("bcd234") for _ in range(300)} == {302}  # right ones count for nothing
    assert guess(classroom, 1) == {404}
    assert guess(classroom, 5) == {429}
    assert classroom("bcd234") == 302
    assert guess(classroom, 1) == {429}
    assert guess(other, 1) == {404}
    clock[0] += 901
    assert guess(classroom, 1) == {404}


def test_behind_a_proxy_each_network_is_counted_for_itself(config, store, open_survey):
    """And where it does not say whose a request is, nobody pays for another."""
    app = create_app(dataclasses.replace(config, proxies=1), store)
    guesser, classroom = (
        asking(app, "127.0.0.1", network) for network in ("198.51.100.0", "203.0.113.0")
    )
    assert guess(guesser, MOST_WRONG_CODES + 1) == {404, 429}
    assert classroom("bcd234") == 302
    silent = asking(app, "127.0.0.1", "")
    assert guess(silent, MOST_WRONG_CODES + 1) == {404}
    assert silent("bcd234") == 302
