"""survey doctor: every fault that it is for is found and named, and nothing is changed."""

import hashlib
import json
import os
import shutil
import socket
import sqlite3
from contextlib import closing
from importlib import metadata
from types import SimpleNamespace

import pytest
from contract_survey import response
from live_server import serving

from survey.app.instance import prepare_instance
from survey.cli import installation_checks
from survey.cli import instance_checks
from survey.cli.findings import find
from survey.errors import ConfigError
from survey.errors import StoreUnavailable
from survey.store import SQLiteStore
from survey.store import State
from survey.store import Survey
from survey.store import inspection
from survey.store.postgresql_schema import MIGRATIONS

CHECKS = ["python", "libraries", "sqlite", "files", "open files", "clock", "folder", "secret",
          "database", "disk", "port"]  # fmt: skip


@pytest.fixture
def data(tmp_path, instrument):
    """An instance with one survey and five responses, as it should be."""
    folder = tmp_path / "instance"
    prepare_instance(folder)
    store = SQLiteStore(folder / "survey.db")
    store.add_survey(Survey("bcd234", instrument, State.OPEN))
    for number in range(5):
        store.add_response("bcd234", response(number, instrument=instrument))
    store.close()
    return folder


@pytest.fixture
def doctor(survey_command, data, free_port):
    """Finding by check, and the exit code."""

    def ask(*arguments, port=free_port) -> tuple[dict[str, dict], int]:
        outcome = survey_command(
            "doctor", "--data", data, "--port", port, "--format", "json", *arguments
        )
        document = json.loads(outcome.out)
        assert [each["check"] for each in document["checks"]] == CHECKS
        assert all(each["says"] and "\n" not in each["says"] for each in document["checks"])
        assert document["well"] == all(each["well"] for each in document["checks"])
        assert outcome.code == (0 if document["well"] else 1)
        return {each["check"]: each for each in document["checks"]}, outcome.code

    return ask


@pytest.fixture
def fault(doctor):
    """The sentence of the only check that is not well."""

    def ask(check: str, *arguments, **named) -> str:
        found, code = doctor(*arguments, **named)
        assert [name for name, each in found.items() if not each["well"]] == [check]
        assert code == 1
        return found[check]["says"]

    return ask


def bytes_of(folder) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def test_all_is_well_and_nothing_is_changed(doctor, data):
    before = bytes_of(data)
    found, code = doctor()
    assert code == 0
    assert found["database"]["says"].endswith(
        "sound, 1 survey with 5 responses; the schema is up to date."
    )
    assert bytes_of(data) == before


def test_before_the_first_start_all_is_well_and_nothing_is_made(survey_command, tmp_path):
    outcome = survey_command("doctor", "--data", tmp_path / "new" / "instance")
    assert outcome.code == 0
    assert outcome.out.count("the first start makes it") == 3
    assert "All is well." in outcome.out
    assert not (tmp_path / "new").exists()


def test_text_is_one_line_a_check_and_says_how_many(survey_command, data, free_port):
    (data / "secret").chmod(0o644)
    data.chmod(0o755)
    outcome = survey_command("doctor", "--data", data, "--port", free_port)
    lines = outcome.out.splitlines()
    assert len(lines) == len(CHECKS) + 1
    assert [line[6:].startswith(name) for line, name in zip(lines, CHECKS, strict=False)]
    assert [line[:4] for line in lines[:-1]].count("mend") == 2
    assert lines[-1] == "2 things are to be mended."


@pytest.mark.parametrize(
    ("name", "mode", "check", "command"),
    [("secret", 0o640, "secret", "chmod 600"), ("survey.db", 0o644, "database", "chmod 600"),
     (".", 0o750, "folder", "chmod 700")],
)  # fmt: skip
def test_what_others_can_read_is_found(fault, data, name, mode, check, command):
    (data / name).chmod(mode)
    assert command in fault(check)


def test_a_damaged_secret_is_found(fault, data):
    (data / "secret").write_text("short")
    assert "is damaged" in fault("secret")


def test_a_damaged_database_is_found(fault, data):
    content = (data / "survey.db").read_bytes()
    (data / "survey.db").write_bytes(content[:100] + b"\xff" * (len(content) - 100))
    assert "damaged" in fault("database")


def change(data, *statements: str) -> None:
    with closing(sqlite3.connect(data / "survey.db", isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_counts_that_do_not_agree_with_the_responses_are_found(fault, data):
    change(data, "UPDATE tally SET reports = reports + 1 WHERE item = 0")
    assert "cannot be trusted" in fault("database")


def test_a_database_of_a_later_release_is_found(fault, data):
    change(data, "UPDATE _sqlite_migrations SET name = 'm999' WHERE name = 'm008_digest'")
    assert "later release" in fault("database")


def test_a_database_of_an_earlier_release_is_well(doctor, data):
    change(data, "DELETE FROM _sqlite_migrations WHERE name = 'm008_digest'")
    assert "the next start brings" in doctor()[0]["database"]["says"]


def test_a_write_ahead_log_is_found(fault, data):
    change(data, "PRAGMA journal_mode = WAL")
    assert "order of arrival" in fault("database")


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
        monkeypatch.setattr("survey.store.connection.BUSY_SECONDS", 0.05)
        try:
            store.add_response("bcd234", response(77, instrument=instrument))
        except StoreUnavailable as error:
            refused.append(error)
        return table_names(connection)

    monkeypatch.setattr(inspection, "table_names", meanwhile)
    assert inspection.inspect(data / "survey.db").kept.responses == 5
    store.close()
    assert len(refused) == 1  # it waited for the look to end, here for too short a time


def test_too_little_space_is_found(fault, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=10**6))
    assert "1 MB are free" in fault("disk")


def test_a_large_database_needs_more_space(data, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=10**9))
    database = data / "survey.db"
    assert find("disk", lambda: instance_checks.disk(data, database)).well
    os.truncate(database, 10**9)
    assert not find("disk", lambda: instance_checks.disk(data, database)).well


def test_the_running_app_at_the_port_is_well(doctor, app):
    with serving(app) as address:
        found, _ = doctor(port=address.rpartition(":")[2])
    assert "is ready" in found["port"]["says"]


def test_a_running_app_that_is_not_ready_is_found(fault, app, store, monkeypatch):
    def away(name):
        raise StoreUnavailable("The disk is full. Free some space and try again.")

    monkeypatch.setattr(store, "instructor", away)
    with serving(app) as address:
        assert "The disk is full" in fault("port", port=address.rpartition(":")[2])


def test_another_program_at_the_port_is_found(fault, scripted):
    for content in (b"hello", b"[]", b'{"app": "another"}'):
        scripted.content = content
        said = fault("port", port=scripted.url.split(":")[2].partition("/")[0])
        assert "Choose another" in said


def test_a_program_that_never_answers_is_found(fault, monkeypatch):
    monkeypatch.setattr(instance_checks, "ANSWER_SECONDS", 0.1)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert "Choose another" in fault("port", port=other.getsockname()[1])


def test_a_folder_that_cannot_be_made_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(ConfigError, match="cannot be made"):
        instance_checks.instance_folder(tmp_path / "new")
    with pytest.raises(ConfigError, match="cannot be written"):
        instance_checks.instance_folder(tmp_path)


@pytest.fixture
def noted(monkeypatch):
    """Makes this release one of which pip has noted other needs."""
    real = metadata.distribution

    def note(*requires: str, python: str = ">=3.11") -> None:
        ours = SimpleNamespace(requires=requires, metadata={"Requires-Python": python})
        monkeypatch.setattr(
            metadata, "distribution", lambda name: ours if name == "deniable" else real(name)
        )

    return note


@pytest.mark.parametrize(
    ("requires", "words"),
    [(("click>=99",), "click is"), (("nosuchlibrary>=1", "click>=8"), "nosuchlibrary is missing"),
     (("flask<3",), "<3 is needed")],
)  # fmt: skip
def test_a_library_that_is_missing_or_of_another_version_is_found(fault, noted, requires, words):
    noted(*requires)
    assert words in fault("libraries")


def test_an_extra_is_needed_only_where_it_is_used(noted):
    noted('nosuchlibrary>=1; extra == "postgres"', "click>=8")
    assert "All 1 libraries" in installation_checks.dependencies()
    with pytest.raises(ConfigError, match="nosuchlibrary"):
        installation_checks.dependencies(["postgres"])


def test_another_python_is_found(fault, noted):
    noted(python=">=4")
    assert ">=4 is needed" in fault("python")


def test_a_checkout_that_is_not_installed_is_said(monkeypatch):
    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    with pytest.raises(ConfigError, match=r"pip install \."):
        installation_checks.python()


@pytest.mark.parametrize("version", [(3, 37, 2), (3, 8, 11)])
def test_an_old_sqlite_is_found(version):
    with pytest.raises(ConfigError, match="too old"):
        installation_checks.sqlite(version)


def test_missing_templates_are_found(fault, monkeypatch, tmp_path):
    monkeypatch.setattr(installation_checks, "folder", lambda name: tmp_path / name)
    assert "base.html is missing" in fault("files")


def test_a_low_limit_of_open_files_is_found():
    assert "LimitNOFILE" in find("", lambda: installation_checks.open_files(1024)).says
    assert find("", lambda: installation_checks.open_files(-1)).well  # RLIM_INFINITY


def test_a_clock_that_stands_at_its_beginning_is_found(data):
    with pytest.raises(ConfigError, match="The clock says 1970-01-01"):
        installation_checks.clock(now=0.0)
    file = data / "survey.db"
    os.utime(file, (file.stat().st_atime, file.stat().st_mtime + 3 * 24 * 3600))
    with pytest.raises(ConfigError, match=r"survey\.db is of a later day"):
        installation_checks.clock([file])
    assert installation_checks.clock([data / "nosuch"])


def test_on_postgresql(doctor, data, postgresql_url, postgresql_store, instrument):
    """The store is there, so its schema is; the counts are those of the responses."""
    postgresql_store.add_survey(Survey("bcd234", instrument, State.OPEN))
    for number in range(3):
        postgresql_store.add_response("bcd234", response(number, instrument=instrument))
    found, code = doctor("--database", postgresql_url)
    assert code == 0
    said = found["database"]["says"]
    assert "sound, 1 survey with 3 responses; the schema is up to date." in said
    assert "PostgreSQL 1" in said
    assert postgresql_url not in said


def test_an_empty_postgresql_database_stays_empty(doctor, postgresql_url):
    for _ in range(2):
        said = doctor("--database", postgresql_url)[0]["database"]["says"]
        assert "0 surveys with 0 responses; the next start brings" in said


def test_a_postgresql_database_of_a_later_release_is_found(fault, postgresql_url, postgresql_store):
    with postgresql_store._connections.transaction() as connection:
        connection.execute("INSERT INTO migration VALUES (%s)", (len(MIGRATIONS) + 1,))
    assert "later release" in fault("database", "--database", postgresql_url)


def test_a_postgresql_server_that_cannot_be_reached_is_found(fault, free_port):
    address = f"postgresql://tester:canary@127.0.0.1:{free_port}/x"
    said = fault("database", "--database", address)
    assert "No PostgreSQL server answers" in said
    assert "canary" not in said
