"""What storing surveys, responses and instructors needs of an SQL database."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from survey.errors import StoreUnavailable
from survey.store.sql.group_writer import GroupWriter

Result = TypeVar("Result")


class Cursor(Protocol):
    """The result of a statement: rows, or how many it changed."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


class Rows(Protocol):
    """A connection. Values stand as `?` in a statement, on every engine.

    `for_share` ends a SELECT of rows that nobody may remove before the transaction ends, and
    `for_update` of rows that nobody else may even refer to; with one writer both are empty.
    """

    for_share: str
    for_update: str

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Cursor: ...

    def insert(self, place: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Adds many rows to a place such as `token (survey, spent)`."""


class Database(Protocol):
    """The connections of one process to one database; faults become StoreUnavailable."""

    @property
    def writer(self) -> GroupWriter[Any]:
        """Stores responses that wait together in one transaction."""

    def reading(self) -> AbstractContextManager[Rows]:
        """Lends a connection for a short while."""

    def write(self, job: Callable[[Rows], Result], lock: str | None = None) -> Result:
        """Runs the job in one transaction, and returns its result once that is durable.

        An exception undoes it all. Two jobs with a lock of the same name never run at once.
        """

    def owe(self, rows: Rows) -> None:
        """Records in the running transaction that the stored bytes must be rewritten."""

    def wipe(self) -> None:
        """Rewrites the stored bytes if that is owed."""

    def alone(self) -> AbstractContextManager[tuple[Rows, "Database"]]:
        """Begins a transaction in which nobody else writes; it ends with the block.

        Gives its connection, and a database that reads over it. An exception undoes it all.
        """

    def close(self) -> None:
        """Closes every connection."""


def is_owed(rows: Rows) -> bool:
    """Whether the stored bytes must be rewritten: `Database.owe` recorded it."""
    return bool(rows.execute("SELECT EXISTS (SELECT 1 FROM debt)").fetchone()[0])


def wiped(database: Database) -> bool:
    """Tries to wipe what is owed; returns whether it could."""
    try:
        database.wipe()
    except StoreUnavailable:
        return False
    return True
