"""Faults of disk and database as a respondent meets them: 503 and try again, never 500.

TESTPLAN's T3: nothing acknowledged is lost, nothing is torn, and it works again by itself.
"""

import secrets
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from survey.core.responses.response import Response
from survey.store.sqlite import connection as store_connection
from survey.store.sqlite import faults as store_faults

FULL = "The disk is full. Free some space and try again."
READ_ONLY = "The database file cannot be written. Check its permissions."
IN_USE = "The database is in use by another program. Please try again."
DAMAGED = {
    store_faults.DAMAGED,
    "The database file is not a SQLite database.",
}


@pytest.fixture
def send(app, open_survey):
    """Sends a response through the wire; its id and the answer."""

    def send(response_id: str | None = None):
        response_id = response_id or secrets.token_hex(16)
        body = Response(open_survey.instrument.digest, response_id, (1, 0, 1)).body()
        answer = app.test_client().post(
            "/s/bcd234/responses", data=body, content_type="application/json"
        )
        return response_id, answer

    return send


@pytest.fixture
def with_pragma(store, monkeypatch):
    """Every connection opened from now on has this setting too; undone by calling the result."""

    def apply(pragma: str):
        monkeypatch.setattr(store_connection, "PRAGMAS", (*store_connection.PRAGMAS, pragma))
        store.database.writer._forget_connection()

        def undo():
            monkeypatch.undo()
            store.database.writer._forget_connection()

        return undo

    return apply


def told(answer, sentence: str) -> bool:
    return (
        answer.status_code == 503
        and answer.json["detail"] == sentence
        and int(answer.headers["Retry-After"]) > 0
    )


def test_full_disk(send, store, config, with_pragma):
    pages = config.database.stat().st_size // 4096 + 2
    undo = with_pragma(f"PRAGMA max_page_count = {pages}")
    with ThreadPoolExecutor(8) as pool:
        sent = list(pool.map(lambda _: send(), range(600)))
    statuses = {answer.status_code for _, answer in sent}
    assert statuses == {201, 503}
    refused = [(each, answer) for each, answer in sent if answer.status_code == 503]
    assert all(told(answer, FULL) for _, answer in refused)
    acknowledged = {each for each, answer in sent if answer.status_code == 201}
    assert {each for each, _ in store.responses.all("bcd234")} == acknowledged
    assert store.responses.tally("bcd234").responses == len(acknowledged)
    undo()
    # The same bytes again, as the page sends them: stored once each, without a restart.
    assert {send(each)[1].status_code for each, _ in refused} == {201}
    assert store.responses.tally("bcd234").responses == 600


def test_database_that_cannot_be_written(send, store, respondent, with_pragma):
    undo = with_pragma("PRAGMA query_only = ON")
    response_id, answer = send()
    assert told(answer, READ_ONLY)
    assert respondent.get("/s/bcd234").status_code == 200  # reading goes on
    undo()
    assert send(response_id)[1].status_code == 201
    assert store.responses.tally("bcd234").responses == 1


@pytest.mark.exhaustive
def test_database_that_another_program_holds(send, store, config, respondent, monkeypatch):
    monkeypatch.setattr(store_connection, "BUSY_SECONDS", 0.05)
    store.database.writer._forget_connection()
    with closing(sqlite3.connect(config.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        response_id, answer = send()
        assert told(answer, IN_USE)
        other.execute("ROLLBACK")
    assert send(response_id)[1].status_code == 201
    assert store.responses.tally("bcd234").responses == 1


def test_damaged_database_is_told_on_every_page_and_nothing_is_acknowledged(
    send, store, config, respondent
):
    for _ in range(200):
        assert send()[1].status_code == 201
    store.database.writer._forget_connection()
    size = config.database.stat().st_size
    with config.database.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * (size - 100))
    for path in ("/s/bcd234", "/s/bcd234/results", "/s/bcd234/instrument.json"):
        answer = respondent.get(path, headers={"Accept": "application/json"})
        if answer.status_code != 200:
            assert answer.status_code in {403, 503}
            assert "Traceback" not in answer.text
    _, answer = send()
    assert answer.status_code == 503
    assert answer.json["detail"] in DAMAGED


def test_page_of_a_fault_is_for_people(app, store, open_survey, config, respondent, monkeypatch):
    def fails(*arguments, **named):
        raise sqlite3.DatabaseError("/secret/path: the words of the database")

    monkeypatch.setattr("survey.store.sql.surveys.read_survey", fails)
    answer = respondent.get("/s/bcd234", headers={"Accept": "text/html"})
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert "The survey cannot be saved at the moment" in answer.text
    assert "/secret/path" not in answer.text
