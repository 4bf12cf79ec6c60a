"""Of many mutants of what a server delivers, each is named: one byte, anywhere, in one copy.

And every mutant of the questionnaire that the client's own tests refuse; what a server says as the
survey's state is not compared, and the command says so.
"""

import gzip
import json
import random
import zlib
from email.message import Message

import pytest
from mutants import CANONICAL, INSTRUMENT, mutants_of_state, purposeful_mutants
from release_client import RELEASE

from survey.cli.checks.served_client import compare
from survey.cli.client.survey_connection import ServerReply
from survey.cli.commands import verify_page
from survey.core.instrument.digest_forms import short_form
from survey.core.responses.links import survey_link
from survey.store import State, Survey
from survey.web.http.security_headers import HTTPS_HEADERS

MUTANTS, USUAL_MUTANTS = 400, 80


class Recorded:
    """A connection that answers as the app did, but for one answer that is altered."""

    path = "/s/bcd234"

    def __init__(self, respondent, place="http://127.0.0.1"):
        self.place = place
        self.address = place + self.path
        self._respondent = respondent
        self.answers: dict[tuple, ServerReply] = {}
        self.altered: dict[tuple, ServerReply] = {}
        self.instead: dict[str, bytes] = {}  # by its path, however it is asked for

    def get(self, path, headers):
        key = (path, tuple(sorted(headers.items())))
        if key not in self.answers:
            answer = self._respondent.get(path, headers=headers, base_url=self.place)
            message = Message()
            for name, value in answer.headers:
                message[name] = value
            self.answers[key] = ServerReply(answer.status_code, message, answer.data)
        answer = self.altered.get(key, self.answers[key])
        if path not in self.instead:
            return answer
        return ServerReply(200, _without_encoding(answer.headers), self.instead[path])

    def check_path(self) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def recorded(respondent, open_survey) -> Recorded:
    connection = Recorded(respondent)
    digest = open_survey.instrument.digest
    assert compare(connection, RELEASE, digest).faults == []  # the control: nothing altered
    return connection


def _without_encoding(headers: Message) -> Message:
    plain = Message()
    for name, value in headers.items():
        if name != "Content-Encoding":
            plain[name] = value
    return plain


def _mutant(drawn: random.Random, content: bytes) -> bytes:
    """The content with one byte changed, lost or added, or cut off."""
    place = drawn.randrange(len(content))
    other = bytes([content[place] ^ drawn.randrange(1, 256)])
    return drawn.choice(
        [
            content[:place] + other + content[place + 1 :],
            content[:place] + content[place + 1 :],
            content[:place] + other + content[place:],
            content[:place],
        ]
    )


def test_every_mutant_of_one_copy_is_named(recorded, open_survey, exhaustive):
    """With a fixed seed, so that a mutant that nobody names is found again."""
    drawn = random.Random(15)
    keys = sorted(key for key, answer in recorded.answers.items() if answer.status == 200)
    for number in range(MUTANTS if exhaustive else USUAL_MUTANTS):
        key = keys[number % len(keys)]
        answer = recorded.answers[key]
        zipped = answer.headers.get("Content-Encoding") == "gzip"
        content = gzip.decompress(answer.body) if zipped else answer.body
        mutant = _mutant(drawn, content)
        assert mutant != content
        body = gzip.compress(mutant) if zipped else mutant
        recorded.altered = {key: ServerReply(answer.status, answer.headers, body)}
        found = compare(recorded, RELEASE, open_survey.instrument.digest)
        # A shell is named by its language, whichever way it was asked for.
        path = key[0] if key[0] != recorded.path else f"{recorded.path}?lang="
        assert any(path in fault for fault in found.faults), (number, key, mutant[:200])


def test_every_mutant_of_the_compressed_bytes_themselves_is_named(recorded, open_survey):
    """Unless it unpacks to the release's bytes: then a browser runs those, too."""
    drawn = random.Random(16)
    zipped = [key for key, answer in sorted(recorded.answers.items())
              if answer.headers.get("Content-Encoding") == "gzip" and answer.body]  # fmt: skip
    assert len(zipped) >= len(RELEASE.shells) + len(RELEASE.files)
    for number in range(100):
        key = zipped[number % len(zipped)]
        answer = recorded.answers[key]
        body = _mutant(drawn, answer.body)
        recorded.altered = {key: ServerReply(answer.status, answer.headers, body)}
        faults = compare(recorded, RELEASE, open_survey.instrument.digest).faults
        try:
            same = gzip.decompress(body) == gzip.decompress(answer.body)
        except (OSError, EOFError, ValueError, zlib.error):
            same = False
        assert same or faults, (number, key)


@pytest.mark.first_cell
@pytest.mark.parametrize("name", HTTPS_HEADERS)
@pytest.mark.parametrize("value", [None, "unsafe-none"])
def test_header_of_an_encrypted_connection_is_named(respondent, open_survey, name, value):
    """Of every copy of all that is compared: another one, or none."""
    connection = Recorded(respondent, "https://127.0.0.1")
    digest = open_survey.instrument.digest
    assert compare(connection, RELEASE, digest).faults == []
    for key, answer in connection.answers.items():
        headers = Message()
        for each, given in answer.headers.items():
            if each != name:
                headers[each] = given
        if value:
            headers[name] = value
        elif answer.status == 304:
            continue  # what it leaves out stays as the browser has it
        connection.altered = {key: ServerReply(answer.status, headers, answer.body)}
        (fault,) = compare(connection, RELEASE, digest).faults
        path = key[0] if key[0] != connection.path else f"{connection.path}?lang="
        assert f"The header {name} of https://127.0.0.1{path}" in fault


@pytest.fixture
def verified(respondent, store, survey_command, monkeypatch):
    """What the command says, as JSON, where the server gives other bytes for a part of a survey."""
    store.surveys.add(Survey("bcd234", INSTRUMENT, State.OPEN))
    connection = Recorded(respondent)
    monkeypatch.setattr(verify_page, "PlainConnection", lambda url: connection)
    monkeypatch.setattr(verify_page, "build_client", lambda *folders: RELEASE)

    def verify(digest: str | None, name: str, content: bytes) -> dict:
        connection.instead = {f"{connection.path}/{name}": content}
        url = survey_link(connection.address, digest) if digest else connection.address
        outcome = survey_command("verify-page", url, "--format", "json")
        said = json.loads(outcome.out)
        assert outcome.code == (0 if said["as_released"] else 1)
        return said

    return verify


def test_every_mutant_of_the_questionnaire_is_named(verified, exhaustive):
    """By the link's digest; without one as what it is, or by another short form to compare."""
    digest = INSTRUMENT.digest
    assert verified(digest, "instrument.json", CANONICAL)["faults"] == []
    honest = verified(None, "instrument.json", CANONICAL)["instrument"]["short"]
    assert honest == short_form(digest)
    unknown = 0
    every = list(purposeful_mutants())
    for number, mutant in enumerate(every if exhaustive else every[::5]):
        faults = verified(digest, "instrument.json", mutant)["faults"]
        assert any("is another questionnaire" in fault for fault in faults), (number, mutant[:200])
        said = verified(None, "instrument.json", mutant)
        unknown += bool(said["faults"])
        assert said["instrument"]["short"] != honest, (number, mutant[:200])
        is_none = "is not a questionnaire that this release knows"
        assert all(is_none in fault for fault in said["faults"])
    assert 0 < unknown < number  # a weaker γ, say, is a questionnaire


def test_no_mutant_of_the_state_is_compared_and_each_is_said_to_be_unseen(verified):
    for content in mutants_of_state():
        said = verified(INSTRUMENT.digest, "state", content)
        assert said["as_released"], content
        assert any("/s/bcd234/state)" in each for each in said["not_seen"]), content
