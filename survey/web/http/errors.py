"""Errors as pages for people, and as problem documents for programs."""

import logging
from dataclasses import replace

from flask import Flask, Response, make_response, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from survey import errors
from survey.translations.marked import N_
from survey.web.http.audiences import Audience, audience_of
from survey.wire.problems import PROBLEM_TYPE, Problem, mistake, problem_of

logger = logging.getLogger(__name__)

# Werkzeug's own statuses, in words that a respondent can use.
SENTENCES = {
    400: N_("The request was not understood. Please go back and try again."),
    404: N_("There is no page at this address. Please check the link or the code."),
    405: N_("This address does not take such a request."),
    408: "The request did not arrive in time. Please try again.",
    413: errors.ResponseTooLarge.message,
}


def register_errors(app: Flask) -> None:
    """Makes every error a problem document for programs and a page for people."""
    app.register_error_handler(HTTPException, http_page)
    app.register_error_handler(Exception, _unexpected_error)


def is_wire(path: str) -> bool:
    """Whether only programs use this path, so that its errors are JSON."""
    if path in {"/health", "/ready"}:
        return True
    return path.startswith("/s/") and path.endswith(("/responses", "/token", "/state", ".json"))


def wants_json() -> bool:
    """Whether the caller is a program: the wire's routes, or an Accept header that says so."""
    if is_wire(request.path):
        return True
    accepted = request.accept_mimetypes
    return accepted["application/json"] > accepted["text/html"]


def survey_page(error: errors.SurveyError) -> Response:
    """The page or problem document of an error of this app."""
    return rendered(told_problem(error))


def told_problem(error: errors.SurveyError) -> Problem:
    """The problem of an error of this app; logs a failing database."""
    problem = problem_of(error)
    # A log line's time would show when a respondent tried, so only /metrics counts these errors.
    if (
        problem.status == 503
        and audience_of(request.endpoint).counted_as is not Audience.RESPONDENT
    ):
        logger.warning("%s", error.message)
    return replace(problem, title="Not ready") if request.path == "/ready" else problem


def http_page(error: HTTPException) -> AnyResponse:
    """The page or problem document of an error that Werkzeug raises."""
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()
    response = rendered(
        Problem(error.code, error.name, SENTENCES.get(error.code, error.name + "."))
    )
    for name, value in error.get_headers(None):
        if name not in {"Content-Type", "Content-Length"}:
            response.headers[name] = value
    return response


def _unexpected_error(error: Exception) -> Response:
    return rendered(mistake(error, request.endpoint))


def rendered(problem: Problem, send_again: bool = False) -> Response:
    """The error as a problem document (RFC 9457) for programs, as a page for browsers.

    With `send_again` the page offers to send the same form once more: nothing is wrong with it.
    """
    if wants_json():
        response = make_response(problem.body(), problem.status)
        response.content_type = PROBLEM_TYPE
    else:
        page = render_template(
            "error.html",
            title=problem.title,
            detail=problem.detail,
            status=problem.status,
            send_again=send_again,
        )
        response = make_response(page, problem.status)
    response.headers.extend(problem.headers)
    return response
