"""One response, or one token, of a survey: the bytes of a request's body to those of its reply."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from survey.core.instrument.instrument import Instrument
from survey.core.responses.response import (
    LARGEST_RESPONSE,
    Response,
    check_response,
    parse_response,
)
from survey.core.responses.tokens import hash_token, parse_token
from survey.errors import (
    ResponseNotJSON,
    ResponseTooLarge,
    SurveyError,
    SurveyNotOpen,
    TokenRejected,
)
from survey.store import State
from survey.wire.acknowledgement import ALREADY, acknowledgement
from survey.wire.keys import SigningKey
from survey.wire.problems import PROBLEM_TYPE, Problem, json_line, mistake, problem_of
from survey.wire.ways import Way

JSON_TYPE = "application/json"


@dataclass(frozen=True)
class Submission:
    """A request to store a response, or to look a token up, from any kind of server.

    `code` is the survey's.

    `body` is the whole body, or enough of it to show that it is too large. `network` is the
    sender's network, "" if it is not known.
    """

    code: str
    content_type: str
    content_encoding: str
    body: bytes
    network: str


@dataclass(frozen=True)
class Reply:
    """A reply's status, headers and body; the server adds the headers that all replies have."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


class Submissions:
    """Takes responses, and signs their acknowledgements with the `signing_key`.

    `count_wrong_token` gets the network of each wrong token, and raises TokenThrottled when too
    many have come from it. The counts are in memory only.
    """

    def __init__(
        self, secret_key: str, signing_key: SigningKey, count_wrong_token: Callable[[str], None]
    ):
        # The instruments of published surveys, which never change. With them a response needs no
        # reading from the database, where a reader and the writer make each other wait. The store
        # compares digests itself, so an instrument from before a restored backup does no harm.
        self.instruments: dict[str, Instrument] = {}
        self._secret_key = secret_key
        self._signing_key = signing_key
        self.count_wrong_token = count_wrong_token

    async def take(self, arrived: Submission, way: Way) -> Reply:
        """Replies 201 to a new response, 200 if exactly this one is stored already, or a problem.

        Either acknowledgement is given only once the response is durable.
        """
        return await _answered(self._take(arrived, way), "taking a response")

    async def look_up(self, arrived: Submission, way: Way) -> Reply:
        """Replies {known, spent} to a token of an open survey, or a problem; stores nothing.

        A client asks before it draws. A token that is not known or spent counts as a wrong one.
        """
        return await _answered(self._look_up(arrived, way), "looking up a token")

    async def store(self, code: str, response: Response, network: str, way: Way) -> bool:
        """Stores a checked response and spends its token; returns whether it is new.

        Raises the errors of Responses.add, and TokenThrottled instead of TokenRejected when too
        many wrong tokens have come from one network.
        """
        return await self._stored(self._begun(code, response, way), response, network)

    async def _take(self, arrived: Submission, way: Way) -> Reply:
        instrument = self.instruments.get(arrived.code)
        if instrument is None:
            instrument = await self._instrument(arrived.code, way)
        response = parse_response(_body_of(arrived))
        if response.instrument != instrument.digest:
            instrument = await self._instrument(arrived.code, way)
        check_response(response, instrument)
        begun = self._begun(arrived.code, response, way)
        # Signed while the response is written, but sent only once it is durable.
        document = acknowledgement(self._signing_key, arrived.code, response, new=True)
        new = await self._stored(begun, response, arrived.network)
        if not new:
            document["stored"] = ALREADY
        return Reply(201 if new else 200, (("Content-Type", JSON_TYPE),), json_line(document))

    async def _look_up(self, arrived: Submission, way: Way) -> Reply:
        if (await way.survey(arrived.code)).state is not State.OPEN:
            raise SurveyNotOpen
        token_hash = hash_token(self._secret_key, parse_token(_body_of(arrived)))
        spent = await way.token_spent(arrived.code, token_hash)
        if spent is not False:
            self.count_wrong_token(arrived.network)
        document = {"known": spent is not None, "spent": spent is True}
        return Reply(200, (("Content-Type", JSON_TYPE),), json_line(document))

    def _begun(self, code: str, response: Response, way: Way) -> Awaitable[bool]:
        token = response.token
        token_hash = None if token is None else hash_token(self._secret_key, token)
        return way.add(code, response, token_hash)

    async def _stored(self, begun: Awaitable[bool], response: Response, network: str) -> bool:
        try:
            return await begun
        except TokenRejected:
            if response.token is not None:
                self.count_wrong_token(network)
            raise

    async def _instrument(self, code: str, way: Way) -> Instrument:
        """The instrument that the database has now."""
        self.instruments.pop(code, None)
        instrument = self.instruments[code] = (await way.survey(code)).instrument
        return instrument


async def _answered(replying: Awaitable[Reply], doing: str) -> Reply:
    """The reply, or the problem that stands for an error."""
    try:
        return await replying
    except SurveyError as error:
        return refusal(problem_of(error))
    except Exception as error:
        return refusal(mistake(error, doing))


def _body_of(arrived: Submission) -> bytes:
    """The body, if it is of type application/json and no larger than a response may be.

    Another site's form cannot send this type, so no CSRF token is needed.
    """
    media_type = arrived.content_type.partition(";")[0].strip().lower()
    if media_type != JSON_TYPE or arrived.content_encoding:
        raise ResponseNotJSON
    if len(arrived.body) > LARGEST_RESPONSE:
        raise ResponseTooLarge
    return arrived.body


def refusal(problem: Problem) -> Reply:
    """The reply to a program on a problem."""
    headers = (("Content-Type", PROBLEM_TYPE), *problem.headers)
    return Reply(problem.status, headers, problem.body())
