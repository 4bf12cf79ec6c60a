"""The public results page, once the instructor has switched it on.

While the survey is open, page, JSON, pictures, count and ETag all change in steps.
"""

from dataclasses import replace

from flask import jsonify, render_template
from flask.typing import ResponseReturnValue

from survey.core.results.results import CONFIDENCES
from survey.errors import ResultsHidden
from survey.exports.results_json import results_document
from survey.translations.marked import N_
from survey.web.http.audiences import Audience, Pages
from survey.web.i18n.page_language import speak_for
from survey.web.respondent.instrument_texts import worded
from survey.web.respondent.respond import published_survey
from survey.web.results.card_file import card_file
from survey.web.results.published import Results, unless_unchanged
from survey.web.results.result_steps import stepped_results_of
from survey.web.results.shown_statements import stated
from survey.wire.submission import JSON_TYPE

bp = Pages("results", audience=Audience.RESPONDENT, url_prefix="/s/<code>", lags=True)


@bp.get("/results")
def page(code: str) -> ResponseReturnValue:
    results = worded_results(public_results(code))
    signed = stated(results)
    return unless_unchanged(
        results,
        lambda: render_template(
            "results/results.html",
            survey=results.survey,
            results=results,
            signed=signed,
            confidences=CONFIDENCES,
        ),
        signed.notes,
    )


@bp.get("/results.json")
def document(code: str) -> ResponseReturnValue:
    """The estimates and their definitions, without single reports."""
    results = public_results(code)
    results.check_shown()
    signed = stated(results)
    instrument, tally = results.survey.instrument, results.tally

    def written() -> str:
        return jsonify(results_document(instrument, tally, signed.terms)).get_data(as_text=True)

    response = unless_unchanged(results, written, signed.notes)
    response.content_type = JSON_TYPE
    return response


@bp.get("/results/<name>/card")
def card(code: str, name: str) -> ResponseReturnValue:
    """One question's card as a file in the reader's language, which no address with a "." has."""
    return card_file(worded_results(public_results(code)), name)


def public_results(code: str) -> Results:
    """The results; raises ResultsHidden unless the instructor has made them public.

    While the survey is open they are those of the last step. From here on the page, or a refusal,
    uses the questionnaire's language.
    """
    survey = published_survey(code)
    speak_for(survey.instrument)
    if not survey.results_public:
        raise ResultsHidden(N_("The instructor has not made the results public."))
    return stepped_results_of(survey)


def worded_results(results: Results) -> Results:
    """The results with the questions in the reader's language."""
    return replace(results, survey=worded(results.survey))
