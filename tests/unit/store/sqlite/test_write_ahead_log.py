"""When the log is taken over and emptied, and what its bytes and its memory keep afterwards."""

import itertools
import logging
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing

import pytest
from contract_survey import INSTRUMENT, response
from patience import wait_until

from survey.errors import StoreUnavailable
from survey.store import Instructor, State, Survey
from survey.store.sqlite import write_ahead_log, writer
from survey.store.sqlite.connection import connect, has_log
from survey.store.sqlite.debts import note_pending_wipe
from survey.store.sqlite.engine import SQLiteStore
from survey.store.sqlite.serving import JOURNAL_VARIABLE
from survey.store.sqlite.write_ahead_log import WriteAheadLog, log_size


class Clock:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def taken(monkeypatch) -> list[str]:
    """How the log was taken over, each time; a test empties `possible` to prevent it."""
    done: list[str] = []

    def take_over(path, connection, mode):
        done.append(mode)
        return True

    monkeypatch.setattr(write_ahead_log, "take_over", take_over)
    return done


@pytest.fixture
def log(tmp_path, clock, taken) -> WriteAheadLog:
    return WriteAheadLog(tmp_path / "survey.db", clock)


@pytest.fixture
def connection(tmp_path):
    with closing(connect(tmp_path / "survey.db")) as connection:
        yield connection


def until(log, clock, connection, end: float, jobs_a_step: int = 0, step: float = 0.001) -> int:
    """Lets time pass as the writer's thread would; the most jobs that were ever in the log."""
    most = 0
    while clock.now < end:
        if jobs_a_step:
            log.note(jobs_a_step)
        most = max(most, log._jobs)
        while (seconds := log.seconds_until_due()) is not None and seconds <= 0:
            log.do_what_is_due(connection)
        clock.now += step
    return most


def test_the_last_response_is_emptied_after_a_tenth_of_a_second_and_settled_after_one(
    log, clock, connection, taken
):
    log.note(1)
    assert log.seconds_until_due() == pytest.approx(0.1)
    until(log, clock, connection, 100.5)
    assert taken == ["TRUNCATE"]
    until(log, clock, connection, 101.5)
    assert taken == ["TRUNCATE"] * 2
    assert log.seconds_until_due() is None


def test_under_load_the_log_is_overwritten_every_tenth_and_emptied_every_second(
    log, clock, connection, taken
):
    most = until(log, clock, connection, 102.0, jobs_a_step=1)
    assert most <= 110
    assert 18 <= len(taken) <= 20
    assert taken.count("TRUNCATE") == 1
    until(log, clock, connection, 102.5)
    assert taken[-1] == "TRUNCATE"


def test_a_log_never_holds_a_thousand_jobs(log, clock, connection, taken):
    assert until(log, clock, connection, 100.5, jobs_a_step=499) < 1000


def test_a_vain_try_is_made_again_later_and_later_whatever_comes(
    log, clock, connection, monkeypatch
):
    tries = []
    monkeypatch.setattr(
        write_ahead_log, "take_over", lambda *_: tries.append(round(clock.now, 1)) or False
    )
    until(log, clock, connection, 104.6, jobs_a_step=50)
    pauses = [round(later - each, 1) for each, later in itertools.pairwise(tries)]
    assert pauses == [0.2, 0.4, 0.8, 1.0, 1.0, 1.0]


def test_what_another_process_left_is_looked_for_every_ten_seconds(
    log, clock, connection, taken, tmp_path
):
    assert log.seconds_until_due() is None
    log.watch()
    assert log.seconds_until_due() == pytest.approx(10)
    until(log, clock, connection, 111, step=0.1)
    assert taken == []
    (tmp_path / "survey.db-wal").write_bytes(b"left")
    until(log, clock, connection, 121, step=0.1)
    assert taken == ["TRUNCATE"]


def test_a_server_to_which_nobody_sends_looks_for_what_another_process_left(config, monkeypatch):
    SQLiteStore(config.database, serving=True).close()
    monkeypatch.setattr(write_ahead_log, "LOOKED_AT_EVERY_SECONDS", 0.1)
    with (
        closing(SQLiteStore(config.database, serving=True)),
        closing(SQLiteStore(config.database)) as command,
    ):
        command.database.writer.log.note = lambda jobs: None
        command.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
        command.database.writer.write_piece(note_pending_wipe)  # and leaves it in the log
        wait_until(lambda: not log_size(config.database))


def test_a_server_without_a_log_goes_on_after_it_has_looked_for_one(config, monkeypatch):
    monkeypatch.setenv(JOURNAL_VARIABLE, "delete")
    with closing(SQLiteStore(config.database, serving=True)) as store:
        store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
        writer = store.database.writer
        try:
            with writer.paused():
                writer.log._looks_at = 0.0
                writer._do_what_is_due()
                assert writer.log.seconds_until_due() > 5
        except AssertionError:
            writer.log._looks_at = None  # or the writer's thread would never end
            raise
        assert store.responses.add("open34", response(1))


@pytest.fixture
def opened(store):
    store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
    return store


def numbers_in_memory(config) -> int:
    """How many page numbers the shared memory keeps (https://sqlite.org/walformat.html)."""
    content = config.database.with_name("survey.db-shm").read_bytes()
    return sum(map(bool, struct.unpack_from("<4062I", content, 136)))


def fill(store, many=300) -> None:
    for number in range(many):
        store.responses.add("open34", response(number))


def rests(store) -> bool:
    log = store.database.writer.log
    return log.seconds_until_due() is None or log.seconds_until_due() > 1.5


def test_neither_the_log_nor_the_memory_keeps_an_order_once_nothing_more_comes(config, opened):
    fill(opened)
    wait_until(lambda: rests(opened))
    assert log_size(config.database) == 0
    assert numbers_in_memory(config) <= 1


def test_a_memory_that_is_not_overwritten_is_caught(config, opened, monkeypatch):
    monkeypatch.setattr(write_ahead_log, "write_nothing", lambda connection: None)
    monkeypatch.setattr(write_ahead_log, "LONGEST_SECONDS", 1.0)  # one log on a slow machine, too
    fill(opened)
    wait_until(lambda: rests(opened))
    assert numbers_in_memory(config) > 50


def only_overwritten(path, connection, mode):
    return TAKE_OVER(path, connection, "RESTART")


TAKE_OVER = write_ahead_log.take_over


@pytest.mark.parametrize("broken", [only_overwritten, lambda *_: True])
def test_a_log_that_is_not_emptied_is_caught(config, opened, monkeypatch, broken):
    monkeypatch.setattr(write_ahead_log, "take_over", broken)
    fill(opened, 20)
    wait_until(lambda: rests(opened))
    assert log_size(config.database) > 0


NAME, HASH = "canary-instructor", "canary of a sign-in"


def add_canary(store) -> None:
    store.instructors.add(Instructor(NAME, "canary of a password"))
    store.instructors.add_sign_in(HASH, NAME)
    store.responses.add("open34", response(0xCAFE))


VERBS = {
    "sign-out": (lambda store: store.instructors.remove_sign_in(HASH), HASH),
    "everywhere": (lambda store: store.instructors.remove_sign_ins(NAME), HASH),
    "password": (
        lambda store: store.instructors.save(Instructor(NAME, "another")), "canary of a password"
    ),
    "account": (lambda store: store.instructors.remove(NAME), NAME),
    "survey": (lambda store: store.surveys.delete("open34"), f"{0xCAFE:032x}"),
    "labels": (lambda store: store.surveys.set_labels("open34", ["one"]), "no such bytes"),
    "closing": (lambda store: store.surveys.set_state("open34", State.CLOSED), "no such bytes"),
}  # fmt: skip


def left(config, canary: str) -> int:
    """In how many files of the folder these bytes are, the log's own bytes included."""
    found = [canary.encode() in path.read_bytes() for path in config.data.iterdir()]
    return sum(found) + bool(log_size(config.database))


@pytest.mark.parametrize("verb", VERBS)
def test_what_a_verb_deleted_is_in_no_file_when_it_returns(config, opened, verb):
    add_canary(opened)
    use, canary = VERBS[verb]
    use(opened)
    assert left(config, canary) == 0


def test_what_another_program_keeps_is_known_until_it_ends(config, opened):
    add_canary(opened)
    with closing(sqlite3.connect(config.database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM sign_in").fetchone()
        opened.instructors.remove_sign_in(HASH)
        assert opened.maintenance.keeps_deleted()
        assert left(config, HASH) > 0
    wait_until(lambda: not opened.maintenance.keeps_deleted())
    assert left(config, HASH) == 0


def test_a_verb_that_does_not_empty_the_log_is_caught(config, opened, monkeypatch):
    add_canary(opened)
    monkeypatch.setattr(writer.Writer, "empty_log", lambda self, connection: None)
    opened.instructors.remove_sign_in(HASH)
    assert left(config, HASH) > 0


@pytest.fixture
def full_disk(monkeypatch) -> Iterator[pytest.MonkeyPatch]:
    """The disk has no room for what a log is taken over into, until the context ends."""

    def refuse(path, connection, mode):
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(write_ahead_log, "take_over", refuse)
        yield patch


def delete_alone(store) -> None:
    with store.database.alone() as (rows, _):
        rows.execute("DELETE FROM sign_in")


@pytest.mark.parametrize("delete", [VERBS["sign-out"][0], delete_alone])
def test_what_is_durable_is_no_error_though_a_full_disk_keeps_its_log(
    config, opened, full_disk, delete
):
    opened.responses.tally("open34")  # keeps a connection: SQLite empties the log for the last one
    add_canary(opened)
    delete(opened)
    assert opened.instructors.signed_in(HASH) is None
    assert left(config, HASH) > 0
    opened.database.write(note_pending_wipe)
    with pytest.raises(StoreUnavailable, match="The disk is full"):
        opened.maintenance.wipe()
    full_disk.undo()
    wait_until(lambda: not left(config, HASH))


def test_a_migration_that_is_durable_is_no_error_though_a_full_disk_keeps_its_log(
    config, full_disk
):
    with closing(connect(config.database)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        has_log(connection)  # reads: SQLite empties the log for the last who has done that
        with closing(SQLiteStore(config.database)) as store:
            assert log_size(config.database) > 0
            full_disk.undo()
            wait_until(lambda: not log_size(config.database))
            assert store.surveys.all() == []


def test_the_thread_takes_no_turn_while_the_file_is_migrated(config, monkeypatch):
    writing, paused = writer.Writer.writing, []

    def noted(self, connection):
        paused.append(self._committing.locked())
        return writing(self, connection)

    monkeypatch.setattr(writer.Writer, "writing", noted)
    SQLiteStore(config.database).close()
    assert paused[0]


def test_a_log_that_a_killed_process_left_is_taken_over_by_the_next_start(tmp_path, config):
    with closing(SQLiteStore(config.database, serving=True)) as store:
        store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
        store.database.writer.log.note = lambda jobs: None
        store.responses.add("open34", response(1))
        copied = tmp_path / "copied" / "survey.db"
        copied.parent.mkdir()
        for ending in ("", "-wal"):
            content = config.database.with_name(f"survey.db{ending}").read_bytes()
            copied.with_name(f"survey.db{ending}").write_bytes(content)
    assert f"{1:032x}".encode() not in copied.read_bytes()
    with closing(SQLiteStore(copied, serving=True)) as again:
        assert log_size(copied) == 0
        assert f"{1:032x}".encode() in copied.read_bytes()
        assert again.responses.tally("open34").responses == 1


def test_a_log_that_grows_too_large_is_told_once_and_then_refused(
    config, opened, monkeypatch, caplog
):
    monkeypatch.setattr(write_ahead_log, "LARGE_LOG", 50_000)
    monkeypatch.setattr(write_ahead_log, "LARGEST_LOG", 200_000)
    log, stored = opened.database.writer.log, 0
    opened.responses.tally("open34")  # keeps a connection: SQLite empties the log for the last one
    with closing(sqlite3.connect(config.database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM response").fetchone()
        with caplog.at_level(logging.WARNING), pytest.raises(StoreUnavailable, match="another"):
            for number in range(1000):
                opened.responses.add("open34", response(number))
                stored += 1
                log._not_before = 0  # tries at once
    told = [each.message for each in caplog.records if "reading the database" in each.message]
    assert len(told) == 1
    assert stored > 20
    wait_until(lambda: not log_size(config.database))
    assert opened.responses.add("open34", response(9999))
    assert opened.responses.tally("open34").responses == stored + 1


def test_little_room_on_the_disk_is_refused_while_a_log_is_large(config, opened, monkeypatch):
    monkeypatch.setattr(write_ahead_log, "LARGE_LOG", 1)
    log = opened.database.writer.log
    with opened.database.writer.paused():
        config.database.with_name("survey.db-wal").write_bytes(b"x")
        log._tries = 1
        log.check_room()
        monkeypatch.setattr(write_ahead_log, "LEAST_FREE", 1 << 62)
        with pytest.raises(StoreUnavailable):
            log.check_room()
        log._tries = 0
        log.check_room()
        config.database.with_name("survey.db-wal").write_bytes(b"")
