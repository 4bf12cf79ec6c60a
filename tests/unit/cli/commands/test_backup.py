"""survey backup and restore: a drill with the app running, and every file that must be refused."""

import errno
import hashlib
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest
from instruments import make_instrument, make_withdrawn_instrument

from survey.app.instance_folder import claimed_folder
from survey.app.instance_keys import make_keys
from survey.app.keys_file import write_keys_file
from survey.core.responses.response import Response
from survey.store import State, Survey, files
from survey.store.maintenance import backup as backup_module
from survey.store.sqlite.engine import SQLiteStore

INSTRUMENT = make_instrument("1/4", "1/3")


@pytest.fixture
def filled(store) -> SQLiteStore:
    store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
    for number in range(30):
        store.responses.add("open34", response(number))
    return store


def response(number: int) -> Response:
    return Response(INSTRUMENT.digest, f"{number:032x}", (number % 2, number // 2 % 2))


@pytest.fixture
def run(survey_command, config):
    return lambda command, *more: survey_command(command, *more, "--data", config.data)


@pytest.fixture
def target(tmp_path):
    return tmp_path / "kept" / "backup.db"


@pytest.fixture(autouse=True)
def folder_of_backups(target):
    target.parent.mkdir()


def content(path) -> tuple:
    store = SQLiteStore(path)
    try:
        surveys = store.surveys.all()
        return surveys, [
            (store.responses.tally(s.code), list(store.responses.all(s.code))) for s in surveys
        ]
    finally:
        store.close()


def test_drill_while_responses_arrive(run, filled, config, target):
    """What was acknowledged before is in it, all of it counted; the database goes on."""
    stop, stored = threading.Event(), []

    def send():
        number = 1000
        while not stop.is_set():
            filled.responses.add("open34", response(number))
            stored.append(number)
            number += 1

    sender = threading.Thread(target=send)
    sender.start()
    try:
        for round_ in range(5):
            before = len(stored)
            path = target.with_name(f"{round_}.db")
            outcome = run("backup", path)
            assert outcome.code == 0, outcome.err
            (survey,), ((tally, responses),) = content(path)
            assert survey == filled.surveys.get("open34")
            ids = {response_id for response_id, _ in responses}
            assert len(ids) == tally.responses >= 30 + before
            assert {f"{number:032x}" for number in [*range(30), *stored[:before]]} <= ids
    finally:
        stop.set()
        sender.join()
    assert filled.responses.tally("open34").responses == 30 + len(stored)


def test_restored_is_what_was_backed_up(run, filled, config, target):
    assert run("backup", target).out == f"{target} holds 1 survey with 30 responses.\n"
    kept = content(target)
    filled.responses.add("open34", response(99))
    filled.surveys.add(Survey("new234", INSTRUMENT))
    refused = run("restore", target)
    assert refused.code == 1
    assert "There are surveys already" in refused.err
    outcome = run("restore", target, "--replace")
    assert outcome.out == f"{config.data} holds 1 survey with 30 responses again.\n"
    # Also for an app that has had the database open all the time.
    assert filled.responses.tally("open34").responses == 30
    assert [survey.code for survey in filled.surveys.all()] == ["open34"]
    assert filled.responses.add("open34", response(99))
    filled.close()
    assert content(target) == kept


def test_restoring_on_a_new_machine(survey_command, run, filled, target, tmp_path):
    run("backup", target)
    fresh = tmp_path / "fresh"
    outcome = survey_command("restore", target, "--data", fresh)
    assert outcome.code == 0, outcome.err
    assert content(fresh / "survey.db") == content(target)
    assert (fresh / "survey.db").stat().st_mode & 0o777 == 0o600
    # This one was never started, so it knows no keys.
    assert "Without the file `secret` of its folder, slips with tokens" in outcome.err


def test_backup_is_for_its_owner_and_holds_nothing_deleted(run, store, config, target):
    gone = make_instrument("1/4", title="CANARY of a deleted survey")
    store.surveys.add(Survey("gone34", gone))
    # As a program would leave it that does not overwrite what it deletes.
    with closing(sqlite3.connect(config.database)) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("DELETE FROM survey")
        connection.commit()
    assert b"CANARY" in config.database.read_bytes()
    run("backup", target)
    assert b"CANARY" not in target.read_bytes()
    assert target.stat().st_mode & 0o777 == 0o600
    assert os.listdir(target.parent) == [target.name]


KILLED = """
import os, signal, sqlite3, sys
from pathlib import Path
from survey.store import files
from survey.store.maintenance import backup
from survey.store.sqlite import new_database
from survey.store.sqlite.connection import SQLiteConnection
if sys.argv[4] == "named":
    files.open_nameless = lambda folder: None

def die(*given):
    os.kill(os.getpid(), signal.SIGKILL)

def execute(connection, statement, *values):
    return die() if statement == "COMMIT" else sqlite3.Connection.execute(
        connection, statement, *values
    )

def write_some(source, target, size):
    target.write(source.read(5000))
    target.flush()
    die()

module, name, dying = {
    "filling": (SQLiteConnection, "execute", execute),
    "checking": (backup, "checked", die),
    "writing": (new_database.shutil, "copyfileobj", write_some),
    "naming": (files, "name_file", die),
}[sys.argv[3]]
setattr(module, name, dying)
backup.back_up(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def die_in_a_backup(config, target, step: str, how: str) -> None:
    command = [sys.executable, "-c", KILLED, config.database, target, step, how]
    assert subprocess.run(command).returncode == -signal.SIGKILL


@pytest.mark.parametrize("step", ["filling", "checking", "writing", "naming"])
def test_a_killed_backup_leaves_nothing(run, filled, config, target, step):
    before = sorted(os.listdir(config.data))
    die_in_a_backup(config, target, step, "without a name")
    assert os.listdir(target.parent) == []
    assert sorted(os.listdir(config.data)) == before


def ids_of(store) -> list[str]:
    """The ids of responses that came in no order of theirs, over several pages."""
    store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
    ids = [hashlib.sha256(bytes([number])).hexdigest()[:32] for number in range(150)]
    for response_id in ids:
        store.responses.add("open34", Response(INSTRUMENT.digest, response_id, (0, 1)))
    return ids


@pytest.mark.parametrize("remover", ["backup", "start"])
def test_where_files_need_names_a_killed_backup_s_is_removed_by_the_next(
    run, store, config, target, remover
):
    """Killed when all is written: the copy lies there, and tells no order of arrival."""
    ids = ids_of(store)
    place = target if remover == "backup" else config.data / target.name
    die_in_a_backup(config, place, "checking", "named")
    (left,) = place.parent.glob("*.unfinished")
    assert left.stat().st_mode & 0o777 == 0o600
    pages = [left.read_bytes().index(each.encode()) // 4096 for each in sorted(ids)]
    leaves = [page for page in pages if left.read_bytes()[page * 4096] == 10]
    assert leaves == sorted(leaves)
    assert len(set(leaves)) > 1
    if remover == "backup":
        assert run("backup", target).out == f"{target} holds 1 survey with 150 responses.\n"
        assert os.listdir(target.parent) == [target.name]
    else:
        with claimed_folder(config):
            assert list(config.data.glob("*.unfinished*")) == []


def test_an_empty_file_that_a_kill_left_is_removed_once_nobody_can_be_about_to_use_it(
    run, filled, target
):
    left = files.unfinished_name(target)
    files.create_private(left)
    assert run("backup", target).code == 0
    assert left.exists()
    os.utime(left, (0, 0))
    assert run("backup", target.with_name("second.db")).code == 0
    assert sorted(os.listdir(target.parent)) == [target.name, "second.db"]


def test_a_backup_is_what_sqlite_s_own_copy_of_all_rows_would_be(run, store, config, target):
    ids_of(store)
    store.close()
    with closing(sqlite3.connect(config.database, isolation_level=None)) as connection:
        connection.execute("PRAGMA application_id = 77")
        connection.execute("PRAGMA user_version = 5")
        connection.execute("VACUUM INTO ?", (str(target.with_name("own.db")),))
    run("backup", target)
    kept, own = (file.read_bytes() for file in (target, target.with_name("own.db")))
    # But for counts of changes in the header (sqlite.org/fileformat2.html).
    assert kept[:24] + kept[100:] == own[:24] + own[100:]
    with closing(sqlite3.connect(target)) as connection:
        for name, number in (("application_id", 77), ("user_version", 5)):
            assert connection.execute(f"PRAGMA {name}").fetchone()[0] == number


def test_backup_that_is_being_written_is_left_alone(run, filled, target):
    other = target.with_name("other.db")
    with files.unfinished_beside(other) as being_written:
        being_written.write_text("some of it")
        assert run("backup", target).code == 0
        assert being_written.exists()
    assert os.listdir(target.parent) == [target.name]


def test_a_file_that_is_there_is_kept(run, filled, target):
    target.write_text("mine")
    outcome = run("backup", target)
    assert outcome.code == 1
    assert "exists already" in outcome.err
    assert target.read_text() == "mine"


@pytest.mark.parametrize(
    ("folder", "reason"),
    [("nowhere", "No such file or directory"), ("file/in", "Not a directory")],
)
def test_folder_that_cannot_be_written_is_told(run, filled, target, folder, reason):
    (target.parent / "file").write_text("")
    outcome = run("backup", target.parent / folder / "backup.db")
    assert outcome.code == 1
    assert outcome.err == f"Error: {target.parent / folder}: {reason}.\n"


@pytest.mark.parametrize("command", [["backup"], ["backup", "--keys"], ["rescue"]])
def test_a_file_that_cannot_be_made_is_named(run, app, target, monkeypatch, command):
    def refused(path):
        raise PermissionError(errno.EACCES, "Permission denied", path)

    monkeypatch.setattr(files, "open_nameless", refused)
    outcome = run(*command, target)
    assert outcome.code == 1
    assert outcome.err == f"Error: {target}: Permission denied.\n"
    assert os.listdir(target.parent) == []


def test_nothing_to_back_up(survey_command, target, tmp_path):
    outcome = survey_command("backup", target, "--data", tmp_path / "none")
    assert outcome.code == 1
    assert "There is no survey data" in outcome.err


def spoil(path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


SPOILED = {
    "no database": (lambda path: path.write_text("x" * 9000), "backup.db is damaged, or no backup"),
    "torn": (lambda path: path.write_bytes(path.read_bytes()[:-4096]), "backup.db is damaged"),
    "another app's": (lambda path: spoil(path, "DROP TABLE tally"), "no database of this app"),
    "of a later release": (
        lambda path: spoil(path, "INSERT INTO _sqlite_migrations (name) VALUES ('m999_later')"),
        "made by a later release",
    ),
    "a response uncounted": (
        lambda path: spoil(path, "UPDATE tally SET reports = reports - 1 WHERE item = 0"),
        "damaged",
    ),
    "missing": (lambda path: path.unlink(), "There is no file"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_what_is_no_sound_backup_changes_nothing(run, filled, config, target, name):
    run("backup", target)
    spoiling, sentence = SPOILED[name]
    spoiling(target)
    filled.close()
    before = config.database.read_bytes()
    outcome = run("restore", target, "--replace")
    assert outcome.code == 1
    assert sentence in outcome.err
    assert config.database.read_bytes() == before


def test_backup_of_an_earlier_release_is_brought_up_to_date(survey_command, run, filled, target,
                                                           tmp_path):  # fmt: skip
    run("backup", target)
    kept = content(target)
    spoil(
        target,
        "ALTER TABLE tally RENAME COLUMN item TO question",
        "ALTER TABLE instructor DROP COLUMN largest_epsilon",
        "ALTER TABLE instructor DROP COLUMN language",
        "ALTER TABLE survey DROP COLUMN digest",
        "ALTER TABLE survey DROP COLUMN owner",
        "ALTER TABLE survey DROP COLUMN tokens_required",
        "ALTER TABLE survey DROP COLUMN since",
        "ALTER TABLE survey DROP COLUMN archived",
        "ALTER TABLE survey DROP COLUMN hidden_until_closed",
        "ALTER TABLE survey DROP COLUMN cap",
        "ALTER TABLE survey DROP COLUMN closes_at",
        "ALTER TABLE survey DROP COLUMN frozen",
        "ALTER TABLE survey DROP COLUMN calibrated",
        "ALTER TABLE survey DROP COLUMN group_name",
        "ALTER TABLE survey DROP COLUMN colleagues",
        "ALTER TABLE survey DROP COLUMN labels",
        "ALTER TABLE survey DROP COLUMN template",
        "ALTER TABLE survey DROP COLUMN client_at",
        "ALTER TABLE survey DROP COLUMN closes_on_date",
        "ALTER TABLE survey DROP COLUMN term",
        "ALTER TABLE survey DROP COLUMN asked_first",
        "DROP VIEW every_response",
        "DROP TABLE closed_response",
        "ALTER TABLE survey DROP COLUMN moved",
        "DROP TABLE statement",
        "DROP TABLE debt",
        "DROP TABLE signing_key",
        "DROP TABLE token",
        "DROP TABLE public_step",
        "DELETE FROM _sqlite_migrations WHERE name > 'm003'",
    )
    outcome = survey_command("restore", target, "--data", tmp_path / "fresh")
    assert outcome.code == 0, outcome.err
    assert content(tmp_path / "fresh" / "survey.db") == kept


def test_database_into_which_another_program_writes_is_backed_up(run, filled, config, target):
    with closing(sqlite3.connect(config.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("DELETE FROM response")
        outcome = run("backup", target)
        other.execute("ROLLBACK")
    assert outcome.out == f"{target} holds 1 survey with 30 responses.\n"


def test_database_that_another_program_holds_without_a_log_is_told(
    run, filled, config, target, monkeypatch
):
    filled.close()
    monkeypatch.setattr(backup_module, "BUSY_SECONDS", 0.1)
    monkeypatch.setattr("survey.store.sqlite.connection.BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(config.database, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        outcome = run("backup", target)
        other.execute("ROLLBACK")
    assert outcome.code == 1
    assert "in use by another program" in outcome.err
    assert os.listdir(target.parent) == []
    assert run("backup", target).code == 0


def test_a_backup_opens_where_nothing_can_be_written(run, filled, target):
    """Its file asks for no log, for which a folder would have to be writable."""
    run("backup", target)
    assert target.read_bytes()[18:20] == b"\1\1"


def test_a_backup_that_this_release_cannot_hold_replaces_nothing(run, filled, config, target):
    with closing(SQLiteStore(target)) as other:
        other.surveys.add(Survey("opn234", make_withdrawn_instrument("Before"), State.OPEN))
    filled.close()
    before = config.database.read_bytes()
    outcome = run("restore", target, "--replace")
    assert (outcome.code, outcome.out) == (1, "")
    assert "“Before” (opn234)" in outcome.err
    assert config.database.read_bytes() == before


@pytest.mark.parametrize("damage", ["a page", "all of it"])
def test_a_damaged_database_is_replaced_if_that_is_said(run, filled, config, target, damage):
    run("backup", target)
    filled.close()
    content = config.database.read_bytes()
    start = 0 if damage == "all of it" else len(content) - 4096
    config.database.write_bytes(content[:start] + b"\xff" * (len(content) - start))
    config.database.with_name("survey.db-journal").write_bytes(b"\xff" * 4096)
    refused = run("restore", target)
    assert refused.code == 1
    assert "is damaged. Restore with --replace, which gives it up" in refused.err
    assert run("restore", target, "--replace").code == 0
    assert os.listdir(config.data).count("survey.db-journal") == 0
    assert content_of_one(config.database) == 30
    assert config.database.stat().st_mode & 0o777 == 0o600


def content_of_one(path) -> int:
    _, ((tally, _),) = content(path)
    return tally.responses


@pytest.fixture
def keys(run, app, tmp_path):
    """The keys file of an instance that was started."""
    path = tmp_path / "kept.keys"
    outcome = run("backup", "--keys", path)
    assert "holds the secret and the signing key. Keep it where no backup is." in outcome.out
    return path


def test_keys_are_written_once_and_for_their_owner(run, keys, config):
    assert keys.stat().st_mode & 0o777 == 0o600
    before = keys.read_bytes()
    again = run("backup", "--keys", keys)
    assert again.code == 1
    assert "exists already" in again.err
    assert keys.read_bytes() == before


def test_keys_alone_are_brought_to_another_machine(survey_command, run, keys, config, tmp_path):
    fresh = tmp_path / "fresh"
    own = make_keys(config.data)
    assert survey_command("restore", "--keys", keys, "--data", fresh).code == 0
    assert make_keys(fresh) == own
    (fresh / "signing_key").unlink()
    other = make_keys(fresh)
    refused = survey_command("restore", "--keys", keys, "--data", fresh)
    assert refused.code == 1
    assert "has another signing key, which would be gone" in refused.err
    assert make_keys(fresh) == other
    assert survey_command("restore", "--keys", keys, "--data", fresh, "--replace").code == 0
    assert make_keys(fresh) == own


def test_another_instances_keys_are_refused(survey_command, run, filled, keys, target, tmp_path):
    run("backup", target)
    other, fresh = tmp_path / "other.keys", tmp_path / "fresh"
    write_keys_file(other, make_keys(target.parent))
    outcome = survey_command("restore", target, "--keys", other, "--data", fresh)
    assert outcome.code == 1
    assert f"which {other} does not have" in outcome.err
    assert not fresh.exists()


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"secret": 1}', '{"secret": "short", "signing_key": "0"}', "[" * 9999],
)
def test_what_is_no_keys_file_is_said(survey_command, tmp_path, content):
    path = tmp_path / "no.keys"
    path.write_text(content)
    outcome = survey_command("restore", "--keys", path, "--data", tmp_path / "fresh")
    assert outcome.code == 1
    assert "is no file of survey backup --keys" in outcome.err or "is damaged" in outcome.err
    assert "short" not in outcome.err
    assert not (tmp_path / "fresh").exists()


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_nothing_named_is_wrong_usage(run, command):
    assert run(command).code == 2


def test_a_refusal_leaves_no_folder_that_was_not_there(survey_command, keys, filled, run, target):
    run("backup", target)
    made = target.parent / "new" / "instance"
    for command in (["restore", keys], ["restore", target], ["replace-key"]):
        outcome = survey_command(*command, "--data", made)
        assert (outcome.code, outcome.out) == (1, "")
        assert not made.parent.exists()
    made.parent.mkdir()
    assert survey_command("replace-key", "--data", made).code == 1
    assert os.listdir(made.parent) == []


def test_a_folder_in_the_place_of_a_backup_is_said(run, target):
    outcome = run("restore", target.parent)
    assert outcome.code == 1
    assert outcome.err == f"Error: {target.parent} is a folder. Name the file in it.\n"


def test_only_the_newest_backup_that_holds_responses_to_an_open_survey_is_kept(run, filled, target):
    """And none that is too old; other files stay."""
    names = {name: target.with_name(f"{name}.db") for name in ("first", "open", "closed", "old")}
    other, mine = target.with_name("other.db"), target.with_name("mine.db")
    mine.write_text("mine")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE kept (x)")
    assert run("backup", names["first"]).code == 0
    outcome = run("backup", names["open"], "--keep", 14)
    assert f"{names['first']} is deleted." in outcome.out
    filled.surveys.set_state("open34", State.CLOSED)
    run("backup", names["old"])
    os.utime(names["old"], (0, 0))
    run("backup", names["closed"], "--keep", 14)
    assert not any(names[each].exists() for each in ("first", "open", "old"))
    run("backup", target, "--keep", 14)
    assert all(each.exists() for each in (target, names["closed"], other, mine))
