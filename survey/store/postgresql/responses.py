"""How PostgreSQL stores responses: the id as a number, its first byte, one byte per report.

One transaction with one statement stores all responses that wait, so a flush to disk and a round
trip serve them all. Servers do not deadlock each other: each takes tokens, then responses, then
counts, in the order of their keys.
"""

from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Any
from uuid import UUID

from survey.core.responses.reports import Report, Reports
from survey.errors import StoreUnavailable, SurveyError
from survey.store.postgresql.connection import (
    CONFIRM,
    LOCK_SHARED,
    WRITERS,
    PostgreSQLConnection,
    confirmed,
    lock_key,
)
from survey.store.postgresql.database import PostgreSQLRows
from survey.store.postgresql.table_rewriting import ROWS
from survey.store.rules import is_stored
from survey.store.sql.decisions import RESPONDED, count_responses
from survey.store.sql.public_steps import FOLLOWS, PASSES, take_passed_steps
from survey.store.sql.responses import Outcome, ResponseTable, Sent
from survey.store.sql.survey_rows import read_survey, survey_lock
from survey.store.token_rules import check_unspent

NOT_ASKED = 255  # also in the SQL below; no question has so many options


def report_bytes(reports: Sequence[Report]) -> bytes:
    return bytes(NOT_ASKED if report is None else report for report in reports)


def read_bytes(stored: bytes) -> Reports:
    if NOT_ASKED not in stored:
        return tuple(stored)
    return tuple(None if report == NOT_ASKED else report for report in stored)


ATTEMPTS = 3

# Responses to a survey with a cap, or whose steps are followed, come one transaction after the
# other, on all servers together: each counts the ones before it.
_LOCK_IN_TURN = f"""
    SELECT pg_advisory_xact_lock(key) FROM unnest(%s::text[], %s::bigint[]) AS sent (code, key)
    JOIN survey USING (code) LEFT JOIN public_step ON public_step.survey = code
    WHERE cap IS NOT NULL OR {FOLLOWS} ORDER BY key
"""  # noqa: S608

_HOLD_TOKENS = """
    SELECT token.survey, token.token_hash FROM token
    JOIN unnest(%(codes)s::text[], %(hashes)s::text[]) AS sent (survey, token_hash)
        ON token.survey = sent.survey AND token.token_hash = sent.token_hash
    WHERE NOT spent ORDER BY token.survey, token.token_hash FOR UPDATE OF token
"""
_SPEND_TOKENS = """
    UPDATE token SET spent = true
    FROM unnest(%(codes)s::text[], %(hashes)s::text[]) AS sent (survey, token_hash)
    WHERE token.survey = sent.survey AND token.token_hash = sent.token_hash
"""

# Stores each response with its counts or not at all: not if its survey is not open or is full, or
# its id is taken; nor, unless `passing`, if responses pass a step. Returns the ids of the
# responses that are stored now, and the surveys in which such a step kept responses out.
_ADD_RESPONSES = f"""
    WITH passing AS (
        SELECT code FROM (
            SELECT code, count(*) AS more FROM unnest(%(codes)s::text[]) AS code GROUP BY 1
        ) AS sent
        JOIN survey USING (code) LEFT JOIN public_step ON public_step.survey = code
        WHERE NOT %(passing)s AND state = 'open' AND {PASSES.format(more="more")}
    ), room AS (
        SELECT code, cap - {RESPONDED} AS places
        FROM survey WHERE code = ANY(%(codes)s::text[]) AND cap IS NOT NULL
    ), open AS (
        SELECT sent.code, get_byte(uuid_send(id), 0) AS shard, id, sent.reports, cap,
            row_number() OVER (PARTITION BY sent.code ORDER BY id) AS place
        FROM unnest(%(codes)s::text[], %(digests)s::text[], %(with_token)s::boolean[],
            %(ids)s::uuid[], %(reports)s::bytea[]) AS sent (code, digest, with_token, id, reports)
        JOIN survey ON survey.code = sent.code AND survey.digest = sent.digest
            AND state = 'open' AND tokens_required = with_token
        LEFT JOIN response ON cap IS NOT NULL AND response.survey = sent.code
            AND response.shard = get_byte(uuid_send(id), 0) AND response_id = id
        WHERE response_id IS NULL AND sent.code NOT IN (SELECT code FROM passing)
    ), stored AS (
        INSERT INTO response (survey, shard, response_id, reports)
        SELECT code, shard, id, reports FROM open LEFT JOIN room USING (code)
        WHERE cap IS NULL OR place <= places
        ORDER BY code, id
        ON CONFLICT DO NOTHING RETURNING survey, shard, response_id, reports
    ), counted AS (
        INSERT INTO tally (survey, shard, item, value, reports)
        SELECT survey, shard, item, get_byte(reports, item), count(*)
        FROM stored, generate_series(0, length(reports) - 1) AS item
        WHERE get_byte(reports, item) <> 255
        GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT (survey, shard, item, value)
        DO UPDATE SET reports = tally.reports + excluded.reports
    )
    SELECT survey, response_id FROM stored UNION ALL SELECT code, NULL FROM passing
"""  # noqa: S608

_KNOWN = """
    SELECT response.survey, response_id, reports FROM response
    JOIN unnest(%(codes)s::text[], %(ids)s::uuid[]) AS sent (code, id)
        ON survey = code AND shard = get_byte(uuid_send(id), 0) AND response_id = id
"""
_ISSUED = "SELECT token_hash, survey, spent FROM token WHERE token_hash = ANY(%s)"


# Does the work of decisions.close_if_full in the round trip that stores the last response.
_CLOSE_FULL = f"""
    WITH closed AS (
        UPDATE survey SET state = 'closed', closes_at = NULL, frozen = NULL,
            since = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD')
        WHERE code = ANY(%s) AND state = 'open' AND cap IS NOT NULL
            AND cap <= {RESPONDED}
        RETURNING code
    ), forgotten AS (
        DELETE FROM public_step WHERE survey IN (SELECT code FROM closed)
    )
    INSERT INTO debt SELECT %s FROM closed LIMIT 1 ON CONFLICT DO NOTHING
"""  # noqa: S608


def add_responses(connection: PostgreSQLConnection, sent: Sequence[Sent]) -> list[Outcome]:
    """Stores and counts the new responses, and spends their tokens.

    Returns for each whether it was new, or why it is refused; a refused one changes nothing.
    """
    outcomes: dict[int, Outcome] = {}
    for _ in range(ATTEMPTS):
        left = {place: each for place, each in enumerate(sent) if place not in outcomes}
        added = _added(connection, left)
        outcomes |= dict.fromkeys(added, True)
        left = {place: each for place, each in left.items() if place not in added}
        if not left:
            break
        outcomes |= _settled(connection, left)
    changed = StoreUnavailable("The survey is being changed. Please try again.")
    return [outcomes.get(place, changed) for place in range(len(sent))]


def _added(connection: PostgreSQLConnection, left: dict[int, Sent]) -> set[int]:
    """Stores the new responses among these, of each id and token only the first.

    Returns the places of those that it stored."""
    first: dict[tuple[str, str], int] = {}
    for place, (code, response, token_hash) in left.items():
        keys = {
            (code, response.response_id),
            ("token", str(place) if token_hash is None else token_hash),
        }
        if not keys & first.keys():
            first |= dict.fromkeys(keys, place)
    chosen = [left[place] for place in sorted(set(first.values()))]
    if any(token_hash is not None for *_, token_hash in chosen):
        stored = _add_step_by_step(connection, chosen)
    else:
        # One round trip for all statements, the commit included.
        with confirmed(connection), connection.pipeline(), connection.transaction():
            _lock(connection, chosen)
            cursor = connection.execute(_ADD_RESPONSES, _values(chosen))
            _close_full(connection, chosen)
        added = cursor.fetchall()
        stored = _keys(added)
        if passing := {code for code, response_id in added if response_id is None}:
            stored |= _add_step_by_step(connection, [each for each in chosen if each[0] in passing])
    return {first[key] for key in stored}


def _add_step_by_step(
    connection: PostgreSQLConnection, sent: Sequence[Sent]
) -> set[tuple[str, str]]:
    """Stores responses as `add_responses` does, also with tokens or past a public step."""
    with confirmed(connection), connection.transaction():
        _lock(connection, sent)
        unspent = set(connection.execute(_HOLD_TOKENS, _tokens(sent)).fetchall())
        good = [each for each in sent if each[2] is None or (each[0], each[2]) in unspent]
        added = connection.execute(_ADD_RESPONSES, _values(good, passing=True)).fetchall()
        stored = _keys(added)
        new = [each for each in good if (each[0], each[1].response_id) in stored]
        connection.execute(_SPEND_TOKENS, _tokens(new))
        take_passed_steps(PostgreSQLRows(connection), new)
        _close_full(connection, sent)
    return stored


def _lock(connection: PostgreSQLConnection, sent: Sequence[Sent]) -> None:
    """Locks these surveys, so that nobody changes them: see PostgreSQLDatabase."""
    codes = sorted({code for code, *_ in sent})
    surveys = sorted(lock_key(survey_lock(code)) for code in codes)
    connection.execute(LOCK_SHARED, ([WRITERS, *surveys],))
    connection.execute(_LOCK_IN_TURN, (codes, [lock_key(f"cap {code}") for code in codes]))


def _close_full(connection: PostgreSQLConnection, sent: Sequence[Sent]) -> None:
    """Closes the surveys whose cap the responses have reached."""
    connection.execute(_CLOSE_FULL, (sorted({code for code, *_ in sent}), ROWS))


def _settled(connection: PostgreSQLConnection, left: dict[int, Sent]) -> dict[int, Outcome]:
    """The outcomes of the responses that were not stored; leaves out those to try again.

    A response that was stored before may lack the standby's confirmation, if a crash or an
    administrator ended the wait for it. So its retry is confirmed before it is acknowledged.
    """
    with confirmed(connection), connection.transaction():
        outcomes = _looked_up(connection, left)
        if False in outcomes.values():
            connection.execute(CONFIRM)
    return outcomes


def _looked_up(connection: PostgreSQLConnection, left: dict[int, Sent]) -> dict[int, Outcome]:
    rows_of = PostgreSQLRows(connection)
    survey = cache(partial(read_survey, rows_of))
    responses = cache(partial(count_responses, rows_of))
    sent = list(left.values())
    rows = connection.execute(_KNOWN, _values(sent)).fetchall()
    known = {(code, response_id.hex): read_bytes(reports) for code, response_id, reports in rows}
    token_hashes = [token_hash for *_, token_hash in sent if token_hash is not None]
    issued = {
        token_hash: (code, spent)
        for token_hash, code, spent in connection.execute(_ISSUED, (token_hashes,))
    }
    outcomes: dict[int, Outcome] = {}
    for place, (code, response, token_hash) in left.items():
        try:
            of_all = 0 if survey(code).cap is None else responses(code)
            before = known.get((code, response.response_id))
            if is_stored(survey(code), response, before, of_all):
                outcomes[place] = False
            else:
                check_unspent(survey(code), token_hash, issued)
                # The survey was opened again between the two looks at it, or another of this
                # group has its id or token, and was refused.
        except SurveyError as refused:
            outcomes[place] = refused
    return outcomes


def _values(sent: Sequence[Sent], *, passing: bool = False) -> dict[str, Any]:
    return {
        "passing": passing,
        "codes": [code for code, *_ in sent],
        "digests": [response.instrument for _, response, _ in sent],
        "with_token": [token_hash is not None for *_, token_hash in sent],
        "ids": [response.response_id for _, response, _ in sent],
        "reports": [report_bytes(response.reports) for _, response, _ in sent],
    }


def _tokens(sent: Sequence[Sent]) -> dict[str, list[str]]:
    pairs = [(code, token_hash) for code, _, token_hash in sent if token_hash is not None]
    return {"codes": [code for code, _ in pairs], "hashes": [each for _, each in pairs]}


def _keys(rows: Iterable[tuple[str, UUID | None]]) -> set[tuple[str, str]]:
    return {(code, response_id.hex) for code, response_id in rows if response_id is not None}


TABLE = ResponseTable(
    key="shard, response_id",
    key_of=lambda response_id: (int(response_id[:2], 16), UUID(response_id)),
    reports_of=report_bytes,
    read=lambda response_id, reports: (response_id.hex, read_bytes(reports)),
    report="nullif(get_byte(reports, ?), 255)",
    add=add_responses,
    count="INSERT INTO tally (survey, shard, item, value, reports)"
    " SELECT survey, shard, item, get_byte(reports, item), count(*)"
    " FROM response, generate_series(0, length(reports) - 1) AS item"
    " WHERE get_byte(reports, item) <> 255"
    " GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4",
)
