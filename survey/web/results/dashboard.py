"""The instructor's view of one survey: results, pictures, downloads."""

import io
from collections.abc import Callable

import segno
from flask import Response, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from survey.core.estimation.results import CONFIDENCES
from survey.core.mechanism.privacy import LARGEST_UNCONFIRMED_ODDS
from survey.core.responses.links import survey_link
from survey.exports.catalog import EXPORTS, Export
from survey.store import Survey
from survey.text.odds_limits import odds_refused, weak_odds
from survey.text.privacy_budget import budget_exceeded
from survey.text.privacy_levels import protection
from survey.text.support_line import SUPPORT_NEEDED, support_missing
from survey.web.accounts.sign_in import current_instructor
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import signing_key
from survey.web.results.beside_the_truth import lesson_beside
from survey.web.results.card_file import card_file
from survey.web.results.control_reading import control_reading
from survey.web.results.files import file_of_results
from survey.web.results.other_waves import other_waves
from survey.web.results.published import results_of, shown_results_of, unless_unchanged
from survey.web.results.stated import stated, statement_file

bp = Pages("dashboard", audience=Audience.INSTRUCTOR, url_prefix="/surveys/<code>")

LOCAL_HOSTS = ("localhost", "127.", "[::1]")


def join_url(survey: Survey) -> str:
    """The full address that respondents type; it begins with --url if that is given."""
    path = url_for("respond.page", code=survey.code)
    return (current_app.config["PUBLIC_URL"] or request.host_url).rstrip("/") + path


def shared_link(survey: Survey) -> str:
    """The link to scan or send: its address, digest and key, on which the client will insist."""
    key = signing_key().public.fingerprint
    return survey_link(join_url(survey), survey.frozen_digest, key=key)


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
            protection=protection(survey.instrument),
            weak=[weak_odds(question) for question in survey.instrument.questions],
            waves=other_waves(survey),
            support_missing=SUPPORT_NEEDED if support_missing(survey.instrument) else "",
        )
    results = results_of(survey)
    signed, control = stated(results), control_reading(results)
    beside, waves = lesson_beside(survey), other_waves(survey)
    return unless_unchanged(
        results,
        lambda: render_template(
            "results/dashboard.html",
            survey=survey,
            results=results,
            control=control,
            signed=signed,
            beside=beside,
            waves=waves,
            refused=odds_refused(survey.instrument),
            confidences=CONFIDENCES,
        ),
        signed.notes,
        control,
        beside and beside.name,
        [(wave.code, wave.state, wave.since) for wave, _ in waves],
    )


@bp.get("/qr.svg")
def qr(survey: Survey) -> ResponseReturnValue:
    """The link as a QR code, dark on light in any theme."""
    drawing = segno.make(shared_link(survey), error="m", micro=False)
    svg = io.BytesIO()
    drawing.save(svg, kind="svg", omitsize=True, border=4, dark="#000", light="#fff")
    return Response(svg.getvalue(), content_type="image/svg+xml")


@bp.get("/cards/<name>.svg")
def card(survey: Survey, name: str) -> ResponseReturnValue:
    """One question's card as a file."""
    return card_file(results_of(survey), name)


@bp.get("/statement.txt")
def statement(survey: Survey) -> ResponseReturnValue:
    """The signed statements of all closings, the newest last."""
    return statement_file(shown_results_of(survey))


def _download(export: Export) -> Callable[[Survey], ResponseReturnValue]:
    def file(survey: Survey) -> ResponseReturnValue:
        return file_of_results(export, shown_results_of(survey))

    return file


for _each in EXPORTS:
    if _each.own:
        bp.add_url_rule(f"/{_each.own}", _each.format, _download(_each))
