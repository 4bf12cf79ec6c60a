"""What is deleted or closed is wiped in the end, whatever comes between the two, on both engines.

Everything is looked for in the bytes of the files. SQLite's own overwriting of what is
deleted is switched off, so that the rewriting alone is tested.
"""

import hashlib
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path

import psycopg
import pytest
from instruments import make_instrument
from ports import unused_port
from postgresql import Server, running
from signing_keys import KEY

from survey.app.housekeeper import Housekeeper
from survey.core.responses.response import Response
from survey.errors import StoreUnavailable, SurveyNotFound
from survey.store import State, Store, Survey, open_store
from survey.store.maintenance.open import Place, inspect
from survey.store.postgresql import table_rewriting
from survey.store.postgresql.connection import connect
from survey.store.sqlite import connection as store_connection
from survey.store.sqlite.database import SQLiteDatabase

CODE, OTHER = "kkk234", "stay34"
INSTRUMENT = make_instrument("1/4", "1/3")
IDS = [hashlib.sha256(b"%d" % number).hexdigest()[:32] for number in range(600)]
PAGE, LEAF = 4096, 10  # of SQLite's file: a page's size, and the first byte of an index's leaf

VERBS: dict[str, Callable[[Store], bool]] = {
    "delete": lambda store: store.surveys.delete(CODE),
    "close": lambda store: store.surveys.set_state(CODE, State.CLOSED),
}
LEAVE_DELETED = tuple(
    each.replace("secure_delete = ON", "secure_delete = OFF") for each in store_connection.PRAGMAS
)

# Another process: it says when it begins, and ends itself before it rewrites if it is told so.
CHILD = f"""
import os, signal, sys
from pathlib import Path
from survey.store import State, open_store
from survey.store.sqlite import connection
connection.PRAGMAS = {LEAVE_DELETED!r}
place, verb, then = sys.argv[1:]
store = open_store(place if "://" in place else Path(place))
if then == "die":
    type(store.database).wipe = lambda self: os.kill(os.getpid(), signal.SIGKILL)
print("ready", flush=True)
surveys = store.surveys
surveys.delete({CODE!r}) if verb == "delete" else surveys.set_state({CODE!r}, State.CLOSED)
"""


class File:
    """A SQLite file."""

    def __init__(self, folder: Path):
        self.place: Place = folder / "survey.db"

    def traces(self, verb: str) -> int:
        """Ids of the deleted survey in any file of the folder; leaf pages out of the ids' order."""
        content = b"".join(path.read_bytes() for path in sorted(self.place.parent.iterdir()))
        if verb == "delete":
            return sum(each.encode() in content for each in IDS)
        pages = [content.index(each.encode()) // PAGE for each in sorted(IDS)]
        leaves = [page for page in pages if content[page * PAGE] == LEAF]
        return sum(page > later for page, later in pairwise(leaves))

    def store_responses(self) -> None:
        """All at once, which is faster; they lie as if they had come one by one."""
        with closing(store_connection.connect_to_write(self.place)) as connection:
            connection.execute("BEGIN")
            rows = [(CODE, each, "[0,1]") for each in IDS]
            connection.executemany("INSERT INTO response VALUES (?, ?, ?)", rows)
            connection.execute("COMMIT")

    @contextmanager
    def long_reader(self) -> Iterator[None]:
        """From after the deletion on: SQLite commits none beside a reader."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store_connection, "BUSY_SECONDS", 0.1)
            reader = store_connection.connect(self.place)
            wipe = SQLiteDatabase.wipe

            def read_first(database: SQLiteDatabase) -> None:
                if not reader.in_transaction:
                    reader.execute("BEGIN")
                    reader.execute("SELECT count(*) FROM response").fetchone()
                wipe(database)

            patch.setattr(SQLiteDatabase, "wipe", read_first)
            with closing(reader):
                yield

    @contextmanager
    def full_disk(self) -> Iterator[None]:
        """From after the deletion on, no file grows beyond 16 kB: the journal would have to."""
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        pay = SQLiteDatabase._rewrite

        def without_room(database: SQLiteDatabase) -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (16 * 1024, hard))
            try:
                pay(database)
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(SQLiteDatabase, "_rewrite", without_room)
            yield


class Database:
    """A PostgreSQL database."""

    def __init__(self, server: Server, name: str):
        self.server = server
        self.place: Place = server.create(name)

    def traces(self, verb: str) -> int:
        """Ids of the deleted survey in all tables' files; transactions that can be told apart."""
        with connect(self.place) as connection:
            connection.execute("CHECKPOINT")
            query = "SELECT count(DISTINCT xmin::text) FROM response"
            if verb == "close":
                return connection.execute(query).fetchone()[0] - 1
            query = "SELECT oid FROM pg_database WHERE datname = current_database()"
            (number,) = connection.execute(query).fetchone()
        files = (self.server.data / "base" / str(number)).iterdir()
        content = b"".join(path.read_bytes() for path in files)
        return sum(bytes.fromhex(each) in content for each in IDS[::5])

    def store_responses(self) -> None:
        """In a transaction each, which nobody waits for until the last."""
        with connect(self.place) as connection:
            connection.execute("SET synchronous_commit = off")
            for each in IDS:
                connection.execute(
                    "INSERT INTO response (survey, shard, response_id, reports)"
                    " VALUES (%s, %s, %s, %s)",
                    (CODE, int(each[:2], 16), each, b"\0\1"),
                )

    @contextmanager
    def long_reader(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch, psycopg.connect(self.place) as reader:
            patch.setattr(table_rewriting, "LONGEST_WAIT", "100ms")
            reader.execute("SELECT count(*) FROM response")
            yield
            reader.rollback()

    @contextmanager
    def full_disk(self) -> Iterator[None]:
        """As the server says it, when the last of the tables is being written."""
        with self._instead_of_the_last_step(
            lambda connection: connection.execute("DO $$ BEGIN RAISE SQLSTATE '53100'; END $$")
        ):
            yield

    @contextmanager
    def crash(self) -> Iterator[None]:
        """In the midst of the rewriting."""

        def end(connection: psycopg.Connection) -> None:
            self.server.crash()
            connection.execute("SELECT 1")

        with self._instead_of_the_last_step(end):
            yield
        self.server.start()

    @contextmanager
    def _instead_of_the_last_step(self, fault: Callable[[psycopg.Connection], object]):
        rewrite = table_rewriting._rewrite

        def interrupted(connection: psycopg.Connection, step: dict[str, str]) -> None:
            rewrite(connection, step)
            if "survey" in step:
                fault(connection)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(table_rewriting, "_rewrite", interrupted)
            yield


Engine = File | Database


@pytest.fixture(scope="module")
def server():
    """Of this module alone: it is crashed."""
    with running(unused_port()) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request, tmp_path, monkeypatch) -> Engine:
    if request.param == "postgresql":
        server = request.getfixturevalue("server")
        name = "".join(each if each.isalnum() else "_" for each in request.node.name)[:60]
        made = Database(server, name)
    else:
        monkeypatch.setattr(store_connection, "PRAGMAS", LEAVE_DELETED)
        made = File(tmp_path)
    fill(made)
    yield made
    if isinstance(made, Database):
        server.drop(name)


def fill(engine: Engine) -> None:
    with closing(open_store(engine.place)) as store:
        store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
        store.surveys.add(Survey(OTHER, INSTRUMENT, State.OPEN))
        engine.store_responses()
        store.responses.add(OTHER, Response(INSTRUMENT.digest, "e" * 32, (1, 0)))


def run_child(engine: Engine, verb: str, then: str) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(engine.place), verb, then], stdout=subprocess.PIPE
    )


def killed(engine: Engine, verb: str) -> None:
    """Another process, by itself, after the commit and before it rewrites."""
    with run_child(engine, verb, "die") as child:
        child.communicate(timeout=120)
    assert child.returncode == -signal.SIGKILL


def interrupted_by(name: str) -> Callable[[Engine, str], None]:
    def interrupted(engine: Engine, verb: str) -> None:
        with getattr(engine, name)():
            with closing(open_store(engine.place)) as store:
                assert VERBS[verb](store) is False
            if name != "crash":
                # Nor can the next process, before what keeps it off is over.
                with (
                    closing(open_store(engine.place)) as restarted,
                    pytest.raises(StoreUnavailable),
                ):
                    restarted.maintenance.wipe()

    return interrupted


INTERRUPTIONS = {
    "kill": killed,
    "reader": interrupted_by("long_reader"),
    "full disk": interrupted_by("full_disk"),
    "crash": interrupted_by("crash"),
}
# SQLite is no process of its own, which could crash.
INTERRUPTED = [("sqlite", each) for each in INTERRUPTIONS if each != "crash"]
INTERRUPTED += [("postgresql", each) for each in INTERRUPTIONS]


@pytest.mark.first_cell
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(("engine", "interruption"), INTERRUPTED, indirect=["engine"])
def test_what_is_owed_is_paid_at_the_next_start(engine, interruption, verb):
    INTERRUPTIONS[interruption](engine, verb)
    assert inspect(engine.place).wipe_pending
    assert engine.traces(verb) > 0
    pay_as_a_start_does(engine)
    assert engine.traces(verb) == 0
    assert not inspect(engine.place).wipe_pending


def pay_as_a_start_does(engine: Engine) -> None:
    with closing(open_store(engine.place)) as restarted:
        Housekeeper(restarted, KEY).look()
        assert dict(restarted.responses.all(OTHER)) == {"e" * 32: (1, 0)}


@pytest.mark.parametrize("verb", VERBS)
def test_owing_after_the_commit_is_caught(engine, verb, monkeypatch):
    """The control: the app ends between its commit and another transaction that notes the wipe."""
    kind = "sqlite" if isinstance(engine, File) else "postgresql"
    monkeypatch.setattr(f"survey.store.{kind}.database.note_pending_wipe", lambda rows: None)
    monkeypatch.setattr(store_connection, "note_deleted", lambda rows, code: None)
    with closing(open_store(engine.place)) as store:
        VERBS[verb](store)
    pay_as_a_start_does(engine)
    assert engine.traces(verb) > 0


@pytest.mark.first_cell
def test_killed_at_any_moment_of_deleting(engine, exhaustive):
    """In the midst of the rewriting, too: what is deleted is gone, what is not is whole."""
    moments = random.Random(13)
    outcomes = []
    for _ in range(int(os.environ.get("SURVEY_ERASURE_KILLS", "12" if exhaustive else "3"))):
        with run_child(engine, "delete", "go on") as child:
            assert child.stdout.readline() == b"ready\n"
            time.sleep(moments.uniform(0, 0.15))
            child.kill()
        with closing(open_store(engine.place)) as store:
            Housekeeper(store, KEY).look()
            try:
                whole = len(list(store.responses.all(CODE)))
            except SurveyNotFound:
                assert engine.traces("delete") == 0
                outcomes.append("deleted")
            else:
                assert whole == len(IDS)
                outcomes.append("whole")
                store.surveys.delete(CODE)
            store.surveys.delete(OTHER)
        assert not inspect(engine.place).wipe_pending
        fill(engine)
    print(f"{engine.place}: {outcomes}")
