"""The public results page, once the instructor has switched it on."""

from dataclasses import replace

from flask import Blueprint
from flask import render_template

from survey.core.documents import results_document
from survey.core.results import CONFIDENCES
from survey.errors import ResultsHidden
from survey.web.chosen_words import worded
from survey.web.languages import speak_for
from survey.web.picture_files import picture_file
from survey.web.published import Results
from survey.web.published import results_of
from survey.web.published import unless_unchanged
from survey.web.respond import published_survey

bp = Blueprint("results", __name__, url_prefix="/s/<code>")


@bp.get("/results")
def page(code: str):
    results = worded_results(public_results(code))
    return unless_unchanged(
        results,
        lambda: render_template(
            "results.html", survey=results.survey, results=results, confidences=CONFIDENCES
        ),
    )


@bp.get("/results.json")
def document(code: str):
    """The estimates and their definitions, without single reports."""
    results = public_results(code)
    results.check_shown()
    return results_document(
        results.survey.instrument,
        results.tally,
        results.confidence,
        simultaneous=results.simultaneous,
    )


@bp.get("/results/<name>.svg")
def picture(code: str, name: str):
    """One picture of the results as a file."""
    return picture_file(worded_results(public_results(code)).pictures, name)


def public_results(code: str) -> Results:
    """The results, if the instructor has made them public; else ResultsHidden.

    That refusal, and a page, speak the language of the questionnaire.
    """
    survey = published_survey(code)
    speak_for(survey.instrument)
    if not survey.results_public:
        raise ResultsHidden("The instructor has not made the results public.")
    return results_of(survey)


def worded_results(results: Results) -> Results:
    """The same figures, with the questions in the language of whoever asks."""
    return replace(results, survey=worded(results.survey))
