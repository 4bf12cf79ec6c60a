"""The public half of the signing key that an SQL database belongs to: one row, if any."""

from survey.store.sql.database import Database, Rows


def read_public_key(rows: Rows) -> str | None:
    """The key as hex digits, or None before the first start."""
    row = rows.execute("SELECT public_key FROM signing_key").fetchone()
    return row[0] if row else None


def keep_public_key(database: Database, public_key: str) -> str:
    """See survey.store.interface.store.Maintenance."""

    def job(rows: Rows) -> str:
        _insert(rows, public_key)
        return read_public_key(rows) or public_key

    with database.reading() as rows:
        kept = read_public_key(rows)
    return kept or database.write(job)


def replace_public_key(database: Database, public_key: str) -> None:
    """See survey.store.interface.store.Maintenance."""
    database.write(lambda rows: put_public_key(rows, public_key))


def put_public_key(rows: Rows, public_key: str) -> None:
    """Stores the key, in the running transaction, in the place of any other."""
    rows.execute("DELETE FROM signing_key")
    _insert(rows, public_key)


def _insert(rows: Rows, public_key: str) -> None:
    """Stores the key unless there is one."""
    rows.execute(
        "INSERT INTO signing_key (one, public_key) VALUES (1, ?) ON CONFLICT (one) DO NOTHING",
        (public_key,),
    )
