"""A lesson's question as a survey: what is asked, how strongly, and that nothing gives it away."""

from dataclasses import replace

import pytest

from survey.core.instrument.parsing import from_canonical_json
from survey.core.mechanism.privacy import LARGEST_UNCONFIRMED_ODDS, odds_above
from survey.lab.catalog import LESSONS
from survey.lab.teaching.guess_survey import guess_instrument, lesson_asked

SPOKEN = {"de": "de: {}".format, "es": "es: {}".format}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_lesson_can_ask_a_class_and_is_found_again(lesson):
    instrument = guess_instrument(lesson, SPOKEN)
    (question,) = instrument.questions
    assert (question.text, question.listed) == (lesson.guess.question, lesson.guess.choices)
    assert instrument.languages == ("en", "de", "es")
    assert not odds_above(question.gamma, LARGEST_UNCONFIRMED_ODDS)
    stored = from_canonical_json(instrument.canonical_json)
    for each in (instrument, stored, stored.worded_in("es")):
        assert lesson_asked(each) is lesson


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_which_answer_is_right_is_not_in_it(lesson):
    """Another right answer, with another reason, makes the same bytes."""
    other = replace(lesson.guess, right=(lesson.guess.right + 1) % 3, why="For another reason.")
    told = [guess_instrument(each, SPOKEN) for each in (lesson, replace(lesson, guess=other))]
    assert told[0].canonical_json == told[1].canonical_json


def test_another_survey_asks_no_lessons_question():
    instrument = guess_instrument(LESSONS[0], {})
    (question,) = instrument.questions
    for changed in (replace(question, text="Why?"), replace(question, listed=("a", "b"))):
        assert lesson_asked(replace(instrument, questions=(changed,))) is None
    assert lesson_asked(replace(instrument, questions=(question, question))) is None
