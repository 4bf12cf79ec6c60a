"""Stores all waiting responses in the SQLite file together, in one statement if all are good.

Each statement releases Python's lock and waits for it again, behind every thread
that answers a request. So there are few statements, however many responses.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from functools import cache, partial

from survey.errors import SurveyError
from survey.store.models import Survey
from survey.store.rules import is_stored
from survey.store.sql.decisions import RESPONDED, close_if_full, count_responses
from survey.store.sql.public_steps import PASSES, take_passed_steps
from survey.store.sql.responses import Outcome, ResponseTable, Sent
from survey.store.sql.survey_rows import read_survey
from survey.store.sqlite.connection import SQLiteConnection, write_nothing
from survey.store.sqlite.debts import note_pending_wipe
from survey.store.token_rules import check_unspent


class Tokens:
    """The tokens of the responses that are stored together."""

    def __init__(self, connection: sqlite3.Connection, token_hashes: Sequence[str]):
        self._connection = connection
        self._issued: dict[str, tuple[str, bool]] = {}
        self._spent: list[str] = []
        if token_hashes:
            rows = connection.execute(
                "SELECT token_hash, survey, spent FROM json_each(?) JOIN token"
                " ON token_hash = value",
                (json.dumps(token_hashes),),
            )
            self._issued = {token_hash: (code, bool(spent)) for token_hash, code, spent in rows}

    def spend(self, survey: Survey, token_hash: str | None) -> None:
        """Spends a token of the survey, if the survey takes tokens; raises TokenRejected."""
        check_unspent(survey, token_hash, self._issued)
        if token_hash is not None:
            self._issued[token_hash] = survey.code, True
            self._spent.append(token_hash)

    def save(self) -> None:
        """Writes to the file which tokens were spent."""
        if self._spent:
            self._connection.execute(
                "UPDATE token SET spent = 1 WHERE token_hash IN (SELECT value FROM json_each(?))",
                (json.dumps(self._spent),),
            )


_STORE = """
    INSERT INTO response (survey, response_id, reports)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
    FROM json_each(:responses)
"""
# Stores all responses or none: none if a digest is not the survey's, or a survey is not open,
# takes tokens, or would be closed by one of them. An id that is already taken is an error, which
# undoes the statement.
_IF_ALL_ARE_GOOD = f"""
    WHERE :number = (
        SELECT count(*) FROM json_each(:surveys) JOIN survey ON code = json_extract(value, '$[0]')
        WHERE digest = json_extract(value, '$[1]') AND state = 'open' AND tokens_required = 0
        AND (cap IS NULL OR json_extract(value, '$[2]') < cap - {RESPONDED})
    )
"""  # noqa: S608
# Stores none, too, if the public's next step must be taken between them.
_AND_PASS_NO_STEP = f"""
    AND NOT EXISTS (
        SELECT 1 FROM json_each(:surveys) JOIN survey ON code = json_extract(value, '$[0]')
        LEFT JOIN public_step ON public_step.survey = code
        WHERE {PASSES.format(more="json_extract(value, '$[2]')")}
    )
"""  # noqa: S608
# In either table: while a closed survey's rows are moved, one may be in both.
_KNOWN = " UNION ALL ".join(
    f"""
    SELECT survey, response_id, reports FROM json_each(:responses) AS sent CROSS JOIN {table}
    WHERE survey = json_extract(sent.value, '$[0]')
    AND response_id = json_extract(sent.value, '$[1]')
"""  # noqa: S608
    for table in SQLiteConnection.response_tables
)

as_json = json.JSONEncoder(separators=(",", ":")).encode


def add_responses(connection: SQLiteConnection, sent: Sequence[Sent]) -> list[Outcome]:
    """Stores and counts the new responses and spends their tokens, in one transaction.

    Returns for each whether it was new, or why it is refused; a refused one changes nothing.
    """
    if _all_are_stored(connection, sent, _IF_ALL_ARE_GOOD + _AND_PASS_NO_STEP):
        return [True] * len(sent)
    connection.execute("BEGIN IMMEDIATE")
    outcomes: list[Outcome] = [True] * len(sent)
    if not _all_are_stored(connection, sent, _IF_ALL_ARE_GOOD):
        outcomes = _add_one_by_one(connection, sent)
    new = (each for each, outcome in zip(sent, outcomes, strict=True) if outcome is True)
    take_passed_steps(connection, new)
    connection.execute("COMMIT")
    return outcomes


def _all_are_stored(connection: sqlite3.Connection, sent: Sequence[Sent], condition: str) -> bool:
    """Stores all responses if all are new, valid and without tokens; returns whether it did."""
    if any(token_hash is not None for *_, token_hash in sent):
        return False
    surveys = Counter((code, response.instrument) for code, response, _ in sent)
    numbered = [(*survey, number) for survey, number in surveys.items()]
    values = {"responses": _rows(sent), "surveys": as_json(numbered), "number": len(numbered)}
    try:
        return connection.execute(_STORE + condition, values).rowcount == len(sent)
    except sqlite3.IntegrityError:
        return False


def _add_one_by_one(connection: SQLiteConnection, sent: Sequence[Sent]) -> list[Outcome]:
    survey = cache(partial(read_survey, connection))
    responses: dict[str, int] = {}  # to each survey with a cap
    rows = connection.execute(_KNOWN, {"responses": _rows(sent)}).fetchall()
    known = {(code, key): tuple(json.loads(reports)) for code, key, reports in rows}
    tokens = Tokens(connection, [each for *_, each in sent if each is not None])
    new: list[Sent] = []
    outcomes: list[Outcome] = []
    for each in sent:
        code, response, token_hash = each
        try:
            if survey(code).cap is not None and code not in responses:
                responses[code] = count_responses(connection, code)
            before = known.get((code, response.response_id))
            stored = is_stored(survey(code), response, before, responses.get(code, 0))
            if not stored:
                tokens.spend(survey(code), token_hash)
        except SurveyError as refusal:
            outcomes.append(refusal)
            continue
        if not stored:
            known[code, response.response_id] = response.reports
            new.append(each)
            if code in responses:
                responses[code] += 1
        outcomes.append(not stored)
    if new:
        tokens.save()
        connection.execute(_STORE, {"responses": _rows(new)})
        full = [close_if_full(connection, survey(code), responses[code]) for code in responses]
        if any(full):
            note_pending_wipe(connection)
    elif False in outcomes:
        # The server may have been killed just before the commit of the first sending ended.
        write_nothing(connection)
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
    " SELECT survey, key, value, count(*) FROM every_response, json_each(reports)"
    " WHERE value IS NOT NULL GROUP BY 1, 2, 3",
)
