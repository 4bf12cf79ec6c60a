"""Once any connection has met damage, nothing more is read, acknowledged or rewritten."""

import errno
import os
import sqlite3
from contextlib import closing

import pytest
from contract_survey import INSTRUMENT, response
from damaged_files import PAGE, damage_page_with

from survey.errors import StoreUnavailable
from survey.store import State, Survey
from survey.store.sqlite import faults, process_locks, serving, write_ahead_log
from survey.store.sqlite.engine import SQLiteStore
from survey.store.sqlite.faults import (
    DISK_FAULT,
    FULL,
    NO_LOCKS,
    NOT_WRITTEN,
    QUOTA,
    translated_errors,
)

MANY = 400  # responses, over several pages
DAMAGED = "The database file is damaged. Restore it from a backup"


@pytest.fixture
def damaged(config, store):
    """A store of which one page of responses to `many34` is damaged, and `whole4` is whole."""
    for code in ("many34", "whole4"):
        store.surveys.add(Survey(code, INSTRUMENT, State.OPEN))
    for number in range(MANY):
        store.responses.add("many34", response(number))
    store.close()
    damage_page_with(config.database, f"{MANY // 2:032x}")
    opened = SQLiteStore(config.database)
    yield opened
    opened.close()


def reader(store) -> None:
    list(store.responses.all("many34"))


def writer(store) -> None:
    store.responses.add("many34", response(MANY // 2))


def wiper(store) -> None:
    store.database._rewrite()


@pytest.mark.parametrize("meets", [reader, writer, wiper])
def test_the_first_who_meets_damage_stops_all(damaged, meets):
    assert damaged.responses.add("whole4", response(0))
    if meets is wiper:
        damaged.database.write(damaged.database.note_pending_wipe)
    with pytest.raises(StoreUnavailable, match=DAMAGED):
        meets(damaged)
    for use in (
        lambda: damaged.responses.add("whole4", response(1)),
        lambda: damaged.responses.add("whole4", response(0)),  # sent again
        lambda: damaged.surveys.set_sharing("whole4", True, 5),
        lambda: damaged.instructors.get("instructor"),
        damaged.maintenance.wipe,
        damaged.maintenance.check_ready,  # though a response was stored just now
    ):
        with pytest.raises(StoreUnavailable, match=DAMAGED):
            use()


def test_a_response_that_was_committed_meanwhile_is_not_acknowledged(damaged):
    """The damage is met between its commit and its acknowledgement."""
    add = damaged.responses._table.add

    def add_and_meet(connection, sent):
        outcomes = add(connection, sent)
        with pytest.raises(StoreUnavailable):
            reader(damaged)
        return outcomes

    with pytest.raises(StoreUnavailable, match=DAMAGED):
        damaged.database.writer.write_together(add_and_meet, ("whole4", response(0), None))


class Disk:
    """Cannot read a page, so that SQLite finds damage; `heals` before the file is read anew."""

    def __init__(self, path, store):
        self._path, self._whole = path, path.read_bytes()
        self._page = damage_page_with(path, f"{MANY // 2:032x}") * PAGE
        self._look, self.heals, self.looks = store.database._damage._fault, True, 0

    def fault(self):
        self.looks += 1
        if not self.heals:
            return StoreUnavailable(DISK_FAULT)
        with self._path.open("r+b") as file:
            file.seek(self._page)
            file.write(self._whole[self._page : self._page + PAGE])
        return self._look()


@pytest.fixture
def disk(config, store, monkeypatch):
    for code in ("many34", "whole4"):
        store.surveys.add(Survey(code, INSTRUMENT, State.OPEN))
    for number in range(MANY):
        store.responses.add("many34", response(number))
    store.database.writer._forget_connection()  # it has the page in memory
    disk = Disk(config.database, store)
    monkeypatch.setattr(store.database._damage, "_fault", disk.fault)
    return disk


@pytest.mark.parametrize("meets", [reader, writer])
def test_what_the_disk_could_not_read_for_a_moment_is_not_damage(store, disk, meets):
    with pytest.raises(StoreUnavailable, match="disk does not read"):
        meets(store)
    assert disk.looks == 1
    assert len(list(store.responses.all("many34"))) == MANY
    assert store.responses.add("whole4", response(0))
    store.maintenance.check_ready()


def test_while_the_disk_cannot_read_the_file_nothing_is_acknowledged(store, disk, monkeypatch):
    """It is read again every few seconds, by whoever comes then."""
    disk.heals = False
    for use in (
        lambda: reader(store),
        lambda: store.responses.add("whole4", response(0)),
        store.maintenance.check_ready,
    ):
        with pytest.raises(StoreUnavailable, match="disk does not read"):
            use()
    assert disk.looks == 1
    disk.heals = True
    monkeypatch.setattr(faults, "PAUSE_SECONDS", 0)
    assert store.responses.add("whole4", response(0))
    assert disk.looks == 2


def of_sqlite(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("as SQLite words it")
    error.sqlite_errorcode = code
    return error


def of_system(number: int) -> OSError:
    return OSError(number, os.strerror(number))


SENTENCES = {
    FULL: [of_sqlite(sqlite3.SQLITE_FULL), of_system(errno.ENOSPC)],
    QUOTA: [of_system(errno.EDQUOT)],
    NOT_WRITTEN: [of_sqlite(sqlite3.SQLITE_IOERR_WRITE)],
    DISK_FAULT: [of_sqlite(sqlite3.SQLITE_IOERR_FSYNC), of_system(errno.EIO)],
}


@pytest.mark.parametrize(
    ("sentence", "error"), [(each, error) for each, errors in SENTENCES.items() for error in errors]
)
def test_a_disk_that_takes_nothing_more_is_told_as_it_is(sentence, error):
    with pytest.raises(StoreUnavailable) as told, translated_errors():
        raise error
    assert told.value.message == sentence


class Taking:
    """A connection over which no log can be taken over."""

    def execute(self, statement: str):
        if "checkpoint" in statement:
            raise of_sqlite(sqlite3.SQLITE_IOERR_WRITE)


@pytest.mark.parametrize("is_used_up", [True, False])
def test_a_quota_that_is_used_up_ends_no_process(tmp_path, monkeypatch, is_used_up):
    """SQLite reports it as it reports a broken disk, after which the process must end."""
    ended = []
    monkeypatch.setattr(write_ahead_log, "end_process", ended.append)
    if is_used_up:

        def refuse(dir):
            raise of_system(errno.EDQUOT)

        monkeypatch.setattr(write_ahead_log.tempfile, "TemporaryFile", refuse)
    with pytest.raises(StoreUnavailable if is_used_up else sqlite3.Error) as told:
        write_ahead_log.take_over(tmp_path / "survey.db", Taking(), "TRUNCATE")
    if is_used_up:
        assert told.value.message == QUOTA
    assert len(ended) == (not is_used_up)


def test_a_drive_without_locks_is_told_of(config, monkeypatch):
    with closing(SQLiteStore(config.database, serving=True)) as store:

        def refuse(descriptor):
            raise of_system(errno.ENOLCK)

        monkeypatch.setattr(process_locks, "lock_descriptor", refuse)
        with pytest.raises(StoreUnavailable) as told:
            store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
        assert told.value.message == NO_LOCKS
        with pytest.raises(StoreUnavailable), serving.claimed(config.database, "runs already"):
            pass
