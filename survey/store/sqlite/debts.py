"""What a SQLite file must still be rid of, noted in the transaction that makes it so.

The table `debt` has a row for each rewriting of the file, and for each deleted survey whose many
rows are still there. No crash comes between what was done and its note. Notes are removed when no
file has the old bytes any more.
"""

import json
from collections.abc import Iterable

from survey.store.sql.database import Rows

# Begins a note that is followed by a deleted survey's code; others are random.
DELETED = "deleted "


def note_pending_wipe(rows: Rows) -> None:
    """Records in the running transaction that the file must be rewritten."""
    # A random id, so that a debt added while the file is rewritten is not removed with it.
    rows.execute("INSERT INTO debt (debt_id) VALUES (lower(hex(randomblob(8))))")


def note_deleted(rows: Rows, code: str) -> None:
    """Records that a deleted survey's responses and tokens are still to be deleted."""
    rows.execute("INSERT OR IGNORE INTO debt (debt_id) VALUES (?)", (DELETED + code,))


def is_being_deleted(rows: Rows, code: str) -> bool:
    """Whether rows of a deleted survey with this code may still be there."""
    found = rows.execute("SELECT 1 FROM debt WHERE debt_id = ?", (DELETED + code,))
    return found.fetchone() is not None


def read_debts(rows: Rows) -> list[str]:
    """The notes."""
    return [note for (note,) in rows.execute("SELECT debt_id FROM debt").fetchall()]


def deleted_codes(debts: Iterable[str]) -> list[str]:
    """The codes of the deleted surveys among these notes."""
    return [each.removeprefix(DELETED) for each in debts if each.startswith(DELETED)]


def remove_debts(rows: Rows, debts: Iterable[str]) -> None:
    """Removes these notes, once nothing is owed for them."""
    rows.execute(
        "DELETE FROM debt WHERE debt_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(debts)),),
    )
