"""A store in four parts: dataclasses and ints go in and out, never rows.

An implementation passes tests/support/store_contract.py. A store may keep of
respondents only each response's random id and reports, counts of reports, and
which tokens are spent. It stores no address, agent, cookie, time or order; and,
once the survey is closed, nothing that leads from a token to a response (while it is open,
PostgreSQL's rows show which responses were written together).
"""

from collections.abc import Awaitable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from survey.core.responses.public_steps import PublicSteps
from survey.core.responses.reports import Reports
from survey.core.responses.response import Response
from survey.core.responses.tally import Tally
from survey.core.results.crosstab import Counts
from survey.store.interface.surveys import Surveys
from survey.store.models import Instructor, KnownKeys, SurveyContents


class Maintenance(Protocol):
    """The database as a whole."""

    def check_ready(self) -> None:
        """Returns if the store can write at this moment; raises StoreUnavailable otherwise.

        It takes seconds at most: all callers share one durable write, made at most every few
        seconds. A response that was stored within the last seconds counts as one. While the
        stored bytes are rewritten the database is ready, too: new responses wait.
        """

    def check_sound(self) -> None:
        """Raises StoreUnavailable if a look at all stored bytes finds damage.

        The app calls it when it starts: a million responses in a file take a second. A database
        server checks its own files.
        """

    def wipe(self) -> None:
        """Rewrites the stored bytes if a deletion or a closing still needs it.

        The transaction that deletes something or closes a survey, in any process, also records
        that the bytes must be rewritten. The record stays until the bytes are rewritten: through
        any crash, and when this raises StoreUnavailable because of a reader or a full disk.
        """

    def keys(self) -> KnownKeys | None:
        """The keys that the database belongs to; None before the first start."""

    def keep_keys(self, keys: KnownKeys) -> KnownKeys:
        """Stores these keys unless the database has keys; returns the keys that it has then.

        So machines on one database notice that they would sign with different keys. Adds the
        secret if an earlier release stored the signing key alone.
        """

    def replace_keys(self, keys: KnownKeys) -> None:
        """Replaces the database's keys, if it has any, by these."""

    def keeps_deleted(self) -> bool:
        """Whether what was deleted just now is still in a file besides.

        So it is while another program reads the database, or the disk is full; then it goes.
        """

    def moved_to(self) -> str | None:
        """The name of the database to which everything was copied; None if this one is in use."""

    def mark_moved(self, name: str | None) -> None:
        """Marks this database as copied to the one of this name; None takes the mark back."""

    def filled(
        self,
        instructors: Iterable[Instructor],
        surveys: Iterable[SurveyContents],
        keys: KnownKeys | None,
    ) -> "AbstractContextManager[Store]":
        """Stores another store's contents, and yields a store that reads them back.

        One transaction stores everything and ends with the block: an exception undoes it.
        Replaces the former instructors and keys, and signs those instructors out. Raises
        StoreUnavailable if there are surveys.
        """

    def close(self) -> None:
        """Closes every connection to the database."""


class Responses(Protocol):
    """The responses of a store."""

    def add(self, code: str, response: Response, token_hash: str | None = None) -> bool:
        """Stores a response, counts it and spends its token, in one transaction.

        Returns True if it is new, False if this very response was stored before,
        with any token, even once the survey is closed. The response must have
        passed check_response.

        The response that reaches the survey's cap closes it in that transaction, for good.

        Raises SurveyNotFound; SurveyNotOpen, also for a new response that races with
        closing; SurveyFull for one beyond the cap; ResponseConflict for the same id with other
        reports or another digest.
        Raises TokenRejected if the survey needs tokens and this is not an unspent one of
        its own, or if it takes none and one is given; survey.core.responses.tokens has a
        sentence for each cause.
        """

    def add_awaited(
        self, code: str, response: Response, token_hash: str | None = None
    ) -> Awaitable[bool]:
        """Begins `add` for a call on an event loop; the loop goes on meanwhile."""

    def tally(self, code: str) -> Tally:
        """The counts, which each stored response has updated; reads no response."""

    def public_steps(self, code: str) -> PublicSteps:
        """The counts that the public may see: an open survey's last step, or all of a closed one.

        For an open survey, it takes a step that is due, or shows the step that waited. That step
        then holds for every reader of the database.
        """

    def kept_steps(self, code: str) -> PublicSteps | None:
        """The stored steps of `public_steps`, without taking one; to copy them to another store."""

    def take_due_steps(self) -> None:
        """Takes the steps that are due of all open surveys."""

    def cross_tally(self, code: str, first: int, second: int) -> Counts:
        """`counts[u][v]`: how many responses report u for item `first` and v for item `second`.

        Items are counted from 0, in the order of the instrument's items.
        """

    def all(self, code: str, prefix: str = "") -> Iterator[tuple[str, Reports]]:
        """(response id, reports) of all responses, in the order of their random ids.

        With `prefix`, only the responses whose ids begin with these few hex digits.
        """


class Instructors(Protocol):
    """The instructors of a store."""

    def get(self, name: str) -> Instructor | None:
        """The instructor of this name, if any."""

    def all(self) -> list[Instructor]:
        """All instructors, in the order in which Python sorts their names; there is always one.

        A new store holds the one named INSTRUCTOR, without a password.
        """

    def add(self, instructor: Instructor) -> bool:
        """Adds an instructor; False, and nothing stored, if the name is taken."""

    def save(self, instructor: Instructor) -> None:
        """Replaces the instructor of this name; raises InstructorNotFound if there is none.

        So a page that is saved while its instructor is removed does not restore the instructor.
        """

    def remove(
        self,
        name: str,
        heir: str | None = None,
        delete_surveys: bool = False,
        shown: str | None = None,
    ) -> bool:
        """Removes an instructor, signs them out everywhere and rewrites the stored bytes.

        Returns False if the bytes could not be rewritten: `Maintenance.wipe` then does it.

        Their surveys become the heir's in the same transaction and keep their order, or are
        deleted in it. Raises InstructorNotFound for an unknown name or heir. Raises
        InstructorRefused, with nothing changed, for the only instructor, and for one who has
        surveys and no other heir. Raises StateChanged if a page has `shown` another stamp of the
        account than `stamp` gives.
        """

    def stamp(self, name: str) -> str:
        """The stamp of an account and its surveys (survey/store/stamps.py)."""

    def link_owner(self, link_hash: str) -> Instructor | None:
        """The instructor whose sign-in link this is, if any."""

    def spend_link(self, link_hash: str, password_hash: str) -> Instructor | None:
        """Sets the password of the instructor whose link this is, and ends the link.

        Returns None if no link has this hash. Of two calls at once, one succeeds.
        """

    def add_sign_in(self, token_hash: str, name: str) -> None:
        """Remembers that the holder of this token is signed in as this instructor.

        Raises InstructorNotFound if no instructor has this name.
        """

    def signed_in(self, token_hash: str) -> Instructor | None:
        """The instructor who is signed in with this token, if any."""

    def remove_sign_in(self, token_hash: str) -> None:
        """Signs this token out."""

    def remove_sign_ins(self, name: str) -> None:
        """Signs the instructor out everywhere."""


@dataclass(eq=False)
class Store:
    """The parts of a store.

    Every method of these parts raises StoreUnavailable if the database fails. A
    method that writes has written durably when it returns: the change survives
    kill −9 and loss of power the next instant.
    """

    surveys: Surveys
    responses: Responses
    instructors: Instructors
    maintenance: Maintenance

    def close(self) -> None:
        """Closes every connection to the database."""
        self.maintenance.close()
