"""Coin mode: exact by hand, counted once, and as strict as the wire."""

import json
import re
import time
from fractions import Fraction
from pathlib import Path
from urllib.parse import unquote

import pytest

from survey.core.instrument.digest_forms import short_form
from survey.core.instrument.instrument import Question
from survey.core.mechanism.privacy import odds
from survey.core.responses.response import shared_response_id
from survey.exports.verification.receipts import parse_receipt
from survey.store import State
from survey.text.kinds.item_words import words_of
from survey.text.translator import ENGLISH

DOCS = Path(__file__).parents[4] / "survey" / "docs"
URL = "/s/bcd234/coin"
TYPED = "grünes Fahrrad 7"


@pytest.fixture
def form(respondent, open_survey) -> dict:
    fields = re.findall(r"<input ([^>]*type=\"hidden\"[^>]*)>", respondent.get(URL).text)
    values = {
        re.search(r'name="([^"]*)"', field)[1]: re.search(r'value="([^"]*)"', field)[1]
        for field in fields
    }
    assert set(values) == {"instrument", "form_part"}
    return values | {"typed": TYPED, "report_1": "1", "report_2": "0", "report_3": "1"}


def id_of(form: dict) -> str:
    return shared_response_id(form["form_part"], form["typed"])


def probability_of_opposite(draw: str, opposite: str) -> Fraction:
    """Read off the words that the respondent reads."""
    if "two coins" in draw:
        assert opposite == "If both show tails, mark the opposite of your true answer."
        return Fraction(1, 4)
    if "die" in draw:
        assert opposite == "If it shows a six, mark the opposite of your true answer."
        return Fraction(1, 6)
    total = int(re.search(r"from 1 to (\d+)", draw)[1])
    numbers = [int(number) for number in re.findall(r"\d+", opposite)]
    assert numbers[-1] == total
    return Fraction(numbers[-1] - numbers[0] + 1, total)


@pytest.mark.parametrize(
    "gamma", ["1/4", "1/3", "1/10", "2/5", "1/5", "49/100", "123/1000", "1/10000", "4999/10000"]
)
def test_procedure_has_exactly_the_declared_odds(app, gamma):
    a, b = odds(Fraction(gamma))
    question = Question("?", Fraction(gamma))
    with app.test_request_context():
        draw, opposite, otherwise = words_of(question.item).steps(question.item, ENGLISH)
    assert otherwise == "Otherwise mark your true answer."
    assert (
        probability_of_opposite(draw, opposite)
        == Fraction(b, a + b)
        == Fraction(1, 2) - Fraction(gamma)
    )


def test_outcomes_are_stored_as_reports(respondent, store, form):
    answer = respondent.post(URL, data=form)
    assert answer.status_code == 200
    assert "<h2>Sent.</h2>" in answer.text
    assert re.search(r"<h1><bdi[^>]*>Exams</bdi></h1>", answer.text)  # as the page with a script
    assert "<title>Sent. Exams · Deniable</title>" in answer.text
    assert list(store.responses.all("bcd234")) == [(id_of(form), (1, 0, 1))]


def test_outcomes_are_stored_where_cookies_are_blocked(app, store, form):
    """Whoever blocks cookies blocks storage with them, and is sent here."""
    assert app.test_client(use_cookies=False).post(URL, data=form).status_code == 200
    assert store.responses.tally("bcd234").responses == 1


def test_page_sets_and_reads_no_cookie(respondent, open_survey):
    answer = respondent.get(URL)
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers["Vary"]


def test_page_shows_which_questionnaire_it_is(respondent, open_survey):
    assert short_form(open_survey.instrument.digest) in respondent.get(URL).text


def test_page_asks_for_the_decision_before_the_draw(respondent, open_survey):
    """Who knows the report and then leaves, or draws again, biases the estimate."""
    before_the_form = respondent.get(URL).text.partition("<form")[0]
    assert "Decide before you draw if you take part." in before_the_form
    assert "if you must enter it again, mark the same" in before_the_form


@pytest.mark.parametrize("page", ["bad-wifi", "check-the-page", "one-question-each"])
def test_documents_that_recommend_real_coins_say_what_biases_the_estimate(page):
    text = " ".join((DOCS / "how-to" / f"{page}.md").read_text("utf-8").split())
    assert "#decide-before-the-draw)" in text
    assert "biases the estimate" in text


def test_same_page_sent_twice_is_counted_once(respondent, store, form):
    respondent.post(URL, data=form)
    assert respondent.post(URL, data=form).status_code == 200
    assert store.responses.tally("bcd234").responses == 1


def test_a_browser_keeps_the_receipt_for_back_and_forward_and_nothing_that_was_typed(
    respondent, form
):
    """A form that is refused shows what was typed, and maybe a token that is not spent."""
    kept = [
        respondent.post(URL, data={**form, "report_1": outcome}).headers["Cache-Control"]
        for outcome in ("", "1")
    ]
    assert kept == ["no-store", "private, no-cache"]
    assert TYPED not in respondent.post(URL, data=form).text


def test_same_page_sent_with_another_outcome_is_refused(respondent, store, form):
    respondent.post(URL, data=form)
    assert respondent.post(URL, data={**form, "report_1": "0"}).status_code == 409
    assert store.responses.tally("bcd234").counts[0] == (0, 1)


def test_missing_outcome_is_pointed_out(respondent, store, form):
    del form["report_2"]
    answer = respondent.post(URL, data=form)
    assert answer.status_code == 422
    assert "Please mark the outcome" in answer.text
    assert store.responses.tally("bcd234").responses == 0


@pytest.mark.parametrize(
    ("change", "status"),
    [({"report_1": "2"}, 422), ({"report_1": "x"}, 422), ({"form_part": "zz"}, 422),
     ({"instrument": "0" * 64}, 409)],
)  # fmt: skip
def test_tampered_form_is_refused(respondent, store, form, change, status):
    assert respondent.post(URL, data=form | change).status_code == status
    assert store.responses.tally("bcd234").responses == 0


def test_closed_survey_is_said(respondent, store, form):
    store.surveys.set_state("bcd234", State.CLOSED)
    assert "takes no more responses" in respondent.get(URL).text
    assert respondent.post(URL, data=form).status_code == 410
    assert store.responses.tally("bcd234").responses == 0


def test_in_the_last_minute_coins_wait_for_undo(respondent, store, form):
    """Pages say that only what was sent before arrives: so nothing that is sent now is stored."""
    store.surveys.begin_last_minute("bcd234", int(time.time()))
    page = respondent.get(URL)
    assert "closed for now" in page.text and 'http-equiv="refresh"' in page.text
    sent = respondent.post(URL, data=form)
    assert (sent.status_code, "closed for now" in sent.text) == (410, True)
    assert 'http-equiv="refresh"' not in sent.text  # it would leave the page that goes back to it
    assert store.responses.tally("bcd234").responses == 0
    store.surveys.plan_closing("bcd234", None)
    assert respondent.post(URL, data=form).status_code == 200


def test_two_people_who_are_given_the_same_form_have_two_ids(respondent, store, form):
    """Else one row would be stored, and both would have a receipt for it."""
    for typed in (TYPED, "another sentence"):
        assert respondent.post(URL, data=form | {"typed": typed}).status_code == 200
    assert store.responses.tally("bcd234").responses == 2


def test_two_people_who_type_the_same_have_two_ids(respondent, store, form):
    respondent.post(URL, data=form)
    part = re.search(r'name="form_part"[^>]* value="(\w+)"', respondent.get(URL).text)[1]
    respondent.post(URL, data=form | {"form_part": part})
    assert store.responses.tally("bcd234").responses == 2


@pytest.mark.parametrize("typed", ["", "7 signs", " " * 8, "      a       "])
def test_too_few_characters_are_pointed_out(respondent, store, form, typed):
    answer = respondent.post(URL, data=form | {"typed": typed})
    assert answer.status_code == 422
    assert "at least 8 characters" in answer.text
    assert answer.text.count(" checked") == 3
    assert store.responses.tally("bcd234").responses == 0


def test_receipt_has_what_the_id_is_made_of_but_for_what_was_typed(respondent, form):
    text = respondent.post(URL, data=form).text
    assert id_of(form) in text
    assert form["form_part"] in text
    assert TYPED not in text


def test_receipt_is_a_file_whose_signature_proves_the_response(app, respondent, store, form):
    text = respondent.post(URL, data=form).text
    (address,) = re.findall(r'href="data:application/json,([^"]+)"', text)
    receipt = parse_receipt(json.loads(unquote(address)))
    assert receipt.signer == app.extensions["signing_key"].public.fingerprint
    assert receipt.signer in text
    assert dict(store.responses.all("bcd234")) == {
        receipt.response.response_id: receipt.response.reports
    }
