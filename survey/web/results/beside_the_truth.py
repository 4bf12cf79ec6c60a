"""The way from a survey that asks what a lesson opens with to that lesson."""

from survey.lab.lesson import Lesson
from survey.lab.teaching.guess_survey import lesson_asked
from survey.store import State, Survey
from survey.web.results.stepped import stepped_results_of


def lesson_beside(survey: Survey) -> Lesson | None:
    """The lesson that shows these guesses beside the truth; None unless a room may see them."""
    lesson = lesson_asked(survey.instrument)
    if lesson is None or survey.state is State.REHEARSAL or stepped_results_of(survey).missing:
        return None
    return lesson
