"""Of many mutants of what a server delivers, each is named: one byte, anywhere, in one copy."""

import gzip
import random
import zlib
from email.message import Message

import pytest

from survey.app.folders import folder
from survey.cli.checks.served_client import compare
from survey.cli.client.wire import ServerReply
from survey.client_build.build import build_client
from survey.web.http.security_headers import HTTPS_HEADERS

MUTANTS = 400
RELEASE = build_client(folder("static"), folder("templates"))


class Recorded:
    """A connection that answers as the app did, but for one answer that is altered."""

    path = "/s/bcd234"

    def __init__(self, respondent, place="http://127.0.0.1"):
        self.place = place
        self._respondent = respondent
        self.answers: dict[tuple, ServerReply] = {}
        self.altered: dict[tuple, ServerReply] = {}

    def get(self, path, headers):
        key = (path, tuple(sorted(headers.items())))
        if key not in self.answers:
            answer = self._respondent.get(path, headers=headers, base_url=self.place)
            message = Message()
            for name, value in answer.headers:
                message[name] = value
            self.answers[key] = ServerReply(answer.status_code, message, answer.data)
        return self.altered.get(key, self.answers[key])


@pytest.fixture
def recorded(respondent, open_survey) -> Recorded:
    connection = Recorded(respondent)
    digest = open_survey.instrument.digest
    assert compare(connection, RELEASE, digest).faults == []  # the control: nothing altered
    return connection


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


def test_every_mutant_of_one_copy_is_named(recorded, open_survey):
    """With a fixed seed, so that a mutant that nobody names is found again."""
    drawn = random.Random(15)
    keys = sorted(recorded.answers)
    for number in range(MUTANTS):
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
              if answer.headers.get("Content-Encoding") == "gzip"]  # fmt: skip
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
        connection.altered = {key: ServerReply(answer.status, headers, answer.body)}
        (fault,) = compare(connection, RELEASE, digest).faults
        path = key[0] if key[0] != connection.path else f"{connection.path}?lang="
        assert f"The header {name} of https://127.0.0.1{path}" in fault
