"""Storing responses in the SQLite file, all that wait together in a few statements.

Each statement gives up Python's lock and waits for it again, behind every thread
that answers a request: so their number does not grow with that of the responses.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from functools import cache
from functools import partial
from typing import Any

from survey.core.response import Response
from survey.errors import SurveyError
from survey.store.decisions import is_stored
from survey.store.sqlite_surveys import read_survey
from survey.store.sqlite_tokens import Tokens

# The survey's code, the response, and the hash of its token.
Sent = tuple[str, Response, str | None]


def add_responses(connection: sqlite3.Connection, sent: Sequence[Sent]) -> list[bool | SurveyError]:
    """Stores and counts those that are new, and spends their tokens.

    For each whether it was new, or why it is refused; what is refused changes nothing.
    """
    survey = cache(partial(read_survey, connection))
    known = _known(connection, sent)
    tokens = Tokens(connection, [token_hash for *_, token_hash in sent if token_hash is not None])
    stored: list[tuple[str, Response]] = []
    outcomes: list[bool | SurveyError] = []
    for code, response, token_hash in sent:
        key = code, response.response_id
        try:
            new = not is_stored(survey(code), response, known.get(key))
            if new:
                tokens.spend(survey(code), token_hash)
        except SurveyError as refusal:
            outcomes.append(refusal)
            continue
        if new:
            known[key] = response.reports
            stored.append((code, response))
        outcomes.append(new)
    if stored:
        tokens.save()
        _save(connection, stored)
    return outcomes


def _known(
    connection: sqlite3.Connection, sent: Sequence[Sent]
) -> dict[tuple[str, str], tuple[int, ...]]:
    """The reports that are stored already under these ids."""
    rows = connection.execute(
        "SELECT survey, response_id, reports FROM json_each(?) AS sent CROSS JOIN response"
        " WHERE survey = json_extract(sent.value, '$[0]')"
        " AND response_id = json_extract(sent.value, '$[1]')",
        (_json([[code, response.response_id] for code, response, _ in sent]),),
    ).fetchall()
    return {(code, key): tuple(json.loads(reports)) for code, key, reports in rows}


def _save(connection: sqlite3.Connection, stored: Sequence[tuple[str, Response]]) -> None:
    connection.execute(
        "INSERT INTO response (survey, response_id, reports)"
        " SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'),"
        " json_extract(value, '$[2]') FROM json_each(?)",
        (_json([[code, each.response_id, _json(each.reports)] for code, each in stored]),),
    )
    counted = Counter(
        (code, item, value)
        for code, response in stored
        for item, value in enumerate(response.reports)
    )
    connection.execute(
        "INSERT INTO tally (survey, item, value, reports)"
        " SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'),"
        " json_extract(value, '$[2]'), json_extract(value, '$[3]') FROM json_each(?) WHERE true"
        " ON CONFLICT DO UPDATE SET reports = reports + excluded.reports",
        (_json([[*counter, reports] for counter, reports in counted.items()]),),
    )


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
