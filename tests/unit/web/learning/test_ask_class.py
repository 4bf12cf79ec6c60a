"""A lesson's question asked of a class: published at a press, and shown beside the truth."""

import re

import pytest

from survey.core.mechanism.privacy import keep_and_other
from survey.core.responses.response import Response
from survey.lab.catalog import LESSONS, lesson_named
from survey.lab.teaching.guess_survey import guess_instrument
from survey.store import State, Survey

LESSON = lesson_named("attempts")
ASK, ASKED = "/surveys/ask-class/attempts", "/lab/attempts?asked=gess34"


@pytest.fixture
def guess(store):
    """Adds so many reports of one answer to an open survey, gess34."""
    instrument = guess_instrument(LESSON, {})
    store.surveys.add(Survey("gess34", instrument, State.OPEN))
    numbers = iter(range(1000))

    def guess(responses: int, of: int = 1) -> None:
        for _ in range(responses):
            response = Response(instrument.digest, f"{next(numbers):032x}", (of,))
            store.responses.add("gess34", response)

    return guess


def test_one_press_publishes_and_leads_to_the_code_to_scan(instructor, store):
    assert "Ask the class on their phones" in instructor.get("/lab/attempts").text
    answer = instructor.post(ASK, at="/lab/attempts")
    (survey,) = store.surveys.all()
    assert answer.location == f"/surveys/{survey.code}/present?slide=0"
    assert survey.state is State.OPEN
    assert not survey.results_public
    (question,) = survey.instrument.questions
    assert question.listed == LESSON.guess.choices
    assert survey.instrument.languages == ("en", "de", "es")
    assert keep_and_other(question.gamma, 3)[0] > 0.8
    assert "QR code" in instructor.get(answer.location).text


def test_figures_in_the_choices_are_written_as_each_language_does(instructor, store):
    instructor.post("/surveys/ask-class/sample-size")
    (survey,) = store.surveys.all()
    assert survey.instrument.worded_in("de").questions[0].listed[1] == "1.500"


def test_a_stranger_is_offered_nothing_and_asks_nothing(stranger, store):
    assert "Ask the class" not in stranger.get("/lab/attempts").text
    assert stranger.post(ASK).location.startswith("/sign-in")
    assert store.surveys.all() == []


def test_without_the_forms_token_nothing_is_asked(instructor, store):
    assert instructor.client.post(ASK).status_code == 400
    assert store.surveys.all() == []


def test_an_unknown_lesson_is_not_found(instructor):
    assert instructor.post("/surveys/ask-class/nothing").status_code == 404


def test_an_instructors_limit_is_kept_and_leaves_no_draft(instructor, store):
    own = store.instructors.get("instructor")
    store.instructors.save(type(own)(own.name, own.password_hash, None, 0.5))
    assert instructor.post(ASK).status_code == 409
    assert store.surveys.all() == []


def shown(client, path: str = ASKED) -> str | None:
    """The part of the lesson that shows the guesses; None where they are not shown."""
    answer = client.get(path)
    if answer.status_code == 200:
        return answer.text.partition('<section class="card guessed"')[2].partition("</section>")[0]
    assert answer.status_code == 403
    assert LESSON.guess.why not in answer.text
    assert "data-right" not in answer.text
    return None


def test_nothing_is_shown_before_there_are_figures(instructor, guess):
    guess(14)
    for path in ("/surveys/gess34", "/surveys/gess34/present"):
        assert "Beside the truth" not in instructor.get(path).text
    assert shown(instructor) is None
    assert "Too few have guessed for figures yet." in instructor.get(ASKED).text


def test_its_instructor_sees_the_guesses_beside_the_truth_and_nobody_else(
    instructor, stranger, signed_in_as, guess
):
    guess(14)
    instructor.get("/surveys/gess34")
    guess(6)
    for path in ("/surveys/gess34", "/surveys/gess34/present"):
        assert 'href="/lab/attempts?asked=gess34"' in instructor.get(path).text
    text = shown(instructor)
    assert re.findall(r"<li class=\"axis right\"><span class=\"words\">([^<]+)", text) == [
        "about 9 "
    ]
    assert LESSON.guess.why in text
    for other in (stranger, signed_in_as("colleague")):
        assert shown(other) is None


def test_public_results_are_shown_to_all(stranger, store, guess):
    guess(14)
    store.surveys.set_sharing("gess34", True, 5)
    assert shown(stranger) is None
    guess(6)
    store.surveys.set_state("gess34", State.CLOSED)
    text = shown(stranger)
    assert "20 guesses" in text
    assert len(re.findall("<li[ >]", text)) == 3


def test_another_survey_is_not_shown_beside_a_lesson(instructor, guess, open_survey):
    guess(20)
    for path in ("/lab/linkage?asked=gess34", "/lab/attempts?asked=zzz234"):
        assert instructor.get(path).status_code == 404
    assert instructor.get(f"/lab/attempts?asked={open_survey.code}").status_code == 404


def test_sliders_keep_the_guesses_in_view(instructor, store, guess):
    guess(20)
    store.surveys.set_state("gess34", State.CLOSED)
    text = instructor.get(f"{ASKED}&gamma=0.1").text
    assert '<input type="hidden" name="asked" value="gess34">' in text


def test_the_shares_are_debiased(instructor, store, guess):
    """(share − 1/11) / (8/11) of 5, 30 and 5 reports of 40."""
    guess(5, of=0)
    guess(30)
    guess(5, of=2)
    store.surveys.set_state("gess34", State.CLOSED)
    assert re.findall(r"<strong[^>]*>(\d+)%</strong>", shown(instructor)) == ["5", "91", "5"]


def test_every_lesson_offers_it(instructor):
    text = instructor.get(f"/lab/{LESSONS[0].name}").text
    assert f'action="/surveys/ask-class/{LESSONS[0].name}"' in text
