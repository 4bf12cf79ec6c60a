"""The settings of a published survey: when it closes, who answers, who sees the results."""

from flask import render_template
from flask.typing import ResponseReturnValue

from survey.errors import SurveyNotFound
from survey.store import Survey
from survey.text.odds_limits import odds_refused
from survey.web.http.audiences import Audience, Pages
from survey.web.http.forms import SharingForm
from survey.web.results.other_waves import other_waves
from survey.web.results.published import results_of, unless_unchanged
from survey.web.results.stepped import stepped_results_of

bp = Pages("survey_settings", audience=Audience.INSTRUCTOR, url_prefix="/surveys/<code>/settings")


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    if not survey.published:
        raise SurveyNotFound  # a draft is changed where it is composed
    results = results_of(survey)
    late = stepped_results_of(survey).reopened
    return unless_unchanged(
        results,
        lambda: render_template(
            "running/survey_settings.html",
            survey=survey,
            responses=results.tally.responses,
            refused=odds_refused(survey.instrument),
            waves=other_waves(survey),
            late=late,
            sharing=SharingForm(
                results_public=survey.results_public, fewest_responses=survey.fewest_responses
            ),
        ),
        late,
    )
