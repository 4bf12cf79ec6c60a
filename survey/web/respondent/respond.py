"""The respondent's page and the wire that its reports arrive on."""

from flask import Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from survey.core.responses.join_codes import normalize_code
from survey.errors import SurveyNotFound
from survey.store import State, Survey
from survey.web.http.audiences import Audience, Pages
from survey.web.http.cross_origin import any_origin
from survey.web.http.extensions import store
from survey.web.respondent.client import shell
from survey.web.respondent.submission import answer_request

bp = Pages("respond", audience=Audience.RESPONDENT, url_prefix="/s/<code>")


def published_survey(code: str) -> Survey:
    """The survey with this code; a draft is not found, as if it did not exist."""
    survey = store().surveys.get(code)
    if not survey.published:
        raise SurveyNotFound
    return survey


def canonical_json(survey: Survey) -> Response:
    """The questionnaire as the client hashes and reads it."""
    return Response(survey.instrument.canonical_json, content_type="application/json")


def state_document(survey: Survey) -> dict[str, bool | int | None]:
    """What the client is told beside the questionnaire: booleans and a time, and no word.

    `closes` is in whole seconds since 1970 (UTC), null if no time is set.
    """
    return {
        "open": survey.state is State.OPEN,
        "token": survey.tokens_required,
        "results": survey.results_public,
        "closes": survey.closes_at,
    }


@bp.get("")
def page(code: str) -> ResponseReturnValue:
    """The client: the same bytes for every survey, for one that does not exist, too.

    Without a script it leads on to "?coin": what stands in it cannot name the survey.
    """
    meant = normalize_code(code)
    if "coin" in request.args:
        return redirect(url_for("coin.page", code=meant))  # ?lang= goes with it
    if meant != code:
        return redirect(url_for("respond.page", code=meant))
    try:
        published_survey(code)
    except SurveyNotFound:
        return shell(404)
    return shell()


@bp.get("/")
def slashed(code: str) -> ResponseReturnValue:
    """The same page, as somebody may type its address."""
    return redirect(url_for("respond.page", code=published_survey(normalize_code(code)).code))


@bp.get("/instrument.json")
@any_origin
def instrument(code: str) -> ResponseReturnValue:
    """The questionnaire's own bytes: their SHA-256 is its digest."""
    return canonical_json(published_survey(code))


@bp.get("/state")
@any_origin
def state(code: str) -> ResponseReturnValue:
    """Whether it is open, needs a token and has public results, and when it closes."""
    return state_document(published_survey(code))


@bp.post("/responses")
@any_origin
def responses(code: str) -> ResponseReturnValue:
    """Takes one response: 201 if new, 200 if it is stored already. No cookie is read here."""
    return answer_request(code)
