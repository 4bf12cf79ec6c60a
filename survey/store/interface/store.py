"""A store in four parts: dataclasses and ints go in and out, never rows.

An implementation passes tests/support/store_contract.py. A store may keep of
respondents only each response's random id and reports, counts of reports, and
which tokens are spent. It keeps no address, agent, cookie, time or order; and,
once the survey is closed, nothing that leads from a token to a response (while
it is open, PostgreSQL's rows tell what was written together).
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from survey.store.interface.instructors import Instructors
from survey.store.interface.responses import Responses
from survey.store.interface.surveys import Surveys
from survey.store.models import Instructor, SurveyContents


class Maintenance(Protocol):
    """The database as a whole."""

    def wipe(self) -> None:
        """Rewrites the stored bytes if that is owed.

        The transaction that deletes something or closes a survey, in whichever
        process, also records that this is owed. It stays owed until the bytes are
        rewritten: through any crash, and when this raises StoreUnavailable because
        of a reader or a full disk.
        """

    def public_key(self) -> str | None:
        """The public half of the signing key, as hex digits, that the database belongs to."""

    def keep_public_key(self, public_key: str) -> str:
        """Makes the database belong to this key unless it has one; returns the one that it has.

        So machines on one database notice that they would sign with different keys.
        """

    def replace_public_key(self, public_key: str) -> None:
        """Makes the database belong to this key, whichever it had: the other one is lost."""

    def filled(
        self,
        instructors: Iterable[Instructor],
        surveys: Iterable[SurveyContents],
        public_key: str | None,
    ) -> "AbstractContextManager[Store]":
        """Stores another store's contents, and gives a store that reads what arrived.

        One transaction does it, which ends with the block: an exception undoes all.
        Replaces the instructors and the key that were there, and signs them out. Raises
        StoreUnavailable if there are surveys.
        """

    def close(self) -> None:
        """Closes every connection to the database."""


@dataclass(eq=False)
class Store:
    """The parts of a store.

    Every method of theirs raises StoreUnavailable if the database cannot do it. A
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
