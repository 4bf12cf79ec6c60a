"""While nothing can be stored /ready says so in time, who sends is told, and nothing is lost."""

import http.client
import json
import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
from contract_survey import INSTRUMENT, response
from failover import paired
from faulty_disk import failing, family
from patience import wait_until
from ports import unused_port
from postgresql import Server, running
from served import Served

from survey.app.configuration import Config
from survey.app.instance_folder import open_instance
from survey.store import State, Survey

READY_SECONDS = 4  # three, and one for a busy machine
ANSWER_SECONDS = 7  # five, and two
FAILS = "The disk does not read or write as it should."


class Instance:
    """A server with an open survey in a process of its own, asked as from outside."""

    def __init__(self, data: Path, database: str | None):
        self.file = data / "survey.db"
        with closing(open_instance(Config(data, database_url=database))) as store:
            store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
        self._port = unused_port()
        self._start = partial(Served, data, self._port, database)
        self.start()

    def start(self) -> None:
        self.server = self._start()
        self.server.wait_until_it_answers()

    @property
    def ended(self) -> bool:
        return self.server._process.poll() is not None

    def is_ready_or_started_again(self) -> bool:
        if self.ended:
            self.server.end()
            self.start()
        with suppress(OSError):
            return self.ready()[0] == 200
        return False

    def ready(self) -> tuple[int, str, float]:
        """Status, sentence and seconds."""
        return self._ask("/ready")

    def send(self, number: int) -> tuple[int, str, float]:
        return self._ask("/s/open34/responses", response(number).body())

    def _ask(self, path: str, body: bytes | None = None) -> tuple[int, str, float]:
        begun = time.monotonic()
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)) as connection:
            connection.request(
                "POST" if body else "GET", path, body, {"Content-Type": "application/json"}
            )
            answer = connection.getresponse()
            said = json.loads(answer.read()).get("detail", "")
        return answer.status, said, time.monotonic() - begun


def check(instance: Instance, away: Callable[[], object], said: str) -> None:
    """Nothing is lost by a database that is away during the block, and it is not called damaged."""
    assert instance.send(0)[0] == 201
    assert instance.ready()[0] == 200
    with away():
        status, told, seconds = instance.send(1)
        assert (status, seconds < ANSWER_SECONDS) == (503, True), (status, told, seconds)
        wait_until(lambda: instance.ready()[0] == 503)  # the last response was its proof
        status, told, seconds = instance.ready()
        assert (status, seconds < READY_SECONDS) == (503, True), (status, told, seconds)
        assert told.startswith(said), told
    wait_until(lambda: instance.ready()[0] == 200)
    for number in (0, 1):
        wait_until(lambda number=number: instance.send(number)[0] in {200, 201})
        assert instance.send(number)[0] == 200
    assert instance.send(2)[0] == 201
    assert "damaged" not in instance.server.printed()


@contextmanager
def instance_on(data: Path, database: str | None) -> Iterator[Instance]:
    instance = Instance(data, database)
    try:
        yield instance
    finally:
        instance.server.end()


def faults_of_a_file(instance: Instance) -> dict[str, tuple]:
    """What may keep a SQLite file from storing, and what is said then."""
    processes = family(instance.server._process.pid)
    files = (instance.file, instance.file.with_name("survey.db-wal"))
    full = partial(failing, processes, "pwrite64", "ENOSPC", *files)
    return {
        "disk full": (full, "The disk is full."),
        "in use": (partial(used_elsewhere, instance.file), "The database does not answer"),
    }


@contextmanager
def used_elsewhere(file: Path) -> Iterator[None]:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield


@pytest.mark.exhaustive
@pytest.mark.parametrize("fault", ["disk full", "in use"])
def test_a_file_that_cannot_be_written_for_a_while(tmp_path, fault):
    with instance_on(tmp_path / "instance", None) as instance:
        check(instance, *faults_of_a_file(instance)[fault])


@pytest.mark.exhaustive
@pytest.mark.parametrize("calls", ["fsync,fdatasync", "pread64,read"])
def test_a_disk_that_fails_may_end_the_server_and_nothing_is_lost(tmp_path, calls):
    """A log that cannot be taken over ends the server, whose next start recovers it.

    Reading alone is needed so seldom that responses may be stored all the while.
    """
    with instance_on(tmp_path / "instance", None) as instance:
        assert instance.send(0)[0] == 201
        files = (instance.file, instance.file.with_name("survey.db-wal"))
        with failing(family(instance.server._process.pid), calls, "EIO", *files):
            with suppress(OSError, http.client.HTTPException):  # it may end before it answers
                status, told, _ = instance.send(1)
                assert told.startswith(FAILS) or ("read" in calls and status == 201), told
            if "fsync" in calls:
                wait_until(lambda: instance.ended)
        wait_until(instance.is_ready_or_started_again)
        assert instance.send(0)[0] == 200
        assert instance.send(1)[0] in {200, 201}
        assert instance.send(1)[0] == 200


@contextmanager
def stopped(server: Server) -> Iterator[None]:
    server.stop()
    try:
        yield
    finally:
        server.start()


@contextmanager
def frozen(server: Server) -> Iterator[None]:
    """It is there, takes what is sent, and answers nothing."""
    for process in family(server.process):
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in family(server.process):
            os.kill(process, signal.SIGCONT)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (stopped, "The database cannot be "),
        (frozen, "The database "),
    ],
)
def test_a_database_server_that_is_away_for_a_while(tmp_path, fault, said):
    with (
        running(unused_port()) as server,
        instance_on(tmp_path / "instance", server.create("survey")) as instance,
    ):
        check(instance, partial(fault, server), said)


@pytest.mark.exhaustive
def test_a_standby_that_is_away_for_a_while(tmp_path):
    with paired() as pair, instance_on(tmp_path / "instance", pair.url) as instance:
        check(instance, partial(stopped, pair.standby), "The database does not answer")
