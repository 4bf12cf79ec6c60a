"""The instructor's view of one survey: results, pictures, downloads."""

import io
from collections.abc import Callable

import segno
from flask import Response, render_template
from flask.typing import ResponseReturnValue

from survey.core.results.results import CONFIDENCES
from survey.exports.catalog import EXPORTS, Export
from survey.store import State, Survey
from survey.store.roles import Role
from survey.text.odds_limits import odds_refused, weak_odds
from survey.text.privacy_budget import budget_exceeded
from survey.text.protection.whole_survey import protection
from survey.text.support_line import SUPPORT_NEEDED, support_missing
from survey.web.accounts.access import largest_epsilon
from survey.web.accounts.labels import form_of
from survey.web.http.audiences import Audience, Pages
from survey.web.respondent.survey_links import shared_link
from survey.web.results.asked_groups import has_other_groups
from survey.web.results.card_file import card_file
from survey.web.results.control_reading import control_reading
from survey.web.results.downloads import file_of_results
from survey.web.results.published import results_of, shown_results_of, unless_unchanged
from survey.web.results.related_surveys import lesson_beside, other_waves
from survey.web.results.shown_statements import stated, statement_file
from survey.web.results.statement_list import as_listed

bp = Pages(
    "dashboard",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>",
    roles={Role.PRESENT: ("page", "card", "qr", "statement")},
)


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    if not survey.published:
        limit = largest_epsilon(survey)
        fault = budget_exceeded(survey.instrument, limit)
        return render_template(
            "authoring/draft.html",
            survey=survey,
            labels=form_of(survey),
            limit=limit,
            fault=fault,
            refused=odds_refused(survey.instrument),
            protection=protection(survey.instrument),
            weak=[weak_odds(question) for question in survey.instrument.questions],
            waves=other_waves(survey),
            support_missing=SUPPORT_NEEDED if support_missing(survey.instrument) else "",
        )
    results = results_of(survey)
    signed, control = stated(results), control_reading(results)
    beside, waves = lesson_beside(survey), other_waves(survey)
    others = has_other_groups(survey)
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
            others=others,
            refused=odds_refused(survey.instrument),
            confidences=CONFIDENCES,
        ),
        signed.notes,
        control,
        beside and beside.name,
        others,
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
    """The signed statement; of a survey that was opened again those of all closings."""
    return statement_file(shown_results_of(survey))


def _download(export: Export) -> Callable[[Survey], ResponseReturnValue]:
    def file(survey: Survey) -> ResponseReturnValue:
        results = shown_results_of(survey)
        if export.signed and survey.state is State.CLOSED:
            results = as_listed(results)
        return file_of_results(export, results)

    return file


for _each in EXPORTS:
    if _each.own:
        bp.add_url_rule(f"/{_each.own}", _each.format, _download(_each))
