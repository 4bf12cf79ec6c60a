"""Instructors and who is signed in, in the same SQLite file."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from typing import TypeVar

from survey.errors import InstructorNotFound
from survey.store.interface import Store
from survey.store.models import Instructor
from survey.store.rules import check_removable
from survey.store.sqlite.connection import translated_errors
from survey.store.sqlite.owed_wipes import owe, pay
from survey.store.sqlite.readers import Readers
from survey.store.sqlite.writer import Writer

Result = TypeVar("Result")


class SQLiteInstructors(Store):
    """What of the store concerns instructors; knows nothing of responses."""

    _open_connection: Callable[[], sqlite3.Connection]
    _writer: Writer
    _readers: Readers

    def instructor(self, name: str) -> Instructor | None:
        return self._one_instructor("SELECT * FROM instructor WHERE name = ?", name)

    def instructors(self) -> list[Instructor]:
        with self._readers.reading() as connection:
            rows = connection.execute("SELECT * FROM instructor ORDER BY name").fetchall()
        return [Instructor(**row) for row in rows]

    def add_instructor(self, instructor: Instructor) -> bool:
        def job(connection: sqlite3.Connection) -> bool:
            cursor = connection.execute(
                "INSERT INTO instructor (name, password_hash, link_hash, largest_epsilon)"
                " VALUES (:name, :password_hash, :link_hash, :largest_epsilon)"
                " ON CONFLICT (name) DO NOTHING",
                asdict(instructor),
            )
            return cursor.rowcount == 1

        return self._write(job)

    def save_instructor(self, instructor: Instructor) -> None:
        def job(connection: sqlite3.Connection) -> None:
            check_instructor(connection, instructor.name)
            connection.execute(
                "UPDATE instructor SET password_hash = :password_hash, link_hash = :link_hash,"
                " largest_epsilon = :largest_epsilon WHERE name = :name",
                asdict(instructor),
            )

        self._write(job)

    def remove_instructor(self, name: str, heir: str | None = None) -> bool:
        def job(connection: sqlite3.Connection) -> None:
            check_instructor(connection, name)
            if heir is not None:
                check_instructor(connection, heir)
                connection.execute("UPDATE survey SET owner = ? WHERE owner = ?", (heir, name))
            left, surveys = connection.execute(
                "SELECT (SELECT COUNT(*) FROM instructor),"
                " (SELECT COUNT(*) FROM survey WHERE owner = ?)",
                (name,),
            ).fetchone()
            check_removable(name, left, surveys)
            connection.execute("DELETE FROM sign_in WHERE instructor = ?", (name,))
            connection.execute("DELETE FROM instructor WHERE name = ?", (name,))
            owe(connection)

        self._write(job)
        return self._wiped()

    def spend_link(self, link_hash: str, password_hash: str) -> Instructor | None:
        def job(connection: sqlite3.Connection) -> Instructor | None:
            row = connection.execute(
                "UPDATE instructor SET password_hash = ?, link_hash = NULL"
                " WHERE link_hash = ? RETURNING *",
                (password_hash, link_hash),
            ).fetchone()
            return Instructor(**row) if row else None

        return self._write(job)

    def link_owner(self, link_hash: str) -> Instructor | None:
        return self._one_instructor("SELECT * FROM instructor WHERE link_hash = ?", link_hash)

    def add_sign_in(self, token_hash: str, name: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            check_instructor(connection, name)
            connection.execute(
                "INSERT INTO sign_in (token_hash, instructor) VALUES (?, ?)", (token_hash, name)
            )

        self._write(job)

    def sign_in(self, token_hash: str) -> Instructor | None:
        return self._one_instructor(
            "SELECT instructor.* FROM instructor JOIN sign_in ON name = instructor"
            " WHERE token_hash = ?",
            token_hash,
        )

    def remove_sign_in(self, token_hash: str) -> None:
        self._write(
            lambda connection: connection.execute(
                "DELETE FROM sign_in WHERE token_hash = ?", (token_hash,)
            )
        )

    def remove_sign_ins(self, name: str) -> None:
        self._write(
            lambda connection: connection.execute(
                "DELETE FROM sign_in WHERE instructor = ?", (name,)
            )
        )

    def _one_instructor(self, sql: str, parameter: str) -> Instructor | None:
        with self._readers.reading() as connection:
            row = connection.execute(sql, (parameter,)).fetchone()
        return Instructor(**row) if row else None

    def _write(self, job: Callable[[sqlite3.Connection], Result]) -> Result:
        with translated_errors():
            return self._writer.write(job)

    def _rewrite(self) -> None:
        with (
            translated_errors(),
            self._writer.paused(),
            closing(self._open_connection()) as connection,
        ):
            pay(connection)


def check_instructor(connection: sqlite3.Connection, name: str) -> None:
    """Raises InstructorNotFound.

    A foreign key would see it too, but as a fault of the database, which ends
    all that is committed together.
    """
    if not connection.execute("SELECT 1 FROM instructor WHERE name = ?", (name,)).fetchone():
        raise InstructorNotFound(name)
