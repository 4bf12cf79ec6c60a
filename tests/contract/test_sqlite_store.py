"""The SQLite store keeps the contract, and fails in sentences."""

import os
import shutil
import sqlite3
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from contract_survey import INSTRUMENT, response
from file_contents import contents
from pending_wipes_contract import REFUSAL
from responses_contract import await_waiting
from sqlite_utils import Database
from store_contract import StoreContract

from survey.errors import StoreUnavailable
from survey.store import Instructor, State, Survey
from survey.store.sql import database, group_writer
from survey.store.sql.database import is_wipe_pending
from survey.store.sqlite import connection as store_connection
from survey.store.sqlite.connection import connect
from survey.store.sqlite.engine import SQLiteStore
from survey.store.sqlite.inspection import PROMISED
from survey.store.sqlite.schema import sqlite_utils_migrations


class TestSQLiteStore(StoreContract):
    """The fixture `store` is a SQLite file."""

    later_migration = (
        "INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('deniable', 'm999_later')"
    )

    @pytest.fixture
    def another_store(self, config, store):
        """The same file, as another process has it open."""
        with closing(SQLiteStore(config.database)) as another:
            yield another

    @pytest.fixture
    def place(self, config):
        return config.database

    def held(self, place):
        return place.read_bytes()

    def is_wipe_pending(self, store):
        with store.database.reading() as connection:
            return is_wipe_pending(connection)

    def refuse(self, store, patch):
        def full() -> None:
            raise StoreUnavailable(REFUSAL)

        patch.setattr(store.database, "_rewrite", full)


class TestSQLiteStoreWithoutLog(TestSQLiteStore):
    """The fixture `store` is a SQLite file that is written with a rollback journal."""

    @pytest.fixture
    def store(self, config, new_database):
        shutil.copy(new_database, config.database)
        with closing(SQLiteStore(config.database)) as store:
            yield store
            assert not config.database.with_name("survey.db-wal").exists()


@pytest.fixture
def opened(store):
    store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
    return store


def test_every_connection_has_the_durable_settings(config, store):
    with closing(connect(config.database)) as connection:
        settings = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in PROMISED}
    assert settings == PROMISED
    assert settings["fullfsync"] == 1  # which macOS alone heeds


def test_file_is_readable_by_its_owner_only(config, store):
    assert stat.S_IMODE(config.database.stat().st_mode) == 0o600


def test_opening_again_keeps_everything(config, opened):
    opened.responses.add("open34", response(1))
    opened.close()
    with closing(SQLiteStore(config.database)) as again:
        assert again.responses.tally("open34").responses == 1


def test_all_migrations_are_applied_once(config, store):
    with closing(connect(config.database)) as connection:
        assert sqlite_utils_migrations().pending(Database(connection)) == []


# What an installation may hold, by table and column; earlier schemas have fewer of them.
HELD = {
    "survey": {"code": "bcd234", "state": "open", "instrument": INSTRUMENT.canonical_json,
               "results_public": 1, "fewest_responses": 7},
    "response": {"survey": "bcd234", "response_id": "0" * 31 + "1", "reports": "[0,1]"},
    "tally": {"survey": "bcd234", "question": 1, "item": 1, "value": 1, "reports": 1},
    "instructor": {"name": "ada", "password_hash": "hash", "link_hash": "link"},
    "sign_in": {"token_hash": "token", "instructor": "ada"},
}  # fmt: skip
with closing(sqlite3.connect(":memory:")) as empty:
    STEPS = [step.name for step in sqlite_utils_migrations().pending(Database(empty))]


@pytest.mark.parametrize("step", STEPS[1:])
def test_database_of_every_earlier_schema_keeps_what_it_holds(config, step):
    """Made as it was before `step`, filled, and opened by this version."""
    config.database.touch(mode=0o600)
    with closing(sqlite3.connect(config.database)) as connection:
        earlier = Database(connection)
        sqlite_utils_migrations().apply(earlier, stop_before=step)
        for table in set(HELD) & set(earlier.table_names()):
            columns = earlier[table].columns_dict
            earlier[table].insert({k: v for k, v in HELD[table].items() if k in columns})
        had = set(earlier.table_names())
        connection.commit()
        left = [each.name for each in sqlite_utils_migrations().pending(earlier)]
        assert left == STEPS[STEPS.index(step) :]
    with closing(SQLiteStore(config.database)) as store:
        assert store.surveys.get("bcd234") == Survey("bcd234", INSTRUMENT, State.OPEN, True, 7)
        assert list(store.responses.all("bcd234")) == [("0" * 31 + "1", (0, 1))]
        assert store.responses.tally("bcd234").counts[1] == (0, 1)
        assert store.responses.add("bcd234", response(1)) is False
        assert store.responses.add("bcd234", response(2)) is True
        if "instructor" in had:
            assert store.instructors.signed_in("token") == Instructor("ada", "hash", "link")


def test_several_may_make_one_database_at_once(tmp_path):
    for number in range(5):
        path, together = tmp_path / f"{number}.db", threading.Barrier(4)

        def open_it(path=path, together=together):
            together.wait()
            SQLiteStore(path).close()

        with ThreadPoolExecutor(4) as threads:
            for opening in [threads.submit(open_it) for _ in range(4)]:
                opening.result()


def test_what_an_earlier_release_closed_owes_its_first_statement(config):
    config.database.touch(mode=0o600)
    with closing(sqlite3.connect(config.database)) as connection:
        sqlite_utils_migrations().apply(Database(connection), stop_before="m014_statements")
        Database(connection)["survey"].insert_all(
            {**HELD["survey"], "code": code, "state": state}
            for code, state in (("open34", "open"), ("clsd34", "closed"))
        )
        connection.commit()
    with closing(SQLiteStore(config.database)) as store:
        assert store.surveys.missing_statements() == ["clsd34"]


def test_what_an_earlier_release_opened_again_closes_and_keeps_its_statement(config):
    config.database.touch(mode=0o600)
    with closing(sqlite3.connect(config.database)) as connection:
        sqlite_utils_migrations().apply(Database(connection), stop_before="m019_closing_is_final")
        rows = {"open34": ("open", 0), "agn234": ("open", 1), "clsd34": ("closed", 2)}
        Database(connection)["survey"].insert_all(
            {**HELD["survey"], "code": code, "state": state, "closings": closings}
            for code, (state, closings) in rows.items()
        )
        Database(connection)["statement"].insert_all(
            {"survey": code, "closing": 1, "text": "signed", "listed": "a" * 32}
            for code in ("agn234", "clsd34")
        )
        Database(connection)["public_step"].insert_all(
            {"survey": code, "due": 20, "shown": "[]", "published": 3} for code in rows
        )
        connection.commit()
    with closing(SQLiteStore(config.database)) as store:
        states = {each.code: each.state for each in store.surveys.all()}
        assert states == {"open34": "open", "agn234": "closed", "clsd34": "closed"}
        assert store.surveys.missing_statements() == []
        assert store.surveys.listed("agn234") == {"a" * 32}
        with store.database.reading() as reading:
            assert is_wipe_pending(reading)
            kept = reading.execute("SELECT survey FROM public_step").fetchall()
        assert [code for (code,) in kept] == ["open34"]


@pytest.mark.parametrize("known", [[], ["instructor"]])
def test_surveys_of_an_earlier_version_belong_to_the_one_instructor_there_was(config, known):
    """With responses, so that a migration that rewrites the table would lose or refuse them."""
    config.database.touch(mode=0o600)
    with closing(sqlite3.connect(config.database)) as connection:
        sqlite_utils_migrations().apply(Database(connection), stop_before="m007_owner")
        for name in known:
            connection.execute("INSERT INTO instructor VALUES (?, 'hash', 'link', 2.5)", (name,))
        for code in ("open34", "drft34"):
            connection.execute(
                "INSERT INTO survey (code, state, instrument, results_public, fewest_responses)"
                " VALUES (?, 'open', ?, 0, 5)",
                (code, INSTRUMENT.canonical_json),
            )
        connection.execute("INSERT INTO response VALUES ('open34', ?, '[0,1]')", ("0" * 32,))
        connection.execute("INSERT INTO tally VALUES ('open34', 0, 0, 1), ('open34', 1, 1, 1)")
        connection.commit()
    with closing(SQLiteStore(config.database)) as store:
        assert [each.code for each in store.surveys.all("instructor")] == ["drft34", "open34"]
        assert store.responses.tally("open34").responses == 1
        kept = Instructor("instructor", "hash", "link", 2.5) if known else Instructor("instructor")
        assert store.instructors.all() == [kept]
    with closing(connect(config.database)) as connection:
        with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
            connection.execute("UPDATE survey SET owner = 'nobody'")
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def add_while_paused(store, numbers) -> tuple[list[bool], list[int]]:
    """What 20 threads are answered that wait together, and the sizes of the commits."""
    commits, results = [], []
    commit = store.database.writer._do
    store.database.writer._do = lambda work, together: (
        commits.append(len(together)), commit(work, together)
    )  # fmt: skip

    def add(number: int) -> None:
        results.append(store.responses.add("open34", response(number)))

    threads = [threading.Thread(target=add, args=[number]) for number in numbers]
    with store.database.writer.paused():
        for thread in threads:
            thread.start()
        await_waiting(store, len(threads) - 1)
    store.close()  # finishes what waits
    for thread in threads:
        thread.join()
    return results, commits


def test_those_who_wait_share_a_commit_and_closing_finishes_it(config, opened):
    results, commits = add_while_paused(SQLiteStore(config.database), range(20))
    assert results == [True] * 20
    assert commits[0] == 20
    assert opened.responses.tally("open34").responses == 20


def test_failing_job_undoes_itself_alone(opened):
    def half_done(connection):
        connection.execute("UPDATE survey SET state = 'closed'")
        raise RuntimeError("halfway")

    with pytest.raises(RuntimeError):
        opened.database.writer.write(half_done)
    assert opened.surveys.get("open34").state is State.OPEN
    assert opened.responses.add("open34", response(1))


def test_full_disk_is_refused_and_nothing_is_torn_and_it_recovers(config, opened, monkeypatch):
    opened.responses.add("open34", response(0))
    size = config.database.stat().st_size // 4096
    opened.database.writer._forget_connection()
    monkeypatch.setattr(
        store_connection, "PRAGMAS", (*store_connection.PRAGMAS, f"PRAGMA max_page_count = {size}")
    )
    stored = 1
    with pytest.raises(StoreUnavailable, match="disk is full"):
        for number in range(1, 5000):
            stored += opened.responses.add("open34", response(number))
    assert (
        opened.responses.tally("open34").responses
        == stored
        == len(list(opened.responses.all("open34")))
    )
    monkeypatch.undo()
    assert opened.responses.add("open34", response(9999))


def test_asking_whether_it_stores_writes_to_the_disk_and_changes_nothing(config, opened):
    opened.responses.add("open34", response(1))
    opened.database.write(lambda rows: None)  # empties the log
    opened.database.writer.log.forget()
    files = config.database, config.database.with_name("survey.db-wal")
    before, said = [each.read_bytes() for each in files], contents(config.database)
    opened.database.readiness._proved_until = 0
    opened.maintenance.check_ready()
    assert [each.read_bytes() for each in files] != before
    opened.database.write(lambda rows: None)
    assert contents(config.database) == said


def test_asking_whether_it_stores_looks_at_the_file_and_not_at_what_is_in_memory(config, opened):
    """The connection that stores has read these pages, and would go on with them."""
    opened.responses.add("open34", response(1))
    content = config.database.read_bytes()
    config.database.write_bytes(content[:100] + bytes(len(content) - 100))
    opened.database.readiness._proved_until = 0
    with pytest.raises(StoreUnavailable, match="damaged"):
        opened.maintenance.check_ready()


def test_rewriting_the_file_is_ready_though_nothing_is_stored_meanwhile(opened, monkeypatch):
    monkeypatch.setattr(database, "ANSWER_SECONDS", 0.2)

    with opened.database._only_connection(), opened.database.readiness.wiping():
        opened.maintenance.check_ready()
    with opened.database.writer.paused(), pytest.raises(StoreUnavailable, match="does not answer"):
        opened.maintenance.check_ready()


def test_database_locked_by_another_program_is_refused_in_a_sentence(config, opened, monkeypatch):
    monkeypatch.setattr(store_connection, "BUSY_SECONDS", 0.1)
    opened.database.writer._forget_connection()
    with closing(sqlite3.connect(config.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreUnavailable, match="in use by another program"):
            opened.responses.add("open34", response(1))
        other.execute("ROLLBACK")
    assert opened.responses.add("open34", response(1))


@pytest.mark.parametrize("content", [b"not a database at all" * 300, os.urandom(8192)])
def test_file_that_is_no_database_is_refused_in_a_sentence(tmp_path, content):
    path = tmp_path / "survey.db"
    path.write_bytes(content)
    with pytest.raises(StoreUnavailable, match="not a SQLite database"):
        SQLiteStore(path)
    assert path.read_bytes() == content


def test_missing_folder_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(StoreUnavailable, match="cannot be used"):
        SQLiteStore(tmp_path / "no" / "survey.db")


def test_waiting_room_is_bounded(opened, monkeypatch):
    monkeypatch.setattr(group_writer, "MOST_WAITING", 0)
    with pytest.raises(StoreUnavailable, match="Too many"):
        opened.responses.add("open34", response(1))
