"""Replies to clients that read page, files, questionnaire or state: bytes, without Flask.

Flask's routes and the server's event loop are two ways into `Readings.answer`, as they are into
survey.wire.
"""

from re import compile as pattern

from werkzeug.wrappers import Request

from survey.client_build.build import Client
from survey.client_build.files import SINGLE_FILE, ClientFile
from survey.core.responses.join_codes import linked_code
from survey.core.responses.links import HASH
from survey.errors import SurveyNotFound
from survey.store import State, Survey
from survey.web.http.security_headers import (
    ANY_ORIGIN,
    FILE_POLICY,
    KEPT_FOR_GOOD,
    headers_of_shell,
    headers_of_single_file,
)
from survey.web.i18n.page_language import best_of, tags_wanted
from survey.web.respondent.reachability import ReachedCodes
from survey.wire.problems import json_line
from survey.wire.submission import JSON_TYPE, Reply
from survey.wire.ways import Way

_OF_A_SURVEY = pattern(r"/s/([^/]+)(/instrument\.json|/state)?")

_OF_ALL = ("Cache-Control", "no-cache")  # browsers ask again, so a fix reaches them
_FOR_GOOD = ("Cache-Control", KEPT_FOR_GOOD)  # the address has the content's digest


class Readings:
    """Answers the client's requests."""

    def __init__(self, client: Client, way: Way, reached: ReachedCodes):
        self._client, self._way, self._reached = client, way, reached

    async def answer(self, request: Request) -> Reply | None:
        """The reply to a GET; None for other addresses, and for files that do not exist.

        Raises SurveyNotFound for the questionnaire or state of an unknown survey.
        """
        if file := self._client.by_address.get(request.path):
            return file_reply(file, request, _FOR_GOOD, FILE_POLICY)
        if request.path == SINGLE_FILE:
            policy = headers_of_single_file(self._client.single_file_policy)
            return file_reply(self._client.single_file, request, *policy.items(), _OF_ALL)
        path, *fragment = HASH.split(request.path, maxsplit=1)
        asked = _OF_A_SURVEY.fullmatch(path.rstrip("/") if fragment else path)
        if asked is None or fragment and asked[2]:
            return None
        code, document = asked.groups()
        if document is None:
            return await self._page(code, request, mends_itself=bool(fragment))
        survey = await self._way.survey(code)
        if document == "/state":
            return _json(json_line(state_document(survey)))
        self._reached.note(survey.code, request.environ)
        return _json(survey.instrument.canonical_json.encode())

    async def _page(self, code: str, request: Request, mends_itself: bool) -> Reply | None:
        """The client, for an unknown code, too; None for another spelling, and for coins.

        If a link's "#" came encoded, its fragment is in the path. The client puts it behind a "#"
        again (`mends_itself`). A redirect would write token and digest into another line of a
        log, and a digest that the server names proves nothing.
        """
        meant = linked_code(code)
        if "coin" in request.args or not (meant == code or mends_itself):
            return None
        try:
            await self._way.survey(meant)
        except SurveyNotFound:
            return shell_reply(self._client, request, 404)
        return shell_reply(self._client, request)


def state_document(survey: Survey) -> dict[str, bool | int | None]:
    """The facts that a client needs in addition to the questionnaire: booleans and a time, no text.

    `closes` is in whole seconds since 1970 (UTC), null if no time is set. A survey that is not open
    and has one is in its last minute: its results can be seen, but not yet the list of reports.
    """
    return {
        "open": survey.shown_state is State.OPEN,
        "token": survey.tokens_required,
        "results": survey.results_public,
        "closes": survey.closes_at,
    }


def shell_reply(client: Client, request: Request, status: int = 200) -> Reply:
    """The page itself, in the best language for the browser; it holds nothing of any survey."""
    tag = best_of(tags_wanted(request), tuple(client.shells))
    kept = () if status == 404 else (_OF_ALL,)
    headers = *headers_of_shell(client.shell_sources).items(), *kept
    return file_reply(client.shells[tag], request, *headers, language=tag, status=status)


def file_reply(
    file: ClientFile,
    request: Request,
    *headers: tuple[str, str],
    language: str | None = None,
    status: int = 200,
) -> Reply:
    """The file's bytes, compressed if the browser accepts it, or 304 if it has them."""
    zipped = bool(request.accept_encodings["gzip"])
    etag = f"{file.sha256[:32]}{'-gzip' if zipped else ''}"
    varies = "Accept-Encoding, Accept-Language" if language else "Accept-Encoding"
    headers = (("ETag", f'"{etag}"'), ("Vary", varies), *headers)
    if status == 200 and request.if_none_match.contains_weak(etag):
        return Reply(304, headers, b"")
    headers = (("Content-Type", file.content_type), *headers)
    if language:
        headers = (("Content-Language", language), *headers)
    if zipped:
        headers = (("Content-Encoding", "gzip"), *headers)
    return Reply(status, headers, file.compressed if zipped else file.content)


def _json(content: bytes) -> Reply:
    return Reply(200, (("Content-Type", JSON_TYPE), ANY_ORIGIN, FILE_POLICY), content)
