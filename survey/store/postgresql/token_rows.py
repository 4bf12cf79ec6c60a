"""Participation tokens in PostgreSQL, inside whatever transaction is running."""

from collections.abc import Collection

import psycopg

from survey.store.models import TokenCounts
from survey.store.postgresql.connection import copy_rows, only_row
from survey.store.token_rules import refusal


def issue_tokens(connection: psycopg.Connection, code: str, token_hashes: Collection[str]) -> None:
    connection.execute("UPDATE survey SET tokens_required = true WHERE code = %s", (code,))
    rows = ((code, token_hash, False) for token_hash in token_hashes)
    copy_rows(connection, "token (survey, token_hash, spent)", rows)


def forget_tokens(connection: psycopg.Connection, code: str) -> None:
    connection.execute("DELETE FROM token WHERE survey = %s", (code,))
    connection.execute("UPDATE survey SET tokens_required = false WHERE code = %s", (code,))


def count_tokens(connection: psycopg.Connection, code: str) -> TokenCounts:
    sql = "SELECT count(*), count(*) FILTER (WHERE spent) FROM token WHERE survey = %s"
    return TokenCounts(*only_row(connection, sql, (code,)))


def read_tokens(connection: psycopg.Connection, code: str) -> dict[str, bool]:
    sql = "SELECT token_hash, spent FROM token WHERE survey = %s"
    return dict(connection.execute(sql, (code,)).fetchall())


def spend_token(connection: psycopg.Connection, code: str, token_hash: str) -> None:
    """Spends an unspent token of the survey, or raises TokenRejected.

    Of two transactions with one token the second waits for the first.
    """
    spent = connection.execute(
        "UPDATE token SET spent = true WHERE survey = %s AND token_hash = %s AND NOT spent",
        (code, token_hash),
    ).rowcount
    if not spent:
        row = connection.execute(
            "SELECT survey FROM token WHERE token_hash = %s", (token_hash,)
        ).fetchone()
        raise refusal(code, row[0] if row else None)
