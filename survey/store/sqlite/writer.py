"""The one connection of a process that writes into a SQLite file, and empties its log."""

import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from survey.errors import StoreUnavailable
from survey.store.sql.group_writer import GroupWriter, Work, WorkItem
from survey.store.sqlite.connection import SQLiteConnection, has_log
from survey.store.sqlite.faults import (
    IN_USE,
    Damage,
    is_damage,
    primary_code,
    sentence_of,
    translated_errors,
)
from survey.store.sqlite.process_locks import turn_of
from survey.store.sqlite.turns import CommitGate
from survey.store.sqlite.write_ahead_log import WriteAheadLog, log_size

logger = logging.getLogger(__name__)

Result = TypeVar("Result")


def in_transaction(
    connection: SQLiteConnection, job: Callable[[SQLiteConnection], Result]
) -> Result:
    """Runs the job in a transaction; after an exception, closing the connection ends it."""
    connection.execute("BEGIN IMMEDIATE")
    result = job(connection)
    connection.execute("COMMIT")
    return result


class Writer(GroupWriter[SQLiteConnection]):
    """Does single jobs, too; keeps its connection, and takes its turns with readers and processes.

    Beside a write-ahead log it takes that over in time. Faults of the database become
    StoreUnavailable.
    """

    def __init__(
        self,
        path: Path,
        open_connection: Callable[[Path], SQLiteConnection],
        gate: CommitGate,
        damage: Damage,
    ):
        self._path, self._open_connection = path, open_connection
        self._gate, self._damage = gate, damage
        self._turn, self._has_turn = turn_of(path), False
        self.log = WriteAheadLog(path)
        self._connection: SQLiteConnection | None = None
        super().__init__(self._connection_for_a_job)

    def write(
        self, job: Callable[[SQLiteConnection], Result], keeps_references: bool = True
    ) -> Result:
        """Runs the job in a transaction of its own; returns its result once that is durable.

        What it deleted is in no log then, unless another program reads or the disk is full. An
        exception undoes the transaction. A job that does not keep references may delete a row to
        which others refer.
        """

        def alone(connection: SQLiteConnection) -> Result:
            if not keeps_references:
                connection.execute("PRAGMA foreign_keys = OFF")
            result = in_transaction(connection, job)
            connection.execute("PRAGMA foreign_keys = ON")  # after an error it is closed
            self.empty_log(connection)
            return result

        return self.use(alone)

    def write_piece(self, job: Callable[[SQLiteConnection], Result]) -> Result:
        """`write` for a piece of a long work, which is in the log until that is due."""
        return self.use(lambda connection: in_transaction(connection, job))

    def use(self, job: Callable[[SQLiteConnection], Result]) -> Result:
        """Runs a job that begins its own transactions, between two groups."""

        def alone(connection: SQLiteConnection, items: Sequence[None]) -> Sequence[Result]:
            return [job(connection)]

        result: Result = self.write_together(alone, None)
        return result

    def empty_log(self, connection: SQLiteConnection) -> str | None:
        """Empties the log, if there is one; returns a sentence if another program reads.

        Also if the disk is full: what is committed stays so, and no caller may take it for undone.
        And if the log was begun only since the caller asked for the turn, and so has none.
        """
        fault = IN_USE
        try:
            if not has_log(connection):
                return None
            if self._has_turn:
                with self._gate.writing():
                    if self.log.empty(connection):
                        return None
        except sqlite3.Error as error:
            if is_damage(error) or primary_code(error) == sqlite3.SQLITE_IOERR:
                raise
            self.log.note_fault(fault := sentence_of(error))
        except StoreUnavailable as error:
            self.log.note_fault(fault := error.message)
        self.wake()  # to try again
        return fault

    @contextmanager
    def writing(self, connection: SQLiteConnection) -> Iterator[None]:
        """Lets the block write over this connection, in turn with readers and other processes.

        Without a log SQLite's own locks are enough, and may be the only ones that a drive has.
        """
        if has_log(connection):
            with self._turn.held():
                self._has_turn = True
                try:
                    yield
                finally:
                    self._has_turn = False
        else:
            with self._gate.writing():
                yield

    def close(self) -> None:
        super().close()
        # SQLite does it for the last who closes the file, and not beside another program.
        if log_size(self._path):
            with suppress(StoreUnavailable), self._kept_connection() as connection:
                self.empty_log(connection)
        self._forget_connection()
        self._turn.close()

    def _do(self, work: Work[SQLiteConnection], together: list[WorkItem]) -> None:
        self.log.note(len(together))  # `write` takes it over at once
        super()._do(work, together)

    def _rest(self) -> float | None:
        while (seconds := self.log.seconds_until_due()) is not None and seconds <= 0:
            with self._committing:
                self._do_what_is_due()
        return seconds

    def _do_what_is_due(self) -> None:
        try:
            with self._kept_connection() as connection:
                if self._has_turn:
                    with self._gate.writing():
                        self.log.do_what_is_due(connection)
                elif not has_log(connection):
                    self.log.forget()
        except Exception as error:  # the thread must go on, whatever it is
            self.log.note_fault(getattr(error, "message", IN_USE))
            if not isinstance(error, StoreUnavailable):
                logger.error("unexpected %s while emptying the log", type(error).__name__)

    @contextmanager
    def _connection_for_a_job(self) -> Iterator[SQLiteConnection]:
        with translated_errors():
            self.log.check_room()  # only here: without room the log must be emptied all the more
        with self._kept_connection() as connection:
            yield connection

    @contextmanager
    def _kept_connection(self) -> Iterator[SQLiteConnection]:
        with self._damage.watched():
            try:
                if self._connection is None:
                    self._connection = self._open_connection(self._path)
                with self.writing(self._connection):
                    yield self._connection
            except Exception:
                # Closing rolls back the transaction; the next one opens a new connection.
                self._forget_connection()
                raise

    def _forget_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
