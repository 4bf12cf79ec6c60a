"""What surveys and instructors need of a database that speaks SQL."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from survey.errors import StoreUnavailable

Result = TypeVar("Result")


class Answer(Protocol):
    """What a statement gives: rows, or how many it changed."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


class Rows(Protocol):
    """A connection. Values stand as `?` in a statement, on every engine.

    `for_share` ends a SELECT of rows that nobody may remove before the transaction ends, and
    `for_update` of those that nobody else may even refer to; both are empty where only one writes.
    """

    for_share: str
    for_update: str

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Answer: ...

    def insert(self, place: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Adds many rows to a place such as `token (survey, spent)`."""


class Database(Protocol):
    """The connections of one process to one database; faults become StoreUnavailable."""

    def reading(self) -> AbstractContextManager[Rows]:
        """A connection that is lent out for a short while."""

    def write(self, job: Callable[[Rows], Result], lock: str | None = None) -> Result:
        """The job's result, once what it wrote in one transaction is durable.

        What it raises undoes all. Two jobs with a lock of the same name do not run at once.
        """

    def owe(self, rows: Rows) -> None:
        """Notes, in the transaction that is running, that the stored bytes are to be rewritten."""

    def wipe(self) -> None:
        """Rewrites the stored bytes if that is owed."""


def wiped(database: Database) -> bool:
    """Wipes what is owed, if that can be now; whether nothing is owed any more."""
    try:
        database.wipe()
    except StoreUnavailable:
        return False
    return True
