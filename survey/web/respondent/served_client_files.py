"""The client's files as they are served: the same bytes for every survey and every respondent."""

from pathlib import Path

from flask import Flask, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from survey.client_build.build import Client, build_client
from survey.client_build.files import FOLDER, SINGLE_FILE
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import static_folder, store
from survey.web.http.security_headers import NO_STORE
from survey.web.respondent.reachability import reached
from survey.web.respondent.reading import Readings, shell_reply
from survey.wire.submission import Reply
from survey.wire.ways import OnThread, at_once

bp = Pages("client", audience=Audience.RESPONDENT)


def client_of(app: Flask) -> Client:
    """The client of this installation, built at its first request."""
    assert app.template_folder is not None
    return build_client(static_folder(app), Path(app.template_folder))


def read() -> Response | None:
    """The reply to a client at the requested address; see Readings.answer."""
    readings = Readings(client_of(current_app), OnThread(store()), reached())
    reply = at_once(readings.answer(request))
    return _response(reply) if reply else None


def previewed_shell() -> Response:
    """The respondent's page as a preview, at an instructor's address."""
    response = _response(shell_reply(client_of(current_app), request))
    response.headers["Cache-Control"] = NO_STORE
    return response


@bp.get(f"{FOLDER}<name>")
def file(name: str) -> ResponseReturnValue:
    """A file that shells load, by its address."""
    return read() or abort(404)


@bp.get(SINGLE_FILE)
def single_file() -> ResponseReturnValue:
    """Serves the client as one file, to keep or to compare."""
    return read() or abort(404)


def _response(reply: Reply) -> Response:
    response = Response(reply.body, reply.status)
    response.headers.clear()  # of a default type
    response.headers.extend(reply.headers)
    return response
