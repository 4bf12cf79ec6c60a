"""The storage interface: dataclasses and ints go in and out, never rows.

An implementation passes tests/support/store_contract.py. What may be stored
about respondents is fixed here: a response's random id and its reports, counts
of reports, and which tokens are spent. No address, agent, cookie, time or
order; and nothing that leads from a token to a response, once the survey is
closed (while it is open, PostgreSQL's rows tell who was written together).
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager

from survey.core.estimation.crosstab import Counts
from survey.core.instrument.instrument import Instrument
from survey.core.responses.response import Response
from survey.core.responses.tally import Tally
from survey.errors import StoreUnavailable
from survey.store.models import Instructor, State, Survey, SurveyContents, TokenCounts


class Store(ABC):
    """Every method raises StoreUnavailable if the database cannot do it.

    A method that writes has written durably when it returns: the change
    survives kill −9 and loss of power the next instant.
    """

    @abstractmethod
    def add_survey(self, survey: Survey) -> bool:
        """Stores a new survey; False, and nothing stored, if its code is taken.

        Raises InstructorNotFound if no instructor has the owner's name.
        """

    @abstractmethod
    def add_first_survey(self, survey: Survey) -> bool:
        """Stores a survey of a new store's instructor; False, and nothing stored, in any other.

        A store is new while it has no survey, and while nobody has touched that
        instructor or added another. Of many that do this at once, one is told True.
        """

    @abstractmethod
    def survey(self, code: str) -> Survey:
        """The survey with this code; raises SurveyNotFound."""

    @abstractmethod
    def surveys(self, owner: str | None = None) -> list[Survey]:
        """The surveys of this instructor, or all of them, the newest first."""

    @abstractmethod
    def replace_instrument(self, code: str, instrument: Instrument, expected: str) -> None:
        """Replaces a draft's instrument, whose digest is `expected`.

        Raises SurveyFrozen once it is published, and DraftChanged if another
        instrument stands there by now; the very one that is to be stored does
        no harm, since a form may arrive twice.
        """

    @abstractmethod
    def set_state(self, code: str, state: State) -> bool:
        """Opens or closes a survey; back to draft is refused with SurveyFrozen.

        A draft cannot be closed (SurveyNotOpen). A time that was planned for
        closing is forgotten.

        Closing also rewrites the stored bytes, so that no order of arrival
        remains in them. False if that could not be yet: then it is owed (`wipe`).
        """

    @abstractmethod
    def plan_closing(self, code: str, closes_at: int | None) -> None:
        """Plans when an open survey closes, or plans it no more; raises SurveyNotOpen.

        Nothing happens at that time but by `close_due`: responses are stored
        without looking at a clock.
        """

    @abstractmethod
    def close_due(self, now: int) -> list[str]:
        """Closes every open survey whose planned time has come; the codes of those closed.

        Of several processes that do it at once, one is told each code. Their
        order of arrival is owed then: `wipe`.
        """

    @abstractmethod
    def wipe(self) -> None:
        """Rewrites the stored bytes if that is owed.

        It is owed from the very transaction that deletes something or closes a
        survey, whichever process makes it, until they are rewritten: through any
        crash, and whenever this raises StoreUnavailable because a reader or a
        full disk keeps them as they are.
        """

    @abstractmethod
    def set_sharing(self, code: str, results_public: bool, fewest_responses: int) -> None:
        """Sets who sees results, and from how many responses on."""

    @abstractmethod
    def delete_survey(self, code: str) -> bool:
        """Deletes a survey with its responses, and rewrites the stored bytes.

        False if that could not be yet: then it is owed (`wipe`).
        """

    @abstractmethod
    def add_tokens(self, code: str, token_hashes: Collection[str]) -> None:
        """Issues tokens, kept as these keyed hashes: from now on a response needs one.

        Raises SurveyFrozen where responses have come without tokens, and
        SurveyNotOpen once the survey is closed.
        """

    @abstractmethod
    def withdraw_tokens(self, code: str) -> None:
        """Forgets all tokens: from now on a response needs none.

        Raises SurveyFrozen once one is spent, since somebody has answered by it.
        """

    @abstractmethod
    def token_counts(self, code: str) -> TokenCounts:
        """How many tokens are issued and spent."""

    @abstractmethod
    def tokens(self, code: str) -> dict[str, bool]:
        """Whether each token is spent, by its keyed hash."""

    @abstractmethod
    def add_response(self, code: str, response: Response, token_hash: str | None = None) -> bool:
        """Stores a response, counts it and spends its token, in one transaction.

        True if it is new, False if this very response was stored before. The
        response must have passed check_response. Raises SurveyNotFound,
        SurveyNotOpen (also for a new response that races with closing; a
        response already stored is still answered False, whatever its token) and
        ResponseConflict for the same id with other reports or another digest.
        Raises TokenRejected, with one sentence of survey.core.responses.tokens a cause,
        unless the token is an unspent one of this survey; or if there is one
        and the survey takes none.
        """

    @abstractmethod
    def tally(self, code: str) -> Tally:
        """The counts, read without looking at any response."""

    @abstractmethod
    def cross_tally(self, code: str, first: int, second: int) -> Counts:
        """`counts[u][v]`: how many responses report u for item `first` and v for item `second`.

        Items are counted from 0, in the order of the instrument's items.
        """

    @abstractmethod
    def responses(self, code: str, prefix: str = "") -> Iterator[tuple[str, tuple[int, ...]]]:
        """(response id, reports) of all responses, in the order of their random ids.

        With `prefix`, of those whose ids begin with these few hex digits.
        """

    @abstractmethod
    def instructor(self, name: str) -> Instructor | None:
        """The instructor of this name."""

    @abstractmethod
    def instructors(self) -> list[Instructor]:
        """All instructors, in the order in which Python sorts their names; there is always one.

        A new store holds the one named INSTRUCTOR, without a password.
        """

    @abstractmethod
    def add_instructor(self, instructor: Instructor) -> bool:
        """Adds an instructor; False, and nothing stored, if the name is taken."""

    @abstractmethod
    def save_instructor(self, instructor: Instructor) -> None:
        """Replaces the instructor of this name; raises InstructorNotFound if there is none.

        So a page that is saved while its instructor is removed brings nobody back.
        """

    @abstractmethod
    def remove_instructor(self, name: str, heir: str | None = None) -> bool:
        """Removes an instructor, signed out everywhere, and rewrites the stored bytes.

        False if that could not be yet: then it is owed (`wipe`).

        Their surveys become the heir's, in the same transaction, and keep their
        order. Raises InstructorNotFound for either name, and InstructorRefused,
        with nothing changed, while they have surveys and no heir but
        themselves, and for the only instructor.
        """

    @abstractmethod
    def link_owner(self, link_hash: str) -> Instructor | None:
        """Whose sign-in link this is."""

    @abstractmethod
    def spend_link(self, link_hash: str, password_hash: str) -> Instructor | None:
        """Sets the password of whoever holds this link, and the link no longer works.

        None if no link has this hash. Two at once: one succeeds.
        """

    @abstractmethod
    def add_sign_in(self, token_hash: str, name: str) -> None:
        """Remembers that whoever holds this token is signed in as this instructor.

        Raises InstructorNotFound if no instructor has this name.
        """

    @abstractmethod
    def sign_in(self, token_hash: str) -> Instructor | None:
        """Who is signed in with this token."""

    @abstractmethod
    def remove_sign_in(self, token_hash: str) -> None:
        """Signs this token out."""

    @abstractmethod
    def remove_sign_ins(self, name: str) -> None:
        """Signs the instructor out everywhere."""

    @abstractmethod
    def filled(
        self, instructors: Iterable[Instructor], surveys: Iterable[SurveyContents]
    ) -> AbstractContextManager["Store"]:
        """Stores another store's contents, and gives a store that reads what arrived.

        All in one transaction, which ends with the block: what it raises undoes
        everything. The instructors that were there are replaced, and signed out.
        Raises StoreUnavailable if there are surveys.
        """

    @abstractmethod
    def close(self) -> None:
        """Lets go of the database."""

    def _wiped(self) -> bool:
        """Wipes what is owed, if that can be now; whether nothing is owed any more."""
        try:
            self.wipe()
        except StoreUnavailable:
            return False
        return True
