"""What opens, closes and archives surveys in an SQL database, by hand or at a planned time."""

from datetime import UTC, datetime

from survey.store.models import State, Survey
from survey.store.rules import check_archivable, check_closing, check_state
from survey.store.sql.database import Rows
from survey.store.sql.public_steps import close_steps, reopen_steps

_DUE = "state = 'open' AND closes_at <= ?"


def change_state(rows: Rows, survey: Survey, state: State) -> None:
    """Opens or closes a survey by hand; raises what check_state raises."""
    check_state(survey, state)
    closes = survey.state is State.OPEN and state is State.CLOSED
    closings = survey.closings + closes
    today = datetime.now(UTC).date().isoformat()
    rows.execute(
        "UPDATE survey SET state = ?, closes_at = NULL, closes_unseen = ?,"
        " since = CASE WHEN state = ? THEN since ELSE ? END, closings = ? WHERE code = ?",
        (state, False, state, today, closings, survey.code),
    )
    if state is State.OPEN:
        _archive(rows, survey, False)
    if state is State.OPEN and survey.state is State.CLOSED:
        reopen_steps(rows, survey)
    if state is State.CLOSED:
        close_steps(rows, survey)


def plan_closing(rows: Rows, survey: Survey, closes_at: int | None) -> None:
    """Sets when a survey is to close, and whether no figure was shown yet; SurveyNotOpen."""
    check_closing(survey)
    count = "SELECT count(*) FROM response WHERE survey = ?"
    (responses,) = rows.execute(count, (survey.code,)).fetchone()
    unseen = closes_at is not None and responses < max(survey.fewest_responses, 1)
    rows.execute(
        "UPDATE survey SET closes_at = ?, closes_unseen = ? WHERE code = ?",
        (closes_at, unseen, survey.code),
    )


def surveys_to_close(rows: Rows, now: int) -> list[str]:
    """The codes of the open surveys whose planned time has come, sorted."""
    due = rows.execute(f"SELECT code FROM survey WHERE {_DUE} ORDER BY code", (now,))  # noqa: S608
    return [code for (code,) in due.fetchall()]


def close_if_due(rows: Rows, survey: Survey, now: int) -> bool:
    """Closes the survey, unless it was meanwhile closed or given more time."""
    closed = rows.execute(
        "UPDATE survey SET state = 'closed', closes_at = NULL, since = ?,"  # noqa: S608
        f" closings = closings + 1 WHERE code = ? AND {_DUE}",
        (datetime.fromtimestamp(now, UTC).date().isoformat(), survey.code, now),
    ).rowcount
    if closed:
        close_steps(rows, survey)
    return bool(closed)


def set_archived(rows: Rows, survey: Survey, archived: bool) -> None:
    """Folds a survey away, or brings it back; SurveyFrozen for an open one."""
    if archived:
        check_archivable(survey)
    _archive(rows, survey, archived)


def _archive(rows: Rows, survey: Survey, archived: bool) -> None:
    rows.execute("UPDATE survey SET archived = ? WHERE code = ?", (archived, survey.code))
