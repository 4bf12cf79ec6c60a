"""The store for several processes or machines: PostgreSQL.

Rehearsals have a second schema. Their address names it, so every connection begins there. A pooler
that does not pass the name on refuses the connection, and so never leads to the first schema.
Locks belong to the database, so both stores share them.
"""

from contextlib import closing

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from survey.store.postgresql.connection import connect, lock_key, only_row, translated_errors
from survey.store.postgresql.database import PostgreSQLDatabase
from survey.store.postgresql.responses import TABLE
from survey.store.sql.store import SQLStore

SCHEMA = "deniable_rehearsals"


def address_of_rehearsals(url: str, make: bool) -> str | None:
    """The address of the rehearsals' schema, which `make` makes; None if it does not exist.

    Raises StoreUnavailable if the role may not make it.
    """
    with closing(connect(url)) as connection, translated_errors():
        if make:
            with connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (lock_key("migration"),))
                connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        elif only_row(connection, "SELECT to_regnamespace(%s)", (SCHEMA,))[0] is None:
            return None
    options = str(conninfo_to_dict(url).get("options") or "")
    return make_conninfo(url, options=f"{options} -c search_path={SCHEMA}".strip())


class PostgreSQLStore(SQLStore):
    """A store in the database at an address."""

    def __init__(self, url: str):
        super().__init__(PostgreSQLDatabase(url), TABLE)
