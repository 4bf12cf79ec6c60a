"""Surveys with their tokens, and their instructors' decisions about them."""

from collections.abc import Collection, Sequence
from typing import Protocol

from survey.core.instrument.instrument import Instrument
from survey.core.intervals.calibration import Calibration
from survey.store.models import Publication, Role, State, Survey, TokenCounts


class Surveys(Protocol):
    """The surveys of a store.

    `shown` is the stamp of the state that a page showed beside the pressed button
    (survey/store/stamps.py). If the state is another one when the verb begins its transaction, it
    raises StateChanged and changes nothing. A caller that shows no page gives None.
    """

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

    def set_labels(self, code: str, labels: Sequence[str]) -> None:
        """Sets the labels by which its owner finds the survey, in any state."""

    def shared_with(self, name: str) -> list[Survey]:
        """The surveys that colleagues share with this instructor, the newest first."""

    def set_colleague(self, code: str, name: str, role: Role | None) -> None:
        """Shares a survey with an instructor in this role; the role None ends the sharing.

        Raises InstructorNotFound, and InstructorRefused for the owner, who has every right already.
        """

    def hand_over(self, code: str, heir: str, shown: str | None = None) -> None:
        """Makes the heir the owner, and the former owner one who edits; raises InstructorNotFound.

        Does nothing if the heir owns it already.
        """

    def replace_instrument(self, code: str, instrument: Instrument, expected: str) -> None:
        """Replaces a draft's instrument, whose digest is `expected`.

        Raises SurveyFrozen once the survey is published, or if it asks an earlier survey's
        questions of another group and the questions would change. Raises DraftChanged if the
        draft holds neither the expected instrument nor `instrument` itself, which it holds if a
        form arrives twice.
        """

    def publish(self, code: str, chosen: Publication, shown: str | None = None) -> None:
        """Opens a draft with these choices, all or none of them.

        Raises StateChanged once it is published, and what `replace_instrument`, `set_limits` and
        `set_state` raise.
        """

    def set_state(self, code: str, state: State) -> bool:
        """Opens a draft, or closes a survey at once, without a last minute.

        Closing is final, and the survey then needs a statement (`missing_statements`). Opening
        and closing both delete the planned time of closing.

        Raises SurveyFrozen for a template, and for a step back to a draft or from closed to open.
        Raises SurveyNotOpen if a draft would be closed.

        A change of state sets the survey's `since` to today. Opening an archived draft takes it
        out of the archive.

        Closing also rewrites the stored bytes, so that no order of arrival remains in
        them. Returns False if they could not be: `Maintenance.wipe` then does it.
        """

    def plan_closing(
        self, code: str, closes_at: int | None, on_date: bool = False, shown: str | None = None
    ) -> None:
        """Sets when an open survey is to close, or that no time is planned; raises SurveyNotOpen.

        `on_date` says that a date was given, and not so many minutes.

        Only `close_due` closes it then: storing a response looks at no clock. None also cancels a
        last minute. During a last minute no time can be planned.
        """

    def planned_in_minutes(self) -> dict[str, int]:
        """When open surveys close for which no date was given, or their last minute ends."""

    def move_closing(self, code: str, planned: int, closes_at: int) -> None:
        """Moves a closing for which no date was given, if it is still the `planned` one.

        A step of the clock then changes nothing of the minutes that are left.
        """

    def begin_last_minute(self, code: str, now: int, shown: str | None = None) -> None:
        """Freezes an open survey's counts, and has it closed a minute after `now`.

        Until then responses are stored, since they may have been sent before. Does nothing for a
        survey in its last minute or closed; raises SurveyNotOpen for a draft.
        """

    def end_last_minute(self, code: str, shown: str | None = None) -> bool:
        """Closes a survey for good in its last minute, and rewrites the stored bytes.

        Returns False if they could not be, as `set_state` does. Raises StateChanged outside the
        last minute.
        """

    def set_limits(
        self, code: str, cap: int | None, hidden_until_closed: bool, shown: str | None = None
    ) -> None:
        """Sets the cap, from 1 to 10,000 or None, and whether figures wait until it has closed.

        Both are fixed by the first response. After it figures may be shown earlier than was
        fixed, and a cap be raised while they are hidden: raises SurveyFrozen for any other change,
        ParameterError for another cap, and SurveyNotOpen once the survey is closed.
        """

    def uncalibrated(self) -> list[str]:
        """The codes of the surveys that will show horizon intervals but lack a calibration, sorted.

        Drafts are included. Changing the cap deletes the calibration.
        """

    def keep_calibrations(self, code: str, calibrations: Collection[Calibration]) -> None:
        """Stores calibrations of the survey's horizon intervals, so that each is computed once."""

    def close_due(self, now: int) -> list[str]:
        """Closes every survey whose last minute is over, and returns their codes.

        If a survey's planned time has come, its last minute begins. Each closed survey then needs
        a statement (`missing_statements`).

        If several processes call this at once, each code is returned to one of them. The
        responses' order of arrival must still be erased afterwards (`Maintenance.wipe`).
        """

    def missing_statements(self) -> list[str]:
        """The codes of the closed surveys that have no statement yet, sorted."""

    def statements(self, code: str) -> list[str]:
        """The signed statement of the survey's results, if it has one; durable.

        A survey that an earlier release opened again may have several, in the order of its
        closings.
        """

    def definitions(self, code: str) -> dict[int, str]:
        """The definitions that were stored with statements, by their closings.

        A statement of an earlier release has none.
        """

    def listed(self, code: str) -> frozenset[str] | None:
        """The ids of the responses that the last statement covers, or None if it covers all.

        Only a survey that an earlier release opened again has responses that no statement covers.
        The list is then shown without them, as everybody saw it.
        """

    def add_statement(self, code: str, text: str, definitions: str = "") -> bool:
        """Stores the statement of a closed survey; False, and nothing stored, if it has one.

        False, too, while the survey is not closed. `definitions` is the canonical JSON whose
        SHA-256 the statement signs.
        """

    def set_sharing(self, code: str, results_public: bool, fewest_responses: int) -> None:
        """Sets whether the public sees results, and from which number of responses anybody does."""

    def set_client(self, code: str, client_at: str | None) -> None:
        """Sets the address at which somebody else holds the client (Survey.client_at).

        Raises SurveyFrozen once a response has come: browsers store their draws under the page's
        address, and would draw again at another one.
        """

    def set_archived(self, code: str, archived: bool) -> None:
        """Archives a survey in its instructor's list, or brings it back.

        Raises SurveyFrozen for an open survey, since somebody may be answering it.
        """

    def delete(self, code: str, shown: str | None = None) -> bool:
        """Deletes a survey with its responses and statements, and rewrites the stored bytes.

        The stamp `shown` has the number of responses, too.

        Returns False if they could not be: `Maintenance.wipe` then does it.
        """

    def add_tokens(
        self, code: str, token_hashes: Collection[str], shown: str | None = None
    ) -> None:
        """Issues tokens, stored as these keyed hashes: from now on a response needs one.

        The number of tokens becomes the survey's cap. Raises SurveyFrozen if a response has come
        without a token, or if any has come and figures are not hidden until the survey closes.
        Raises SurveyNotOpen once the survey is closed.
        """

    def withdraw_tokens(self, code: str, shown: str | None = None) -> bool:
        """Deletes all tokens and the cap, and rewrites the stored bytes; responses need none then.

        Returns False if they could not be: `Maintenance.wipe` then does it. Raises SurveyFrozen
        once a token is spent, since the other respondents need theirs too.
        """

    def token_counts(self, code: str) -> TokenCounts:
        """How many tokens are issued and spent."""

    def token_spent(self, code: str, token_hash: str) -> bool | None:
        """Whether this token is spent; None if the survey has no such token."""

    def tokens(self, code: str) -> dict[str, bool]:
        """Whether each token is spent, by its keyed hash."""
