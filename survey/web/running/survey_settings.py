"""The settings of a published survey: when it closes, who answers, who sees the results."""

from flask import render_template
from flask.typing import ResponseReturnValue
from wtforms import BooleanField

from survey.errors import SurveyNotFound
from survey.store import Survey
from survey.text.suspicion import odds_refused
from survey.translations.marked import N_
from survey.web.accounts.labels import form_of as labels_of
from survey.web.http.audiences import Audience, Pages
from survey.web.http.forms import PageForm
from survey.web.i18n.number_fields import WholeNumberField
from survey.web.i18n.page_language import page_translator
from survey.web.results.dashboard import closed_beside
from survey.web.results.published import results_of, unless_unchanged

bp = Pages("survey_settings", audience=Audience.INSTRUCTOR, url_prefix="/surveys/<code>/settings")

LARGEST_THRESHOLD = 1_000_000


class SharingForm(PageForm):
    """The form that sets whether the public sees results, and from how many responses on."""

    results_public = BooleanField(
        N_("Show the results to anyone with the code, and every report after closing"),
    )
    fewest_responses = WholeNumberField(
        N_("Hide results below this many responses"), 1, LARGEST_THRESHOLD
    )


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    if not survey.published:
        raise SurveyNotFound  # a draft is changed where it is composed
    results, others = results_of(survey), closed_beside(survey)
    return unless_unchanged(
        results,
        lambda: render_template(
            "running/survey_settings.html",
            survey=survey,
            responses=results.tally.responses,
            refused=odds_refused(survey.instrument, page_translator()),
            others=others,
            labels=labels_of(survey),
            sharing=SharingForm(
                results_public=survey.results_public, fewest_responses=survey.fewest_responses
            ),
        ),
        others,
    )
