"""A report of a survey to print or to keep as PDF."""

from datetime import date

from flask import Blueprint
from flask import render_template

from survey.core.results import CONFIDENCES
from survey.web.account import sign_in_required
from survey.web.own_surveys import own_survey
from survey.web.published import shown_results_of

bp = Blueprint("report", __name__, url_prefix="/surveys/<code>/report")


@bp.get("")
@sign_in_required
def page(code: str):
    """Questions, estimates, intervals, the method in words, and the digest."""
    results = shown_results_of(own_survey(code))
    return render_template(
        "report.html",
        survey=results.survey,
        results=results,
        confidences=CONFIDENCES,
        today=date.today(),
    )
