"""All that a SQLite file holds, for copying."""

import json
import sqlite3
from collections.abc import Iterable
from collections.abc import Iterator
from pathlib import Path

from survey.errors import StoreUnavailable
from survey.store.connection import connect
from survey.store.connection import translated_errors
from survey.store.contents import TABLES
from survey.store.contents import Contents
from survey.store.contents import Row
from survey.store.contents import instrument_digest
from survey.store.files import create_private
from survey.store.inspection import open_read_only
from survey.store.inspection import table_names
from survey.store.schema import all_steps
from survey.store.schema import applied_steps
from survey.store.schema import migrate

_DERIVED = {"survey": ("digest",)}  # columns that follow from the others
_FLAGS = {"results_public", "tokens_required", "spent"}  # which SQLite keeps as numbers


class SQLiteContents(Contents):
    """Read without changing a byte, or written whole or not at all."""

    def __init__(self, path: Path, connection: sqlite3.Connection, made: bool):
        self._path, self._connection, self._made = path, connection, made
        self._kept = False

    @classmethod
    def to_read(cls, path: Path) -> "SQLiteContents":
        """Others can read meanwhile; what they write waits."""
        with translated_errors():
            contents = cls(path, open_read_only(path), made=False)
            try:
                contents._connection.execute("BEGIN")
                contents._check_release()
            except BaseException:
                contents.close()
                raise
        return contents

    @classmethod
    def to_write(cls, path: Path) -> "SQLiteContents":
        """Made if it is not there, readable by its owner only, and gone again if not kept."""
        made = not path.exists()
        with translated_errors():
            if made:
                create_private(path)
            contents = cls(path, connect(path), made)
            try:
                migrate(contents._connection)
                contents._connection.execute("BEGIN EXCLUSIVE")
            except BaseException:
                contents.close()
                raise
        return contents

    def rows(self, table: str) -> Iterator[Row]:
        columns, order = TABLES[table]
        query = f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}"  # noqa: S608
        with translated_errors():
            for row in self._connection.execute(query):
                yield _from_stored(table, tuple(row))

    def write(self, table: str, rows: Iterable[Row]) -> None:
        columns = (*TABLES[table][0], *_DERIVED.get(table, ()))
        marks = ", ".join("?" * len(columns))
        insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608
        with translated_errors():
            self._connection.executemany(insert, (_to_stored(table, row) for row in rows))

    def execute(self, statement: str) -> list[Row]:
        with translated_errors():
            return self._connection.execute(statement).fetchall()

    def recount(self) -> None:
        self.execute(
            "INSERT INTO tally (survey, item, value, reports)"
            " SELECT survey, key, value, COUNT(*) FROM response, json_each(reports)"
            " GROUP BY 1, 2, 3"
        )

    def keep(self) -> None:
        with translated_errors():
            self._connection.execute("COMMIT")
        self._kept = True

    def close(self) -> None:
        self._connection.close()
        if self._made and not self._kept:
            self._path.unlink()

    def _check_release(self) -> None:
        """Raises StoreUnavailable unless the file has this release's schema."""
        if not table_names(self._connection) >= {"survey", "_sqlite_migrations"}:
            raise StoreUnavailable(f"{self._path} is no database of this app.")
        if applied_steps(self._connection) != all_steps():
            raise StoreUnavailable(
                f"{self._path} was made by another release. Start that folder's app once with "
                "the newer of the two."
            )


def _from_stored(table: str, row: Row) -> Row:
    if table == "response":
        return (*row[:2], tuple(json.loads(row[2])))
    columns, _ = TABLES[table]
    return tuple(
        bool(value) if column in _FLAGS else value
        for column, value in zip(columns, row, strict=True)
    )


def _to_stored(table: str, row: Row) -> Row:
    if table == "response":
        return (*row[:2], json.dumps(row[2], separators=(",", ":")))
    return (*row, instrument_digest(row)) if table == "survey" else row
