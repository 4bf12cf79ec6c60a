"""`survey serve` names two PostgreSQL servers, and one after the other dies under its load.

In each round the machine of the primary is lost, its synchronous standby takes over, and a new
standby follows that. Each client retries until it is acknowledged.
"""

import http.client
import secrets
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from contract_survey import INSTRUMENT
from failover import either
from patience import wait_until
from ports import unused_port
from postgresql import Server, running
from served import Client, served

from survey.app.configuration import Config
from survey.app.instance_folder import open_instance
from survey.core.responses.response import Response
from survey.core.responses.tally import tally
from survey.store import State, Survey
from survey.store.postgresql.store import PostgreSQLStore

CODE = "fff234"
CLIENTS = 16
RECONNECTED_SECONDS = 5  # from the promotion to the next acknowledgement
NOT_READY_SECONDS = 4  # from the loss to the first 503 of /ready


class Class:
    """Sends response after response to one server, each until it is acknowledged."""

    def __init__(self, port: int):
        self._port = port
        self._ending = threading.Event()
        self.acknowledged: dict[str, tuple[int, ...]] = {}
        self.times: list[float] = []

    @contextmanager
    def sending(self) -> Iterator[None]:
        with ThreadPoolExecutor(CLIENTS) as pool:
            tasks = [pool.submit(self._send) for _ in range(CLIENTS)]
            try:
                yield
            finally:
                self._ending.set()
            for task in tasks:
                task.result()

    def grows(self, by: int = 300) -> None:
        """Returns when so many more are acknowledged."""
        wanted = len(self.times) + by
        wait_until(lambda: len(self.times) >= wanted)

    def longest_pause(self) -> float:
        """Seconds between two acknowledgements."""
        times = sorted(self.times)
        return max(after - before for before, after in zip(times, times[1:], strict=False))

    def _send(self) -> None:
        client = Client(self._port, CODE)
        while not self._ending.is_set():
            reports = tuple(secrets.randbelow(2) for _ in INSTRUMENT.items)
            response = Response(INSTRUMENT.digest, secrets.token_hex(16), reports)
            while (status := client.send(response)) not in {200, 201}:
                assert status == 503, status
                time.sleep(0.05)
            self.acknowledged[response.response_id] = reports
            self.times.append(time.monotonic())
        client.close()


def ready(port: int) -> bool:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", "/ready")
        return connection.getresponse().status == 200


def ask(server: Server, query: str) -> object:
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        rows = connection.execute(query)
        return rows.fetchone()[0] if rows.description else None


def make_synchronous(primary: Server) -> None:
    """From now on its commits wait for the standby, which has all that was committed before."""
    ask(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'")
    ask(primary, "SELECT pg_reload_conf()")
    follows = "FROM pg_stat_replication WHERE sync_state = 'sync'"
    wait_until(lambda: ask(primary, f"SELECT count(*) {follows}") == 1)
    end = ask(primary, "SELECT pg_current_wal_lsn()")
    wait_until(lambda: ask(primary, f"SELECT flush_lsn >= '{end}' {follows}"))


def fail_over(primary: Server, standby: Server, port: int, class_: Class) -> float:
    """Loses the primary and promotes its standby; returns the seconds until one is stored again."""
    primary.kill()
    lost = time.monotonic()
    wait_until(lambda: not ready(port))
    assert time.monotonic() - lost < NOT_READY_SECONDS
    ask(standby, "SELECT pg_promote()")
    promoted, before = time.monotonic(), len(class_.times)
    wait_until(lambda: len(class_.times) > before)
    seconds = time.monotonic() - promoted
    assert seconds < RECONNECTED_SECONDS
    assert ready(port)
    return seconds


def open_survey(data: Path, url: str) -> None:
    with closing(open_instance(Config(data, database_url=url))) as store:
        store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))


@pytest.mark.exhaustive
def test_nothing_acknowledged_is_lost_or_doubled_in_ten_failovers(tmp_path):
    ports, port = (unused_port(), unused_port()), unused_port()
    with ExitStack() as stack:
        primary = stack.enter_context(running(ports[0]))
        url = primary.create("survey")
        standby = stack.enter_context(running(ports[1], follows=primary))
        several = either(url, standby.url("survey"))
        open_survey(tmp_path, several)
        stack.enter_context(served(tmp_path, port, several))
        class_, resumed = Class(port), []
        with class_.sending():
            for number in range(10):
                make_synchronous(primary)
                class_.grows()
                resumed.append(fail_over(primary, standby, port, class_))
                primary = standby
                place = ports[number % 2]
                standby = stack.enter_context(running(place, follows=primary))
        with closing(PostgreSQLStore(several)) as store:
            stored = dict(store.responses.all(CODE))
            counted = store.responses.tally(CODE)
    print(
        f"{len(stored)} acknowledged in 10 failovers; stored again {max(resumed):.1f} s after a"
        f" promotion at the latest, the longest pause {class_.longest_pause():.1f} s"
    )
    assert stored == class_.acknowledged
    assert counted == tally(INSTRUMENT, stored.values())
