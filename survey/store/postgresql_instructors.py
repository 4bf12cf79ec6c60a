"""Instructors and who is signed in, in PostgreSQL."""

from dataclasses import astuple

from psycopg.rows import class_row

from survey.store.base import Instructor
from survey.store.base import Store
from survey.store.postgresql_connection import Connections


class PostgreSQLInstructors(Store):
    """The half of the store that concerns instructors; knows nothing of responses."""

    _connections: Connections

    def instructor(self, name: str) -> Instructor | None:
        return self._one_instructor("SELECT * FROM instructor WHERE name = %s", name)

    def save_instructor(self, instructor: Instructor) -> None:
        with self._connections.writing() as connection:
            connection.execute(
                "INSERT INTO instructor (name, password_hash, link_hash, largest_epsilon)"
                " VALUES (%s, %s, %s, %s)"
                " ON CONFLICT (name) DO UPDATE SET password_hash = excluded.password_hash,"
                " link_hash = excluded.link_hash, largest_epsilon = excluded.largest_epsilon",
                astuple(instructor),
            )

    def spend_link(self, link_hash: str, password_hash: str) -> Instructor | None:
        return self._one_instructor(
            "UPDATE instructor SET password_hash = %s, link_hash = NULL"
            " WHERE link_hash = %s RETURNING *",
            password_hash,
            link_hash,
        )

    def link_owner(self, link_hash: str) -> Instructor | None:
        return self._one_instructor("SELECT * FROM instructor WHERE link_hash = %s", link_hash)

    def add_sign_in(self, token_hash: str, name: str) -> None:
        with self._connections.writing() as connection:
            connection.execute(
                "INSERT INTO sign_in (token_hash, instructor) VALUES (%s, %s)", (token_hash, name)
            )

    def sign_in(self, token_hash: str) -> Instructor | None:
        return self._one_instructor(
            "SELECT instructor.* FROM instructor JOIN sign_in ON name = instructor"
            " WHERE token_hash = %s",
            token_hash,
        )

    def remove_sign_in(self, token_hash: str) -> None:
        with self._connections.writing() as connection:
            connection.execute("DELETE FROM sign_in WHERE token_hash = %s", (token_hash,))

    def remove_sign_ins(self, name: str) -> None:
        with self._connections.writing() as connection:
            connection.execute("DELETE FROM sign_in WHERE instructor = %s", (name,))

    def _one_instructor(self, sql: str, *parameters: str) -> Instructor | None:
        with (
            self._connections.reading() as connection,
            connection.cursor(row_factory=class_row(Instructor)) as cursor,
        ):
            return cursor.execute(sql, parameters).fetchone()
