"""The rules of every store, for every engine: states, limits, responses."""

from collections.abc import Sequence

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.same_questions import asks_the_same
from survey.core.intervals.counts import check_cap
from survey.core.ready_made.demo_survey import DEMO
from survey.core.responses.reports import Report
from survey.core.responses.response import Response
from survey.errors import (
    DraftChanged,
    InstructorRefused,
    PrivacyTooWeak,
    ResponseConflict,
    SurveyFrozen,
    SurveyFull,
    SurveyNotOpen,
)
from survey.store.models import State, Survey
from survey.text.support_line import check_support
from survey.text.suspicion import instead, odds_refused
from survey.translations.marked import N_

SAME_QUESTIONS = N_(
    "This draft asks another group the same questions, so they stay as they are. "
    "Duplicate it and edit the copy."
)


def check_replaceable(survey: Survey, instrument: Instrument, expected: str) -> None:
    """Raises SurveyFrozen or DraftChanged unless `instrument` may replace the `expected` one."""
    if survey.published:
        raise SurveyFrozen(N_("A published survey never changes. Duplicate it and edit the copy."))
    if survey.group_name and not asks_the_same(survey.instrument, instrument):
        raise SurveyFrozen(SAME_QUESTIONS)
    if survey.instrument.digest not in {expected, instrument.digest}:
        raise DraftChanged


def check_state(survey: Survey, state: State) -> None:
    """Raises an error for a state that the survey may not take.

    It is SurveyFrozen, SurveyNotOpen, PrivacyTooWeak or SupportMissing.
    """
    if state is State.OPEN:
        _check_openable(survey)
    if state is State.DRAFT and survey.published:
        raise SurveyFrozen(N_("A published survey cannot become a draft again."))
    if state is State.CLOSED and not survey.published:
        raise SurveyNotOpen(N_("A draft cannot be closed: it has not been published."))


def _check_openable(survey: Survey) -> None:
    if survey.template:
        raise SurveyFrozen(N_("This is a template. Use it for a survey, and publish that."))
    if survey.state is State.CLOSED:
        raise SurveyFrozen(
            N_(
                "Closing is final: a closed survey is not opened again. Its page has a button to "
                "ask another group the same questions."
            )
        )
    if refusal := odds_refused(survey.instrument):
        raise PrivacyTooWeak(f"{refusal} {instead()}")
    if survey.published:
        return
    if survey.instrument.waves_of:
        raise SurveyFrozen(
            N_(
                "This draft is a wave of an earlier release, whose phones sent the same reports "
                "again, by which they can be recognized. Edit and save it, or ask the same "
                "questions again from the survey's page: then the coins are fresh."
            )
        )
    check_support(survey.instrument)
    if survey.instrument.is_demo or survey.instrument.title == DEMO.title:
        raise SurveyFrozen(
            N_(
                "This survey has the demo's title, so people would think that its respondents "
                "are simulated. Change its title first."
            )
        )


def check_closing(survey: Survey, closes_at: int | None) -> None:
    """Raises SurveyNotOpen if this time of closing cannot be planned; None removes a plan."""
    if survey.state is not State.OPEN:
        raise SurveyNotOpen(N_("Only an open survey can have a time to close."))
    if survey.closing and closes_at is not None:
        raise SurveyNotOpen(N_("This survey is in its last minute. Press Undo first."))


def check_limits(
    survey: Survey, cap: int | None, hidden_until_closed: bool, has_responses: bool
) -> None:
    """Raises SurveyNotOpen, ParameterError or SurveyFrozen for limits that are not allowed."""
    if survey.state is State.CLOSED:
        raise SurveyNotOpen(N_("This survey is closed and takes no more responses."))
    check_cap(0, cap)
    if survey.tokens_required and cap != survey.cap:
        raise SurveyFrozen(N_("With slips, as many can answer as slips are printed."))
    if not has_responses:
        return
    if hidden_until_closed and not survey.hidden_until_closed:
        raise SurveyFrozen(
            N_(
                "This survey has responses, so you can no longer hide its figures until it is "
                "closed."
            )
        )
    raised = survey.hidden_until_closed and (survey.cap or cap or 0) < (cap or 0)
    if cap != survey.cap and not raised:
        raise SurveyFrozen(
            N_(
                "The first response fixed how many can answer. A survey that hides its figures "
                "can let more answer, but not fewer."
            )
        )


def check_client(survey: Survey, client_at: str | None, has_responses: bool) -> None:
    """Raises SurveyFrozen for another address of the client, once somebody has responded."""
    if has_responses and client_at != survey.client_at:
        raise SurveyFrozen(
            N_(
                "The first response fixed who holds the page. At another address browsers do not "
                "know what they have sent, and would draw again."
            )
        )


def check_archivable(survey: Survey) -> None:
    """Raises SurveyFrozen for an open survey."""
    if survey.state is State.OPEN:
        raise SurveyFrozen(N_("An open survey stays in the list. Close it before you archive it."))


def is_stored(
    survey: Survey, response: Response, known: Sequence[Report] | None, responses: int
) -> bool:
    """Whether this very response is stored already; False if it may be stored now.

    `known` are the reports stored under its id, if any, `responses` is how many have responded to a
    survey with a cap. Raises ResponseConflict, SurveyFull and SurveyNotOpen.
    """
    if response.instrument != survey.instrument.digest or (
        known is not None and tuple(known) != response.reports
    ):
        raise ResponseConflict("Another response with this id is stored already.", "response_id")
    if known is not None:
        return True
    if survey.cap is not None and responses >= survey.cap:
        raise SurveyFull("This survey is full: as many have answered as can.")
    if survey.state is not State.OPEN:
        raise SurveyNotOpen
    return False


def check_removable(name: str, instructors: int, surveys: int) -> None:
    """Raises InstructorRefused for the only instructor, and for one who has surveys."""
    if instructors == 1:
        raise InstructorRefused(
            N_("%(name)s is the only instructor. Add another one first.", name=name)
        )
    if surveys:
        raise InstructorRefused(N_("%(name)s still has surveys. Nothing was removed.", name=name))
