"""A store: four parts, dataclasses and ints go in and out, never rows.

An implementation passes tests/support/store_contract.py. What may be stored
about respondents is fixed here: a response's random id and its reports, counts
of reports, and which tokens are spent. No address, agent, cookie, time or
order; and nothing that leads from a token to a response, once the survey is
closed (while it is open, PostgreSQL's rows tell who was written together).
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
    """What concerns a database as a whole."""

    def wipe(self) -> None:
        """Rewrites the stored bytes if that is owed.

        It is owed from the very transaction that deletes something or closes a
        survey, whichever process makes it, until they are rewritten: through any
        crash, and whenever this raises StoreUnavailable because a reader or a
        full disk keeps them as they are.
        """

    def filled(
        self, instructors: Iterable[Instructor], surveys: Iterable[SurveyContents]
    ) -> "AbstractContextManager[Store]":
        """Stores another store's contents, and gives a store that reads what arrived.

        All in one transaction, which ends with the block: what it raises undoes
        everything. The instructors that were there are replaced, and signed out.
        Raises StoreUnavailable if there are surveys.
        """

    def close(self) -> None:
        """Lets go of the database."""


@dataclass(eq=False)
class Store:
    """Every method of its parts raises StoreUnavailable if the database cannot do it.

    A method that writes has written durably when it returns: the change
    survives kill −9 and loss of power the next instant.
    """

    surveys: Surveys
    responses: Responses
    instructors: Instructors
    maintenance: Maintenance

    def close(self) -> None:
        """Lets go of the database."""
        self.maintenance.close()
