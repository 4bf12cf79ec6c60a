"""One SQLite file: many readers, one writer that group-commits, and the rewriting of its bytes.

Each deletion or closing notes in its own transaction what the file must still be rid of (debts.py).
What is deleted is overwritten (secure_delete); the rows of a closed survey are moved (settling.py),
and those of a deleted one are deleted in pieces (erasing.py).
"""

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import partial
from pathlib import Path

from survey.errors import StoreUnavailable
from survey.store.files import create_of_instance
from survey.store.sql.database import Database, Readiness, Result, Rows, is_wipe_pending
from survey.store.sqlite.connection import (
    SQLiteConnection,
    connect,
    connect_to_write,
    write_nothing,
)
from survey.store.sqlite.debts import deleted_codes, note_pending_wipe, read_debts, remove_debts
from survey.store.sqlite.erasing import erase
from survey.store.sqlite.faults import (
    Damage,
    fault_of,
    is_read_only,
    translated_errors,
)
from survey.store.sqlite.schema import is_current, migrate
from survey.store.sqlite.serving import begin
from survey.store.sqlite.settling import settle, unsettled
from survey.store.sqlite.turns import CommitGate, Readers
from survey.store.sqlite.writer import Writer
from survey.systems import real_path

QUIET_HOUR = 3  # of the machine's clock
SMALL_FILE = 4 * 1024 * 1024  # bytes, which are rewritten in about 10 ms


class SQLiteDatabase:
    """Implements survey.store.sql.database.Database, which says what each verb promises.

    A process opens a file once, or is about to end. Closing this object's descriptor of the file
    (see fault_of) drops SQLite's locks of every other connection that the process has to it.
    """

    reading: Callable[[], AbstractContextManager[Rows]]

    def __init__(self, path: Path, serving: bool = False):
        with translated_errors():
            path = real_path(path)  # where SQLite keeps the log of a linked file, too
        self._path, self._serving, self._rewriting = path, serving, threading.Lock()
        self._shrunk: tuple[int, ...] = ()  # the last day on which it was looked whether it must be
        gate = CommitGate()
        with translated_errors():
            # Created before SQLite opens it, so that it is never readable by others.
            with suppress(FileExistsError):
                os.close(create_of_instance(path))
            self._file = path.open("rb")  # see fault_of
        self._open_connection = partial(connect, path)
        self._fault = partial(fault_of, self._file, self._open_connection)
        self._damage = Damage(self._fault)
        self.writer = Writer(path, connect_to_write, gate, self._damage)
        self._readers = Readers(self._open_connection, gate, self._damage)
        self.reading = self._readers.reading
        self.readiness = Readiness(self._write_nothing, check_use=self._damage.check)
        try:
            with self._damage.watched():
                if serving:
                    begin(path)
                    self.writer.log.watch()
                self._migrate()
                if serving:
                    self.writer.wake()  # whose thread has slept since before it had to watch
        except BaseException:
            self.close()
            raise

    def write(self, job: Callable[[Rows], Result], *locks: str) -> Result:
        # No lock is needed: there is one writer, and its transactions are immediate.
        return self.writer.write(job)

    def delete(self, job: Callable[[Rows], Result], *locks: str) -> Result:
        # The responses refer to their survey, which goes before them.
        return self.writer.write(job, keeps_references=False)

    def check_sound(self) -> None:
        if fault := self._fault("quick_check"):
            raise fault

    def confirm(self) -> None:
        # A reader may see what a process wrote that was killed before its sync.
        try:
            self.writer.write_piece(write_nothing)
        except StoreUnavailable as error:
            if self._serving or not is_read_only(error):
                raise

    def note_pending_wipe(self, rows: Rows) -> None:
        note_pending_wipe(rows)

    def keeps_deleted(self) -> bool:
        return self.writer.log.is_kept

    def wipe(self) -> None:
        with self.reading() as rows:
            pending = is_wipe_pending(rows)
        if pending:
            self._rewrite()
        else:
            self._shrink_at_night(time.localtime())

    @contextmanager
    def alone(self) -> Iterator[tuple[Rows, Database]]:
        with self._only_connection() as connection:  # closing it rolls back
            connection.execute("BEGIN EXCLUSIVE")
            yield connection, SQLiteReads(connection, self._damage)
            connection.execute("COMMIT")
            self.writer.empty_log(connection)

    def close(self) -> None:
        self.writer.close()
        self._readers.close()
        self._file.close()

    def _migrate(self) -> None:
        with closing(self._open_connection()) as connection:
            if is_current(connection):
                return
            with self.writer.paused(), self.writer.writing(connection):
                migrate(connection)
                self.writer.empty_log(connection)

    def _rewrite(self) -> None:
        """Moves closed surveys' rows, deletes deleted ones', shrinks small files; pays the debts.

        While another program reads, it would keep the old pages in the log, which would grow by the
        new ones. So nothing is done then, and the debts stay until no log has the old pages.
        """
        with self._rewriting:
            with self.reading() as rows:
                debts, codes = read_debts(rows), unsettled(rows)
            if not debts:
                return  # another thread has paid them
            self.writer.use(self._empty_log)
            for code in codes:
                settle(self.writer.write_piece, code)
            for code in deleted_codes(debts):
                erase(self.writer.write_piece, code)
            if self._path.stat().st_size <= SMALL_FILE:
                self._vacuum()
            self.writer.use(partial(self._pay, debts))

    def _shrink_at_night(self, now: time.struct_time) -> None:
        """Once in a night, rewrites a file that is more than twice as large as its content."""
        if now.tm_hour != QUIET_HOUR or self._shrunk == now[:3]:
            return
        self._shrunk = now[:3]
        with self.reading() as rows:
            pages, free = (
                rows.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("page_count", "freelist_count")
            )
        if 2 * free > pages:
            self.writer.use(self._empty_log)
            self._vacuum()

    def _empty_log(self, connection: SQLiteConnection) -> None:
        if fault := self.writer.empty_log(connection):
            raise StoreUnavailable(fault)

    def _pay(self, debts: list[str], connection: SQLiteConnection) -> None:
        self._empty_log(connection)
        remove_debts(connection, debts)
        self.writer.empty_log(connection)

    def _vacuum(self) -> None:
        """Rewrites the whole file, without free pages; nothing is stored meanwhile."""
        with self._only_connection() as connection, self.readiness.wiping():
            # With the usual 2 MB a large file waits for the disk each 2 MB.
            connection.execute("PRAGMA cache_size = -16000")
            connection.execute("VACUUM")
            self.writer.empty_log(connection)

    def _write_nothing(self) -> None:
        """Reads and writes over a new connection, which has no page of the file in memory."""

        def work(kept: SQLiteConnection, items: Sequence[None]) -> Sequence[None]:
            with closing(self._open_connection()) as connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("SELECT 1 FROM survey LIMIT 1").fetchall()
                write_nothing(connection)
                connection.execute("COMMIT")
            return items

        self.writer.write_together(work, None)

    @contextmanager
    def _only_connection(self) -> Iterator[SQLiteConnection]:
        """Lends a connection while no other of this process writes."""
        with (
            self._damage.watched(),
            self.writer.paused(),
            closing(self._open_connection()) as only,
            self.writer.writing(only),
        ):
            yield only


class SQLiteReads(SQLiteDatabase):
    """Reads over one connection, inside its open transaction."""

    def __init__(self, connection: SQLiteConnection, damage: Damage):
        self._readers = Readers(lambda: connection, CommitGate(), damage)
        self.reading = self._readers.reading

    def confirm(self) -> None:
        """Does nothing, since the commit of the running transaction confirms it."""
