"""--database: the commands that work on an instance's store, on PostgreSQL."""

import json
import sys

import pytest
from contract_survey import INSTRUMENT, response
from postgresql import PASSWORD
from served import Served

from survey.core.instrument.parsing import from_canonical_json
from survey.core.responses.handed_over import FORMAT
from survey.store import State, Survey
from survey.store.postgresql import engine
from survey.store.postgresql.connection import connect

FINAL = 'title = "Final"\n[[questions]]\ntext = "A?"\ngamma = "1/4"\n[[questions]]\n' + (
    'text = "B?"\ngamma = "1/3"\n'
)


@pytest.fixture
def toml(tmp_path):
    path = tmp_path / "final.toml"
    path.write_text(FINAL)
    return path


def test_create_publish_and_export(survey_command, postgresql_store, postgresql_url, toml, config):
    place = ("--data", config.data, "--database", postgresql_url)
    made = json.loads(survey_command("create", toml, "--publish", "--format", "json", *place).out)
    survey = postgresql_store.surveys.get(made["code"])
    assert (survey.state, survey.instrument.digest) == (State.OPEN, made["instrument"])
    for number in range(6):
        postgresql_store.responses.add(made["code"], response(number, instrument=survey.instrument))
    exported = json.loads(survey_command("export", made["code"], *place).out)
    assert from_canonical_json(json.dumps(exported["instrument"])) == survey.instrument
    assert not config.database.exists()


def test_collect_takes_responses(
    survey_command, postgresql_store, postgresql_url, config, tmp_path
):
    postgresql_store.surveys.add(Survey("bcd234", INSTRUMENT, State.OPEN))
    bodies = [json.loads(response(number).body()) for number in (1, 2, 1)]
    lines = [json.dumps({"format": FORMAT, "code": "bcd234", "response": body}) for body in bodies]
    path = tmp_path / "handed-over.txt"
    path.write_text("\n".join(lines))
    place = ("--data", config.data, "--database", postgresql_url)
    outcome = survey_command("collect", path, *place)
    assert (outcome.code, outcome.out) == (0, "2 new, 1 already there, 0 refused.\n")
    assert postgresql_store.responses.tally("bcd234").responses == 2


def test_the_variable_names_it_as_well(survey_command, postgresql_store, postgresql_url, config,
                                       monkeypatch):  # fmt: skip
    monkeypatch.setenv("SURVEY_DATABASE", postgresql_url)
    outcome = survey_command("sign-in-link", "--data", config.data, "--url", "http://127.0.0.1")
    assert (outcome.code, outcome.err) == (0, "")
    assert postgresql_store.instructors.get("instructor").link_hash is not None


@pytest.mark.parametrize("command", [["sign-in-link"], ["instructors", "list"], ["replace-key"]])
def test_a_database_without_this_app_stays_without(
    survey_command, postgresql_url, config, tmp_path, command
):
    outcome = survey_command(*command, "--data", config.data, "--database", postgresql_url)
    assert (outcome.code, outcome.out) == (1, "")
    assert "There is no survey data in the PostgreSQL database " in outcome.err
    assert PASSWORD not in outcome.err
    with connect(postgresql_url) as connection:
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        assert connection.execute(tables).fetchone() == (0,)


def test_a_misspelt_folder_beside_a_database_is_not_made(
    survey_command, postgresql_store, postgresql_url, config, toml, tmp_path
):
    made = survey_command("create", toml, "--data", config.data, "--database", postgresql_url)
    assert made.code == 0
    misspelt = tmp_path / "misspelt" / "folder"
    for command in (["replace-key"], ["create", toml], ["serve"]):
        outcome = survey_command(*command, "--data", misspelt, "--database", postgresql_url)
        assert (outcome.code, outcome.out) == (1, "")
        assert str(misspelt) in outcome.err
        assert not misspelt.parent.exists()
    again = survey_command("replace-key", "--data", config.data, "--database", postgresql_url)
    assert "belongs to this folder's keys already" in again.out


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_backup_and_restore_name_the_servers_own_tools(survey_command, config, command):
    outcome = survey_command(
        command, "file.db", "--data", config.data, "--database", "postgresql://x/y"
    )
    assert outcome.code == 1
    assert "pg_dump" in outcome.err


@pytest.mark.parametrize("command", ["serve", "sign-in-link"])
def test_what_is_no_address_is_wrong_usage_and_not_repeated(survey_command, config, command):
    outcome = survey_command(command, "--data", config.data, "--database", "mysql://a:canary@b/c")
    assert outcome.code == 2
    assert "postgresql://" in outcome.err
    assert "canary" not in outcome.err


def test_workers_are_refused_on_sqlite(survey_command, config):
    outcome = survey_command("serve", "--data", config.data, "--workers", 2)
    assert outcome.code == 1
    assert "--database" in outcome.err


def test_a_missing_driver_is_said(survey_command, config, monkeypatch):
    monkeypatch.setattr(engine, "find_spec", lambda name: None)
    outcome = survey_command(
        "sign-in-link", "--data", config.data, "--database", "postgresql://x/y"
    )
    assert outcome.code == 1
    assert "pip install" in outcome.err


def test_sqlite_needs_no_driver(config):
    """In a process of its own, since the tests themselves have loaded it."""
    import subprocess

    program = "import survey.app, sys; sys.exit('psycopg' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda url: url.replace(PASSWORD, "canary-wrong"), "refuses the password of tester"),
        (lambda url: url + "_no", "Create it with: createdb"),
        (lambda url: url.replace("127.0.0.1", "127.0.0.1:1").replace("1:1:", "1:1?"), "read"),
    ],
)
def test_serve_refuses_in_one_sentence(postgresql_url, config, free_port, change, words):
    server = Served(config.data, free_port, change(postgresql_url))
    try:
        assert server._process.wait(timeout=60) == 1
        printed = server.printed()
        assert words in printed
        assert printed.count("\n") == 1
        assert "canary" not in printed
    finally:
        server.end()
