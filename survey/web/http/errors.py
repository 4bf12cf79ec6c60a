"""The one table from errors to HTTP statuses, and the one place that renders them."""

import logging
import traceback

from flask import Flask, Response, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from survey import errors
from survey.web.http.audiences import Audience, audience_of

logger = logging.getLogger(__name__)

# status and title of each error; the detail is the error's own sentence.
STATUS: dict[type[errors.SurveyError], tuple[int, str]] = {
    errors.ParameterError: (422, "This does not fit"),
    errors.InstrumentInvalid: (422, "The questionnaire is not valid"),
    errors.SurveyNotFound: (404, "No such survey"),
    errors.PageNotFound: (404, "No such page"),
    errors.PictureNotFound: (404, "No such picture"),
    errors.LessonNotFound: (404, "No such lesson"),
    errors.FormatUnavailable: (404, "No such download"),
    errors.SurveyNotOpen: (410, "The survey is closed"),
    errors.SurveyFrozen: (409, "The survey is published"),
    errors.DraftChanged: (409, "The draft was changed meanwhile"),
    errors.BudgetExceeded: (409, "The survey is beyond your limit"),
    errors.ResultsHidden: (403, "The results are not shown"),
    errors.ReportRejected: (422, "The response is not valid"),
    errors.ResponseConflict: (409, "The response conflicts with another"),
    errors.TokenRejected: (403, "The token was refused"),
    errors.HostUnknown: (400, "Not this server's name"),
    errors.SignInRequired: (401, "Not signed in"),
    errors.SignInRefused: (403, "Not signed in"),
    errors.InstructorNotFound: (403, "Not signed in"),
    errors.SignInThrottled: (429, "Too many attempts"),
    errors.TokenThrottled: (429, "Too many attempts"),
    errors.CodeThrottled: (429, "Too many attempts"),
    errors.LabBusy: (503, "The lab is busy"),
    errors.StoreUnavailable: (503, "The survey cannot be saved at the moment"),
}

RETRY_AFTER_SECONDS = 5

# Where the server notes the error with which a request is refused before any page sees it.
REFUSED = "deniable.refused"

# Werkzeug's own statuses, in words that a respondent can use.
SENTENCES = {
    400: "The request was not understood. Please go back and try again.",
    404: "There is no page at this address. Please check the link or the code.",
    405: "This address does not take such a request.",
    408: "The request did not arrive in time. Please try again.",
    413: "That is larger than what is taken here.",
    415: "Responses are taken as uncompressed JSON only (Content-Type: application/json).",
}


def register_errors(app: Flask) -> None:
    """Makes every error a problem document for programs and a page for people."""
    app.register_error_handler(errors.SurveyError, _survey_error)
    app.register_error_handler(CSRFError, _csrf_error)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _unexpected_error)
    app.before_request(_raise_refusal)


def _raise_refusal() -> None:
    if error := request.environ.get(REFUSED):
        raise error


def is_wire(path: str) -> bool:
    """Whether only programs ask for this path, so that errors there are JSON."""
    if path in {"/health", "/ready"}:
        return True
    return path.startswith("/s/") and path.endswith(("/responses", ".json"))


def wants_json() -> bool:
    """Whether the caller is a program: the wire's routes, or an Accept header that says so."""
    if is_wire(request.path):
        return True
    accepted = request.accept_mimetypes
    return accepted["application/json"] > accepted["text/html"]


def _survey_error(error: errors.SurveyError) -> Response:
    status, title = STATUS[type(error)]
    title = "Not ready" if request.path == "/ready" else title
    response = _problem(status, title, error.message, error.field)
    if isinstance(error, errors.Throttled):
        response.headers["Retry-After"] = str(error.retry_after)
    if status == 401:
        response.headers["WWW-Authenticate"] = 'Cookie realm="Deniable"'  # RFC 9110 wants a scheme
    if status == 503:
        # The time of a line would be that of a respondent's attempt; /metrics counts it.
        if audience_of(request.endpoint).counted_as is not Audience.RESPONDENT:
            logger.warning("%s", error.message)
        response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def _csrf_error(error: CSRFError) -> Response:
    return _problem(
        400,
        "The form is too old",
        "This form was opened in another session. Please go back and copy what you typed, then "
        "open the form anew and paste it; cookies must be allowed.",
    )


def _http_error(error: HTTPException) -> AnyResponse:
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()
    response = _problem(error.code, error.name, SENTENCES.get(error.code, error.name + "."))
    for name, value in error.get_headers(None):
        if name not in {"Content-Type", "Content-Length"}:
            response.headers[name] = value
    return response


def _unexpected_error(error: Exception) -> Response:
    # Where it happened goes to the operator's log. The error's own words do not: they
    # may quote what somebody typed or sent.
    places = "".join(traceback.format_tb(error.__traceback__))
    logger.error("unexpected %s in %s\n%s", type(error).__name__, request.endpoint, places)
    return _problem(
        500, "Something went wrong", "The server made a mistake. Nothing was lost; please retry."
    )


def _problem(status: int, title: str, detail: str, field: str | None = None) -> Response:
    """RFC 9457 for programs, a page for browsers."""
    if wants_json():
        document = {"type": "about:blank", "title": title, "status": status, "detail": detail}
        if field is not None:
            document["field"] = field
        response = make_response(document, status)
        response.content_type = "application/problem+json"
        return response
    return make_response(
        render_template("error.html", title=title, detail=detail, status=status), status
    )
