"""Nothing in the files leads from a participation token to a response."""

import hashlib
import secrets
from pathlib import Path

import pytest

from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.store.sqlite.connection import connect
from survey.store.sqlite.engine import SQLiteStore

N = 150


def content(path: Path, instrument, pairs: list[tuple[str, str]], then_close: bool) -> bytes:
    """The file in which these tokens and responses were stored together, in this order."""
    store = SQLiteStore(path)
    store.surveys.add(Survey("bcd234", instrument, State.OPEN))
    # When each file was made differs of itself, and says nothing of respondents.
    connection = connect(path)
    connection.execute("UPDATE _sqlite_migrations SET applied_at = ''")
    connection.close()
    store.surveys.add_tokens("bcd234", sorted(token for token, _ in pairs))
    for token, response_id in pairs:
        store.responses.add("bcd234", Response(instrument.digest, response_id, (0, 1, 0)), token)
    if then_close:
        store.surveys.set_state("bcd234", State.CLOSED)
    store.close()
    assert [each for each in path.parent.iterdir() if each.name.startswith(f"{path.name}-")] == []
    return path.read_bytes()


@pytest.mark.parametrize("then_close", [False, True])
def test_file_is_the_same_whichever_token_came_with_which_response_once_closed(
    tmp_path, instrument, then_close
):
    """Byte for byte, after a rewrite; before it the pages do tell something."""
    tokens = [hashlib.sha256(b"token %d" % number).hexdigest() for number in range(N)]
    ids = [hashlib.sha256(b"id %d" % number).hexdigest()[:32] for number in range(N)]
    one = content(tmp_path / "one.db", instrument, list(zip(tokens, ids, strict=True)), then_close)
    turned = list(zip(tokens[::-1], ids, strict=True))
    other = content(tmp_path / "other.db", instrument, turned, then_close)
    shuffled = sorted(zip(tokens, ids[1:] + ids[:1], strict=True))
    third = content(tmp_path / "third.db", instrument, shuffled, then_close)
    assert (one == other == third) is then_close


def test_no_token_is_in_any_file_or_log(instructor, respondent, config, good, caplog):
    caplog.set_level("DEBUG")
    sheet = instructor.post("/surveys/bcd234/tokens", {"count": "3", "format": "csv"})
    printed, *unused = [line.split(",")[0] for line in sheet.text.splitlines()[1:]]
    for token in (printed, printed.replace("-", ""), "wrong-token-of-a-respondent", *unused):
        answer = respondent.post(
            "/s/bcd234/responses",
            json={**good, "response_id": secrets.token_hex(16), "token": token},
        )
        assert answer.status_code in {201, 403}
    everything = b"".join(path.read_bytes() for path in config.data.rglob("*") if path.is_file())
    everything += caplog.text.encode()
    for token in (printed, *unused, "wrong-token-of-a-respondent"):
        for spelling in {token, token.replace("-", "")}:
            assert spelling.encode() not in everything
            # Nor what could be computed from it without the key.
            assert hashlib.sha256(spelling.encode()).hexdigest().encode() not in everything
