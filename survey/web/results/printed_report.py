"""A survey's results as a page to print or to keep as PDF."""

from datetime import date

from flask import render_template
from flask.typing import ResponseReturnValue

from survey.core.estimation.results import CONFIDENCES
from survey.store import Survey
from survey.web.http.audiences import Audience, Pages
from survey.web.results.published import shown_results_of

bp = Pages("report", audience=Audience.INSTRUCTOR, url_prefix="/surveys/<code>/report")


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    """Questions, estimates, intervals, the method in words, and the digest."""
    results = shown_results_of(survey)
    return render_template(
        "results/report.html",
        survey=survey,
        results=results,
        confidences=CONFIDENCES,
        today=date.today(),
    )
