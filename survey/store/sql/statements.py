"""The signed statements of closed surveys, as rows of an SQL database."""

from survey.store.models import Survey
from survey.store.sql.database import Rows

_OWED = (
    "SELECT code FROM survey WHERE state = 'closed' AND NOT EXISTS"
    " (SELECT 1 FROM statement WHERE survey = code) ORDER BY code"
)
_ADD = (
    "INSERT INTO statement (survey, closing, text, definitions) SELECT code, 1, ?, ? FROM survey"
    " WHERE code = ? AND state = 'closed'"
    " AND NOT EXISTS (SELECT 1 FROM statement WHERE survey = code)"
)


def missing_statements(rows: Rows) -> list[str]:
    """The codes of the closed surveys that have no statement yet, sorted."""
    return [code for (code,) in rows.execute(_OWED).fetchall()]


def read_statements(rows: Rows, code: str) -> list[str]:
    """The texts of the survey's statements, in the order of its closings.

    Leaves out empty ones: earlier releases stored them for closings that added nothing.
    """
    query = "SELECT text FROM statement WHERE survey = ? AND text <> '' ORDER BY closing"
    return [text for (text,) in rows.execute(query, (code,)).fetchall()]


def read_definitions(rows: Rows, code: str) -> dict[int, str]:
    """The definitions that were stored with statements, by their closings."""
    query = "SELECT closing, definitions FROM statement WHERE survey = ? AND definitions <> ''"
    return dict(rows.execute(query, (code,)).fetchall())


def read_listed(rows: Rows, code: str) -> str:
    """The stored ids of `Surveys.listed`, one behind the other; '' if there are none."""
    query = "SELECT listed FROM statement WHERE survey = ? AND listed <> ''"
    found: list[str] = [listed for (listed,) in rows.execute(query, (code,)).fetchall()]
    return found[0] if found else ""


def put_listed(rows: Rows, code: str, listed: str) -> None:
    """Stores these ids beside the last statement that is not empty."""
    rows.execute(
        "UPDATE statement SET listed = ? WHERE survey = ? AND closing ="
        " (SELECT max(closing) FROM statement WHERE survey = ? AND text <> '')",
        (listed, code, code),
    )


def add_statement(rows: Rows, survey: Survey, text: str, definitions: str) -> bool:
    """Adds a closed survey's statement; False, and nothing added, if it is open or has one."""
    return rows.execute(_ADD, (text, definitions, survey.code)).rowcount == 1
