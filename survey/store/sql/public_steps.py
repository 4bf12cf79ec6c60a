"""What the public sees of each survey's responses, as rows of an SQL database."""

import json

from survey.core.instrument.instrument import Instrument
from survey.core.responses.public_steps import LAG, PublicSteps, first_steps, reopened, step_of
from survey.core.responses.tally import Tally, tally_from
from survey.store.models import Survey
from survey.store.rules import tally_of
from survey.store.sql.database import Rows

# The open surveys of which a look would change something; the first look notes when the next would.
# Of one question each, all reports are counted, which are more than the responses where a question
# has several: then a look is one too many, and changes nothing. The doubled signs are single ones
# to a driver that takes them for parameters.
_DUE = """
    SELECT code FROM survey JOIN tally ON tally.survey = code
        AND (item = 0 OR instrument LIKE '%%"one_question_each":true%%')
    LEFT JOIN public_step ON public_step.survey = code
    WHERE state = 'open' GROUP BY code HAVING sum(reports) >= coalesce(max(due), ?)
    ORDER BY code
"""


def read_tally(rows: Rows, survey: Survey) -> Tally:
    """The counts of all responses."""
    counts = rows.execute(
        "SELECT item, value, sum(reports) FROM tally WHERE survey = ? GROUP BY 1, 2",
        (survey.code,),
    ).fetchall()
    return tally_of(survey.instrument, counts)


def read_steps(rows: Rows, survey: Survey) -> PublicSteps | None:
    """What is kept: of an open survey its steps, of a closed one what is not published with it."""
    statement = "SELECT shown, waiting, published FROM public_step WHERE survey = ?"
    row = rows.execute(statement, (survey.code,)).fetchone()
    if row is None:
        return None
    shown, waiting, published = row
    instrument, step = survey.instrument, step_of(survey.instrument)
    later = _tally(instrument, waiting) if waiting else None
    return PublicSteps(_tally(instrument, shown), step, later, published)


def due_surveys(rows: Rows) -> list[str]:
    """The codes of the open surveys of which a step is to be taken or shown."""
    return [code for (code,) in rows.execute(_DUE, (LAG,)).fetchall()]


def take_step(rows: Rows, survey: Survey) -> PublicSteps:
    """Keeps what a look at an open survey leaves, and returns it."""
    now = read_tally(rows, survey)
    before = read_steps(rows, survey)
    after = (before or first_steps(now, step_of(survey.instrument))).seen(now)
    if after != before:
        keep_steps(rows, survey.code, after)
    return after


def close_steps(rows: Rows, survey: Survey) -> None:
    """Forgets the steps of a survey that is closed, but for what is not to be published."""
    steps = read_steps(rows, survey)
    if steps:
        keep_steps(rows, survey.code, steps.closed(read_tally(rows, survey)))


def reopen_steps(rows: Rows, survey: Survey) -> None:
    """Goes on from what a closed survey has published."""
    now = read_tally(rows, survey)
    if now.responses and not read_steps(rows, survey):
        keep_steps(rows, survey.code, reopened(now, step_of(survey.instrument)))


def keep_steps(rows: Rows, code: str, steps: PublicSteps | None) -> None:
    """Replaces what is kept for this survey; None keeps nothing."""
    rows.execute("DELETE FROM public_step WHERE survey = ?", (code,))
    if steps:
        rows.execute(
            "INSERT INTO public_step (survey, due, shown, waiting, published)"
            " VALUES (?, ?, ?, ?, ?)",
            (code, steps.due, _text(steps.shown), steps.waiting and _text(steps.waiting),
             steps.published),
        )  # fmt: skip


def _text(tally: Tally) -> str:
    return json.dumps(tally.counts, separators=(",", ":"))


def _tally(instrument: Instrument, text: str) -> Tally:
    return tally_from(instrument, json.loads(text))
