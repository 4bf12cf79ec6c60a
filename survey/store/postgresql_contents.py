"""All that a PostgreSQL database holds, for copying."""

from collections.abc import Iterable
from collections.abc import Iterator

import psycopg

from survey.errors import StoreUnavailable
from survey.store.contents import TABLES
from survey.store.contents import Contents
from survey.store.contents import Row
from survey.store.contents import instrument_digest
from survey.store.postgresql_connection import connect
from survey.store.postgresql_connection import translated_errors
from survey.store.postgresql_schema import MIGRATIONS
from survey.store.postgresql_schema import migrate

ROWS_A_FETCH = 5000

# Columns that follow from the others, which only this engine stores.
_DERIVED = {"survey": ("digest",), "response": ("shard",)}


class PostgreSQLContents(Contents):
    """Read in one snapshot, or written in one transaction."""

    def __init__(self, connection: psycopg.Connection):
        self._connection = connection

    @classmethod
    def to_read(cls, url: str) -> "PostgreSQLContents":
        """Others can read and write meanwhile; closing a survey waits."""
        contents = cls(connect(url))
        connection = contents._connection
        try:
            with translated_errors():
                if connection.execute("SELECT to_regclass('migration')").fetchone()[0] is None:
                    raise StoreUnavailable("The source holds no data of this app.")
                connection.autocommit = False
                connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
                connection.read_only = True
                # Before the snapshot is taken, so that no table is rewritten after it.
                tables = ", ".join([*TABLES, "tally"])
                connection.execute(f"LOCK TABLE {tables} IN ACCESS SHARE MODE")
                applied = connection.execute("SELECT max(number) FROM migration").fetchone()[0]
                if applied != len(MIGRATIONS):
                    raise StoreUnavailable(
                        "The source was made by another release. Start its app once with the "
                        "newer of the two."
                    )
        except BaseException:
            contents.close()
            raise
        return contents

    @classmethod
    def to_write(cls, url: str) -> "PostgreSQLContents":
        """The tables are made if they are not there, and stay."""
        contents = cls(connect(url))
        connection = contents._connection
        try:
            with translated_errors():
                migrate(connection)
                connection.autocommit = False
                connection.execute(f"LOCK TABLE {', '.join(TABLES)} IN EXCLUSIVE MODE")
        except BaseException:
            contents.close()
            raise
        return contents

    def rows(self, table: str) -> Iterator[Row]:
        columns, order = TABLES[table]
        # A named cursor: the server keeps the rows, and hands out a few at a time.
        with translated_errors(), self._connection.cursor(f"all_of_{table}") as cursor:
            cursor.itersize = ROWS_A_FETCH
            query = f"SELECT {', '.join(columns)} FROM {table} ORDER BY {_by_key(order)}"  # noqa: S608
            for row in cursor.execute(query):
                yield (row[0], row[1].hex, tuple(row[2])) if table == "response" else row

    def write(self, table: str, rows: Iterable[Row]) -> None:
        columns = (*TABLES[table][0], *_DERIVED.get(table, ()))
        with (
            translated_errors(),
            self._connection.cursor() as cursor,
            cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy,
        ):
            for row in rows:
                copy.write_row(_to_stored(table, row))

    def execute(self, statement: str) -> list[Row]:
        with translated_errors():
            cursor = self._connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def recount(self) -> None:
        self.execute(
            "INSERT INTO tally (survey, shard, item, value, reports)"
            " SELECT survey, shard, item, get_byte(reports, item), count(*)"
            " FROM response, generate_series(0, length(reports) - 1) AS item"
            " GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"
        )

    def keep(self) -> None:
        with translated_errors():
            self._connection.commit()

    def close(self) -> None:
        self._connection.close()


def _by_key(order: str) -> str:
    """The order by the columns of the primary key, so that nothing needs sorting."""
    return order.replace("response_id", "shard, response_id")


def _to_stored(table: str, row: Row) -> Row:
    """The row with what follows from it."""
    if table == "response":
        survey, response_id, reports = row
        return survey, response_id, bytes(reports), int(response_id[:2], 16)
    if table == "survey":
        return *row, instrument_digest(row)
    return row
