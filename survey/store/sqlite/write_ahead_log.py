"""The log beside a SQLite file: when it is taken over into the file, and how it is emptied.

The log holds whole pages in the order in which responses came. So the writer takes it over after a
tenth of a second or 500 jobs, whichever comes first, and empties it whenever nothing more comes,
and once a second in any case. A second after the last response it commits once more without
changing anything, since SQLite's shared memory keeps the numbers of the log's last pages in order.

Another program that reads for long keeps the log from being emptied. Commits go on meanwhile, until
the log has grown too large. What was deleted is in the log until the program has ended.

If the disk fails while the log is taken over, this process ends at once. Going on would lose
acknowledged responses: pages that an earlier taking over wrote, which a reader cut short, count as
done although no sync was ever made for them. A start reads the log anew, from its beginning.
"""

import errno
import logging
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from survey.errors import StoreUnavailable
from survey.store.sqlite.connection import wait_for_others, write_nothing
from survey.store.sqlite.faults import IN_USE, QUOTA, failed_at_a_write, primary_code

logger = logging.getLogger(__name__)

MOST_JOBS = 500
LONGEST_SECONDS = 0.1
EMPTIED_EVERY_SECONDS = 1.0
SETTLED_AFTER_SECONDS = 1.0
LOOKED_AT_EVERY_SECONDS = 10.0  # for what another process left, which was killed
READER_SECONDS = 0.05  # during which another program's reader is waited for
PAUSES = (0.2, 0.4, 0.8, 1.0)  # seconds after as many vain tries

LARGE_LOG = 64 * 1024 * 1024  # bytes, from which its cause is told
LARGEST_LOG = 1024 * 1024 * 1024
LEAST_FREE = 200 * 1024 * 1024  # bytes on the disk, while a log is large

HELD_UP = (
    "The database's log cannot be emptied and has grown to {size} MB, since another program has "
    "been reading the database for long. End that program."
)
ENDED = (
    "The disk failed while the database's log was taken over. This process ends, so that nothing "
    "is lost; the next start reads the log anew. See the system's log."
)
PROBE = 256 * 1024  # bytes
HEADERS = 2 * 48  # bytes of both headers in the shared memory (https://sqlite.org/walformat.html)


class WriteAheadLog:
    """When one writer, which tells its jobs by `note`, takes over the log beside this file."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic):
        self._path, self._clock = path, clock
        self._jobs = 0  # in the log, since it was last taken over
        self._first = self._last = 0.0  # when the first of them came, and the last of all
        self._is_left = False  # the log was taken over, and not emptied
        self._is_settled = True
        self._emptied_at = clock()
        self._looks_at: float | None = None
        self._tries = 0  # in vain, since the log was last taken over
        self._not_before = 0.0
        self._told = False
        self.fault = IN_USE  # why the last try was in vain

    def note(self, jobs: int) -> None:
        """Notes that so many jobs are being committed together."""
        now = self._clock()
        if not self._jobs:
            self._first = now
        self._jobs += jobs
        self._last, self._is_settled = now, False

    def watch(self) -> None:
        """From now on also looks again and again whether another process has left a log."""
        self._looks_at = self._clock() + LOOKED_AT_EVERY_SECONDS

    def seconds_until_due(self) -> float | None:
        """The seconds until `do_what_is_due` has something to do; None if nothing is in sight."""
        if self._jobs >= MOST_JOBS:
            when = self._first
        elif self._jobs:
            when = self._first + LONGEST_SECONDS
        elif self._is_left:
            when = self._last + LONGEST_SECONDS
        elif not self._is_settled:
            when = self._last + SETTLED_AFTER_SECONDS
        elif self._looks_at is not None:
            when = self._looks_at
        else:
            return None
        return max(when, self._not_before) - self._clock()

    def do_what_is_due(self, connection: sqlite3.Connection) -> None:
        """Takes over or empties the log, or commits nothing, over the writer's connection."""
        now = self._clock()
        if self._jobs or self._is_left:
            rests = now - self._last >= LONGEST_SECONDS
            if rests or now - self._emptied_at >= EMPTIED_EVERY_SECONDS:
                self.empty(connection)
            elif take_over(self._path, connection, "RESTART"):
                self._jobs, self._tries, self._is_left = 0, 0, True
            else:
                self._note_vain_try()
        elif not self._is_settled:
            connection.execute("BEGIN IMMEDIATE")
            write_nothing(connection)
            connection.execute("COMMIT")
            self._is_settled, self._is_left = True, True
            self.empty(connection)
        elif self._looks_at is not None:
            self.watch()
            if log_size(self._path):
                self._is_left = True
                self.empty(connection)

    def empty(self, connection: sqlite3.Connection) -> bool:
        """Takes over the log and truncates it; returns False if another program reads."""
        self._is_left = True
        if not take_over(self._path, connection, "TRUNCATE"):
            self._note_vain_try()
            return False
        self._jobs, self._tries, self._is_left, self._told = 0, 0, False, False
        self._emptied_at = self._clock()
        return True

    def forget(self) -> None:
        """Notes that there is no log: the file is written with a rollback journal."""
        self._jobs, self._is_left, self._is_settled = 0, False, True
        if self._looks_at is not None:
            self.watch()

    def note_fault(self, fault: str = IN_USE) -> None:
        """Lets the next try come later, after one in vain."""
        self.fault = fault
        self._not_before = self._clock() + PAUSES[min(self._tries, len(PAUSES) - 1)]
        self._tries += 1

    @property
    def is_kept(self) -> bool:
        """Whether the last try to take it over was in vain."""
        return self._tries > 0

    def check_room(self) -> None:
        """Raises StoreUnavailable if the log has become too large for the disk."""
        if self._tries and (size := log_size(self._path)) >= LARGE_LOG:
            free = shutil.disk_usage(self._path.parent).free
            if size > LARGEST_LOG or free < LEAST_FREE:
                raise StoreUnavailable(self.fault)

    def _note_vain_try(self) -> None:
        self.note_fault()
        if not self._told and (sentence := held_up(self._path)):
            self._told = True
            logger.warning("%s", sentence)


def take_over(path: Path, connection: sqlite3.Connection, mode: str) -> bool:
    """Writes what the log holds to the file, so that the log can be overwritten or is truncated.

    Waits 50 ms for readers; returns False if another program still reads. The caller holds the
    turn. If the disk fails, this process ends; a quota that is used up is like a full disk.
    """
    wait_for_others(connection, READER_SECONDS)
    try:
        busy: int = connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()[0]
    except sqlite3.Error as error:
        if primary_code(error) == sqlite3.SQLITE_IOERR:
            if failed_at_a_write(error) and _is_quota_used_up(path.parent):
                raise StoreUnavailable(QUOTA) from error
            end_process(path)
        raise
    finally:
        wait_for_others(connection)
    return not busy


def _is_quota_used_up(folder: Path) -> bool:
    """Whether the account may write nothing more here, which SQLite does not tell."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(PROBE))
    except OSError as error:
        return error.errno == errno.EDQUOT
    return False


def end_process(path: Path) -> NoReturn:
    """Ends this process, without closing anything, after a taking over in which the disk failed."""
    logger.critical("%s", ENDED)
    with suppress(sqlite3.Error, OSError):
        _let_all_read_anew(path)
    os._exit(1)


def _let_all_read_anew(path: Path) -> None:
    """Lets every process that has the file open read the log from its beginning, too.

    Their shared memory says which pages are done. A process that finds its headers empty makes it
    anew.
    Nobody commits meanwhile; and nothing is closed here, which would end the locks.
    """
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    os.write(os.open(f"{path}-shm", os.O_WRONLY), bytes(HEADERS))


def log_size(path: Path) -> int:
    """The bytes in the log of this file."""
    try:
        return path.with_name(f"{path.name}-wal").stat().st_size
    except FileNotFoundError:
        return 0


def held_up(path: Path) -> str | None:
    """A sentence if the log is so large that another program must have been reading for long."""
    size = log_size(path)
    return HELD_UP.format(size=size // 1_000_000) if size >= LARGE_LOG else None
