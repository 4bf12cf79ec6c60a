"""Two server processes on one PostgreSQL database: every response is counted once."""

import secrets
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

import pytest
from instruments import make_instrument
from patience import wait_until
from ports import unused_port
from postgresql import PASSWORD, running
from served import Client, served

from survey.core.responses.response import Response
from survey.core.responses.tally import tally
from survey.errors import StoreUnavailable
from survey.store import State, Store, Survey
from survey.store.models import LAST_MINUTE
from survey.store.postgresql import responses
from survey.store.postgresql.connection import connect
from survey.store.postgresql.store import PostgreSQLStore

CODE = "ppp234"
INSTRUMENT = make_instrument("1/4", "1/3", "1/10")
SUBMISSIONS = 2000
DIFFERENT = 800  # so three of five are sent again, mostly by another client
CLIENTS = 32


def drawn() -> Response:
    reports = tuple(secrets.randbelow(2) for _ in range(3))
    return Response(INSTRUMENT.digest, secrets.token_hex(16), reports)


@pytest.fixture
def opened(postgresql_store) -> PostgreSQLStore:
    postgresql_store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
    return postgresql_store


def submissions() -> list[Response]:
    """Each response two or three times, the copies beside each other, so that they meet."""
    different = [drawn() for _ in range(DIFFERENT)]
    return [different[number * DIFFERENT // SUBMISSIONS] for number in range(SUBMISSIONS)]


def faults(store: Store, sent: list[Response], statuses: Counter) -> list[str]:
    """What is wrong with the store after these were sent and so answered."""
    rows = dict(store.responses.all(CODE))
    different = {each.response_id: each.reports for each in sent}
    counted = store.responses.tally(CODE)
    checks = {
        "answers": statuses == {201: len(different), 200: len(sent) - len(different)},
        "rows": rows == different,
        "sums": {sum(row) for row in counted.counts} == {len(rows)},
        "recount": counted == tally(INSTRUMENT, rows.values()),
    }  # fmt: skip
    return [name for name, holds in checks.items() if not holds]


@pytest.mark.exhaustive
def test_of_several_workers_one_closes_at_the_planned_time(opened, postgresql_url, tmp_path):
    """Nobody asks for a page meanwhile; every response that was acknowledged is there."""
    with served(tmp_path, unused_port(), postgresql_url, "--workers", 2) as server:
        for response in (drawn(), drawn()):
            opened.responses.add(CODE, response)
        closes_at = int(time.time()) + 2
        opened.surveys.begin_last_minute(CODE, closes_at - LAST_MINUTE)
        while opened.surveys.get(CODE).state is State.OPEN:
            assert time.time() < closes_at + 1.5
            time.sleep(0.05)
        assert opened.surveys.get(CODE).closes_at is None
        assert opened.responses.tally(CODE).responses == 2
        assert server.stop() == 0
        assert "Deniable runs at" in server.printed()
        assert "not erased" not in server.printed()


@pytest.mark.exhaustive
def test_duplicates_through_two_servers_are_counted_once(opened, postgresql_url, tmp_path):
    sent = submissions()
    turn = iter(range(len(sent)))
    statuses: Counter = Counter()
    lock = threading.Lock()
    ports = [unused_port(), unused_port()]

    def work(number: int) -> None:
        client = Client(ports[number % 2], CODE)
        with lock:
            mine = next(turn, None)
        while mine is not None:
            status = client.send(sent[mine])
            with lock:
                statuses[status] += 1
                mine = next(turn, None)
        client.close()

    with (
        served(tmp_path, ports[0], postgresql_url),
        served(tmp_path, ports[1], postgresql_url),
        ThreadPoolExecutor(CLIENTS) as pool,
    ):
        list(pool.map(work, range(CLIENTS)))
    assert faults(opened, sent, statuses) == []


@pytest.mark.exhaustive
def test_checking_before_inserting_would_be_caught(opened, postgresql_url, monkeypatch):
    """The control: the same race between two stores that look first and then insert.

    Without the lock that the first responses take in turn, which leaves them no race.
    """
    careless = responses._ADD_RESPONSES.replace(
        "WHERE cap IS NULL OR place <= places\n        ORDER BY code, id\n"
        "        ON CONFLICT DO NOTHING",
        "WHERE NOT EXISTS (SELECT FROM response WHERE survey = code AND response_id = id)",
    )
    assert careless != responses._ADD_RESPONSES
    monkeypatch.setattr(responses, "_ADD_RESPONSES", careless)
    no_turn = "SELECT %s::text[], %s::bigint[]"
    monkeypatch.setattr(responses, "_LOCK_IN_TURN", no_turn)
    with connect(postgresql_url) as connection:
        connection.execute("ALTER TABLE response DROP CONSTRAINT response_pkey")
        connection.execute("CREATE INDEX ON response (survey, response_id)")
    sent = submissions()
    statuses: Counter = Counter()
    with closing(PostgreSQLStore(postgresql_url)) as other, ThreadPoolExecutor(16) as pool:

        def send(number: int) -> None:
            store = (opened, other)[number % 2]
            with suppress(StoreUnavailable):
                statuses[201 if store.responses.add(CODE, sent[number]) else 200] += 1

        list(pool.map(send, range(len(sent))))
    assert faults(opened, sent, statuses) == ["answers", "sums", "recount"]


@pytest.mark.exhaustive
def test_workers_of_one_server_share_the_database(opened, postgresql_url, tmp_path, free_port):
    with served(tmp_path, free_port, postgresql_url, "--workers", 2) as server:
        sent = [drawn() for _ in range(200)]

        def send(response: Response) -> int:
            with closing(Client(free_port, CODE)) as client:
                return client.send(response)

        with ThreadPoolExecutor(16) as pool:
            assert set(pool.map(send, sent)) == {201}
            assert set(pool.map(send, sent)) == {200}
        assert server.stop() == 0
        printed = server.printed()
    assert "(data in PostgreSQL database survey_" in printed
    assert "Traceback" not in printed
    assert PASSWORD not in printed
    assert faults(opened, sent * 2, Counter({201: 200, 200: 200})) == []


@pytest.mark.exhaustive
def test_crash_of_the_database_loses_nothing_and_the_app_goes_on(free_port, tmp_path):
    """Ended again and again as by a crash while 8 respondents send; each retries until told."""
    with running(unused_port()) as database:
        url = database.create("survey")
        with closing(PostgreSQLStore(url)) as store:
            store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
        stop = threading.Event()
        acknowledged: list[Response] = []
        statuses: Counter = Counter()

        def respond() -> None:
            with closing(Client(free_port, CODE)) as client:
                while not stop.is_set():
                    response = drawn()
                    status = None
                    while status not in {200, 201}:
                        status = client.send(response)
                        statuses[status] += 1
                    acknowledged.append(response)

        with served(tmp_path, free_port, url) as server, ThreadPoolExecutor(8) as pool:
            tasks = [pool.submit(respond) for _ in range(8)]
            try:
                for number in range(1, 6):
                    wait_until(lambda least=40 * number: len(acknowledged) >= least)
                    refused = statuses[503]
                    database.crash()
                    wait_until(lambda before=refused: statuses[503] > before)
                    database.start()
            finally:
                stop.set()
                database.start()  # so that those who retry come to an end
            for task in tasks:
                task.result()
            assert "Traceback" not in server.printed()
            assert PASSWORD not in server.printed()
        with closing(PostgreSQLStore(url)) as store:
            rows = dict(store.responses.all(CODE))
            assert rows == {each.response_id: each.reports for each in acknowledged}
            assert store.responses.tally(CODE) == tally(INSTRUMENT, rows.values())
    assert set(statuses) - {200} == {201, 503}
