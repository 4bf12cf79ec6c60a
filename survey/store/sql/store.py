"""A store in an SQL database, built from the parts that both engines share."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import astuple

from survey.core.responses.statement import closing_of
from survey.store.interface.store import Store
from survey.store.models import Instructor, KnownKeys, SurveyContents
from survey.store.sql.database import Database, Rows
from survey.store.sql.instructors import COLUMNS, SQLInstructors
from survey.store.sql.moved import mark_moved, moved_to
from survey.store.sql.public_steps import keep_steps
from survey.store.sql.responses import ResponseTable, SQLResponses
from survey.store.sql.statements import put_listed
from survey.store.sql.survey_rows import insert_survey
from survey.store.sql.surveys import SQLSurveys
from survey.store.stored_rows import check_empty


def read_keys(rows: Rows) -> KnownKeys | None:
    """The keys that the database has stored; None before the first start."""
    row = rows.execute("SELECT public_key, secret FROM signing_key").fetchone()
    return KnownKeys(*row) if row else None


def put_keys(rows: Rows, keys: KnownKeys) -> None:
    """Replaces the stored keys by these, in the running transaction."""
    rows.execute("DELETE FROM signing_key")
    _insert(rows, keys)


def _insert(rows: Rows, keys: KnownKeys) -> None:
    """Stores the keys unless there are some; adds the secret if only a signing key is stored."""
    rows.execute(
        "INSERT INTO signing_key (one, public_key, secret) VALUES (1, ?, ?)"
        " ON CONFLICT (one) DO UPDATE SET secret = excluded.secret"
        " WHERE signing_key.secret IS NULL AND signing_key.public_key = excluded.public_key",
        astuple(keys),
    )


def fill(
    rows: Rows,
    table: ResponseTable,
    instructors: Iterable[Instructor],
    surveys: Iterable[SurveyContents],
    keys: KnownKeys | None,
) -> None:
    """Stores these contents in the running transaction; StoreUnavailable if there are surveys."""
    check_empty(rows.execute("SELECT count(*) FROM survey").fetchone()[0])
    rows.execute("DELETE FROM sign_in")
    rows.execute("DELETE FROM instructor")
    if keys:
        put_keys(rows, keys)
    rows.insert(f"instructor ({COLUMNS})", map(astuple, instructors))
    for each in surveys:
        code = each.survey.code
        insert_survey(rows, each.survey)
        keep_steps(rows, code, each.steps)
        tokens = ((code, *token) for token in each.tokens.items())
        rows.insert("token (survey, token_hash, spent)", tokens)
        stated = (
            (code, closing, text, each.definitions.get(closing, ""))
            for closing, text in ((closing_of(text), text) for text in each.statements)
        )
        rows.insert("statement (survey, closing, text, definitions)", stated)
        put_listed(rows, code, "".join(sorted(each.listed or ())))
        responses = (
            (code, *table.key_of(response_id), table.reports_of(reports))
            for response_id, reports in each.responses
        )
        rows.insert(f"response (survey, {table.key}, reports)", responses)
    rows.execute(table.count)


class SQLStore(Store):
    """The parts of a store, on a database whose engine stores responses in this table."""

    def __init__(self, database: Database, table: ResponseTable):
        self.database = database
        super().__init__(
            surveys=SQLSurveys(database),
            responses=SQLResponses(database, table),
            instructors=SQLInstructors(database),
            maintenance=SQLMaintenance(database, table),
        )


class SQLMaintenance:
    """See survey.store.interface.store.Maintenance for what each verb promises."""

    def __init__(self, database: Database, table: ResponseTable):
        self._database, self._table = database, table

    def check_ready(self) -> None:
        self._database.readiness.check()

    def check_sound(self) -> None:
        self._database.check_sound()

    def wipe(self) -> None:
        self._database.wipe()

    def close(self) -> None:
        self._database.close()

    def keys(self) -> KnownKeys | None:
        with self._database.reading() as rows:
            return read_keys(rows)

    def keep_keys(self, keys: KnownKeys) -> KnownKeys:
        def job(rows: Rows) -> KnownKeys:
            _insert(rows, keys)
            return read_keys(rows) or keys

        kept = self.keys()
        return kept if kept and kept.secret else self._database.write(job)

    def replace_keys(self, keys: KnownKeys) -> None:
        self._database.write(lambda rows: put_keys(rows, keys))

    def keeps_deleted(self) -> bool:
        return self._database.keeps_deleted()

    def moved_to(self) -> str | None:
        with self._database.reading() as rows:
            return moved_to(rows)

    def mark_moved(self, name: str | None) -> None:
        self._database.write(lambda rows: mark_moved(rows, name))

    @contextmanager
    def filled(
        self,
        instructors: Iterable[Instructor],
        surveys: Iterable[SurveyContents],
        keys: KnownKeys | None,
    ) -> Iterator[Store]:
        with self._database.alone() as (rows, inside):
            fill(rows, self._table, instructors, surveys, keys)
            yield SQLStore(inside, self._table)
