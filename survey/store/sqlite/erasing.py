"""Deletes the many rows of a deleted survey in pieces, so that no response to another one waits.

The survey itself is gone before, so nobody sees these rows, and any process can go on after a
crash: what is left is what must still be deleted.
"""

import secrets
from functools import partial

from survey.store.sql.database import Rows
from survey.store.sqlite.connection import SQLiteConnection
from survey.store.sqlite.settling import LEAF, LEAVES, TOKENS, PieceWriter

TABLES = (*SQLiteConnection.response_tables, "token")


def erase(write: PieceWriter, code: str) -> None:
    """Deletes the rows of a survey that is deleted, piece by piece."""
    for table in SQLiteConnection.response_tables:
        while write(partial(_delete_responses, table=table, code=code)):
            pass
    while write(partial(_delete_tokens, code=code)):
        pass


def _delete_responses(rows: Rows, table: str, code: str) -> bool:
    """Deletes some rows; returns whether there were any.

    They begin at random ids, as those of a closed survey that were moved.
    """
    statement = (
        f"DELETE FROM {table} WHERE survey = ? AND response_id IN ("  # noqa: S608
        f"SELECT response_id FROM {table} WHERE survey = ? AND response_id >= ?"
        " ORDER BY response_id LIMIT ?)"
    )
    for _ in range(LEAVES):
        for first in (secrets.token_hex(16), ""):
            deleted = rows.execute(statement, (code, code, first, LEAF)).rowcount
            if deleted:
                break
        else:
            return False
    return True


def _delete_tokens(rows: Rows, code: str) -> bool:
    deleted = rows.execute(
        "DELETE FROM token WHERE token_hash IN"
        " (SELECT token_hash FROM token WHERE survey = ? LIMIT ?)",
        (code, TOKENS),
    )
    return deleted.rowcount == TOKENS
