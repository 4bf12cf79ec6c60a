"""The signed statements of closed surveys, as rows of an SQL database."""

from survey.store.models import State, Survey
from survey.store.sql.database import Rows

# Not where the state was stored without its closing, as in a survey that a test adds closed.
_OWED = (
    "SELECT code FROM survey WHERE state = 'closed' AND closings > 0 AND NOT EXISTS"
    " (SELECT 1 FROM statement WHERE survey = code AND closing = closings) ORDER BY code"
)
_ADD = "INSERT INTO statement (survey, closing, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"


def owed_statements(rows: Rows) -> list[str]:
    """The codes of the closed surveys whose last closing has no statement yet, sorted."""
    return [code for (code,) in rows.execute(_OWED).fetchall()]


def read_statements(rows: Rows, code: str) -> list[str]:
    """Those of this survey that say something, in the order of its closings."""
    query = "SELECT text FROM statement WHERE survey = ? AND text <> '' ORDER BY closing"
    return [text for (text,) in rows.execute(query, (code,)).fetchall()]


def add_statement(rows: Rows, survey: Survey, closing: int, text: str) -> bool:
    """Adds that of a closing; False, and nothing added, unless the survey still stands so."""
    if survey.state is not State.CLOSED or survey.closings != closing:
        return False
    return rows.execute(_ADD, (survey.code, closing, text)).rowcount == 1
