"""What is yet to be wiped from the SQLite file, which the file itself notes.

Whatever deletes or closes owes it in the same transaction, so that no end of a
process comes between the two; whoever has rewritten the file strikes it out.
"""

import json
import sqlite3

from survey.store.sql.database import Rows


def owe(rows: Rows) -> None:
    """Notes, in the transaction that is running, that the file is to be rewritten."""
    # Random, so that one which is noted while the file is rewritten is not struck out with it.
    rows.execute("INSERT INTO debt (debt_id) VALUES (lower(hex(randomblob(8))))")


def is_owed(rows: Rows) -> bool:
    return bool(rows.execute("SELECT EXISTS (SELECT 1 FROM debt)").fetchone()[0])


def pay(connection: sqlite3.Connection) -> None:
    """Copies the file afresh if that is owed: no deleted byte and no order of insertion remains."""
    debts = [debt_id for (debt_id,) in connection.execute("SELECT debt_id FROM debt")]
    if debts:
        connection.execute("VACUUM")
        connection.execute(
            "DELETE FROM debt WHERE debt_id IN (SELECT value FROM json_each(?))",
            (json.dumps(debts),),
        )
