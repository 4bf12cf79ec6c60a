"""Promise 4: what the files hold about respondents, down to the bytes."""

import re
import secrets
import sqlite3
from pathlib import Path

import pytest

from survey.core.responses.response import Response, shared_response_id
from survey.store.sqlite.connection import connect

CANARIES = {
    "address": "203.0.113.77",
    "agent": "CanaryBrowser-8b1f",
    "referer": "canary-referer-2c9d",
    "language": "x-canary-lang",
    "cookie": "canary-cookie-5e6a",
    "query": "canary-query-1a2b",
    "typed": "canary typed 3f8c",
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
    "survey": [
        *("position", "code", "state", "instrument", "results_public", "fewest_responses"),
        "tokens_required",
        "owner",  # the name of an instructor, who is no respondent
        "digest",
        "closes_at",  # when an instructor plans to close, which no respondent decides
        "since",  # the day of the instructor's last act that changed the state
        "archived",  # whether they put it away
        "hidden_until_closed",  # whether figures wait for the closing
        "group_name",  # of whom the instructor asks an earlier survey's questions
        "cap",  # with how many responses it closes by itself
        "frozen",  # counts, for the last minute, and wiped with the order of arrival
        "calibrated",  # a function of the questionnaire and the cap alone
        "colleagues",
        "labels",
        "template",
        "client_at",  # instructors' own, and of no respondent
        "closes_on_date",  # how an instructor planned the closing
        "term",  # what tells an instructor's terms of the same questions apart
        "moved",  # where its responses are
        "asked_first",  # which of an instructor's surveys it asks again
    ],
    "response": ["survey", "response_id", "reports"],
    "tally": ["survey", "item", "value", "reports"],
    # Counts that the public sees while the survey is open, and the next ones; gone at closing.
    "public_step": ["survey", "due", "shown", "waiting"],
    # The responses of closed surveys.
    "closed_response": ["survey", "response_id", "reports"],
    "signing_key": ["one", "public_key", "secret"],  # what tells the server's own keys apart
    # What anybody may know of a closed survey: counts, and a hash over all responses as a set.
    "statement": ["survey", "closing", "text", "definitions", "listed"],
    # Whether somebody used the token; nothing leads from here to a response.
    "token": ["token_hash", "survey", "spent"],
    # The largest ε that an instructor publishes says nothing of respondents.
    "instructor": ["name", "password_hash", "link_hash", "largest_epsilon", "language"],
    "sign_in": ["token_hash", "instructor"],
    # A random number for each time that the file is yet to be rewritten.
    "debt": ["debt_id"],
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
    assert store.responses.tally("bcd234").responses == 1
    assert canary_hits(config.data, caplog.text) == []


def test_coin_mode_and_downloads_hold_nothing_of_the_request(
    app, store, config, open_survey, instructor, caplog
):
    caplog.set_level("DEBUG")
    client = app.test_client()
    headers = {name: value for name, value in HEADERS.items() if name != "Cookie"}
    for _ in range(5):
        page = client.get("/s/bcd234/coin", headers=headers).text
        form = dict(re.findall(r'name="(\w+)" type="hidden" value="([^"]+)"', page))
        form |= {"report_1": "1", "report_2": "0", "report_3": "1", "extra": CANARIES["query"]}
        form["typed"] = CANARIES["typed"]
        assert client.post("/s/bcd234/coin", data=form, headers=headers).status_code == 200
    assert store.responses.tally("bcd234").responses == 5
    downloads = "".join(
        instructor.get(f"/surveys/bcd234/{name}", headers=headers).text
        for name in ("results.json", "estimates.csv", "reports.csv")
    )
    assert shared_response_id(form["form_part"], form["typed"]) in downloads
    assert canary_hits(config.data, caplog.text + downloads) == []


def test_the_search_catches_a_table_that_keeps_the_agent(store, config):
    connection = connect(config.database)
    connection.execute("CREATE TABLE visit (agent TEXT)")
    connection.execute("INSERT INTO visit VALUES (?)", (CANARIES["agent"],))
    connection.close()
    assert canary_hits(config.data, "") == ["agent"]
    assert columns(config.database) != SCHEMA


def times(path: Path) -> list[str]:
    """Stored values that look like a point in time, but for when the schema was made."""
    connection = sqlite3.connect(path)
    found = [
        f"{table}.{column}"
        for table in set(columns(path)) - {"_sqlite_migrations"}
        for column in columns(path)[table]
        for (value,) in connection.execute(f"SELECT {column} FROM {table}")
        if re.search(r"\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d", str(value))
        or (isinstance(value, int | float) and value > 1e9)
    ]
    connection.close()
    return found


def test_no_value_is_a_time(store, config, open_survey, instructor):
    response = Response(open_survey.instrument.digest, "a" * 32, (0, 1, 0))
    store.responses.add("bcd234", response)
    assert times(config.database) == []


@pytest.mark.parametrize("value", [1_790_000_000, 1_790_000_000_000, "2026-11-21", "09:30:00"])
def test_the_check_for_times_catches_one(store, config, value):
    connection = connect(config.database)
    connection.execute("CREATE TABLE visit (at)")
    connection.execute("INSERT INTO visit VALUES (?)", (value,))
    connection.close()
    assert times(config.database) == ["visit.at"]


def all_bytes(folder) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())


def test_deleted_survey_leaves_no_byte(store, config, open_survey):
    response_id = secrets.token_hex(16)
    store.responses.add("bcd234", Response(open_survey.instrument.digest, response_id, (0, 1, 0)))
    assert response_id.encode() in all_bytes(config.data)
    store.surveys.delete("bcd234")
    content = all_bytes(config.data)
    assert response_id.encode() not in content
    assert b"Did you cheat on exam" not in content
