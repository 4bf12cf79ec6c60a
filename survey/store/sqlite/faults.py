"""Turns faults of a SQLite file into StoreUnavailable, and stops all use of a damaged one.

A write beside a damaged page may be lost, and its acknowledgement would be false. So the first sign
of damage stops every connection of this process.

SQLite reports the same error if the disk could not read a page for a moment. So the whole file is
read again: if it is sound, its use goes on; if the disk still fails, it is read again later; if
it is damaged, its use ends.
"""

import errno
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import BinaryIO

from survey.errors import StoreUnavailable
from survey.store.sqlite.connection import SQLiteConnection

SIGNS = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
PAUSE_SECONDS = 3  # between two readings of a file on a disk that fails
LOOKS = 2  # readings at most: a disk that fails twice is taken to be broken


class Damage:
    """Whether any connection of one file has found it damaged; all of them share this.

    `fault` reads the file again and returns its fault: see `fault_of`.
    """

    def __init__(self, fault: Callable[[], StoreUnavailable | None]) -> None:
        self._fault = fault
        self._found: StoreUnavailable | None = None
        self._looking = threading.Lock()
        self._looked_at = 0.0

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Lets the block use the file; raises StoreUnavailable if damage is known by its end.

        A fault that the block meets becomes StoreUnavailable; a sign of damage stops all others.
        The block must have closed its connection by then.
        """
        self.check()
        try:
            with translated_errors():
                yield
        except StoreUnavailable as error:
            if isinstance(error.__cause__, sqlite3.Error) and is_damage(error.__cause__):
                self._found = self._found or StoreUnavailable(DISK_FAULT)
                self._look()
                raise self._found or StoreUnavailable(DISK_FAULT) from error
            raise
        self.check()

    def check(self) -> None:
        """Raises StoreUnavailable while the file is damaged, or not known to be sound again."""
        if self._found is None:
            return
        if self._found.message != DAMAGED and time.monotonic() > self._looked_at + PAUSE_SECONDS:
            self._look()
        if found := self._found:
            raise StoreUnavailable(found.message)

    def _look(self) -> None:
        """Reads the file again, unless another thread is reading it."""
        if self._looking.acquire(blocking=False):
            try:
                self._found = self._fault()
                self._looked_at = time.monotonic()
            finally:
                self._looking.release()


def fault_of(
    file: BinaryIO, connect: Callable[[], SQLiteConnection], check: str = "integrity_check"
) -> StoreUnavailable | None:
    """Reads the whole file; returns the error that describes its fault, or None if it is sound.

    `file` is the database's, and stays open: closing it would end SQLite's locks in this process,
    and another one would remove the log that is in use (https://sqlite.org/howtocorrupt.html).
    """
    for _ in range(LOOKS):
        try:
            with translated_errors():
                _check(file, connect, check)
            return None
        except StoreUnavailable as error:
            fault = error
    return fault


def _check(file: BinaryIO, connect: Callable[[], SQLiteConnection], check: str) -> None:
    file.seek(0)
    while file.read(1 << 20):  # the disk's own error, which SQLite might call damage
        pass
    with closing(connect()) as connection:
        if connection.execute(f"PRAGMA {check}(1)").fetchone()[0] != "ok":
            raise StoreUnavailable(DAMAGED)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether this error means that the file is not as SQLite wrote it."""
    return primary_code(error) in SIGNS


def is_read_only(error: StoreUnavailable) -> bool:
    """Whether this translated error says that this process may not write the file."""
    cause = error.__cause__
    return isinstance(cause, sqlite3.Error) and primary_code(cause) == sqlite3.SQLITE_READONLY


IN_USE = "The database is in use by another program. Please try again."
DISK_FAULT = (
    "The disk does not read or write as it should. Please try again; if it stays so, see the "
    "system's log."
)
NOT_WRITTEN = (
    "The disk does not read or write as it should. Free some space if your account's quota is used "
    "up; else see the system's log."
)
FULL = "The disk is full. Free some space and try again."
QUOTA = "Your account's quota of the disk is used up. Free some space and try again."
NO_LOCKS = (
    "The drive of the database gives no locks, so programs could not write in turn. Use a drive of "
    "this machine."
)
DAMAGED = (
    "The database file is damaged. Restore it from a backup, or save what can be read with survey "
    "rescue."
)


@contextmanager
def translated_errors() -> Iterator[None]:
    """Turns any fault of the database into StoreUnavailable with one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreUnavailable(sentence_of(error)) from error
    except OSError as error:
        other = f"The database file cannot be used: {error.strerror}. Check its folder."
        sentence = _OF_SYSTEM.get(error.errno or 0, other)
        raise StoreUnavailable(sentence) from error


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's primary code of a fault, not the extended one; 0 for a fault of Python's module."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def failed_at_a_write(error: sqlite3.Error) -> bool:
    """Whether the system refused to take bytes; a quota that is used up is such a fault, too."""
    return getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_WRITE


_OF_SYSTEM = {errno.EIO: DISK_FAULT, errno.ENOSPC: FULL, errno.EDQUOT: QUOTA}


def sentence_of(error: sqlite3.Error) -> str:
    """What is wrong, and what to do."""
    if failed_at_a_write(error):
        return NOT_WRITTEN
    return {
        sqlite3.SQLITE_BUSY: IN_USE,
        sqlite3.SQLITE_LOCKED: IN_USE,
        sqlite3.SQLITE_FULL: FULL,
        sqlite3.SQLITE_READONLY: "The database file cannot be written. Check its permissions.",
        sqlite3.SQLITE_CANTOPEN: "The database file cannot be opened. Check its folder.",
        sqlite3.SQLITE_IOERR: DISK_FAULT,
        sqlite3.SQLITE_CORRUPT: DAMAGED,
        sqlite3.SQLITE_NOTADB: "The database file is not a SQLite database. Restore it from a "
        "backup.",
    }.get(primary_code(error), "The database cannot be used at the moment. Please try again.")
