"""Instructors' decisions about a survey in an SQL database: opening, closing, archiving, tokens."""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime

from survey.core.intervals.counts import LARGEST_CAP
from survey.errors import StateChanged
from survey.store.models import (
    LAST_MINUTE,
    Publication,
    State,
    Survey,
    TokenCounts,
)
from survey.store.rules import (
    check_archivable,
    check_client,
    check_closing,
    check_limits,
    check_replaceable,
    check_state,
)
from survey.store.sql.database import Rows
from survey.store.sql.public_steps import forget_steps
from survey.store.sql.survey_rows import read_tally, stored_counts, update_survey
from survey.store.stamps import CHANGED
from survey.store.stored_rows import ASKS_ONE_QUESTION_EACH
from survey.store.token_rules import (
    check_tokens_may_be_issued,
    check_tokens_may_be_withdrawn,
)

# How many have responded to the survey of a row, from its tally: a count of responses would take
# longer with each of them. In a survey of one question each no single item counts all responses.
_RESPONDED = f"""CASE WHEN {ASKS_ONE_QUESTION_EACH}
    THEN (SELECT count(*) FROM {{responses}} AS one WHERE one.survey = survey.code)
    ELSE (SELECT coalesce(sum(reports), 0) FROM tally WHERE tally.survey = survey.code AND item = 0)
    END"""  # noqa: S608
RESPONDED = _RESPONDED.format(responses="response")  # to an open survey

_DUE = "state = 'open' AND closes_at <= ?"


def change_state(rows: Rows, survey: Survey, state: State) -> None:
    """Opens a survey, or closes it at once; raises the errors of check_state."""
    check_state(survey, state)
    today = datetime.now(UTC).date().isoformat()
    kept = survey.since.isoformat() if survey.since else None
    since = kept if survey.state is state else today
    if state is State.OPEN:
        planned = {"closes_at": None, "frozen": None}
        update_survey(rows, survey.code, state=state, since=since, archived=False, **planned)
    else:
        _close(rows, survey, since)


def _close(rows: Rows, survey: Survey, since: str | None) -> None:
    update_survey(rows, survey.code, state=State.CLOSED, since=since, closes_at=None, frozen=None)
    forget_steps(rows, survey.code)


def publish(rows: Rows, survey: Survey, chosen: Publication) -> None:
    """Opens a draft with these choices; raises what refuses one of them."""
    if survey.published:
        raise StateChanged(CHANGED)
    asked = chosen.instrument
    check_replaceable(survey, asked, survey.instrument.digest)
    set_limits(rows, survey, chosen.cap, chosen.hidden_until_closed)
    update_survey(rows, survey.code, instrument=asked.canonical_json, digest=asked.digest)
    change_state(rows, replace(survey, instrument=asked), State.OPEN)
    opened = replace(survey, state=State.OPEN)
    plan_closing(rows, opened, chosen.closes_at, chosen.closes_on_date)


def plan_closing(rows: Rows, survey: Survey, closes_at: int | None, on_date: bool) -> None:
    """Sets when a survey is to close, and ends its last minute; raises SurveyNotOpen."""
    check_closing(survey, closes_at)
    update_survey(rows, survey.code, closes_at=closes_at, closes_on_date=on_date, frozen=None)


def move_closing(rows: Rows, survey: Survey, planned: int, closes_at: int) -> None:
    """Moves a planned closing or the last minute's end, if it is still the `planned` one."""
    if survey.closes_at == planned and not survey.closes_on_date:
        update_survey(rows, survey.code, closes_at=closes_at)


def end_last_minute(rows: Rows, survey: Survey) -> None:
    """Closes a survey for good in its last minute; raises StateChanged outside it."""
    if not survey.closing:
        raise StateChanged(CHANGED)
    change_state(rows, survey, State.CLOSED)


def begin_last_minute(rows: Rows, survey: Survey, now: int) -> None:
    """Freezes the counts, and plans the closing; changes nothing once it has begun."""
    check_state(survey, State.CLOSED)
    if survey.state is State.OPEN and not survey.closing:
        frozen = stored_counts(read_tally(rows, survey))
        ends = {"closes_at": now + LAST_MINUTE, "closes_on_date": False}
        update_survey(rows, survey.code, frozen=frozen, **ends)


def set_limits(rows: Rows, survey: Survey, cap: int | None, hidden_until_closed: bool) -> None:
    """Sets the cap, and whether figures are hidden; raises the errors of check_limits."""
    check_limits(survey, cap, hidden_until_closed, _has_responses(rows, survey))
    values = {"cap": cap, "hidden_until_closed": hidden_until_closed, "calibrated": None}
    update_survey(rows, survey.code, **values)


def set_client(rows: Rows, survey: Survey, client_at: str | None) -> None:
    """Sets the address at which somebody else holds the client; raises as check_client does."""
    check_client(survey, client_at, _has_responses(rows, survey))
    update_survey(rows, survey.code, client_at=client_at)


def close_if_full(rows: Rows, survey: Survey, responses: int) -> bool:
    """Closes an open survey that has its last response; returns whether it did."""
    if survey.state is not State.OPEN or survey.cap is None or responses < survey.cap:
        return False
    change_state(rows, survey, State.CLOSED)
    return True


def count_responses(rows: Rows, code: str) -> int:
    """The number of responses to a survey."""
    responded = _RESPONDED.format(responses=rows.responses)
    statement = f"SELECT {responded} FROM survey WHERE code = ?"  # noqa: S608
    return int(rows.execute(statement, (code,)).fetchone()[0])


def responses_to_surveys_of(rows: Rows, owner: str) -> list[tuple[str, int]]:
    """Code and number of responses of each of this owner's surveys."""
    statement = f"SELECT code, {RESPONDED} FROM survey WHERE owner = ? ORDER BY code"  # noqa: S608
    return [(code, int(count)) for code, count in rows.execute(statement, (owner,)).fetchall()]


def surveys_to_close(rows: Rows, now: int) -> list[str]:
    """The codes of the open surveys whose planned time or last minute is over, sorted."""
    due = rows.execute(f"SELECT code FROM survey WHERE {_DUE} ORDER BY code", (now,))  # noqa: S608
    return [code for (code,) in due.fetchall()]


def planned_in_minutes(rows: Rows) -> dict[str, int]:
    """See Surveys.planned_in_minutes."""
    planned = "state = 'open' AND closes_at IS NOT NULL AND NOT closes_on_date"
    return dict(rows.execute(f"SELECT code, closes_at FROM survey WHERE {planned}").fetchall())  # noqa: S608


def uncalibrated(rows: Rows) -> list[str]:
    """The codes of the surveys that will show horizon intervals but lack a calibration, sorted."""
    found = rows.execute(
        "SELECT code FROM survey WHERE cap IS NOT NULL AND NOT hidden_until_closed"
        " AND calibrated IS NULL AND state <> 'closed' ORDER BY code"
    )
    return [code for (code,) in found.fetchall()]


def close_if_due(rows: Rows, survey: Survey, now: int) -> bool:
    """Closes the survey after its last minute, which begins at the planned time.

    Does neither if the survey was closed or given more time meanwhile.
    """
    if survey.state is not State.OPEN or survey.closes_at is None or survey.closes_at > now:
        return False
    if not survey.closing:
        begin_last_minute(rows, survey, now)
        return False
    today = datetime.fromtimestamp(now, UTC).date().isoformat()
    _close(rows, survey, today)
    return True


def set_archived(rows: Rows, survey: Survey, archived: bool) -> None:
    """Archives a survey, or brings it back; raises SurveyFrozen for an open one."""
    if archived:
        check_archivable(survey)
    update_survey(rows, survey.code, archived=archived)


def issue_tokens(rows: Rows, survey: Survey, token_hashes: Collection[str]) -> None:
    """Adds tokens, one of which each response then needs; raises SurveyNotOpen or SurveyFrozen.

    The number of tokens becomes the cap, but a survey that had no cap before its first response
    stays without one.
    """
    has_responses = _has_responses(rows, survey)
    check_tokens_may_be_issued(survey, has_responses)
    update_survey(rows, survey.code, tokens_required=True)
    rows.insert(
        "token (survey, token_hash, spent)", ((survey.code, each, False) for each in token_hashes)
    )
    if survey.cap is not None or not has_responses:
        issued = count_tokens(rows, survey.code).issued
        cap = issued if issued <= LARGEST_CAP else None
        update_survey(rows, survey.code, cap=cap, calibrated=None)


def withdraw_tokens(rows: Rows, survey: Survey) -> None:
    """Deletes all tokens and the cap that equals their number; responses need none from now on.

    Raises SurveyFrozen if a token is spent.
    """
    check_tokens_may_be_withdrawn(count_tokens(rows, survey.code).spent)
    rows.execute("DELETE FROM token WHERE survey = ?", (survey.code,))
    update_survey(rows, survey.code, tokens_required=False, cap=None, calibrated=None)


def count_tokens(rows: Rows, code: str) -> TokenCounts:
    """How many tokens of this survey are issued and spent."""
    statement = "SELECT count(*), count(*) FILTER (WHERE spent) FROM token WHERE survey = ?"
    return TokenCounts(*rows.execute(statement, (code,)).fetchone())


def is_token_spent(rows: Rows, code: str, token_hash: str) -> bool | None:
    """Whether this token of this survey is spent; None if it has no such token."""
    statement = "SELECT spent FROM token WHERE survey = ? AND token_hash = ?"
    found = rows.execute(statement, (code, token_hash)).fetchone()
    return None if found is None else bool(found[0])


def read_tokens(rows: Rows, code: str) -> dict[str, bool]:
    """Whether each token of this survey is spent, by its keyed hash."""
    found = rows.execute("SELECT token_hash, spent FROM token WHERE survey = ?", (code,))
    return {token_hash: bool(spent) for token_hash, spent in found.fetchall()}


def _has_responses(rows: Rows, survey: Survey) -> bool:
    answered = f"SELECT EXISTS (SELECT 1 FROM {rows.responses} WHERE survey = ?)"  # noqa: S608
    return bool(rows.execute(answered, (survey.code,)).fetchone()[0])
