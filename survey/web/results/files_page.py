"""The files of a survey: cards and a handout to show, exports to compute with."""

from flask import render_template
from flask.typing import ResponseReturnValue

from survey.errors import SurveyNotFound
from survey.exports.catalog import offered
from survey.store import Survey
from survey.web.http.audiences import Audience, Pages
from survey.web.results.published import results_of, unless_unchanged

bp = Pages("files", audience=Audience.INSTRUCTOR, url_prefix="/surveys/<code>/files")


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    if not survey.published:
        raise SurveyNotFound  # a draft has no files
    results = results_of(survey)
    return unless_unchanged(
        results,
        lambda: render_template(
            "results/files.html", survey=survey, results=results, exports=offered()
        ),
    )
