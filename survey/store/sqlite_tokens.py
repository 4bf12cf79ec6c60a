"""Participation tokens in the SQLite file, inside whatever transaction is running."""

import sqlite3
from collections.abc import Collection

from survey.store.tokens import check_token_given
from survey.store.tokens import refusal
from survey.store.values import Survey
from survey.store.values import TokenCounts


def issue_tokens(connection: sqlite3.Connection, code: str, token_hashes: Collection[str]) -> None:
    connection.execute("UPDATE survey SET tokens_required = 1 WHERE code = ?", (code,))
    connection.executemany(
        "INSERT INTO token (token_hash, survey, spent) VALUES (?, ?, 0)",
        [(token_hash, code) for token_hash in token_hashes],
    )


def count_tokens(connection: sqlite3.Connection, code: str) -> TokenCounts:
    sql = "SELECT COUNT(*), COALESCE(SUM(spent), 0) FROM token WHERE survey = ?"
    return TokenCounts(*connection.execute(sql, (code,)).fetchone())


def spend_token(connection: sqlite3.Connection, survey: Survey, token_hash: str | None) -> None:
    """Spends an unspent token of the survey that takes tokens; else raises TokenRejected."""
    check_token_given(survey, token_hash)
    if token_hash is None:
        return
    spent = connection.execute(
        "UPDATE token SET spent = 1 WHERE token_hash = ? AND survey = ? AND spent = 0",
        (token_hash, survey.code),
    ).rowcount
    if not spent:
        row = connection.execute(
            "SELECT survey FROM token WHERE token_hash = ?", (token_hash,)
        ).fetchone()
        raise refusal(survey.code, row["survey"] if row else None)
