"""The steps in which the public sees open surveys, as rows of an SQL database."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress

from survey.core.responses.public_steps import FOLLOWED, LAG, PublicSteps, first_steps, step_of
from survey.core.responses.reports import Reports
from survey.core.responses.response import Response
from survey.errors import StoreUnavailable, SurveyNotFound
from survey.store.models import State, Survey
from survey.store.sql.database import Database, Rows
from survey.store.sql.survey_rows import (
    read_counts,
    read_survey,
    read_tally,
    stored_counts,
    survey_lock,
)
from survey.store.stored_rows import ASKS_ONE_QUESTION_EACH

# The number of surveys whose steps one transaction takes; responses to them wait meanwhile.
TOGETHER = 100

# The open surveys whose steps a look would change; the first look notes when the next one is due.
# In a survey of one question each this counts all reports, which may be more than the responses:
# then some look changes nothing.
_DUE = f"""
    SELECT code FROM survey JOIN tally ON tally.survey = code
        AND (item = 0 OR {ASKS_ONE_QUESTION_EACH})
    LEFT JOIN public_step ON public_step.survey = code
    WHERE state = 'open' AND frozen IS NULL
    GROUP BY code HAVING sum(reports) >= coalesce(max(due), ?)
    ORDER BY code
"""  # noqa: S608


# For the row of an open survey, joined with its public_step: whether its steps are taken as its
# responses are stored, and whether so many more responses pass a step. It may be true too early,
# as above.
FOLLOWS = f"(frozen IS NULL AND coalesce(due, {LAG}) <= {FOLLOWED})"
PASSES = f"""CASE WHEN {FOLLOWS} THEN coalesce(due, {LAG}) <= {{more}} + (
        SELECT coalesce(sum(reports), 0) FROM tally WHERE tally.survey = survey.code
        AND (item = 0 OR {ASKS_ONE_QUESTION_EACH})
    ) ELSE false END"""  # noqa: S608


def read_steps(rows: Rows, survey: Survey) -> PublicSteps | None:
    """The stored steps of an open survey; None until its first look."""
    statement = "SELECT shown, waiting FROM public_step WHERE survey = ?"
    row = rows.execute(statement, (survey.code,)).fetchone()
    if row is None:
        return None
    shown, waiting = row
    instrument, step = survey.instrument, step_of(survey.instrument)
    later = read_counts(instrument, waiting) if waiting else None
    return PublicSteps(read_counts(instrument, shown), step, later)


def due_surveys(rows: Rows) -> list[str]:
    """The codes of the open surveys with a step that must be taken or shown."""
    return [code for (code,) in rows.execute(_DUE, (LAG,)).fetchall()]


def take_step(rows: Rows, survey: Survey) -> PublicSteps:
    """Takes or shows the step of an open survey that is due; stores and returns its steps."""
    now = survey.frozen or read_tally(rows, survey)
    before = read_steps(rows, survey)
    after = (before or first_steps(now, step_of(survey.instrument))).seen(now)
    if after != before:
        keep_steps(rows, survey.code, after)
    return after


def take_passed_steps(rows: Rows, stored: Iterable[tuple[str, Response, object]]) -> None:
    """Takes every step that these responses reach, in the order of the responses.

    The running transaction has stored them, and nobody else stores or looks before its end.
    """
    last: dict[str, list[Reports]] = defaultdict(list)
    for code, response, _ in stored:
        last[code].append(response.reports)
    for code, reports in last.items():
        survey = read_survey(rows, code)
        if survey.state is State.OPEN and survey.frozen is None:
            now = read_tally(rows, survey)
            before = read_steps(rows, survey) or first_steps(now, step_of(survey.instrument))
            if before.due <= min(now.responses, FOLLOWED):
                keep_steps(rows, code, before.seen_after_each(survey.instrument, reports, now))


def forget_steps(rows: Rows, code: str) -> None:
    """Deletes the steps of a closed survey, whose counts are all public."""
    rows.execute("DELETE FROM public_step WHERE survey = ?", (code,))


def keep_steps(rows: Rows, code: str, steps: PublicSteps | None) -> None:
    """Replaces the stored steps of this survey; None deletes them."""
    forget_steps(rows, code)
    if steps:
        rows.execute(
            "INSERT INTO public_step (survey, due, shown, waiting) VALUES (?, ?, ?, ?)",
            (
                code, steps.due, stored_counts(steps.shown),
                steps.waiting and stored_counts(steps.waiting),
            ),
        )  # fmt: skip


def public_steps(database: Database, code: str) -> PublicSteps:
    """See survey.store.interface.store."""
    with database.reading() as rows:
        survey = read_survey(rows, code)
        now = survey.frozen or read_tally(rows, survey)
        known = read_steps(rows, survey)
        # No closing comes between these two: otherwise a part of the final counts would be shown.
        unchanged = read_survey(rows, code).state is survey.state
    if survey.state is not State.OPEN:
        return PublicSteps(now, step_of(survey.instrument))
    steps = known or first_steps(now, step_of(survey.instrument))
    if unchanged and now.responses < steps.due:
        return steps
    try:
        return _look(database, code)
    except StoreUnavailable:
        if unchanged:
            return steps  # a full disk cannot store the next step, so the last one is shown
        raise


def take_due_steps(database: Database) -> None:
    """See survey.store.interface.store."""
    with database.reading() as rows:
        due = due_surveys(rows)
    for first in range(0, len(due), TOGETHER):
        _look_at_all(database, due[first : first + TOGETHER])


def _look_at_all(database: Database, codes: Sequence[str]) -> None:
    """Takes the steps of these surveys in one transaction, so the disk syncs once for all."""

    def job(rows: Rows) -> None:
        for code in codes:
            with suppress(SurveyNotFound):  # deleted meanwhile
                _look_at(rows, code)

    database.write(job, *map(survey_lock, codes))


def _look(database: Database, code: str) -> PublicSteps:
    """Takes and stores the steps while no response is stored and nobody closes the survey."""
    return database.write(lambda rows: _look_at(rows, code), survey_lock(code))


def _look_at(rows: Rows, code: str) -> PublicSteps:
    survey = read_survey(rows, code)
    if survey.state is State.OPEN:
        return take_step(rows, survey)
    return PublicSteps(read_tally(rows, survey), step_of(survey.instrument))
