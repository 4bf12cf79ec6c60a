"""Redirects addresses that a sentence, a chat or capital letters have changed."""

import re

from flask import Flask, current_app, redirect, request, url_for
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.wrappers import Response as AnyResponse

from survey.core.responses.join_codes import linked_code
from survey.core.responses.links import HASH
from survey.web.http.errors import http_page, is_wire, survey_page
from survey.web.respondent.served_client_files import read
from survey.wire.problems import STATUS

_OF_A_SURVEY = re.compile("/s/([^/]+)", re.IGNORECASE)
_BEHIND = re.compile(r"[^\w/=-]*", re.ASCII)  # punctuation that may follow a link in a sentence


def register_mended_addresses(app: Flask) -> None:
    """Redirects an unknown address to the page that it probably means."""
    app.register_error_handler(NotFound, lambda error: _meant() or http_page(error))
    for fault, (status, _) in STATUS.items():
        if status == 404:
            app.register_error_handler(fault, lambda error: _meant() or survey_page(error))


def _meant() -> AnyResponse | None:
    path = request.path
    if request.method not in {"GET", "HEAD"} or is_wire(path):
        return None
    if found := _OF_A_SURVEY.match(path):
        code = linked_code(found[1])
        if HASH.search(path) and (page := read()):
            return page
        if code and found[0] != f"/s/{code}":
            return read() or redirect(url_for("respond.page", code=code))
    return _without_end(path)


def _without_end(path: str) -> AnyResponse | None:
    """A redirect to the address without punctuation at its end; None if no page has it."""
    behind = _BEHIND.match(path[::-1])
    adapter = current_app.create_url_adapter(request)
    if not behind or not behind[0] or not adapter:
        return None
    try:
        endpoint, arguments = adapter.match(path[: -len(behind[0])], "GET")
    except HTTPException:  # an address that redirects exists, too
        return None
    return redirect(url_for(endpoint, **arguments))
