"""Instructors and who is signed in, in the same SQLite file."""

import sqlite3
from collections.abc import Callable
from typing import TypeVar

from survey.store.base import Instructor
from survey.store.base import Store
from survey.store.connection import translated_errors
from survey.store.readers import Readers
from survey.store.writer import Writer

Result = TypeVar("Result")


class SQLiteInstructors(Store):
    """The half of the store that concerns instructors; knows nothing of responses."""

    _writer: Writer
    _readers: Readers

    def instructor(self, name: str) -> Instructor | None:
        return self._one_instructor("SELECT * FROM instructor WHERE name = ?", name)

    def save_instructor(self, instructor: Instructor) -> None:
        self._write(
            lambda connection: connection.execute(
                "INSERT INTO instructor (name, password_hash, link_hash, largest_epsilon)"
                " VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET"
                " password_hash = excluded.password_hash, link_hash = excluded.link_hash,"
                " largest_epsilon = excluded.largest_epsilon",
                (
                    instructor.name,
                    instructor.password_hash,
                    instructor.link_hash,
                    instructor.largest_epsilon,
                ),
            )
        )

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
        self._write(
            lambda connection: connection.execute(
                "INSERT INTO sign_in (token_hash, instructor) VALUES (?, ?)", (token_hash, name)
            )
        )

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
