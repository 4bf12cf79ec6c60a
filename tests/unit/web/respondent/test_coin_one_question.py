"""Coin mode of one question each: a die or slips draw it, and it alone is answered."""

import re

import pytest
from instruments import make_one_question_each

from survey.core.instrument.parsing import validate
from survey.store import State, Survey
from survey.text.kinds.coin_procedures import draw_of_question
from survey.web.i18n.page_language import page_translator

URL = "/s/each34/coin"
REFUSED = "Please mark the outcome of the one question that you have drawn."
TOO_MANY = "Mark one question only, the one that you have drawn; clear the others."


@pytest.fixture
def form(respondent, store) -> dict:
    store.surveys.add(Survey("each34", make_one_question_each(), State.OPEN))
    text = respondent.get(URL).text
    hidden = re.findall(r'name="([^"]*)" type="hidden" value="([^"]*)"', text)
    assert "write the numbers 1 to 5 on slips of paper" in text
    assert "answer that question alone, and leave all others empty" in text
    return dict(hidden) | {"typed": "grünes Fahrrad 7"}


@pytest.mark.parametrize(
    ("marked", "reports"),
    [
        ({"report_1": "1"}, (1, None, None, None, None, None)),
        ({"report_3": "0", "report_4": "1"}, (None, None, 0, 1, None, None)),
        ({"report_6": "4"}, (None, None, None, None, None, 4)),
    ],
)
def test_one_question_is_stored_and_shown(respondent, store, form, marked, reports):
    answer = respondent.post(URL, data=form | marked)
    assert answer.status_code == 200
    assert answer.text.count('<li class="turned">') == 1
    ((_, stored),) = store.responses.all("each34")
    assert stored == reports


@pytest.mark.parametrize(
    ("marked", "refused"),
    [({}, REFUSED), ({"report_1": "1", "report_2": "0"}, TOO_MANY), ({"report_3": "1"}, REFUSED),
     ({"report_1": "7"}, REFUSED)],
)  # fmt: skip
def test_another_number_is_refused(respondent, store, form, marked, refused):
    answer = respondent.post(URL, data=form | marked)
    assert answer.status_code == 422
    assert refused in answer.text
    assert not list(store.responses.all("each34"))


def test_a_die_draws_one_of_six(app):
    questions = [{"text": f"Question {number}?"} for number in range(6)]
    six = validate({"title": "Six", "questions": questions, "one_question_each": True})
    with app.test_request_context():
        (roll, _) = draw_of_question(six, page_translator())
        assert roll == "First roll a die: its number is your question."
        every = validate({"title": "Six", "questions": questions})
        assert draw_of_question(every, page_translator()) == []
