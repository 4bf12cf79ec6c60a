"""The interface of an SQL database that stores surveys, responses and instructors."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol, TypeVar

from survey.errors import StoreUnavailable
from survey.store.sql.group_writer import GroupWriter

PROVED_SECONDS = 5  # during which a durable write proves that the next one can be made
PAUSE_SECONDS = 3  # at least, between the beginnings of two tries
ANSWER_SECONDS = 3  # at most, until the caller has a reply
LONGEST_WIPING_SECONDS = 60

NO_ANSWER = "The database does not answer at the moment. Please try again."


class Readiness:
    """Knows when a response was last stored, and tries `write_nothing` if that is too long ago.

    A response within the last few seconds proves that the database stores. Otherwise it tries one
    durable write that changes nothing, at most every few seconds, and all callers share it. While
    the stored bytes are rewritten nothing is stored, and that is no fault.

    `write_nothing` writes durably, or raises StoreUnavailable; it may never return. `check_use`
    raises StoreUnavailable once the database must not be used again, whatever was stored before.
    """

    def __init__(
        self,
        write_nothing: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
        check_use: Callable[[], None] = lambda: None,
    ):
        self._write_nothing, self._clock, self._check_use = write_nothing, clock, check_use
        self._lock = threading.Lock()
        self._proved_until = 0.0
        self._wiping_until = 0.0
        self._tried: Future[None] | None = None
        self._tried_at = 0.0

    def note_stored(self) -> None:
        """Notes that something was stored durably just now."""
        self._proved_until = self._clock() + PROVED_SECONDS

    def note_refused(self) -> None:
        """Notes that the database refused a write: earlier ones no longer prove that it stores."""
        self._proved_until = 0.0
        with self._lock:
            tried = self._tried
            if tried and tried.done() and not tried.exception():
                self._tried = None

    @contextmanager
    def wiping(self) -> Iterator[None]:
        """Counts the block, which rewrites the stored bytes, as no fault."""
        self._wiping_until = self._clock() + LONGEST_WIPING_SECONDS
        try:
            yield
        finally:
            self._wiping_until = 0.0

    def check(self) -> None:
        """Returns if the database stores; raises StoreUnavailable within ANSWER_SECONDS if not."""
        self._check_use()
        with self._lock:
            now = self._clock()
            if now < max(self._proved_until, self._wiping_until):
                return
            tried = self._last_try(now)
            left = self._tried_at + ANSWER_SECONDS - now
        try:
            tried.result(max(left, 0))
        except TimeoutError:
            if self._clock() >= self._wiping_until:
                raise StoreUnavailable(NO_ANSWER) from None

    def _last_try(self, now: float) -> Future[None]:
        """The try that is running, or ended lately; begins one if there is none."""
        tried = self._tried
        if tried is None or (tried.done() and now >= self._tried_at + PAUSE_SECONDS):
            tried = self._tried = Future()
            self._tried_at = now
            # A thread of its own: if the disk never answers, it never ends.
            threading.Thread(target=self._try, args=(tried,), name="readiness", daemon=True).start()
        return tried

    def _try(self, tried: Future[None]) -> None:
        try:
            self._write_nothing()
        except Exception as error:
            tried.set_exception(error)
        else:
            self.note_stored()
            tried.set_result(None)


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
    `for_update` of rows that nobody else may even refer to. With one writer both are empty.
    `count_of_tables` counts the tables of a name.
    `responses` names what holds the responses of all surveys, to be read.
    """

    for_share: str
    for_update: str
    count_of_tables: str
    responses: str

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Cursor: ...

    def insert(self, place: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Adds many rows to a place such as `token (survey, spent)`."""

    def delete_responses_and_tokens(self, code: str) -> None:
        """Deletes those of a survey that is being deleted, or leaves that to `Database.wipe`."""

    def is_being_deleted(self, code: str) -> bool:
        """Whether rows of a deleted survey with this code are left to `Database.wipe`."""


class Database(Protocol):
    """The connections of one process to one database; faults become StoreUnavailable."""

    @property
    def writer(self) -> GroupWriter[Any]:
        """Stores responses that wait together in one transaction."""

    @property
    def readiness(self) -> Readiness:
        """Whether something can be stored at this moment."""

    def reading(self) -> AbstractContextManager[Rows]:
        """Lends a connection for a short while."""

    def write(self, job: Callable[[Rows], Result], *locks: str) -> Result:
        """Runs the job in one transaction, and returns its result once that is durable.

        An exception undoes the transaction. Two jobs with a lock of the same name never run at
        once.
        """

    def delete(self, job: Callable[[Rows], Result], *locks: str) -> Result:
        """`write`, for a job that deletes surveys."""

    def confirm(self) -> None:
        """Returns once everything that a reader could see is durable.

        Raises StoreUnavailable if the server does not confirm that.
        """

    def note_pending_wipe(self, rows: Rows) -> None:
        """Records in the running transaction that the stored bytes must be rewritten."""

    def check_sound(self) -> None:
        """Raises StoreUnavailable if a look at all stored bytes finds damage."""

    def keeps_deleted(self) -> bool:
        """Whether a log beside the database still has what was deleted just now."""

    def wipe(self) -> None:
        """Rewrites the stored bytes if they must still be rewritten."""

    def alone(self) -> AbstractContextManager[tuple[Rows, "Database"]]:
        """Begins a transaction in which nobody else writes; it ends with the block.

        Gives its connection, and a database that reads over it. An exception undoes the
        transaction.
        """

    def close(self) -> None:
        """Closes every connection."""


def is_wipe_pending(rows: Rows) -> bool:
    """Whether `Database.note_pending_wipe` recorded that the stored bytes must be rewritten."""
    return bool(rows.execute("SELECT EXISTS (SELECT 1 FROM debt)").fetchone()[0])


def wiped(database: Database) -> bool:
    """Rewrites the stored bytes if needed; returns False if they could not be rewritten."""
    try:
        database.wipe()
    except StoreUnavailable:
        return False
    return True
