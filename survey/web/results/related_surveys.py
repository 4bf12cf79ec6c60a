"""What a survey is shown beside: the lesson that asks the same, and its other waves."""

from survey.core.responses.waves import repeated_questions, same_waves
from survey.lab.lesson import Lesson
from survey.lab.teaching.guess_survey import lesson_asked
from survey.store import State, Survey
from survey.web.accounts.access import reachable_surveys
from survey.web.results.result_steps import stepped_results_of


def lesson_beside(survey: Survey) -> Lesson | None:
    """The lesson that shows these guesses beside the truth; None unless a room may see them."""
    lesson = lesson_asked(survey.instrument)
    if lesson is None or survey.state is State.REHEARSAL or stepped_results_of(survey).hidden:
        return None
    return lesson


def other_waves(survey: Survey) -> list[tuple[Survey, list[int]]]:
    """The instructor's other surveys of the same name, with the questions that this one repeats."""
    if not survey.instrument.waves_of:
        return []
    others = [each for each in reachable_surveys() if each.code != survey.code]
    return [
        (each, repeated_questions(survey.instrument, each.instrument))
        for each in others
        if same_waves(survey.instrument, each.instrument)
    ]
