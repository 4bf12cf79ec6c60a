"""The rules of every store, whatever engine it reads and writes."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256

from survey.core.demo.survey import DEMO, is_demo
from survey.core.estimation.crosstab import Counts
from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import from_canonical_json
from survey.core.kinds.item import Item
from survey.core.responses.reports import Report
from survey.core.responses.response import Response
from survey.core.responses.tally import Tally, tally_from
from survey.errors import (
    DraftChanged,
    InstructorRefused,
    PrivacyTooWeak,
    ResponseConflict,
    StoreUnavailable,
    SurveyFrozen,
    SurveyNotOpen,
)
from survey.store.models import State, Survey
from survey.text.odds_limits import INSTEAD, odds_refused
from survey.text.support_line import check_support

# Whether a store is new, in SQL for both engines: it has no survey, and its only instructor is
# unchanged.
IS_NEW = (
    "SELECT NOT EXISTS (SELECT 1 FROM survey) AND NOT EXISTS (SELECT 1 FROM instructor"
    " WHERE name <> 'instructor' OR password_hash IS NOT NULL OR link_hash IS NOT NULL"
    " OR largest_epsilon IS NOT NULL)"
)

# Instruments are frozen values, so parsing each stored text once is enough.
stored_instrument = lru_cache(maxsize=256)(from_canonical_json)


def check_empty(surveys: int) -> None:
    """Raises StoreUnavailable unless a store with so many surveys may be filled."""
    if surveys:
        raise StoreUnavailable(
            "The target holds surveys already. Name an empty one, or remove the demo that its "
            "first start made."
        )


def check_replaceable(survey: Survey, instrument: Instrument, expected: str) -> None:
    """Raises SurveyFrozen or DraftChanged unless `instrument` may replace the `expected` one."""
    if survey.published:
        raise SurveyFrozen("A published survey never changes. Duplicate it and edit the copy.")
    if survey.instrument.digest not in {expected, instrument.digest}:
        raise DraftChanged


def check_state(survey: Survey, state: State) -> None:
    """Raises SurveyFrozen, SurveyNotOpen, PrivacyTooWeak or SupportMissing unless it may be so."""
    if state is State.DRAFT and survey.published:
        raise SurveyFrozen("A published survey cannot become a draft again.")
    if state is State.CLOSED and not survey.published:
        raise SurveyNotOpen("A draft cannot be closed: it has not been published.")
    if state is State.OPEN and (refusal := odds_refused(survey.instrument)):
        raise PrivacyTooWeak(f"{refusal} {INSTEAD}")
    if state is State.OPEN and not survey.published:
        check_support(survey.instrument)
    called_demo = is_demo(survey.instrument) or survey.instrument.title == DEMO.title
    if state is State.OPEN and not survey.published and called_demo:
        raise SurveyFrozen(
            "This survey has the demo's title, so its respondents would be taken for made-up "
            "ones. Change its title first."
        )


def check_closing(survey: Survey) -> None:
    """Raises SurveyNotOpen unless a time to close may be planned."""
    if survey.state is not State.OPEN:
        raise SurveyNotOpen("Only an open survey can be given a time to close.")


def check_archivable(survey: Survey) -> None:
    """Raises SurveyFrozen for an open survey."""
    if survey.state is State.OPEN:
        raise SurveyFrozen("An open survey stays in the list. Close it before you archive it.")


def is_stored(survey: Survey, response: Response, known: Sequence[Report] | None) -> bool:
    """Whether this very response is stored already; False if it may be stored now.

    `known` are the reports stored under its id, if any. Raises ResponseConflict
    and SurveyNotOpen.
    """
    if response.instrument != survey.instrument.digest or (
        known is not None and tuple(known) != response.reports
    ):
        raise ResponseConflict("Another response with this id is stored already.", "response_id")
    if known is not None:
        return True
    if survey.state is not State.OPEN:
        raise SurveyNotOpen("This survey is closed and takes no more responses.")
    return False


def tally_of(instrument: Instrument, rows: Iterable[tuple[int, int, int]]) -> Tally:
    """The tally of stored rows (item, value, reports); a count without a row is 0."""
    counts = [[0] * item.options for item in instrument.items]
    for item, value, reports in rows:
        counts[item][value] = reports
    return tally_from(instrument, counts)


def cross_tally_of(items: tuple[Item, Item], rows: Iterable[tuple[Report, Report, int]]) -> Counts:
    """The counts of rows (first report, second report, responses); one without a row is 0."""
    first, second = items
    counts = [[0] * second.options for _ in range(first.options)]
    for u, v, responses in rows:
        if u is not None and v is not None:  # both were asked
            counts[u][v] = responses
    return tuple(tuple(row) for row in counts)


def check_removable(name: str, instructors: int, surveys: int) -> None:
    """Raises InstructorRefused for the only instructor, and for one who has surveys."""
    if instructors == 1:
        raise InstructorRefused(f"{name} is the only instructor. Add another one first.")
    if surveys:
        raise InstructorRefused(f"{name} still has surveys. Nothing was removed.")


def check_questionnaires(stored: Iterable[tuple[str, str, str]]) -> None:
    """Raises StoreUnavailable for a (code, canonical JSON, digest) whose digest is another's."""
    for code, instrument, digest in stored:
        if sha256(instrument.encode()).hexdigest() != digest:
            raise StoreUnavailable(
                f"The questionnaire of survey {code} was changed behind the app's back, or is "
                "damaged: it does not have its stored digest. Restore a backup."
            )
