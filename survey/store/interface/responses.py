"""Responses, and counts of what they report."""

from collections.abc import Awaitable, Iterator
from typing import Protocol

from survey.core.estimation.crosstab import Counts
from survey.core.responses.public_steps import PublicSteps
from survey.core.responses.reports import Reports
from survey.core.responses.response import Response
from survey.core.responses.tally import Tally


class Responses(Protocol):
    """The responses of a store."""

    def add(self, code: str, response: Response, token_hash: str | None = None) -> bool:
        """Stores a response, counts it and spends its token, in one transaction.

        Returns True if it is new, False if this very response was stored before,
        whatever its token, even once the survey is closed. The response must have
        passed check_response.

        Raises SurveyNotFound; SurveyNotOpen, also for a new response that races with
        closing; ResponseConflict for the same id with other reports or another digest.
        Raises TokenRejected if the survey needs tokens and this is not an unspent one of
        its own, or if it takes none and one is given; survey.core.responses.tokens has a
        sentence for each cause.
        """

    def add_awaited(
        self, code: str, response: Response, token_hash: str | None = None
    ) -> Awaitable[bool]:
        """Begins the same for a call on an event loop, which goes on meanwhile."""

    def tally(self, code: str) -> Tally:
        """The counts, as they were kept while responses were stored; reads no response."""

    def public_steps(self, code: str) -> PublicSteps:
        """What the public may see: of an open survey in steps, of a closed one what is published.

        A look at an open survey, for all who read the database: it takes a step that is due, or
        shows the one that waited. `published` is not 0 for an open survey that was closed
        before, and for a closed one whose late responses are too few to be published.
        """

    def kept_steps(self, code: str) -> PublicSteps | None:
        """What is kept for `public_steps`, without a look; to copy it to another store."""

    def take_due_steps(self) -> None:
        """Looks at every open survey of which a step is due."""

    def cross_tally(self, code: str, first: int, second: int) -> Counts:
        """`counts[u][v]`: how many responses report u for item `first` and v for item `second`.

        Items are counted from 0, in the order of the instrument's items.
        """

    def all(self, code: str, prefix: str = "") -> Iterator[tuple[str, Reports]]:
        """(response id, reports) of all responses, in the order of their random ids.

        With `prefix`, only of those whose ids begin with these few hex digits.
        """
