"""What `survey serve` does with a SQLite file before it listens.

It alone sets how the file is written: with a write-ahead log, or with a rollback journal on drives
without shared memory, and wherever SURVEY_JOURNAL=delete says so. Trying would not tell: on one
machine a log works on a network's drive, too.
"""

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from survey.errors import ConfigError, StoreUnavailable
from survey.store.drives import network_of
from survey.store.sqlite.connection import connect, has_log
from survey.store.sqlite.faults import IN_USE, primary_code, translated_errors
from survey.store.sqlite.process_locks import serving_lock_of, turn_of
from survey.store.sqlite.schema import is_current
from survey.store.sqlite.write_ahead_log import take_over
from survey.systems import real_path

logger = logging.getLogger(__name__)

JOURNAL_VARIABLE = "SURVEY_JOURNAL"
ALONE = (
    "PRAGMA busy_timeout = 200",  # milliseconds, during which others may close the file
    "PRAGMA locking_mode = EXCLUSIVE",  # before anything is read, so that no memory is shared
)
NO_LOG = "SQLite writes no log beside this file, so it is written with a rollback journal."


@contextmanager
def claimed(path: Path, refusal: str) -> Iterator[None]:
    """Keeps servers, and others who claim the file, off it during the block.

    Raises ConfigError with this refusal if one of them is there, and StoreUnavailable if the drive
    cannot tell.
    """
    with translated_errors():
        lock = serving_lock_of(real_path(path))
        is_free = lock.acquire()
    if not is_free:
        lock.close()
        raise ConfigError(refusal)
    try:
        yield
    finally:
        lock.remove()


def begin(path: Path) -> None:
    """Takes over what a log holds, and sets how the file is written from now on.

    Raises StoreUnavailable if it cannot be read, or must be written without a log and cannot.
    """
    with translated_errors():
        path = real_path(path)
    wanted = "delete" if reason_for_journal(path.parent) else "wal"
    with translated_errors(), closing(turn_of(path)) as turn:
        try:
            had_log = _take_over_alone(path)
        except sqlite3.OperationalError as error:
            if primary_code(error) != sqlite3.SQLITE_BUSY:
                raise
            had_log = True  # another program has the file open: in turn, in the usual way
        if had_log or wanted == "wal":
            with closing(connect(path)) as connection:
                is_current(connection)  # or raises, and nothing is changed
                with turn.held():
                    if has_log(connection):
                        take_over(path, connection, "TRUNCATE")
                    _set(connection, wanted)


def reason_for_journal(folder: Path) -> str | None:
    """Why the files of this folder must be written with a rollback journal; None if they need not.

    Every process that shares a log must see the others' memory, which no network carries.
    """
    if os.environ.get(JOURNAL_VARIABLE, "").lower() == "delete":
        return f"{JOURNAL_VARIABLE} says so"
    return f"it is on a drive of the kind {kind}" if (kind := network_of(folder)) else None


def _take_over_alone(path: Path) -> bool:
    """Takes over the log while no other program has the file open; whether there may be one.

    Reads the log from its beginning, whatever an earlier process noted in shared memory.
    """
    with closing(connect(path, *ALONE)) as connection:
        if found := has_log(connection):
            take_over(path, connection, "TRUNCATE")
        return found


def _set(connection: sqlite3.Connection, wanted: str) -> None:
    try:
        answer = connection.execute(f"PRAGMA journal_mode = {wanted}").fetchone()[0]
    except sqlite3.OperationalError as error:
        if primary_code(error) != sqlite3.SQLITE_BUSY:
            raise
        answer = None  # another program has it open, and it stays as it is
    if answer != wanted and wanted == "delete":
        raise StoreUnavailable(IN_USE)
    if answer != wanted:
        logger.warning("%s", NO_LOG)
