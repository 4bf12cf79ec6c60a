"""Promise 4 on PostgreSQL: its files, write-ahead log and log hold nothing of a respondent."""

import pytest
from contract_survey import INSTRUMENT

from survey.app import create_app
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.store.postgresql.connection import connect

CANARY = "canary-7c2f"
HEADERS = {
    "X-Forwarded-For": CANARY,
    "Forwarded": f"for={CANARY}",
    "User-Agent": CANARY,
    "Referer": f"http://localhost/{CANARY}",
    "Accept-Language": CANARY,
    "Cookie": f"session={CANARY}",
}
RESPONSE_ID = "5d3c9ab1" * 4


@pytest.fixture
def respondent(config, postgresql_store):
    postgresql_store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
    return create_app(config, postgresql_store).test_client()


def everything(server, url: str) -> bytes:
    """All bytes of the server's folder, after it has written them there."""
    with connect(url) as connection:
        connection.execute("CHECKPOINT")
    files = [path for path in server.data.rglob("*") if path.is_file()]
    return b"".join(path.read_bytes() for path in [server.log, *files])


def send(respondent, **changes):
    body = {"instrument": INSTRUMENT.digest, "response_id": RESPONSE_ID, "reports": [1, 0]}
    return respondent.post(
        f"/s/open34/responses?{CANARY}", json={**body, **changes}, headers=HEADERS
    ).status_code


def test_nothing_but_the_response_is_written_anywhere(
    respondent, postgresql_store, postgresql_server, postgresql_url
):
    assert send(respondent) == 201
    assert send(respondent) == 200
    assert send(respondent, reports=[0, 0]) == 409
    assert send(respondent, reports=[CANARY]) == 422
    assert respondent.get("/s/open34", headers=HEADERS).status_code == 200
    postgresql_store.surveys.set_state("open34", State.CLOSED)
    assert send(respondent, response_id="0" * 32) == 410
    written = everything(postgresql_server, postgresql_url)
    assert bytes.fromhex(RESPONSE_ID) in written
    assert CANARY.encode() not in written


def test_what_another_column_holds_is_found(
    respondent, postgresql_store, postgresql_server, postgresql_url
):
    """The control."""
    with connect(postgresql_url) as connection:
        connection.execute("ALTER TABLE response ADD COLUMN agent text")
        postgresql_store.responses.add("open34", Response(INSTRUMENT.digest, RESPONSE_ID, (1, 0)))
        connection.execute("UPDATE response SET agent = 'canary-other'")
    assert b"canary-other" in everything(postgresql_server, postgresql_url)


def in_table_of_tokens(server, url: str, token_hash: str) -> bool:
    """Whether the files of the table and its indexes hold it, after all is written there."""
    with connect(url) as connection:
        connection.execute("CHECKPOINT")
        paths = connection.execute(
            "SELECT pg_relation_filepath(oid) FROM pg_class WHERE oid = 'token'::regclass"
            " OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'token'::regclass)"
        ).fetchall()
    assert len(paths) == 3
    return any(token_hash.encode() in (server.data / path).read_bytes() for (path,) in paths)


def test_no_withdrawn_token_stays_in_the_tables_files(
    respondent, postgresql_store, postgresql_server, postgresql_url
):
    token_hash = "5e3a" * 16
    postgresql_store.surveys.add_tokens("open34", [token_hash])
    assert in_table_of_tokens(postgresql_server, postgresql_url, token_hash)
    assert postgresql_store.surveys.withdraw_tokens("open34") is True
    assert not in_table_of_tokens(postgresql_server, postgresql_url, token_hash)
