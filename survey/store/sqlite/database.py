"""One SQLite file: many readers, and one writer that group-commits."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from survey.store.sql.database import Database, Result, Rows, is_owed
from survey.store.sqlite.commit_gate import CommitGate
from survey.store.sqlite.connection import Connection, connect, connect_to_write, translated_errors
from survey.store.sqlite.owed_wipes import owe, pay
from survey.store.sqlite.readers import Readers
from survey.store.sqlite.schema import migrate
from survey.store.sqlite.writer import Writer


class SQLiteDatabase:
    """See survey.store.sql.database.Database for what each verb promises."""

    def __init__(self, path: Path):
        self._open_connection = partial(connect, path)
        with translated_errors():
            if not path.exists():
                # Created before SQLite opens it, so that it is never readable by others.
                path.touch(mode=0o600)
            with closing(connect(path)) as connection:
                migrate(connection)
        gate = CommitGate()
        self._readers = Readers(self._open_connection, gate)
        self.writer = Writer(partial(connect_to_write, path), gate)

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        with self._readers.reading() as connection:
            yield connection

    def write(self, job: Callable[[Rows], Result], lock: str | None = None) -> Result:
        # It needs no lock: there is one writer, and its transactions are immediate.
        return self.writer.write(job)

    def owe(self, rows: Rows) -> None:
        owe(rows)

    def wipe(self) -> None:
        with self.reading() as rows:
            if not is_owed(rows):
                return  # without pausing the writer
        self._rewrite()

    @contextmanager
    def alone(self) -> Iterator[tuple[Rows, Database]]:
        with self._only_connection() as connection:  # closing it undoes what is not committed
            connection.execute("BEGIN EXCLUSIVE")
            yield connection, OneConnection(connection)
            connection.execute("COMMIT")

    def close(self) -> None:
        self.writer.close()
        self._readers.close()

    def _rewrite(self) -> None:
        with self._only_connection() as connection:
            pay(connection)

    @contextmanager
    def _only_connection(self) -> Iterator[Connection]:
        """Gives a connection while no other of this process writes."""
        with translated_errors(), self.writer.paused(), closing(self._open_connection()) as only:
            yield only


class OneConnection(SQLiteDatabase):
    """Reads over one connection, inside whatever transaction it is in."""

    def __init__(self, connection: Connection):
        self._readers = Readers(lambda: connection, CommitGate())
