"""Locks between the processes that use one file: to write in turn, and to serve it alone.

SQLite before 3.51.3 (3.50.7, 3.44.6) can lose commits and damage the file if a connection takes
over what the log holds while another one commits and begins the log anew
(https://sqlite.org/wal.html, "The WAL-reset bug"). So they never overlap: a process that does
either holds the turn. Processes with a sound SQLite take turns, too, since others may lack it.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from survey.errors import StoreUnavailable
from survey.store.files import create_of_instance
from survey.store.sqlite.faults import IN_USE, NO_LOCKS
from survey.systems import FOLDERS_CAN_BE_LOCKED, lock_descriptor, unlock_descriptor

LONGEST_WAIT = 10  # seconds, for another process
PAUSE_SECONDS = 0.0005  # between two tries, and longer each time
LONGEST_PAUSE = 0.005


class ProcessLock:
    """An advisory lock between processes, on a folder, or on a file that is made for it.

    A database's own file would not do: a process that closes any descriptor of that loses SQLite's
    locks. One thread of a process uses it at a time.
    """

    def __init__(self, path: Path, is_folder: bool = False):
        self._path, self._is_folder = path, is_folder
        self._descriptor: int | None = None

    @contextmanager
    def held(self, seconds: float = LONGEST_WAIT) -> Iterator[None]:
        """Holds the lock in the block; raises StoreUnavailable after so many seconds in vain."""
        deadline, pause = time.monotonic() + seconds, PAUSE_SECONDS
        while not self.acquire():
            if time.monotonic() >= deadline:
                raise StoreUnavailable(IN_USE)
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        try:
            yield
        finally:
            self.release()

    def acquire(self) -> bool:
        """Takes the lock until `release`, or the end of the process; False if another has it.

        Raises StoreUnavailable where the drive gives no locks.
        """
        while True:
            if self._descriptor is None:
                self._descriptor = self._opened()
            try:
                locked = lock_descriptor(self._descriptor)
            except OSError as error:  # some drives know no locks, or their server is not there
                raise StoreUnavailable(NO_LOCKS) from error
            if not locked:
                return False
            if self._is_seen(self._descriptor):
                return True
            self.close()  # it was removed or replaced meanwhile

    def release(self) -> None:
        """Lets others take the lock."""
        if self._descriptor is not None:
            unlock_descriptor(self._descriptor)

    def remove(self) -> None:
        """Removes the file of a lock that is held, where the system lets it."""
        with suppress(PermissionError):
            self._path.unlink(missing_ok=True)
        self.close()

    def close(self) -> None:
        """Lets others take the lock, and closes its file."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _opened(self) -> int:
        if self._is_folder:  # of an instance, which nobody makes anew if it was moved away
            return os.open(self._path, os.O_RDONLY)
        with suppress(FileExistsError):
            return create_of_instance(self._path)
        return os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)

    def _is_seen(self, descriptor: int) -> bool:
        """Whether the path still leads to the file that is locked."""
        try:
            return os.path.samestat(os.fstat(descriptor), self._path.stat())
        except FileNotFoundError:
            return False


def turn_of(database: Path) -> ProcessLock:
    """The lock that a process holds while it writes, or takes over the log.

    It is the folder's, which nobody can remove while it is in use; elsewhere a file beside the
    database.
    """
    if FOLDERS_CAN_BE_LOCKED:
        return ProcessLock(database.absolute().parent, is_folder=True)
    return ProcessLock(database.with_name(f"{database.name}.turn"))


def serving_lock_of(database: Path) -> ProcessLock:
    """The lock that a server holds as long as it runs."""
    return ProcessLock(database.with_name(f"{database.name}.serving"))
