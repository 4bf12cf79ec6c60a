"""kill −9 of the whole server while respondents send: nothing acknowledged is lost.

This cannot test whether commits reach the disk: the operating system keeps a
killed process's writes. tests/durability/test_power_loss.py tests that.

SURVEY_KILLS=500 kills it as often.
"""

import http.client
import json
import os
import random
import secrets
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from instruments import make_instrument
from patience import PATIENCE

from survey.app.instance_keys import make_keys
from survey.core.responses.response import Response
from survey.core.responses.tokens import draw_tokens, hash_token
from survey.store import State, Survey
from survey.store.sqlite.engine import SQLiteStore

CLIENTS = 20
LIFETIME_SECONDS = 0.35  # under load, after the server first answers
CODE, WITH_TOKENS = "kkk234", "kkt234"
TOKENS_A_LIFE = 600  # more than are spent


# survey serve, which kills its whole process group before it truncates the log, once it has begun
# that anew so many times.
KILLED_BETWEEN = """
import os, signal, sys
from survey.cli import main
from survey.store.sqlite import write_ahead_log
take_over, left = write_ahead_log.take_over, int(sys.argv.pop(1))

def dying(path, connection, mode):
    global left
    if mode == "TRUNCATE" and left <= 0:
        os.killpg(0, signal.SIGKILL)
    done = take_over(path, connection, mode)
    left -= done and mode == "RESTART"
    return done

write_ahead_log.take_over = dying
main()
"""


class Server:
    """survey serve as a process group of its own; it kills itself after so many `restarts`."""

    def __init__(self, data: Path, port: int, restarts: int | None = None):
        self.port = port
        how = ["-m", "survey"] if restarts is None else ["-c", KILLED_BETWEEN, str(restarts)]
        self._process = subprocess.Popen(
            [sys.executable, *how, "serve", "--data", str(data), "--port", str(port)],
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self._wait_until_it_answers()

    def kill(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process.stderr.close()

    def wait_until_it_is_killed(self) -> None:
        assert self._process.wait(PATIENCE) == -signal.SIGKILL
        self._process.stderr.close()

    def _wait_until_it_answers(self, patience: float = 20) -> None:
        deadline = time.monotonic() + patience
        answered: Counter = Counter()
        while time.monotonic() < deadline:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            try:
                connection.request("GET", f"/s/{CODE}/instrument.json")
                answer = connection.getresponse()
                if answer.status == 200:
                    return
                answered[answer.read().decode()] += 1
                time.sleep(0.02)
            except (OSError, http.client.HTTPException) as error:
                answered[repr(error)] += 1
                time.sleep(0.02)
            finally:
                connection.close()
        ended = self._process.poll()
        os.killpg(self._process.pid, signal.SIGKILL)
        said = self._process.communicate()[1].decode()
        raise AssertionError(f"no start in {patience} s: {answered}, ended {ended}, said {said!r}")


class Respondent(threading.Thread):
    """Sends response after response, each again and again until it is acknowledged."""

    def __init__(self, port: int, digest: str, tokens: Iterator[str] | None, stop: threading.Event):
        super().__init__(daemon=True)
        self._tokens = tokens
        self._code = WITH_TOKENS if tokens else CODE
        self.acknowledged: list[Response] = []
        self.statuses: Counter = Counter()
        self._port, self._digest, self._stop_asked = port, digest, stop

    def run(self) -> None:
        while not self._stop_asked.is_set():
            reports = tuple(secrets.randbelow(2) for _ in range(3))
            token = next(self._tokens) if self._tokens else None
            response = Response(self._digest, secrets.token_hex(16), reports, token)
            if self._deliver(response.body()):
                self.acknowledged.append(response)

    def _deliver(self, body: bytes) -> bool:
        while not self._stop_asked.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=5)
            try:
                connection.request(
                    "POST", f"/s/{self._code}/responses", body, {"Content-Type": "application/json"}
                )
                status = connection.getresponse().status
                self.statuses[status] += 1
                if status in {200, 201}:
                    return True
            except (OSError, http.client.HTTPException):
                time.sleep(0.03)
            finally:
                connection.close()
        return False


@contextmanager
def respondents(port: int, digest: str, tokens: Iterator[str]):
    """Every second one has tokens to spend."""
    stop = threading.Event()
    group = [
        Respondent(port, digest, tokens if number % 2 else None, stop) for number in range(CLIENTS)
    ]
    for respondent in group:
        respondent.start()
    yield group
    stop.set()
    for respondent in group:
        respondent.join(timeout=30)


def faults(database: Path, acknowledged: list[Response]) -> dict[str, int]:
    """What is wrong with the file: torn pages, lost or double responses, tallies that differ,
    tokens spent without a response or the other way round.
    """
    connection = sqlite3.connect(database)
    integrity = connection.execute("PRAGMA integrity_check").fetchone()[0]
    stored = dict(connection.execute("SELECT response_id, reports FROM response").fetchall())
    rows = connection.execute("SELECT survey, reports FROM response").fetchall()
    tallied = {
        tuple(counter): reports
        for *counter, reports in connection.execute(
            "SELECT survey, item, value, reports FROM tally"
        )
    }
    spent = connection.execute("SELECT count(*) FROM token WHERE spent").fetchone()[0]
    connection.close()
    counted = Counter(
        (code, item, value)
        for code, reports in rows
        for item, value in enumerate(json.loads(reports))
    )
    with_tokens = sum(code == WITH_TOKENS for code, _ in rows)
    lost = sum(
        stored.get(response.response_id)
        != json.dumps(list(response.reports), separators=(",", ":"))
        for response in acknowledged
    )
    return {
        "corrupt": int(integrity != "ok"),
        "lost": lost,
        "doubled": len(rows) - len(stored),
        "torn": int(dict(counted) != tallied) + int(spent != with_tokens),
    }


NOTHING_WRONG = {"corrupt": 0, "lost": 0, "doubled": 0, "torn": 0}


@pytest.fixture
def prepared(config) -> tuple[Path, str]:
    """A database with two open surveys, one of which takes tokens, and their digest."""
    instrument = make_instrument("1/4", "1/3", "1/10")
    store = SQLiteStore(config.database)
    for code in (CODE, WITH_TOKENS):
        store.surveys.add(Survey(code, instrument, State.OPEN))
    store.close()
    return config.database, instrument.digest


def test_no_acknowledged_response_is_lost_or_doubled_by_kill_9(prepared, free_port, exhaustive):
    kills = int(os.environ.get("SURVEY_KILLS", "50" if exhaustive else "3"))
    database, digest = prepared
    key = make_keys(database.parent).secret
    tokens = draw_tokens(TOKENS_A_LIFE * (kills + 1))
    store = SQLiteStore(database)
    store.surveys.add_tokens(WITH_TOKENS, [hash_token(key, token) for token in tokens])
    store.close()
    server = Server(database.parent, free_port)
    with respondents(free_port, digest, iter(tokens)) as group:
        for _ in range(kills):
            time.sleep(LIFETIME_SECONDS)
            server.kill()
            acknowledged = [each for respondent in group for each in respondent.acknowledged]
            assert faults(database, acknowledged) == NOTHING_WRONG
            server = Server(database.parent, free_port)
    server.kill()
    acknowledged = [each for respondent in group for each in respondent.acknowledged]
    statuses = sum((respondent.statuses for respondent in group), Counter())
    assert faults(database, acknowledged) == NOTHING_WRONG
    with_tokens = sum(each.token is not None for each in acknowledged)
    print(f"{kills} kills, {len(acknowledged)} acknowledged, {with_tokens} of them with a token, "
          f"statuses {dict(statuses)}")  # fmt: skip
    assert with_tokens >= 2 * kills
    assert len(acknowledged) >= 10 * kills, "too few respondents got through to test anything"
    # 503 while the file is busy is an answer that respondents retry; nothing else may happen.
    assert set(statuses) <= {200, 201, 503}, statuses


def test_nothing_is_lost_by_kill_9_between_restart_and_truncation_of_the_log(
    prepared, free_port, exhaustive
):
    """The log is being overwritten: new frames stand before old ones, of which some are needed."""
    kills = int(os.environ.get("SURVEY_KILLS", "40" if exhaustive else "2"))
    database, digest = prepared
    log = database.with_name(f"{database.name}-wal")
    moments, in_log = random.Random(20261129), 0
    stop = threading.Event()
    group = [Respondent(free_port, digest, None, stop) for _ in range(CLIENTS)]
    for kill in range(kills):
        server = Server(database.parent, free_port, restarts=moments.randrange(1, 9))
        if not kill:
            for respondent in group:
                respondent.start()
        server.wait_until_it_is_killed()
        acknowledged = [each for respondent in group for each in respondent.acknowledged]
        in_log += len(acknowledged) - stored_without_log(database)
        assert log.stat().st_size > 0
        assert faults(database, acknowledged) == NOTHING_WRONG
    stop.set()
    for respondent in group:
        respondent.join(timeout=30)
    assert len(acknowledged) >= 10 * kills
    print(f"{kills} kills, {len(acknowledged)} acknowledged, {in_log} of them in the log alone")
    assert in_log > 0  # the control: without the log they would be lost


def stored_without_log(database: Path) -> int:
    """How many responses a copy of the file alone has, as far as it can be read."""
    copied = database.with_name("copied.db")
    copied.write_bytes(database.read_bytes())
    connection = sqlite3.connect(copied)
    try:
        return connection.execute("SELECT count(*) FROM response").fetchone()[0]
    except sqlite3.DatabaseError:
        return 0
    finally:
        connection.close()
        copied.unlink()


def test_the_check_catches_an_acknowledgement_before_the_commit(prepared, monkeypatch):
    """A writer that answers first, and whose process then dies before it commits."""
    database, digest = prepared

    def answer_and_die(writer, work, item):
        connection = writer._open_connection(database)
        connection.execute("BEGIN IMMEDIATE")

        class Uncommitted:
            def execute(self, statement, *values):
                begun = statement in {"BEGIN IMMEDIATE", "COMMIT"}
                return connection.execute("SELECT 1" if begun else statement, *values)

        (result,) = work(Uncommitted(), [item])
        connection.close()  # rolls back, as the next start would
        return result

    store = SQLiteStore(database)
    monkeypatch.setattr("survey.store.sqlite.writer.Writer.write_together", answer_and_die)
    response = Response(digest, secrets.token_hex(16), (0, 1, 0))
    assert store.responses.add(CODE, response)
    store.close()
    assert faults(database, [response])["lost"] == 1


def test_the_check_catches_a_tally_in_a_transaction_of_its_own(prepared, monkeypatch):
    """A store that is killed between the response and its tally."""
    database, digest = prepared
    monkeypatch.setattr("survey.store.sqlite.connection._COUNT", "SELECT 'nothing is counted'")
    store = SQLiteStore(database)
    store.responses.add(CODE, Response(digest, secrets.token_hex(16), (0, 1, 0)))
    store.close()
    assert faults(database, [])["torn"] == 1


def test_the_check_catches_a_token_that_is_spent_by_itself(prepared):
    """A store that is killed between the token and its response."""
    database, _ = prepared
    store = SQLiteStore(database)
    store.surveys.add_tokens(WITH_TOKENS, ["hash"])
    store.database.writer.write(lambda connection: connection.execute("UPDATE token SET spent = 1"))
    store.close()
    assert faults(database, [])["torn"] == 1
