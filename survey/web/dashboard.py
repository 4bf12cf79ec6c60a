"""The instructor's view of one survey: results, the projector page, downloads."""

import io
import json

import segno
from flask import Blueprint
from flask import Response
from flask import current_app
from flask import render_template
from flask import request
from flask import url_for

from survey.core import tables
from survey.core.results import CONFIDENCES
from survey.core.results import results_document
from survey.core.tally import tally
from survey.store import Survey
from survey.web.account import sign_in_required
from survey.web.forms import SharingForm
from survey.web.published import Results
from survey.web.published import download
from survey.web.published import results_of
from survey.web.published import unless_unchanged
from survey.web.services import store

bp = Blueprint("dashboard", __name__, url_prefix="/surveys/<code>")

LOCAL_HOSTS = ("localhost", "127.", "[::1]")


def join_url(survey: Survey) -> str:
    """The full address that respondents open, by --url if it is given."""
    path = url_for("respond.page", code=survey.code)
    return (current_app.config["PUBLIC_URL"] or request.host_url).rstrip("/") + path


@bp.get("")
@sign_in_required
def page(code: str):
    survey = store().survey(code)
    if not survey.published:
        return render_template("draft.html", survey=survey)
    results = results_of(survey)
    return unless_unchanged(
        results,
        lambda: render_template(
            "dashboard.html",
            survey=survey,
            results=results,
            confidences=CONFIDENCES,
            sharing=SharingForm(
                results_public=survey.results_public, fewest_responses=survey.fewest_responses
            ),
        ),
    )


@bp.get("/share")
@sign_in_required
def share(code: str):
    """Made for a projector: code, QR, link, and how many have responded."""
    survey = store().survey(code)
    results = results_of(survey)
    return unless_unchanged(
        results,
        lambda: render_template(
            "share.html",
            survey=survey,
            responses=results.tally.responses,
            link=join_url(survey),
            only_here=request.host.startswith(LOCAL_HOSTS) and not current_app.config["PUBLIC_URL"],
        ),
    )


@bp.get("/qr.svg")
@sign_in_required
def qr(code: str):
    """The join address as a QR code, dark on light in any theme."""
    drawing = segno.make(join_url(store().survey(code)), error="m", micro=False)
    svg = io.BytesIO()
    drawing.save(svg, kind="svg", omitsize=True, border=4, dark="#000", light="#fff")
    return Response(svg.getvalue(), content_type="image/svg+xml")


@bp.get("/results.json")
@sign_in_required
def results_json(code: str):
    """Everything: instrument, estimates, every report, definitions."""
    results = _exportable(code)
    instrument = results.survey.instrument
    responses = list(store().responses(code))
    # Counted from the very reports beside it, so that the file agrees with itself.
    counted = tally(instrument, (reports for _, reports in responses))
    document = results_document(instrument, counted, results.confidence, responses)
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return download(text, f"{code}.json", "application/json")


@bp.get("/estimates.csv")
@sign_in_required
def estimates_csv(code: str):
    results = _exportable(code)
    pieces = tables.estimates_csv(results.survey.instrument, results.questions)
    return download(pieces, f"{code}-estimates.csv", "text/csv; charset=utf-8")


@bp.get("/reports.csv")
@sign_in_required
def reports_csv(code: str):
    results = _exportable(code)
    pieces = tables.reports_csv(results.survey.instrument, store().responses(code))
    return download(pieces, f"{code}-reports.csv", "text/csv; charset=utf-8")


def _exportable(code: str) -> Results:
    """The results, unless they are too few to be shown."""
    results = results_of(store().survey(code))
    _ = results.questions  # raises ResultsHidden
    return results
