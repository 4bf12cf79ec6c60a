"""survey copy leaves its source: every command refuses it, and names the copy, until --undo."""

import sqlite3
from contextlib import closing

import click
import pytest
from checkups import bytes_of
from postgresql import PASSWORD

from survey.app import create_app
from survey.app.configuration import Config
from survey.cli import COMMANDS, command_line
from survey.cli.commands import serve as serve_module
from survey.errors import StoreUnavailable
from survey.store import open_store
from survey.store.sqlite.serving import claimed

# What each command needs beside the instance.
ARGUMENTS = {
    "serve": ("--port", "{port}"),
    "doctor": ("--port", "{port}"),
    "create": ("--ready-made", "understanding-and-trust"),
    "sign-in-link": (),
    "tokens": ("bcd234", "--count", "3"),
    "instructors add": ("ada",),
    "instructors list": (),
    "instructors remove": ("ada", "--yes"),
    "instructors password": ("instructor",),
    "collect": ("{csv}",),
    "export": ("bcd234",),
    "backup": ("{kept}/backup.db",),
    "restore": ("{kept}/former.db", "--replace"),
    "rescue": ("{kept}/read.db",),
    "replace-key": (),
}

LOG = {"-wal", "-shm"}


def commands_of_an_instance() -> set[str]:
    """All commands that have --data."""
    found = set()
    context = click.Context(command_line)
    for name in COMMANDS:
        command = command_line.get_command(context, name)
        below = getattr(command, "commands", {"": command})
        for part, each in below.items():
            if any(option.name == "data" for option in each.params):
                found.add(f"{name} {part}".strip())
    return found


def test_every_command_of_an_instance_is_tried():
    assert commands_of_an_instance() == set(ARGUMENTS)


def kept_in(folder) -> dict[str, str]:
    """The bytes of the folder's files; a reader leaves an empty log and its shared memory."""
    return {name: each for name, each in bytes_of(folder).items() if name[-4:] not in LOG}


@pytest.fixture
def moved(survey_command, config, store, open_survey, tmp_path, postgresql_url):
    """An instance folder whose surveys were copied to PostgreSQL, and a backup made before."""
    kept = tmp_path / "kept"
    kept.mkdir()
    data = tmp_path / "instance"
    data.mkdir(mode=0o700)
    store.close()
    config.database.rename(data / "survey.db")
    with closing(create_app(Config(data)).extensions["store"]):
        pass
    assert survey_command("backup", kept / "former.db", "--data", data).code == 0
    assert survey_command("copy", data, postgresql_url).code == 0
    return data


@pytest.mark.parametrize("name", ARGUMENTS)
def test_every_command_refuses_it_and_changes_nothing(
    survey_command, moved, tmp_path, free_port, monkeypatch, name
):
    monkeypatch.setattr(serve_module, "make_server", None)  # which a start would call
    csv = tmp_path / "typed.csv"
    csv.write_text("reports\n")
    values = {"port": free_port, "kept": tmp_path / "kept", "csv": csv}
    arguments = [each.format(**values) for each in ARGUMENTS[name]]
    before = kept_in(moved), kept_in(tmp_path / "kept")
    outcome = survey_command(*name.split(), *arguments, "--data", moved)
    assert outcome.code == 1
    said = outcome.out if name == "doctor" else outcome.err
    assert "was copied to PostgreSQL database survey_" in said
    assert "survey copy --undo" in said
    assert (kept_in(moved), kept_in(tmp_path / "kept")) == before


def test_another_copy_and_another_server_refuse_it_too(survey_command, moved, tmp_path):
    outcome = survey_command("copy", moved, tmp_path / "third.db")
    assert outcome.code == 1
    assert "was copied to PostgreSQL database survey_" in outcome.err
    with pytest.raises(StoreUnavailable, match="was copied to"):
        create_app(Config(moved))


def test_the_mark_has_no_password(moved, postgresql_url):
    with closing(sqlite3.connect(moved / "survey.db")) as connection:
        (name,) = connection.execute("SELECT name FROM moved").fetchone()
    assert name.startswith("PostgreSQL database survey_")
    assert PASSWORD in postgresql_url
    assert not any(PASSWORD.encode() in file.read_bytes() for file in moved.iterdir())


def test_undo_takes_it_back_once(survey_command, moved):
    outcome = survey_command("copy", "--undo", moved)
    assert outcome.code == 0
    assert "Start no app on PostgreSQL database survey_" in outcome.out
    assert survey_command("sign-in-link", "--data", moved).code == 0
    again = survey_command("copy", "--undo", moved)
    assert (again.code, "Nothing was copied away" in again.err) == (1, True)


def test_a_postgresql_source_is_refused_and_taken_back(
    survey_command, moved, tmp_path, postgresql_url
):
    file = tmp_path / "back.db"
    assert survey_command("copy", postgresql_url, file).code == 0
    for command in ("sign-in-link", "doctor"):
        outcome = survey_command(command, "--database", postgresql_url, "--data", moved)
        assert outcome.code == 1
        assert f"was copied to {file}" in outcome.out + outcome.err
    assert survey_command("copy", "--undo", postgresql_url).code == 0
    with closing(open_store(postgresql_url)) as store:
        assert store.maintenance.moved_to() is None
        assert [each.code for each in store.surveys.all()] == ["bcd234"]


def test_nothing_is_copied_beside_a_running_app(survey_command, config, store, tmp_path):
    with claimed(config.database, "not free"):
        outcome = survey_command("copy", config.database, tmp_path / "kept.db")
    assert (outcome.code, "Stop it first" in outcome.err) == (1, True)
    assert not (tmp_path / "kept.db").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--undo", "nowhere.db"), 1, "There is no nowhere.db"),
        (("--undo", "a.db", "b.db"), 2, "name SOURCE alone"),
        (("a.db",), 2, "Name SOURCE and TARGET"),
    ],
)
def test_wrong_usage_is_said(survey_command, tmp_path, monkeypatch, arguments, code, words):
    monkeypatch.chdir(tmp_path)
    outcome = survey_command("copy", *arguments)
    assert (outcome.code, words in outcome.err) == (code, True)
    assert list(tmp_path.iterdir()) == []
