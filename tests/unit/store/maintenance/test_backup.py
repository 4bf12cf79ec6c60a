"""What a restore asks before it replaces a database, and what it leaves of the former one."""

import os
import sqlite3
import time
from contextlib import closing

import pytest
from instruments import make_instrument

from survey.errors import StoreUnavailable
from survey.store import Survey
from survey.store.maintenance.backup import back_up, restore, tidy
from survey.store.sqlite.engine import SQLiteStore


@pytest.fixture
def backup(tmp_path):
    """A backup of one survey."""
    made = tmp_path / "made.db"
    with closing(SQLiteStore(made)) as store:
        store.surveys.add(Survey("kept34", make_instrument("1/4")))
    target = tmp_path / "backup.db"
    back_up(made, target)
    return target


@pytest.fixture
def database(tmp_path):
    """A database with another survey, which no program has open."""
    path = tmp_path / "survey.db"
    with closing(SQLiteStore(path)) as store:
        store.surveys.add(Survey("gone34", make_instrument("1/4", title="CANARY")))
    return path


def codes(path) -> list[str]:
    with closing(SQLiteStore(path)) as store:
        return [survey.code for survey in store.surveys.all()]


def test_a_file_without_tables_is_filled(backup, tmp_path):
    empty = tmp_path / "survey.db"
    empty.touch()
    restore(backup, empty)
    assert codes(empty) == ["kept34"]


def test_no_file_holds_what_was_replaced_though_another_program_has_the_database_open(
    backup, database, monkeypatch
):
    """Also where the command is ended before it opens the database once more."""

    def ended(path):
        raise KeyboardInterrupt

    with closing(SQLiteStore(database, serving=True)) as other:
        monkeypatch.setattr("survey.store.maintenance.backup.SQLiteStore", ended)
        with pytest.raises(KeyboardInterrupt):
            restore(backup, database, replace=True)
        files = [each for each in database.parent.glob("survey.db*") if each.is_file()]
        assert database in files
        assert [each for each in files if b"CANARY" in each.read_bytes()] == []
        assert other.surveys.get("kept34")


@pytest.mark.parametrize("journal_mode", ["DELETE", "WAL"])
def test_a_database_that_another_program_holds_is_neither_removed_nor_waited_for_for_ever(
    backup, database, monkeypatch, journal_mode
):
    monkeypatch.setattr("survey.store.maintenance.backup.BUSY_SECONDS", 0.1)
    monkeypatch.setattr("survey.store.sqlite.connection.BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute(f"PRAGMA journal_mode = {journal_mode}")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreUnavailable, match="in use by another program"):
            restore(backup, database, replace=True)
        other.execute("ROLLBACK")
    assert codes(database) == ["gone34"]


def test_what_a_check_alone_finds_is_damage_too(backup, database):
    """An index that lacks a row: every statement runs, and some give false answers."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, 'TEXT NOT NULL', 'INTEGER NOT NULL')"
            " WHERE name = 'survey'"
        )
        connection.commit()
    with pytest.raises(StoreUnavailable, match="is damaged"):
        restore(backup, database)
    restore(backup, database, replace=True)
    assert codes(database) == ["kept34"]


def test_nothing_that_lay_beside_a_damaged_database_stays(backup, database):
    beside = [database.with_name(database.name + each) for each in ("-journal", "-wal", "-shm")]
    for each in (database, *beside):
        each.write_bytes(b"CANARY" * 1000)
    restore(backup, database, replace=True)
    there = [each for each in (database, *beside) if each.exists()]
    assert [each for each in there if b"CANARY" in each.read_bytes()] == []
    assert codes(database) == ["kept34"]


@pytest.mark.parametrize("lacking", ["survey", "_sqlite_migrations"])
def test_what_lacks_a_table_of_this_app_is_no_backup_to_be_deleted(backup, tmp_path, lacking):
    other = tmp_path / "other.db"
    back_up(backup, other)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("DROP VIEW every_response")
        connection.execute(f"DROP TABLE {lacking}")
        connection.commit()
    day_before_yesterday = time.time() - 2 * 24 * 3600
    os.utime(other, (day_before_yesterday, day_before_yesterday))
    assert other not in tidy(backup, days=1)
    assert other.exists()
