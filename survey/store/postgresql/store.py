"""The store for several processes or machines: PostgreSQL."""

from survey.store.postgresql.database import PostgreSQLDatabase
from survey.store.postgresql.responses import TABLE
from survey.store.sql.store import SQLStore


class PostgreSQLStore(SQLStore):
    """A store in the database at an address."""

    def __init__(self, url: str):
        super().__init__(PostgreSQLDatabase(url), TABLE)
