"""Moves the responses of closed surveys to a table of their own, in the order of their ids.

A page of the table `response` shows in which order its rows came, and so does the order of its
pages. So the rows of a closed survey are copied in pieces to the table `closed_response`, whose
pages nothing else fills; then the survey counts as moved, and its former rows are deleted. No
piece makes a respondent wait: each is a transaction of its own. The stored bytes of deleted rows
are overwritten (secure_delete).

Every step begins with what it finds, so that any process can go on after a crash. Readers take
each survey's rows from one of the tables (the view `every_response`).
"""

import json
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from survey.errors import StoreUnavailable
from survey.store.sql.database import Result, Rows
from survey.store.sqlite.faults import DAMAGED

PIECE = 1000  # rows that are copied in a transaction
TOKENS = 5000  # stored anew in one: so many lie as they would in any order of spending
LEAF = 64  # rows that lie together on a page or two
LEAVES = 16  # deleted in a transaction

# The rows of a survey that was closed whose transactions told an order, too: tokens by when they
# were spent, counts by when each report first came.
_COUNTS = "survey, item, value, reports"


class PieceWriter(Protocol):
    """Runs a job in a transaction of its own, which need not end with an empty log."""

    def __call__(self, job: Callable[[Rows], Result], /) -> Result: ...


def unsettled(rows: Rows) -> list[str]:
    """The codes of the closed surveys whose rows must still be moved."""
    found = rows.execute(
        "SELECT code FROM survey WHERE state = 'closed'"
        " AND EXISTS (SELECT 1 FROM response WHERE survey = code) ORDER BY code"
    )
    return [code for (code,) in found.fetchall()]


def settle(write: PieceWriter, code: str) -> None:
    """Moves all rows of a closed survey, piece by piece."""
    while write(partial(_copy_piece, code=code)):
        pass
    last: str | None = ""
    while last is not None:
        last = write(partial(_rewrite_tokens, code=code, last=last))
    write(partial(_take_as_moved, code=code))
    while write(partial(_delete_piece, code=code)):
        pass


def _copy_piece(rows: Rows, code: str) -> bool:
    """Copies the next rows after the last copied one; returns whether there may be more."""
    if _is_moved(rows, code):
        return False
    # Names the survey, so that the last id is found in the index.
    last = rows.execute(
        "SELECT max(response_id) FROM closed_response WHERE survey = ?", (code,)
    ).fetchone()[0]
    copied = rows.execute(
        "INSERT INTO closed_response SELECT survey, response_id, reports FROM response"
        " WHERE survey = ? AND response_id > ? ORDER BY response_id LIMIT ?",
        (code, last or "", PIECE),
    ).rowcount
    return copied == PIECE


def _rewrite_tokens(rows: Rows, code: str, last: str) -> str | None:
    """Stores the next tokens anew, in the order of their hashes; returns the last one, or None."""
    if _is_moved(rows, code):
        return None
    found = rows.execute(
        "SELECT token_hash, survey, spent FROM token WHERE survey = ? AND token_hash > ?"
        " ORDER BY token_hash LIMIT ?",
        (code, last, TOKENS),
    ).fetchall()
    hashes = [row[0] for row in found]
    rows.execute(
        "DELETE FROM token WHERE token_hash IN (SELECT value FROM json_each(?))",
        (json.dumps(hashes),),
    )
    rows.insert("token (token_hash, survey, spent)", map(tuple, found))
    return hashes[-1] if len(hashes) == TOKENS else None


def _take_as_moved(rows: Rows, code: str) -> None:
    """Lets readers take the copies, once all are there; stores the counts anew."""
    if _is_moved(rows, code):
        return
    counts = rows.execute(
        f"SELECT {_COUNTS} FROM tally WHERE survey = ? ORDER BY item, value",  # noqa: S608
        (code,),
    ).fetchall()
    rows.execute("DELETE FROM tally WHERE survey = ?", (code,))
    rows.insert(f"tally ({_COUNTS})", map(tuple, counts))
    rows.execute("UPDATE survey SET moved = 1 WHERE code = ?", (code,))


def _delete_piece(rows: Rows, code: str) -> bool:
    """Deletes some rows that were copied; returns whether more are left.

    They begin at random ids: the list of free pages, which shows in which order they became free,
    says nothing of the ids that were on them.
    """
    if _is_gone(rows, code):
        return False
    deleted = 0
    for _ in range(LEAVES):
        deleted += _delete_from(rows, code, secrets.token_hex(16)) or _delete_from(rows, code, "")
    left: bool = rows.execute(
        "SELECT EXISTS (SELECT 1 FROM response WHERE survey = ?)", (code,)
    ).fetchone()[0]
    if left and not deleted:
        raise StoreUnavailable(DAMAGED)  # a row that has no copy
    return bool(left)


def _delete_from(rows: Rows, code: str, first: str) -> int:
    values: tuple[Any, ...] = (code, code, first, LEAF)
    return rows.execute(
        "DELETE FROM response WHERE survey = ? AND response_id IN ("
        "SELECT response_id FROM response AS former JOIN closed_response AS copy"
        " USING (survey, response_id) WHERE survey = ? AND response_id >= ?"
        " AND former.reports = copy.reports ORDER BY response_id LIMIT ?)",
        values,
    ).rowcount


def _is_moved(rows: Rows, code: str) -> bool:
    """Whether nothing must be copied any more; also if the survey was deleted meanwhile."""
    found = rows.execute("SELECT moved FROM survey WHERE code = ?", (code,)).fetchone()
    return found is None or bool(found[0])


def _is_gone(rows: Rows, code: str) -> bool:
    return not rows.execute("SELECT 1 FROM survey WHERE code = ?", (code,)).fetchone()
