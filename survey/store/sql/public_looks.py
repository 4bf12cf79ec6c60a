"""Looks at what the public may see: each takes a step, or shows one, where that is due."""

from survey.core.responses.public_steps import PublicSteps, first_steps, step_of
from survey.errors import StoreUnavailable, SurveyNotFound
from survey.store.models import State
from survey.store.sql.database import Database, Rows
from survey.store.sql.public_steps import due_surveys, read_steps, read_tally, take_step
from survey.store.sql.survey_rows import read_survey, survey_lock


def public_steps(database: Database, code: str) -> PublicSteps:
    """See survey.store.interface.responses."""
    with database.reading() as rows:
        survey = read_survey(rows, code)
        now = read_tally(rows, survey)
        known = read_steps(rows, survey)
        # Closing and reopening come between no two of these: else a new response might be shown.
        unchanged = read_survey(rows, code).state is survey.state
    if survey.state is not State.OPEN:
        steps = known or PublicSteps(now, step_of(survey.instrument))
        return steps if unchanged else _look(database, code)
    steps = known or first_steps(now, step_of(survey.instrument))
    if unchanged and now.responses < steps.due:
        return steps
    try:
        return _look(database, code)
    except StoreUnavailable:
        if unchanged:
            return steps  # a full disk keeps the next step away, and shows the last one
        raise


def take_due_steps(database: Database) -> None:
    """See survey.store.interface.responses."""
    with database.reading() as rows:
        due = due_surveys(rows)
    for code in due:
        try:
            _look(database, code)
        except SurveyNotFound:
            continue  # deleted meanwhile


def _look(database: Database, code: str) -> PublicSteps:
    """Reads and keeps the steps while no response is stored and nobody closes the survey."""

    def job(rows: Rows) -> PublicSteps:
        survey = read_survey(rows, code)
        if survey.state is State.OPEN:
            return take_step(rows, survey)
        step = step_of(survey.instrument)
        return read_steps(rows, survey) or PublicSteps(read_tally(rows, survey), step)

    return database.write(job, lock=survey_lock(code))
