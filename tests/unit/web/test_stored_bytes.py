"""Promise 4: what the files hold about respondents, down to the bytes."""

import json
import secrets
import sqlite3
from pathlib import Path

import pytest
from scipy.stats import kendalltau

from survey.core.response import Response
from survey.store import State
from survey.store.connection import connect

CANARIES = {
    "address": "203.0.113.77",
    "agent": "CanaryBrowser-8b1f",
    "referer": "canary-referer-2c9d",
    "language": "x-canary-lang",
    "cookie": "canary-cookie-5e6a",
    "query": "canary-query-1a2b",
}
HEADERS = {
    "X-Forwarded-For": CANARIES["address"],
    "Forwarded": f"for={CANARIES['address']}",
    "User-Agent": CANARIES["agent"],
    "Referer": f"http://localhost/{CANARIES['referer']}",
    "Accept-Language": CANARIES["language"],
    "Cookie": f"session={CANARIES['cookie']}",
}

# Everything that is stored, column by column. A new column must be argued for here.
SCHEMA = {
    "survey": ["position", "code", "state", "instrument", "results_public", "fewest_responses"],
    "response": ["survey", "response_id", "reports"],
    "tally": ["survey", "question", "value", "reports"],
    "instructor": ["name", "password_hash", "link_hash"],
    "sign_in": ["token_hash", "instructor"],
    # When the schema was made, which says nothing of respondents.
    "_sqlite_migrations": ["id", "migration_set", "name", "applied_at"],
}


def columns(path: Path) -> dict[str, list[str]]:
    connection = sqlite3.connect(path)
    tables = [
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    ]
    found = {
        table: [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        for table in tables
        if not table.startswith("sqlite_")
    }
    connection.close()
    return found


def canary_hits(folder: Path, log: str) -> list[str]:
    """The canaries that stand anywhere in the files of a folder, or in the log."""
    everything = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    return [
        name for name, canary in CANARIES.items() if canary in log or canary.encode() in everything
    ]


def test_schema_is_exactly_the_allowed_one(store, config):
    assert columns(config.database) == SCHEMA


def test_responses_have_no_rowid(store, config):
    connection = connect(config.database)
    with pytest.raises(sqlite3.OperationalError, match="rowid"):
        connection.execute("SELECT rowid FROM response")
    connection.close()


def test_nothing_of_the_request_is_in_any_file_or_log(app, store, config, open_survey, caplog):
    caplog.set_level("DEBUG")
    client = app.test_client(use_cookies=False)
    digest = open_survey.instrument.digest
    for reports in ([0, 1, 0], [5, 5, 5], "wrong"):
        body = {"instrument": digest, "response_id": secrets.token_hex(16), "reports": reports}
        client.post(
            f"/s/bcd234/responses?x={CANARIES['query']}",
            json=body,
            headers=HEADERS,
            environ_base={"REMOTE_ADDR": CANARIES["address"]},
        )
    client.get(f"/s/bcd234?x={CANARIES['query']}", headers=HEADERS)
    client.get(f"/nowhere/{CANARIES['query']}", headers=HEADERS)
    assert store.tally("bcd234").responses == 1
    assert canary_hits(config.data, caplog.text) == []


def test_the_search_catches_a_table_that_keeps_the_agent(store, config):
    connection = connect(config.database)
    connection.execute("CREATE TABLE visit (agent TEXT)")
    connection.execute("INSERT INTO visit VALUES (?)", (CANARIES["agent"],))
    connection.close()
    assert canary_hits(config.data, "") == ["agent"]
    assert columns(config.database) != SCHEMA


def order_correlation(path: Path, ids_in_order: list[str]) -> float:
    """|Kendall τ| between the order of arrival and the place in the file's bytes."""
    content = path.read_bytes()
    places = [content.find(response_id.encode()) for response_id in ids_in_order]
    assert -1 not in places
    return abs(kendalltau(range(len(places)), places).statistic)


N = 1000
# σ = sqrt(2(2n+5)/(9n(n−1))) = 0.021: 0.12 is 5.7 σ, a false alarm below 2e-8.
LARGEST_TAU = 0.12


def test_no_order_of_arrival_remains_in_the_file_after_closing(store, config, open_survey):
    ids = [secrets.token_hex(16) for _ in range(N)]
    for response_id in ids:
        response = Response(open_survey.instrument.digest, response_id, (0, 1, 0))
        store.add_response("bcd234", response)
    store.set_state("bcd234", State.CLOSED)
    assert order_correlation(config.database, ids) <= LARGEST_TAU
    assert [path.name for path in config.data.iterdir()] == [config.database.name]


@pytest.mark.parametrize("kind", ["rowid", "WAL"])
def test_the_order_test_catches_a_rowid_table_and_a_write_ahead_log(tmp_path, kind):
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path, isolation_level=None)
    if kind == "WAL":
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
    suffix = "" if kind == "rowid" else " WITHOUT ROWID"
    connection.execute(f"CREATE TABLE response (response_id TEXT PRIMARY KEY, r TEXT){suffix}")
    ids = [secrets.token_hex(16) for _ in range(N)]
    for response_id in ids:
        reports = json.dumps([0])
        connection.execute("INSERT INTO response VALUES (?, ?)", (response_id, reports))
    if kind == "rowid":
        connection.execute("VACUUM")
        content = path
    else:
        content = path.with_name("other.db-wal")
    try:
        assert order_correlation(content, ids) > LARGEST_TAU
    finally:
        connection.close()


def test_deleted_survey_leaves_no_byte(store, config, open_survey):
    response_id = secrets.token_hex(16)
    store.add_response("bcd234", Response(open_survey.instrument.digest, response_id, (0, 1, 0)))
    assert response_id.encode() in config.database.read_bytes()
    store.delete_survey("bcd234")
    content = config.database.read_bytes()
    assert response_id.encode() not in content
    assert b"Did you cheat on exam" not in content
