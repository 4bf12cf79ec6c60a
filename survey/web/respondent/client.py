"""The client's files as they are served: the same bytes for every survey and every respondent."""

from pathlib import Path

from flask import Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from survey.client_build.build import Client, build_client
from survey.client_build.files import ClientFile
from survey.translations.catalogs import LANGUAGES
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import static_folder
from survey.web.http.security_headers import SHELL_HEADERS
from survey.web.i18n.page_language import language_for

bp = Pages("client", audience=Audience.RESPONDENT, url_prefix="/client")


def client() -> Client:
    """The client of this installation; built when it is first asked for."""
    assert current_app.template_folder is not None
    return build_client(static_folder(current_app), Path(current_app.template_folder))


def shell(status: int = 200) -> Response:
    """The page itself, in the language that is wanted; it holds nothing of any survey."""
    tag = language_for(tuple(LANGUAGES))
    response = _answer(client().shells[tag], status)
    response.headers["Content-Language"] = tag
    response.headers.update(SHELL_HEADERS)
    return response


@bp.get("/<name>")
def file(name: str) -> ResponseReturnValue:
    """A file that shells load, by its address."""
    found = client().by_address.get(request.path)
    if found is None:
        abort(404)
    return _answer(found)


def _answer(file: ClientFile, status: int = 200) -> Response:
    """The file's bytes, compressed where the browser takes that, or 304."""
    zipped = bool(request.accept_encodings["gzip"])
    response = Response(
        file.compressed if zipped else file.content, status, content_type=file.content_type
    )
    if zipped:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    response.set_etag(f"{file.sha256}{'-gzip' if zipped else ''}")
    if status == 200:
        response.make_conditional(request)
    return response
