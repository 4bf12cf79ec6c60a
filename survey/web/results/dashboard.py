"""The instructor's view of one survey: results, the projector page, downloads."""

import io
from collections.abc import Callable

import segno
from flask import Response, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from survey.core.estimation.results import CONFIDENCES
from survey.core.mechanism.privacy import LARGEST_UNCONFIRMED_ODDS
from survey.core.responses.links import survey_link
from survey.core.responses.repeated_questions import repeated_questions, same_waves
from survey.exports.catalog import EXPORTS, Export, offered
from survey.store import Survey
from survey.text.odds_limits import odds_refused, weak_odds
from survey.text.privacy_budget import budget_exceeded
from survey.web.accounts.sign_in import current_instructor
from survey.web.charts.files import picture_file
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.forms import SharingForm
from survey.web.results.files import file_of_results
from survey.web.results.published import results_of, shown_results_of, unless_unchanged

bp = Pages("dashboard", audience=Audience.INSTRUCTOR, url_prefix="/surveys/<code>")

LOCAL_HOSTS = ("localhost", "127.", "[::1]")


def join_url(survey: Survey) -> str:
    """The full address that respondents type; it begins with --url if that is given."""
    path = url_for("respond.page", code=survey.code)
    return (current_app.config["PUBLIC_URL"] or request.host_url).rstrip("/") + path


def shared_link(survey: Survey) -> str:
    """The link to scan or send: the address, with the digest on which the client will insist."""
    return survey_link(join_url(survey), survey.frozen_digest)


def only_here() -> bool:
    """Whether this browser uses an address of the app that phones cannot reach."""
    return request.host.startswith(LOCAL_HOSTS) and not current_app.config["PUBLIC_URL"]


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    if not survey.published:
        limit = current_instructor().largest_epsilon
        fault = budget_exceeded(survey.instrument, limit)
        return render_template(
            "authoring/draft.html",
            survey=survey,
            limit=limit,
            fault=fault,
            refused=odds_refused(survey.instrument),
            unconfirmed=LARGEST_UNCONFIRMED_ODDS,
            weak=[weak_odds(question) for question in survey.instrument.questions],
            waves=_other_waves(survey),
        )
    results = results_of(survey)
    return unless_unchanged(
        results,
        lambda: render_template(
            "results/dashboard.html",
            survey=survey,
            results=results,
            refused=odds_refused(survey.instrument),
            confidences=CONFIDENCES,
            waves=_other_waves(survey),
            exports=offered(),
            sharing=SharingForm(
                results_public=survey.results_public, fewest_responses=survey.fewest_responses
            ),
        ),
    )


def _other_waves(survey: Survey) -> list[tuple[Survey, list[int]]]:
    """The owner's other surveys of the same name, with the questions that this one repeats."""
    if not survey.instrument.waves_of:
        return []
    others = [each for each in store().surveys.all(survey.owner) if each.code != survey.code]
    return [
        (each, repeated_questions(survey.instrument, each.instrument))
        for each in others
        if same_waves(survey.instrument, each.instrument)
    ]


@bp.get("/share")
def share(survey: Survey) -> ResponseReturnValue:
    """A page for a projector: code, QR, link, and how many have responded."""
    results = results_of(survey)
    return unless_unchanged(
        results,
        lambda: render_template(
            "running/share.html",
            survey=survey,
            responses=results.tally.responses,
            typed=join_url(survey),
            link=shared_link(survey),
            only_here=only_here(),
        ),
    )


@bp.get("/qr.svg")
def qr(survey: Survey) -> ResponseReturnValue:
    """The link as a QR code, dark on light in any theme."""
    drawing = segno.make(shared_link(survey), error="m", micro=False)
    svg = io.BytesIO()
    drawing.save(svg, kind="svg", omitsize=True, border=4, dark="#000", light="#fff")
    return Response(svg.getvalue(), content_type="image/svg+xml")


@bp.get("/pictures/<name>.svg")
def picture(survey: Survey, name: str) -> ResponseReturnValue:
    """One picture of the results as a file."""
    return picture_file(results_of(survey).pictures, name)


def _download(export: Export) -> Callable[[Survey], ResponseReturnValue]:
    def file(survey: Survey) -> ResponseReturnValue:
        return file_of_results(export, shown_results_of(survey))

    return file


for _each in EXPORTS:
    if _each.own:
        bp.add_url_rule(f"/{_each.own}", _each.format, _download(_each))
