"""A PostgreSQL server that follows another one: the app reads from it and never writes to it."""

from collections.abc import Callable

from survey.errors import StoreUnavailable
from survey.store.postgresql.address import ANY
from survey.store.postgresql.connection import Connections
from survey.store.postgresql.database import PostgreSQLDatabase
from survey.store.postgresql.responses import TABLE
from survey.store.sql.database import Result, Rows
from survey.store.sql.store import SQLStore


class PostgreSQLReplica(PostgreSQLDatabase):
    """The verbs that read; the tables are copies of those of the server that it follows."""

    def __init__(self, url: str):
        self.connections = Connections(url, ANY)

    def write(self, job: Callable[[Rows], Result], *locks: str) -> Result:
        raise StoreUnavailable("This database only follows another one.")

    def close(self) -> None:
        self.connections.close()


class PostgreSQLReplicaStore(SQLStore):
    """A store that reads from the server, or one of the servers, at an address."""

    def __init__(self, url: str):
        super().__init__(PostgreSQLReplica(url), TABLE)
