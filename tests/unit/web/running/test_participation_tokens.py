"""Participation tokens: issued as slips, taken once, refused in kind words."""

import csv
import re
import secrets
from dataclasses import replace

import pytest
from instruments import make_instrument
from signing_keys import linked_key

from survey.core.instrument.digest_forms import full_form, short_form
from survey.core.responses import tokens
from survey.errors import StoreUnavailable
from survey.store import State, Survey, TokenCounts
from survey.web.http.throttle import MOST_WRONG_TOKENS, token_throttle

PAGE = "/surveys/bcd234/tokens"
WIRE = "/s/bcd234/responses"


@pytest.fixture
def issue(instructor, open_survey):
    """Issues tokens by the page's form; gives them as they are printed."""

    def issue(count: int, code: str = "bcd234") -> list[str]:
        answer = instructor.post(
            f"/surveys/{code}/tokens", {"count": str(count), "format": "csv"}, at=PAGE
        )
        assert answer.status_code == 200
        return [row["token"] for row in csv.DictReader(answer.text.splitlines())]

    return issue


@pytest.fixture
def send(respondent, good):
    """Sends a new response with a token; the answer."""

    def send(token: str | None, **changes):
        body = {**good, "response_id": secrets.token_hex(16), **changes}
        return respondent.post(WIRE, json=body if token is None else {**body, "token": token})

    return send


def test_slips_hold_each_token_as_code_link_and_groups(instructor, open_survey, store):
    sheet = instructor.post(PAGE, {"count": "12", "format": "html"})
    assert sheet.status_code == 200
    assert sheet.headers["Cache-Control"] == "no-store"
    printed = re.findall(r'<p class="token">([^<]+)</p>', sheet.text)
    assert len(set(printed)) == 12
    assert sheet.text.count("<svg") == 12
    assert store.surveys.token_counts("bcd234") == TokenCounts(12, 0)
    assert open_survey.instrument.title in sheet.text
    assert sheet.text.count(short_form(open_survey.instrument.digest)) == 12
    # The link without its fragment; the token stands beside it.
    assert 'http://localhost<wbr><span class="code">/s/bcd234</span>' in sheet.text


def test_slips_lead_to_the_client_that_somebody_else_holds(app, instructor, open_survey):
    app.config["CLIENT_AT"] = held = "https://union.example/deniable.html"
    sheet = instructor.post(PAGE, {"count": "2", "format": "html"})
    # There the survey's address is typed, and then the token.
    assert sheet.text.count(f'<bdi dir="ltr">{held}</bdi>') == 2
    assert sheet.text.count('http://localhost<wbr><span class="code">/s/bcd234</span>') == 2
    rows = instructor.post(PAGE, {"count": "1", "format": "csv"}).text.splitlines()
    [row] = csv.DictReader(rows)
    assert row["link"].startswith(f"{held}#s=http://localhost/s/bcd234&q=")
    assert row["link"].endswith(f"&t={re.sub(r'[ -]', '', row['token'])}")


@pytest.mark.parametrize(
    ("tag", "item", "said"),
    [
        ("ar", '<li lang="ar" dir="rtl">', "لا تحمل هذه القصاصة اسمًا"),
        ("fr", '<li lang="fr" dir="ltr">', "Questionnaire\N{NO-BREAK SPACE}:"),
        ("it", '<li lang="en" dir="ltr">', "One response."),
    ],
)
def test_slips_speak_the_language_of_the_questionnaire(instructor, store, tag, item, said):
    """Not that of the instructor's browser, and English where the pages do not speak it."""
    spoken = replace(make_instrument(), language=tag)
    store.surveys.add(Survey("spo234", spoken, State.OPEN))
    page, form = "/surveys/spo234/tokens", {"count": "2", "format": "html"}
    sheet = instructor.post(page, form, at=page, headers={"Accept-Language": "de"})
    assert sheet.text.count(item) == sheet.text.count(said) == 2
    assert "Drucke diese Seite jetzt" in sheet.text


def test_csv_has_a_row_a_slip_with_the_token_in_the_links_fragment(app, instructor, open_survey):
    answer = instructor.post(PAGE, {"count": "3", "format": "csv"})
    assert "attachment" in answer.headers["Content-Disposition"]
    rows = list(csv.DictReader(answer.text.splitlines()))
    assert len(rows) == 3
    for row in rows:
        plain = row["token"].replace("-", "")
        digest = full_form(open_survey.instrument.digest)
        assert row["link"] == f"http://localhost/s/bcd234#q={digest}&k={linked_key(app)}&t={plain}"


def test_slips_of_a_draft_carry_no_digest_since_it_can_still_change(instructor, store):
    draft = Survey("drf234", make_instrument())
    store.surveys.add(draft)
    page = "/surveys/drf234/tokens"
    assert "A draft can still change" in instructor.get(page).text
    answer = instructor.post(page, {"count": "1", "format": "csv"}, at=page)
    (row,) = csv.DictReader(answer.text.splitlines())
    assert re.fullmatch(r"http://localhost/s/drf234#k=\w{24}&t=\w{30}", row["link"])
    sheet = instructor.post(page, {"count": "1", "format": "html"}, at=page)
    assert short_form(draft.instrument.digest) not in sheet.text


@pytest.mark.parametrize("count", ["0", "-1", "2001", "many", "", "1e3"])
def test_count_out_of_range_issues_nothing(instructor, open_survey, store, count):
    answer = instructor.post(PAGE, {"count": count, "format": "html"})
    assert answer.status_code == 422
    assert store.surveys.token_counts("bcd234") == TokenCounts(0, 0)
    assert not store.surveys.get("bcd234").tokens_required


def test_page_counts_what_is_issued_and_spent(instructor, issue, send):
    assert "without slips" in instructor.get(PAGE).text
    first, *_ = issue(7)
    send(first)
    text = re.sub(r"<[^>]+>", "", instructor.get(PAGE).text)
    assert re.search(r"7\s+issued,\s+1\s+spent", text)


def test_token_is_taken_once_in_any_spelling(issue, send, store):
    one, two = issue(2)
    assert send(one).status_code == 201
    for spelling in (one, one.upper(), one.replace("-", ""), f" {one} "):
        refused = send(spelling)
        assert refused.status_code == 403
        assert refused.json["detail"] == tokens.SPENT
        assert refused.json["field"] == "token"
    assert send(two.upper().replace("-", " ")).status_code == 201
    assert store.responses.tally("bcd234").responses == 2


def test_retry_of_a_stored_response_succeeds_after_its_token_is_spent(issue, send, store, good):
    (token,) = issue(1)
    same = {"response_id": good["response_id"]}
    assert send(token, **same).status_code == 201
    assert send(token, **same).status_code == 200
    assert store.responses.tally("bcd234").responses == 1


def test_refusals_have_distinct_words_and_one_size(issue, send, store, instrument):
    store.surveys.add(Survey("othr34", instrument, State.OPEN))
    (foreign,) = issue(1, "othr34")
    spent, _ = issue(2)
    send(spent)
    answers = [send(token) for token in (None, "x" * 30, foreign, spent)]
    assert {answer.status_code for answer in answers} == {403}
    assert [answer.json["detail"] for answer in answers] == [
        tokens.MISSING, tokens.UNKNOWN, tokens.FOREIGN, tokens.SPENT
    ]  # fmt: skip
    assert len({len(answer.data) for answer in answers}) == 1
    assert store.responses.tally("bcd234").responses == 1


def test_many_wrong_tokens_are_throttled_and_a_right_one_is_taken(app, issue, send):
    clock = [0.0]
    app.extensions["submissions"].count_wrong_token = token_throttle(lambda: clock[0]).attempt
    spent, good_one, another = issue(3)
    send(spent)
    for _ in range(MOST_WRONG_TOKENS):
        assert send("wrong").status_code == 403
    refused = send("wrong")
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) == 901
    assert send(spent).json == refused.json  # which tokens are spent is not told any more
    assert send(good_one).status_code == 201
    assert send(None).status_code == 403  # no guess
    clock[0] += 901
    assert send("wrong").status_code == 403
    assert send(another).status_code == 201


def test_random_guesses_are_not_taken(app, store, issue, open_survey, exhaustive):
    """Straight at the store: every hash that is not an issued one is unknown."""
    issue(2000)
    known = set(_hashes(store))
    assert len(known) == 2000
    drawn = tokens.draw_tokens(100_000 if exhaustive else 10_000)
    guesses = {tokens.hash_token(app.secret_key, each) for each in drawn}
    assert not guesses & known


def _hashes(store) -> list[str]:
    with store.database.reading() as connection:
        return [row[0] for row in connection.execute("SELECT token_hash FROM token")]


def test_tokens_come_too_late_once_responses_have_come(instructor, respondent, good, store):
    respondent.post(WIRE, json=good)
    assert "Duplicate the" in instructor.get(PAGE).text
    assert 'name="count"' not in instructor.get(PAGE).text
    assert instructor.post(PAGE, {"count": "3"}).status_code == 409
    assert not store.surveys.get("bcd234").tokens_required


def test_closed_survey_issues_none(instructor, issue, store):
    issue(1)
    store.surveys.set_state("bcd234", State.CLOSED)
    assert "takes no more responses" in instructor.get(PAGE).text
    assert instructor.post(PAGE, {"count": "3"}).status_code == 410
    assert store.surveys.token_counts("bcd234").issued == 1


def test_draft_publishes_with_its_tokens_and_says_so(instructor, store, instrument):
    store.surveys.add(Survey("drft34", instrument))
    path = "/surveys/drft34/tokens"
    assert instructor.post(path, {"count": "2"}, at=path).status_code == 200
    assert "Each response needs a slip" in instructor.get("/surveys/drft34").text
    instructor.post("/surveys/drft34/publish")
    assert "each response needs one" in instructor.get("/surveys/drft34/present").text
    assert "Each response needs a slip" in instructor.get("/surveys/drft34/settings").text


def test_duplicate_needs_tokens_of_its_own(instructor, issue, store):
    issue(1)
    location = instructor.post("/surveys/bcd234/duplicate").headers["Location"]
    copy = store.surveys.get(location.split("/")[2])
    assert not copy.tokens_required
    assert copy.cap is None  # the slips were the limit


def coin_fields(respondent) -> dict:
    text = respondent.get("/s/bcd234/coin").text
    hidden = dict(re.findall(r'name="(\w+)" type="hidden" value="([^"]+)"', text))
    return hidden | {"typed": "my own words", "report_1": "1", "report_2": "0", "report_3": "1"}


def test_coin_mode_asks_for_the_token_and_keeps_what_was_marked(respondent, issue, store):
    token, _ = issue(2)
    form = coin_fields(respondent)
    missing = respondent.post("/s/bcd234/coin", data=form)
    assert missing.status_code == 422
    assert "Please type the token" in missing.text
    wrong = respondent.post("/s/bcd234/coin", data={**form, "token": "wrong"})
    assert wrong.status_code == 403
    assert tokens.UNKNOWN in wrong.text
    assert wrong.text.count(" checked") == 3
    taken = respondent.post("/s/bcd234/coin", data={**form, "token": token.upper()})
    assert taken.status_code == 200
    assert respondent.post("/s/bcd234/coin", data={**form, "token": token}).status_code == 200
    assert store.responses.tally("bcd234").responses == 1
    again = respondent.post("/s/bcd234/coin", data={**coin_fields(respondent), "token": token})
    assert again.status_code == 403
    assert tokens.SPENT in again.text


def test_coin_mode_without_tokens_asks_for_none(respondent, open_survey):
    assert "token" not in re.sub(r"csrf_token", "", respondent.get("/s/bcd234/coin").text)


def test_slips_issued_by_mistake_are_withdrawn_until_somebody_answers(
    instructor, respondent, open_survey, issue, send, store
):
    slip, _ = issue(2)
    assert send(None).status_code == 403
    assert "Withdraw all slips" in instructor.get(PAGE).text
    withdrawn = instructor.post(f"{PAGE}/withdraw", at=PAGE)
    assert withdrawn.headers["Location"] == PAGE
    page = instructor.get(PAGE).text
    assert "takes responses without slips again" in page
    assert "Withdraw all slips" not in page
    assert store.surveys.token_counts("bcd234") == TokenCounts(0, 0)
    assert send(slip).status_code == 403
    assert send(None).status_code == 201


def test_slips_are_withdrawn_though_what_was_stored_is_yet_to_be_wiped(
    instructor, open_survey, issue, store, monkeypatch
):
    issue(2)
    with monkeypatch.context() as patch:
        patch.setattr(store.database, "_rewrite", fail_to_rewrite)
        page = instructor.post(f"{PAGE}/withdraw", at=PAGE, follow_redirects=True).text
    assert "takes responses without slips again" in page
    assert "The data stored about the slips cannot be erased from the database’s files yet" in page


def fail_to_rewrite():
    raise StoreUnavailable("The disk is full.")


def test_slips_are_not_withdrawn_once_one_is_spent(instructor, issue, send, store):
    slip, _ = issue(2)
    assert send(slip).status_code == 201
    assert "Withdraw all slips" not in instructor.get(PAGE).text
    refused = instructor.post(f"{PAGE}/withdraw", at="/surveys/bcd234")
    assert refused.status_code == 409
    assert "Duplicate the survey" in refused.text
    assert store.surveys.token_counts("bcd234") == TokenCounts(2, 1)
    said = instructor.get(PAGE, headers={"Accept-Language": "de"}).text
    assert "wie vor der ersten Abgabe Zettel gedruckt waren" in said
