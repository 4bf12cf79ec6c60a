"""Instructors and who is signed in, in PostgreSQL."""

from dataclasses import asdict

import psycopg
from psycopg.rows import class_row

from survey.errors import InstructorNotFound, InstructorRefused
from survey.store.interface import Store
from survey.store.models import Instructor
from survey.store.postgresql.connection import Connections, only_row
from survey.store.postgresql.owed_wipes import WRITERS, owe
from survey.store.postgresql.schema import lock_key
from survey.store.rules import check_removable

_REMOVING = lock_key("removing instructors")


class PostgreSQLInstructors(Store):
    """What of the store concerns instructors; knows nothing of responses."""

    _connections: Connections

    def instructor(self, name: str) -> Instructor | None:
        return self._one_instructor("SELECT * FROM instructor WHERE name = %s", name)

    def instructors(self) -> list[Instructor]:
        return self._instructors("SELECT * FROM instructor ORDER BY name")

    def add_instructor(self, instructor: Instructor) -> bool:
        with self._connections.transaction() as connection:
            cursor = connection.execute(
                "INSERT INTO instructor (name, password_hash, link_hash, largest_epsilon)"
                " VALUES (%(name)s, %(password_hash)s, %(link_hash)s, %(largest_epsilon)s)"
                " ON CONFLICT (name) DO NOTHING",
                asdict(instructor),
            )
            return cursor.rowcount == 1

    def save_instructor(self, instructor: Instructor) -> None:
        with self._connections.transaction() as connection:
            cursor = connection.execute(
                "UPDATE instructor SET password_hash = %(password_hash)s,"
                " link_hash = %(link_hash)s, largest_epsilon = %(largest_epsilon)s"
                " WHERE name = %(name)s",
                asdict(instructor),
            )
            if not cursor.rowcount:
                raise InstructorNotFound(instructor.name)

    def remove_instructor(self, name: str, heir: str | None = None) -> bool:
        with self._connections.transaction() as connection:
            # One after another, so that two cannot remove each other's last colleague.
            connection.execute(
                "SELECT pg_advisory_xact_lock_shared(%s), pg_advisory_xact_lock(%s)",
                (WRITERS, _REMOVING),
            )
            for each in (name, heir):
                if each is not None:
                    check_instructor(connection, each)
            if heir is not None:
                connection.execute("UPDATE survey SET owner = %s WHERE owner = %s", (heir, name))
            left, surveys = only_row(
                connection,
                "SELECT (SELECT count(*) FROM instructor),"
                " (SELECT count(*) FROM survey WHERE owner = %s)",
                (name,),
            )
            check_removable(name, left, surveys)
            connection.execute("DELETE FROM sign_in WHERE instructor = %s", (name,))
            try:
                connection.execute("DELETE FROM instructor WHERE name = %s", (name,))
            except psycopg.errors.ForeignKeyViolation:
                # A survey, or a sign-in, that was added at this very moment.
                raise InstructorRefused(f"{name} is at work. Please try again.") from None
            owe(connection)
        return self._wiped()

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
        with self._connections.transaction() as connection:
            check_instructor(connection, name)
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
        with self._connections.transaction() as connection:
            connection.execute("DELETE FROM sign_in WHERE token_hash = %s", (token_hash,))

    def remove_sign_ins(self, name: str) -> None:
        with self._connections.transaction() as connection:
            connection.execute("DELETE FROM sign_in WHERE instructor = %s", (name,))

    def _one_instructor(self, sql: str, *parameters: str) -> Instructor | None:
        return next(iter(self._instructors(sql, *parameters)), None)

    def _instructors(self, sql: str, *parameters: str) -> list[Instructor]:
        with (
            self._connections.autocommit() as connection,
            connection.cursor(row_factory=class_row(Instructor)) as cursor,
        ):
            return cursor.execute(sql, parameters).fetchall()


def check_instructor(connection: psycopg.Connection, name: str) -> None:
    """Raises InstructorNotFound; else nobody removes the instructor before the transaction ends."""
    row = connection.execute(
        "SELECT 1 FROM instructor WHERE name = %s FOR KEY SHARE", (name,)
    ).fetchone()
    if row is None:
        raise InstructorNotFound(name)
