"""survey doctor: every fault of a database is found and named, and nothing is changed."""

import os
import secrets
import shutil
import sqlite3
from contextlib import closing

import psycopg
from checkups import bytes_of
from contract_survey import response
from instruments import make_one_question_each, make_withdrawn_instrument

from survey.core.responses.response import Response
from survey.errors import StoreUnavailable
from survey.store import State, Survey
from survey.store.postgresql.migrations import MIGRATIONS
from survey.store.sqlite import inspection, write_ahead_log
from survey.store.sqlite.engine import SQLiteStore


def test_a_damaged_database_is_found(fault, data):
    content = (data / "survey.db").read_bytes()
    (data / "survey.db").write_bytes(content[:100] + b"\xff" * (len(content) - 100))
    assert "damaged" in fault("database")


def change(data, *statements: str) -> None:
    with closing(sqlite3.connect(data / "survey.db", isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_a_database_that_cannot_be_written_is_found(fault, data, monkeypatch):
    database = data / "survey.db"
    monkeypatch.setattr(os, "access", lambda path, mode: path != database or not mode & os.W_OK)
    said = fault("database")
    assert said == f"{database} cannot be written by this account. Make it yours."


def test_counts_that_do_not_agree_with_the_responses_are_found(fault, data):
    change(data, "UPDATE tally SET reports = reports + 1 WHERE item = 0")
    assert "cannot be trusted" in fault("database")


def test_a_questionnaire_that_is_not_its_digest_s_is_found(fault, survey_command, data, tmp_path):
    change(data, """UPDATE survey SET instrument = replace(instrument, '1/4', '2/5')""")
    assert "The questionnaire of survey bcd234 was changed" in fault("database")
    assert survey_command("backup", tmp_path / "kept.db", "--data", data).code == 1


def test_a_database_of_a_later_release_is_found(fault, data):
    change(data, "UPDATE _sqlite_migrations SET name = 'm999' WHERE name = 'm008_digest'")
    assert "later release" in fault("database")


def test_a_database_of_an_earlier_release_is_well(doctor, data):
    change(data, "DELETE FROM _sqlite_migrations WHERE name = 'm008_digest'")
    assert "the next start brings" in doctor()[0]["database"]["says"]


def test_answers_that_are_not_randomized_are_found(fault, data):
    with closing(SQLiteStore(data / "survey.db")) as store:
        store.surveys.add(Survey("opn234", make_withdrawn_instrument("Before"), State.OPEN))
    before = bytes_of(data)
    assert "these surveys hold some: “Before” (opn234). Nothing was changed." in fault("database")
    assert bytes_of(data) == before


def test_what_is_yet_to_be_wiped_is_found_until_it_is(doctor, fault, data, monkeypatch):
    with closing(SQLiteStore(data / "survey.db")) as store:
        with monkeypatch.context() as patch:
            patch.setattr(store.database, "wipe", lambda: None)
            store.surveys.delete("bcd234")
        said = fault("database")
        assert "not erased from the database's files yet" in said
        assert "start it, end whatever reads the database for long, or free some space" in said
        store.maintenance.wipe()
    assert doctor()[1] == 0


def test_how_the_file_is_written_is_told(doctor, data):
    assert "a rollback journal: sound" in doctor()[0]["database"]["says"]
    SQLiteStore(data / "survey.db", serving=True).close()
    said = doctor()[0]["database"]["says"]
    assert "a write-ahead log, processes write in turn: sound" in said


def test_a_log_that_another_program_keeps_from_being_emptied_is_found(
    fault, data, instrument, monkeypatch
):
    monkeypatch.setattr(write_ahead_log, "LARGE_LOG", 100_000)
    with (
        closing(SQLiteStore(data / "survey.db", serving=True)) as store,
        closing(sqlite3.connect(data / "survey.db", isolation_level=None)) as reader,
    ):
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM response").fetchone()
        for number in range(100, 160):
            store.responses.add("bcd234", response(number, 0, 1, 0, instrument=instrument))
        assert "another program has been reading the database for long" in fault("database")


def test_a_file_left_in_the_middle_of_a_write_is_found_and_left(fault, data, tmp_path):
    """Copied in the middle of a transaction that has spilled to the disk: a crash looks so."""
    change(data, "CREATE TABLE filler (x)", "INSERT INTO filler VALUES (zeroblob(400000))")
    with closing(sqlite3.connect(data / "survey.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 2")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE filler SET x = randomblob(400000)")
        shutil.copytree(data, tmp_path / "crashed", copy_function=shutil.copy)
    crashed = tmp_path / "crashed"
    before = bytes_of(crashed)
    assert "survey.db-journal" in before
    assert "in the middle of a write" in fault("database", "--data", crashed)
    assert bytes_of(crashed) == before


def test_a_sqlite_that_ignores_what_it_is_asked_for_is_found(fault, monkeypatch):
    weak = tuple(each.replace("EXTRA", "NORMAL") for each in inspection.PRAGMAS)
    monkeypatch.setattr(inspection, "PRAGMAS", weak)
    assert "synchronous" in fault("database")


def test_responses_that_come_in_meanwhile_are_no_fault(data, instrument, monkeypatch):
    """The count of responses and the sum of counts are of one moment."""
    store = SQLiteStore(data / "survey.db")
    table_names, refused = inspection.table_names, []

    def meanwhile(connection):
        monkeypatch.setattr("survey.store.sqlite.connection.BUSY_SECONDS", 0.05)
        try:
            store.responses.add("bcd234", response(77, instrument=instrument))
        except StoreUnavailable as error:
            refused.append(error)
        return table_names(connection)

    monkeypatch.setattr(inspection, "table_names", meanwhile)
    assert inspection.inspect_file(data / "survey.db").kept.responses == 5
    store.close()
    assert len(refused) == 1  # it waited for the look to end, here for too short a time


def test_on_postgresql(doctor, data, postgresql_url, postgresql_store, instrument):
    """The store is there, so its schema is; the counts are those of the responses."""
    postgresql_store.surveys.add(Survey("bcd234", instrument, State.OPEN))
    for number in range(3):
        postgresql_store.responses.add("bcd234", response(number, instrument=instrument))
    found, code = doctor("--database", postgresql_url)
    assert code == 0
    said = found["database"]["says"]
    assert "sound, 1 survey with 3 responses; the schema is up to date." in said
    assert "PostgreSQL 1" in said
    assert postgresql_url not in said


ONE_EACH = make_one_question_each()


def add_one_question_each(store) -> None:
    """A survey with a response to its first question, and five to another, of two items."""
    store.surveys.add(Survey("each34", ONE_EACH, State.OPEN))
    for number in range(6):
        asked = (0,) if number == 0 else (2, 3)
        reports = tuple(1 if item in asked else None for item in range(len(ONE_EACH.items)))
        store.responses.add("each34", Response(ONE_EACH.digest, f"{number:032x}", reports))


def test_responses_that_answer_another_question_than_the_first_are_counted(
    doctor, survey_command, data, tmp_path, postgresql_url, postgresql_store
):
    add_one_question_each(postgresql_store)
    said = doctor("--database", postgresql_url)[0]["database"]["says"]
    assert "sound, 1 survey with 6 responses" in said
    with closing(SQLiteStore(data / "survey.db")) as store:
        add_one_question_each(store)
    found, code = doctor()
    assert code == 0
    assert "sound, 2 surveys with 11 responses" in found["database"]["says"]
    kept = tmp_path / "kept.db"
    outcome = survey_command("backup", kept, "--data", data)
    assert outcome.out == f"{kept} holds 2 surveys with 11 responses.\n"


def test_a_questionnaire_that_is_not_its_digest_s_is_found_on_postgresql(
    fault, postgresql_url, postgresql_store, instrument
):
    postgresql_store.surveys.add(Survey("bcd234", instrument, State.OPEN))
    with closing(psycopg.connect(postgresql_url, autocommit=True)) as connection:
        connection.execute("UPDATE survey SET instrument = replace(instrument, '1/4', '2/5')")
    assert "survey bcd234 was changed" in fault("database", "--database", postgresql_url)


def test_an_empty_postgresql_database_stays_empty(doctor, postgresql_url):
    for _ in range(2):
        said = doctor("--database", postgresql_url)[0]["database"]["says"]
        assert "0 surveys with 0 responses; the next start brings" in said


def test_a_postgresql_database_of_a_later_release_is_found(fault, postgresql_url, postgresql_store):
    with postgresql_store.database.connections.transaction() as connection:
        connection.execute("INSERT INTO migration VALUES (%s)", (len(MIGRATIONS) + 1,))
    assert "later release" in fault("database", "--database", postgresql_url)


def test_tables_of_another_role_are_found(fault, postgresql_url, postgresql_store):
    """As after pg_restore by an administrator with --no-owner: it opens, and cannot close."""
    role = f"app_{secrets.token_hex(4)}"
    with closing(psycopg.connect(postgresql_url, autocommit=True)) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN PASSWORD '{connection.info.password}'")
        connection.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}")
        address = f"{postgresql_url}{'&' if '?' in postgresql_url else '?'}user={role}"
        said = fault("database", "--database", address)
        assert f"{role} can close and delete nothing" in said
        connection.execute(f"DROP OWNED BY {role}")
        connection.execute(f"DROP ROLE {role}")


def test_a_postgresql_server_that_cannot_be_reached_is_found(fault, free_port):
    address = f"postgresql://tester:canary@127.0.0.1:{free_port}/x"
    said = fault("database", "--database", address)
    assert "No PostgreSQL server answers" in said
    assert "canary" not in said
