"""Fills an empty SQL database with another store's contents."""

from collections.abc import Iterable
from dataclasses import astuple

from survey.core.responses.statement import closing_of
from survey.store.models import Instructor, SurveyContents
from survey.store.rules import check_empty
from survey.store.sql.database import Rows
from survey.store.sql.instructors import COLUMNS
from survey.store.sql.public_key import put_public_key
from survey.store.sql.public_steps import keep_steps
from survey.store.sql.responses import ResponseTable
from survey.store.sql.survey_rows import insert_survey


def fill(
    rows: Rows,
    table: ResponseTable,
    instructors: Iterable[Instructor],
    surveys: Iterable[SurveyContents],
    public_key: str | None,
) -> None:
    """Stores all of it in the running transaction; raises StoreUnavailable if there are surveys."""
    check_empty(rows.execute("SELECT count(*) FROM survey").fetchone()[0])
    rows.execute("DELETE FROM sign_in")
    rows.execute("DELETE FROM instructor")
    if public_key:
        put_public_key(rows, public_key)
    rows.insert(f"instructor ({COLUMNS})", map(astuple, instructors))
    for each in surveys:
        code = each.survey.code
        insert_survey(rows, each.survey)
        keep_steps(rows, code, each.steps)
        tokens = ((code, *token) for token in each.tokens.items())
        rows.insert("token (survey, token_hash, spent)", tokens)
        stated = ((code, closing_of(text), text) for text in each.statements)
        rows.insert("statement (survey, closing, text)", stated)
        responses = (
            (code, *table.key_of(response_id), table.reports_of(reports))
            for response_id, reports in each.responses
        )
        rows.insert(f"response (survey, {table.key}, reports)", responses)
    rows.execute(table.count)
