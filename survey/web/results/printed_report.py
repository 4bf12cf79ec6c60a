"""A survey's results as a handout of one page, to print or to keep as PDF."""

from datetime import date

from flask import render_template
from flask.typing import ResponseReturnValue

from survey.core.intervals.registry import ANNOUNCED
from survey.core.results.count_privacy import privacy_of_counts
from survey.store import State, Survey
from survey.store.models import Role
from survey.web.charts.axis import CARD, ROW
from survey.web.http.audiences import Audience, Pages
from survey.web.results.checklist import checklist
from survey.web.results.control_reading import control_reading
from survey.web.results.published import download, shown_results_of
from survey.web.results.shown_statements import stated

bp = Pages(
    "report",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/report",
    roles={Role.PRESENT: ("page", "reporting")},
)


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    """Questions, estimates with their bands, the method in words, and the digest."""
    results = shown_results_of(survey)
    # Figures of an open survey change, and with public results the reports are public, too.
    alone = survey.state is State.CLOSED and not survey.results_public
    return render_template(
        "results/report.html",
        survey=survey,
        results=results,
        control=control_reading(results),
        signed=stated(results).of_these_results,
        announced=ANNOUNCED,
        told=results.told,
        handout=CARD,
        row_size=ROW,
        counts=privacy_of_counts(survey.instrument, results.tally) if alone else None,
        today=date.today(),
    )


@bp.get("/checklist.md")
def reporting(survey: Survey) -> ResponseReturnValue:
    """The reporting checklist of these results, filled as far as the server can."""
    results = shown_results_of(survey)
    name = f"{survey.code}-checklist.md"
    return download(checklist(results), name, "text/markdown; charset=utf-8", results)
