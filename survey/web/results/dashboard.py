"""The instructor's view of one survey: results, pictures, downloads, and links.

The links lead to the lesson that asks the same, to other groups and to other terms.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass

import segno
from flask import Response, render_template
from flask.typing import ResponseReturnValue

from survey.core.instrument.same_questions import questions_digest
from survey.core.results.results import CONFIDENCES
from survey.exports.catalog import EXPORTS, Export
from survey.lab.lesson import Lesson
from survey.lab.teaching.guess_survey import lesson_asked
from survey.store import State, Survey
from survey.store.models import Role
from survey.text.privacy_budget import budget_exceeded
from survey.text.support_line import SUPPORT_NEEDED, support_missing
from survey.text.survey_protection import all_terms_in_words, protection
from survey.text.suspicion import odds_refused, weak_odds
from survey.translations.marked import N_
from survey.web.accounts.access import largest_epsilon, reachable_surveys
from survey.web.accounts.labels import form_of
from survey.web.http.audiences import Audience, Pages
from survey.web.i18n.compared_translations import to_compare
from survey.web.i18n.page_language import page_translator
from survey.web.respondent.survey_links import shared_link
from survey.web.results.card_file import card_file
from survey.web.results.control_reading import control_reading
from survey.web.results.downloads import file_of_results
from survey.web.results.published import results_of, shown_results_of, unless_unchanged
from survey.web.results.result_steps import stepped_results_of
from survey.web.results.shown_statements import stated, statement_file
from survey.web.results.statement_list import as_listed

# The states of a survey that only its instructors see; the others are in messages.po.
STATES = (N_("draft"), N_("rehearsal"))

bp = Pages(
    "dashboard",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>",
    roles={Role.PRESENT: ("page", "card", "qr", "statement")},
)


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    if not survey.published:
        return _draft(survey)
    results = results_of(survey)
    signed = stated(results)
    control = control_reading(results) if survey.instrument.control else None
    beside, others = lesson_beside(survey), closed_beside(survey)
    return unless_unchanged(
        results,
        lambda: render_template(
            "results/dashboard.html",
            survey=survey,
            results=results,
            control=control,
            signed=signed,
            beside=beside,
            others=others,
            refused=odds_refused(survey.instrument, page_translator()),
            confidences=CONFIDENCES,
        ),
        signed.notes,
        control,
        beside and beside.name,
        others,
    )


def _draft(survey: Survey) -> str:
    """The page of a survey that is not published."""
    instrument, limit, say = survey.instrument, largest_epsilon(survey), page_translator()
    return render_template(
        "authoring/draft.html",
        survey=survey,
        labels=form_of(survey),
        limit=limit,
        fault=budget_exceeded(instrument, limit, say),
        refused=odds_refused(instrument, say),
        protection=protection(instrument, say),
        weak=[weak_odds(question, say) for question in instrument.questions],
        to_compare=[] if survey.group_name else to_compare(instrument),
        all_terms=_all_terms(survey),
        support_missing=SUPPORT_NEEDED if support_missing(instrument) else "",
    )


def _all_terms(survey: Survey) -> str:
    """What it costs to answer in the earlier terms and in this one; "" in the first."""
    if not survey.term:
        return ""
    asked = {
        each.term: each.instrument
        for each in asked_again(survey, asked_the_same(survey))
        if each.published and each.term != survey.term
    }
    return all_terms_in_words([*asked.values(), survey.instrument], page_translator())


@bp.get("/qr.svg")
def qr(survey: Survey) -> ResponseReturnValue:
    """The link as a QR code, dark on light in any theme."""
    drawing = segno.make(shared_link(survey), error="m", micro=False)
    svg = io.BytesIO()
    drawing.save(svg, kind="svg", omitsize=True, border=4, dark="#000", light="#fff")
    return Response(svg.getvalue(), content_type="image/svg+xml")


@bp.get("/cards/<name>")
def card(survey: Survey, name: str) -> ResponseReturnValue:
    """One question's card as a file."""
    return card_file(results_of(survey), name)


@bp.get("/statement.txt")
def statement(survey: Survey) -> ResponseReturnValue:
    """The signed statement; the statements of all closings if the survey was opened again."""
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


def lesson_beside(survey: Survey) -> Lesson | None:
    """The lesson that shows these guesses beside the truth; None if a class may not see them."""
    if len(survey.instrument.questions) != 1:
        return None  # a lesson opens with one question
    lesson = lesson_asked(survey.instrument)
    if lesson is None or survey.state is State.REHEARSAL or stepped_results_of(survey).hidden:
        return None
    return lesson


def asked_the_same(survey: Survey) -> list[Survey]:
    """The instructor's surveys that ask the same questions in any term; this one is among them.

    The oldest stand first, and those that colleagues share stand before their own.
    """
    return [each for each in reversed(reachable_surveys()) if _ask_the_same(each, survey)]


def asked_again(survey: Survey, surveys: list[Survey]) -> list[Survey]:
    """Of `surveys`, which ask the same, those that ask one survey again, and that one.

    Copies of a file are no terms. What an earlier release made names no survey: it asks any again.
    """
    line = survey.line or next((each.line for each in surveys if each.line), "")
    return [each for each in surveys if each.line in ("", line)]


def changes_begin_with(survey: Survey) -> bool:
    """Whether this survey alone is the first term, from which changes to later ones are told."""
    if survey.term or not survey.published:
        return False
    again = asked_again(survey, asked_the_same(survey))
    others = [each.term for each in again if each.published and each.code != survey.code]
    return bool(others) and all(others)


@dataclass(frozen=True)
class ClosedBeside:
    """Whether others of the same questions have closed beside a closed survey: groups, terms."""

    groups: bool = False
    terms: bool = False


def closed_beside(survey: Survey) -> ClosedBeside:
    """What stands beside this survey; while it is open nothing does, without a search."""
    if survey.state is not State.CLOSED:
        return ClosedBeside()
    same = asked_the_same(survey)
    closed = [each for each in same if each.state is State.CLOSED and each.code != survey.code]
    return ClosedBeside(
        groups=any(each.term == survey.term for each in closed),
        terms=any(
            each in closed and each.term != survey.term for each in asked_again(survey, same)
        ),
    )


def _ask_the_same(one: Survey, other: Survey) -> bool:
    """Whether the questions digests are equal; comparing the texts first is faster."""
    texts = [[each.text for each in survey.instrument.questions] for survey in (one, other)]
    return texts[0] == texts[1] and (
        questions_digest(one.instrument) == questions_digest(other.instrument)
    )
