"""A report of a survey to print or to keep as PDF."""

from datetime import date

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from survey.core.estimation.results import CONFIDENCES
from survey.web.accounts.ownership import own_survey
from survey.web.accounts.sign_in import sign_in_required
from survey.web.results.published import shown_results_of

bp = Blueprint("report", __name__, url_prefix="/surveys/<code>/report")


@bp.get("")
@sign_in_required
def page(code: str) -> ResponseReturnValue:
    """Questions, estimates, intervals, the method in words, and the digest."""
    results = shown_results_of(own_survey(code))
    return render_template(
        "results/report.html",
        survey=results.survey,
        results=results,
        confidences=CONFIDENCES,
        today=date.today(),
    )
