"""A class's guesses before a lesson, beside the right answer: /lab/LESSON?asked=CODE."""

from flask import request

from survey.errors import ResultsHidden, SurveyNotFound
from survey.lab.lesson import Lesson
from survey.lab.teaching.guess_survey import lesson_asked
from survey.store import Survey
from survey.store.models import FIGURES_WAIT
from survey.translations.marked import N_
from survey.web.http.sessions import signed_in
from survey.web.respondent.respond import published_survey
from survey.web.results.published import Results
from survey.web.results.result_steps import stepped_results_of


def class_guesses(lesson: Lesson) -> Results | None:
    """The results, in steps, of the survey that the address names; None if it names none.

    Raises SurveyNotFound for a survey of other questions, and ResultsHidden while its results
    are hidden: its instructor sees them once there are enough, others if they are public.
    """
    code = request.args.get("asked")
    if not code:
        return None
    survey = published_survey(code)
    if lesson_asked(survey.instrument) is not lesson:
        raise SurveyNotFound
    if not (survey.results_public or _is_own(survey)):
        raise ResultsHidden(N_("The instructor has not made the results public."))
    results = stepped_results_of(survey)
    if survey.hides_figures:
        raise ResultsHidden(FIGURES_WAIT)
    if results.missing:
        raise ResultsHidden(N_("Too few have guessed for figures yet."))
    return results


def _is_own(survey: Survey) -> bool:
    instructor = signed_in()
    return instructor is not None and survey.role_of(instructor.name) is not None
