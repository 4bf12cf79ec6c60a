"""The respondent's page and the wire that its reports arrive on."""

from collections.abc import Sequence
from typing import Any

from flask import Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from survey.core.instrument.instrument import Instrument
from survey.core.kinds.item import Item
from survey.core.responses.join_codes import normalize_code
from survey.core.responses.tokens import LENGTH
from survey.errors import SurveyNotFound
from survey.store import State, Survey
from survey.web.http.audiences import Audience, Pages
from survey.web.http.cross_origin import any_origin
from survey.web.http.extensions import store
from survey.web.i18n.page_language import language_attributes, speak_for
from survey.web.respondent.instrument_texts import worded
from survey.web.respondent.submission import answer_request

bp = Pages("respond", audience=Audience.RESPONDENT, url_prefix="/s/<code>")


def published_survey(code: str) -> Survey:
    """The survey with this code; a draft is not found, as if it did not exist."""
    survey = store().surveys.get(code)
    if not survey.published:
        raise SurveyNotFound
    return survey


def render_questionnaire(survey: Survey, preview: bool = False) -> str:
    """The respondent's page; in a preview nothing is sent or remembered."""
    survey = worded(survey)
    speak_for(survey.instrument)
    data = _data_for_scripts(survey, preview)
    return render_template("respondent/respond.html", survey=survey, data=data, preview=preview)


def _data_for_scripts(survey: Survey, preview: bool) -> dict[str, Any]:
    instrument = survey.instrument
    return {
        "code": survey.code,
        "instrument": instrument.digest,
        "title": instrument.title,
        "epsilon": instrument.epsilon,
        "waves_of": instrument.waves_of,
        "questions": _questions(instrument),
        "trial_odds": instrument.questions[0].odds,
        "preview": preview,
        "token_length": LENGTH if survey.tokens_required and not preview else 0,
        "language": language_attributes(instrument),
        "reports_at": None if preview else url_for("reports.page", code=survey.code),
        "open": preview or survey.state is State.OPEN,
    }


def _questions(instrument: Instrument) -> list[dict[str, Any]]:
    """Each with its items; of a wave also in its own words, by which its table is kept.

    So a wave that is read in another language is the same wave.
    """
    pairs = zip(instrument.questions, instrument.items_of_questions, strict=True)
    questions: list[dict[str, Any]] = [
        {
            "text": question.text,
            "kind": question.kind.name,
            "odds": question.odds,
            "options": question.options,
            "low": question.low,
            "high": question.high,
            "epsilon": question.epsilon,
            "items": _items(items),
        }
        for question, items in pairs
    ]
    original = instrument.original
    if instrument.waves_of and original:
        pairs = zip(original.questions, original.items_of_questions, strict=True)
        for document, (question, items) in zip(questions, pairs, strict=True):
            document["original"] = {"text": question.text, "items": _items(items)}
    return questions


def _items(items: Sequence[Item]) -> list[dict[str, Any]]:
    """With labels that are the same in every language: a wave's table is kept by them, too."""
    return [{"text": item.text, "labels": item.labels} for item in items]


@bp.get("")
def page(code: str) -> ResponseReturnValue:
    if code != normalize_code(code):
        return redirect(url_for("respond.page", code=normalize_code(code)))
    return render_questionnaire(published_survey(code))


@bp.get("/")
def slashed(code: str) -> ResponseReturnValue:
    """The same page, as somebody may type its address."""
    return redirect(url_for("respond.page", code=published_survey(normalize_code(code)).code))


@bp.get("/instrument.json")
@any_origin
def instrument(code: str) -> ResponseReturnValue:
    """The canonical JSON itself: its SHA-256 is the digest."""
    return Response(
        published_survey(code).instrument.canonical_json, content_type="application/json"
    )


@bp.post("/responses")
@any_origin
def responses(code: str) -> ResponseReturnValue:
    """Takes one response: 201 if new, 200 if it is stored already. No cookie is read here."""
    return answer_request(code)
