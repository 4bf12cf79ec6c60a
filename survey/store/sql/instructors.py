"""Instructors and their sign-ins in an SQL database."""

from dataclasses import astuple

from survey.errors import InstructorNotFound
from survey.store.models import Instructor
from survey.store.rules import check_removable
from survey.store.sql.colleagues import forget_colleague, forget_owners_role
from survey.store.sql.database import Database, Rows, wiped
from survey.store.sql.decisions import responses_to_surveys_of
from survey.store.sql.survey_rows import check_instructor, delete_survey, survey_lock
from survey.store.stamps import account_stamp, check_stamp

COLUMNS = "name, password_hash, link_hash, largest_epsilon, language"
_INSTRUCTOR = f"SELECT {COLUMNS} FROM instructor"  # noqa: S608
_ADD = f"INSERT INTO instructor ({COLUMNS}) VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING"  # noqa: S608
_SPEND = (
    "UPDATE instructor SET password_hash = ?, link_hash = NULL WHERE link_hash = ?"  # noqa: S608
    f" RETURNING {COLUMNS}"
)


class SQLInstructors:
    """See survey.store.interface.store for what each verb promises."""

    def __init__(self, database: Database):
        self._database = database

    def get(self, name: str) -> Instructor | None:
        return self._one(f"{_INSTRUCTOR} WHERE name = ?", name)

    def all(self) -> list[Instructor]:
        with self._database.reading() as rows:
            found = rows.execute(f"{_INSTRUCTOR} ORDER BY name").fetchall()
        return [Instructor(*row) for row in found]

    def add(self, instructor: Instructor) -> bool:
        return self._database.write(
            lambda rows: rows.execute(_ADD, astuple(instructor)).rowcount == 1
        )

    def save(self, instructor: Instructor) -> None:
        def job(rows: Rows) -> None:
            changed = rows.execute(
                "UPDATE instructor SET password_hash = ?, link_hash = ?, largest_epsilon = ?,"
                " language = ? WHERE name = ?",
                (instructor.password_hash, instructor.link_hash, instructor.largest_epsilon,
                 instructor.language, instructor.name),
            ).rowcount  # fmt: skip
            if not changed:
                raise InstructorNotFound(instructor.name)

        self._database.write(job)

    def stamp(self, name: str) -> str:
        with self._database.reading() as rows:
            return account_stamp(name, responses_to_surveys_of(rows, name))

    def remove(
        self,
        name: str,
        heir: str | None = None,
        delete_surveys: bool = False,
        shown: str | None = None,
    ) -> bool:
        to_delete = self._surveys_of(name) if delete_surveys else []

        def job(rows: Rows) -> None:
            check_instructor(rows, name, rows.for_update)  # waits for a survey that they are adding
            check_stamp(shown, account_stamp(name, responses_to_surveys_of(rows, name)))
            for code in to_delete:  # one that was added since keeps its owner
                delete_survey(rows, code)
            if heir is not None:
                check_instructor(rows, heir, rows.for_share)
                rows.execute("UPDATE survey SET owner = ? WHERE owner = ?", (heir, name))
                forget_owners_role(rows, heir)
            left, kept = rows.execute(
                "SELECT (SELECT count(*) FROM instructor),"
                " (SELECT count(*) FROM survey WHERE owner = ?)",
                (name,),
            ).fetchone()
            check_removable(name, left, kept)
            forget_colleague(rows, name)
            rows.execute("DELETE FROM sign_in WHERE instructor = ?", (name,))
            rows.execute("DELETE FROM instructor WHERE name = ?", (name,))
            self._database.note_pending_wipe(rows)

        # One removal at a time, so that two instructors cannot remove each other and leave nobody.
        self._database.delete(job, "removing instructors", *map(survey_lock, to_delete))
        return wiped(self._database)

    def spend_link(self, link_hash: str, password_hash: str) -> Instructor | None:
        def job(rows: Rows) -> Instructor | None:
            row = rows.execute(_SPEND, (password_hash, link_hash)).fetchone()
            return Instructor(*row) if row else None

        return self._database.write(job)

    def link_owner(self, link_hash: str) -> Instructor | None:
        return self._one(f"{_INSTRUCTOR} WHERE link_hash = ?", link_hash)

    def add_sign_in(self, token_hash: str, name: str) -> None:
        def job(rows: Rows) -> None:
            check_instructor(rows, name, rows.for_share)
            rows.execute("INSERT INTO sign_in (token_hash, instructor) VALUES (?, ?)",
                         (token_hash, name))  # fmt: skip

        self._database.write(job)

    def signed_in(self, token_hash: str) -> Instructor | None:
        return self._one(
            f"{_INSTRUCTOR} JOIN sign_in ON name = instructor WHERE token_hash = ?", token_hash
        )

    def remove_sign_in(self, token_hash: str) -> None:
        self._database.write(
            lambda rows: rows.execute("DELETE FROM sign_in WHERE token_hash = ?", (token_hash,))
        )

    def remove_sign_ins(self, name: str) -> None:
        self._database.write(
            lambda rows: rows.execute("DELETE FROM sign_in WHERE instructor = ?", (name,))
        )

    def _surveys_of(self, name: str) -> list[str]:
        with self._database.reading() as rows:
            return [code for code, _ in responses_to_surveys_of(rows, name)]

    def _one(self, statement: str, value: str) -> Instructor | None:
        with self._database.reading() as rows:
            row = rows.execute(statement, (value,)).fetchone()
        return Instructor(*row) if row else None
