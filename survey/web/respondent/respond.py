"""The respondent's page, and the routes that give its questionnaire and take its responses."""

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from survey.core.responses.join_codes import linked_code
from survey.errors import SurveyNotFound
from survey.store import Survey
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.security_headers import any_origin
from survey.web.respondent.served_client_files import read
from survey.web.respondent.submission_routes import answer_request, answer_token
from survey.wire.ways import read_published

bp = Pages("respond", audience=Audience.RESPONDENT, url_prefix="/s/<code>")


def published_survey(code: str) -> Survey:
    """The survey with this code; raises SurveyNotFound for a draft, as for an unknown code."""
    return read_published(store(), code)


@bp.get("")
def page(code: str) -> ResponseReturnValue:
    """The client: the same bytes for every survey, even for one that does not exist.

    Without JavaScript it links to "?coin", since its bytes cannot name the survey.
    """
    if answer := read():
        return answer
    meant = linked_code(code)
    if not meant:
        raise SurveyNotFound
    # ?lang= goes with it.
    return redirect(url_for("coin.page" if "coin" in request.args else "respond.page", code=meant))


@bp.get("/")
def slashed(code: str) -> ResponseReturnValue:
    """Redirects an address that somebody typed with a "/" at its end."""
    return redirect(url_for("respond.page", code=published_survey(linked_code(code)).code))


@bp.get("/instrument.json")
@any_origin
def instrument(code: str) -> ResponseReturnValue:
    """The questionnaire's own bytes: their SHA-256 is its digest."""
    return read() or abort(404)


@bp.get("/state")
@any_origin
def state(code: str) -> ResponseReturnValue:
    """Whether it is open, needs a token and has public results, and when it closes."""
    return read() or abort(404)


@bp.post("/responses")
@any_origin
def responses(code: str) -> ResponseReturnValue:
    """Takes one response: 201 if new, 200 if it is stored already. No cookie is read here."""
    return answer_request(code)


@bp.post("/token")
@any_origin
def token(code: str) -> ResponseReturnValue:
    """Whether a token is one of this survey's, and spent; asked before anything is drawn."""
    return answer_token(code)
