"""Stores all waiting responses in the SQLite file together, in one statement if all are good.

Each statement releases Python's lock and waits for it again, behind every thread
that answers a request. So there are few statements, however many responses.
"""

import json
import sqlite3
from collections.abc import Sequence
from functools import cache, partial

from survey.errors import SurveyError
from survey.store.rules import is_stored
from survey.store.sql.responses import Outcome, ResponseTable, Sent
from survey.store.sql.survey_rows import read_survey
from survey.store.sqlite.connection import Connection
from survey.store.sqlite.token_rows import Tokens

_STORE = """
    INSERT INTO response (survey, response_id, reports)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
    FROM json_each(:responses)
"""
# Stores all of them or none: none if an instrument is another, or a survey is not open or takes
# tokens. An id that is already taken is an error, which undoes the statement.
_IF_ALL_ARE_GOOD = """
    WHERE :number = (
        SELECT count(*) FROM json_each(:surveys) JOIN survey ON code = json_extract(value, '$[0]')
        WHERE digest = json_extract(value, '$[1]') AND state = 'open' AND tokens_required = 0
    )
"""
_KNOWN = """
    SELECT survey, response_id, reports FROM json_each(:responses) AS sent CROSS JOIN response
    WHERE survey = json_extract(sent.value, '$[0]')
    AND response_id = json_extract(sent.value, '$[1]')
"""

as_json = json.JSONEncoder(separators=(",", ":")).encode


def add_responses(connection: Connection, sent: Sequence[Sent]) -> list[Outcome]:
    """Stores and counts the new ones and spends their tokens, in one transaction.

    Returns for each whether it was new, or why it is refused; a refused one changes nothing.
    """
    if _all_are_stored(connection, sent):
        return [True] * len(sent)
    connection.execute("BEGIN IMMEDIATE")
    outcomes = _add_one_by_one(connection, sent)
    connection.execute("COMMIT")
    return outcomes


def _all_are_stored(connection: sqlite3.Connection, sent: Sequence[Sent]) -> bool:
    """Stores all if all are new, good and without tokens, else none; returns whether it did."""
    if any(token_hash is not None for *_, token_hash in sent):
        return False
    surveys = {(code, response.instrument) for code, response, _ in sent}
    values = {"responses": _rows(sent), "surveys": as_json(list(surveys)), "number": len(surveys)}
    try:
        return connection.execute(_STORE + _IF_ALL_ARE_GOOD, values).rowcount == len(sent)
    except sqlite3.IntegrityError:
        return False


def _add_one_by_one(connection: Connection, sent: Sequence[Sent]) -> list[Outcome]:
    survey = cache(partial(read_survey, connection))
    rows = connection.execute(_KNOWN, {"responses": _rows(sent)}).fetchall()
    known = {(code, key): tuple(json.loads(reports)) for code, key, reports in rows}
    tokens = Tokens(connection, [each for *_, each in sent if each is not None])
    new: list[Sent] = []
    outcomes: list[Outcome] = []
    for each in sent:
        code, response, token_hash = each
        try:
            stored = is_stored(survey(code), response, known.get((code, response.response_id)))
            if not stored:
                tokens.spend(survey(code), token_hash)
        except SurveyError as refusal:
            outcomes.append(refusal)
            continue
        if not stored:
            known[code, response.response_id] = response.reports
            new.append(each)
        outcomes.append(not stored)
    if new:
        tokens.save()
        connection.execute(_STORE, {"responses": _rows(new)})
    return outcomes


def _rows(sent: Sequence[Sent]) -> str:
    return as_json([[code, each.response_id, each.reports] for code, each, _ in sent])


TABLE = ResponseTable(
    key="response_id",
    key_of=lambda response_id: (response_id,),
    reports_of=as_json,
    read=lambda response_id, reports: (response_id, tuple(json.loads(reports))),
    report="json_extract(reports, '$[' || ? || ']')",
    add=add_responses,
    count="INSERT INTO tally (survey, item, value, reports)"
    " SELECT survey, key, value, count(*) FROM response, json_each(reports)"
    " WHERE value IS NOT NULL GROUP BY 1, 2, 3",
)
