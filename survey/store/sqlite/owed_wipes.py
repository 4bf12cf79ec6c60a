"""Records in the SQLite file itself that it must be rewritten, and rewrites it.

Each deletion or closing adds a debt in its own transaction, so that no crash comes
between the two; rewriting the file removes the debts.
"""

import json
import sqlite3

from survey.store.sql.database import Rows


def owe(rows: Rows) -> None:
    """Records in the running transaction that the file must be rewritten."""
    # A random id, so that a debt added while the file is rewritten is not removed with it.
    rows.execute("INSERT INTO debt (debt_id) VALUES (lower(hex(randomblob(8))))")


def pay(connection: sqlite3.Connection) -> None:
    """Rewrites the file if that is owed; no deleted byte and no order of insertion remains."""
    debts = [debt_id for (debt_id,) in connection.execute("SELECT debt_id FROM debt")]
    if debts:
        connection.execute("VACUUM")
        connection.execute(
            "DELETE FROM debt WHERE debt_id IN (SELECT value FROM json_each(?))",
            (json.dumps(debts),),
        )
