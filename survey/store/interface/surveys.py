"""Surveys, what their instructors decide about them, and their tokens."""

from collections.abc import Collection
from typing import Protocol

from survey.core.instrument.instrument import Instrument
from survey.store.models import State, Survey, TokenCounts

NOTHING_NEW = ""  # for the statement of a closing after which the earlier one stands


class Surveys(Protocol):
    """The surveys of a store."""

    def add(self, survey: Survey) -> bool:
        """Stores a new survey; False, and nothing stored, if its code is taken.

        Raises InstructorNotFound if no instructor has the owner's name.
        """

    def add_first(self, survey: Survey) -> bool:
        """Stores the first survey of a new store; False, and nothing stored, if it is not new.

        A store is new while it has no survey, and while nobody has changed its one
        instructor or added another. Of many calls at once, one returns True.
        """

    def get(self, code: str) -> Survey:
        """The survey with this code; raises SurveyNotFound."""

    def all(self, owner: str | None = None) -> list[Survey]:
        """The surveys of this instructor, or all of them, the newest first."""

    def replace_instrument(self, code: str, instrument: Instrument, expected: str) -> None:
        """Replaces a draft's instrument, whose digest is `expected`.

        Raises SurveyFrozen once it is published, and DraftChanged if the draft holds
        another instrument by now; `instrument` itself is accepted there, since a form
        may arrive twice.
        """

    def set_state(self, code: str, state: State) -> bool:
        """Opens or closes a survey, and forgets the time that was planned for closing it.

        Closing an open one raises `closings`, and owes a statement (`owed_statements`).

        Whoever closes by hand may have seen figures: it does not close unseen.

        Raises SurveyFrozen for the way back to draft, and SurveyNotOpen for a draft
        that is to be closed.

        Its `since` is today from then on, if the state is another; an archived survey that is
        opened is archived no more.

        Closing also rewrites the stored bytes, so that no order of arrival remains in
        them. Returns False if they could not be: then that is owed (`Maintenance.wipe`).
        """

    def plan_closing(self, code: str, closes_at: int | None) -> None:
        """Sets when an open survey is to close, or that no time is planned; raises SurveyNotOpen.

        Notes whether that was before a figure could be seen (`Survey.closes_unseen`).

        Only `close_due` closes it then: storing a response looks at no clock.
        """

    def close_due(self, now: int) -> list[str]:
        """Closes every open survey whose planned time has come, and returns their codes.

        Each owes a statement from then on (`owed_statements`).

        Of several processes that do it at once, one gets each code. Their order of
        arrival is still to be wiped then (`Maintenance.wipe`).
        """

    def owed_statements(self) -> list[str]:
        """The codes of the closed surveys whose last closing has no statement yet, sorted."""

    def statements(self, code: str) -> list[str]:
        """The signed statements of the survey's results, in the order of its closings.

        Without those that add nothing: what is stored of these is NOTHING_NEW.
        """

    def add_statement(self, code: str, closing: int, text: str) -> bool:
        """Stores the statement of this closing, counted from 1; False, and nothing stored, else.

        That is if the closing has one already, or if the survey has been reopened since. So what
        is stored never changes, and holds all responses of that closing.
        """

    def set_sharing(self, code: str, results_public: bool, fewest_responses: int) -> None:
        """Sets who sees results, and from how many responses on."""

    def set_archived(self, code: str, archived: bool) -> None:
        """Folds a survey away in its instructor's list, or brings it back.

        Raises SurveyFrozen for an open one, which somebody may be answering.
        """

    def delete(self, code: str) -> bool:
        """Deletes a survey with its responses and statements, and rewrites the stored bytes.

        Returns False if they could not be: then that is owed (`Maintenance.wipe`).
        """

    def add_tokens(self, code: str, token_hashes: Collection[str]) -> None:
        """Issues tokens, stored as these keyed hashes: from now on a response needs one.

        Raises SurveyFrozen where responses have come without tokens, and
        SurveyNotOpen once the survey is closed.
        """

    def withdraw_tokens(self, code: str) -> bool:
        """Forgets all tokens, and rewrites the stored bytes: from now on a response needs none.

        Returns False if they could not be: then that is owed (`Maintenance.wipe`). Raises
        SurveyFrozen once one is spent, since the other respondents need theirs too.
        """

    def token_counts(self, code: str) -> TokenCounts:
        """How many tokens are issued and spent."""

    def tokens(self, code: str) -> dict[str, bool]:
        """Whether each token is spent, by its keyed hash."""
