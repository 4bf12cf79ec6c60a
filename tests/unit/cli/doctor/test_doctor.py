"""survey doctor: what it says as a whole, and what it finds in the folder and at the port."""

import os
import shutil
import socket
from types import SimpleNamespace

import pytest
from checkups import CHECKS, bytes_of
from live_server import serving

from survey.app.configuration import Config
from survey.app.instance_folder import open_instance
from survey.app.instance_keys import instance_keys, make_keys
from survey.cli.checks import instance
from survey.cli.commands.doctor import find
from survey.errors import ConfigError, StoreUnavailable


def test_all_is_well_and_nothing_is_changed(doctor, data):
    before = bytes_of(data)
    found, code = doctor()
    assert code == 0
    assert found["database"]["says"].endswith(
        "sound, 1 survey with 5 responses; the schema is up to date."
    )
    assert bytes_of(data) == before


def test_before_the_first_start_all_is_well_and_nothing_is_made(
    survey_command, tmp_path, monkeypatch, free_port
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SURVEY_DATA", raising=False)
    outcome = survey_command("doctor", "--port", free_port)
    assert outcome.code == 0
    assert outcome.out.count("the first start makes it") == 4
    assert "All is well." in outcome.out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("how", ["option", "variable"])
def test_a_misspelt_folder_is_a_fault(survey_command, tmp_path, monkeypatch, free_port, how):
    misspelt = tmp_path / "instanec"
    if how == "variable":
        monkeypatch.setenv("SURVEY_DATA", str(misspelt))
    named = ("--data", misspelt) if how == "option" else ()
    outcome = survey_command("doctor", "--port", free_port, *named)
    assert outcome.code == 1
    assert f"There is no folder {misspelt}. Correct its name" in outcome.out
    assert outcome.out.count("fix ") == 1


def test_text_is_one_line_a_check_and_says_how_many(survey_command, data, free_port):
    (data / "secret").chmod(0o644)
    data.chmod(0o755)
    outcome = survey_command("doctor", "--data", data, "--port", free_port)
    lines = outcome.out.splitlines()
    assert len(lines) == len(CHECKS) + 1
    assert [line[6:].startswith(name) for line, name in zip(lines, CHECKS, strict=False)]
    assert [line[:4] for line in lines[:-1]].count("fix ") == 2
    assert lines[-1] == "2 things need a fix."


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


@pytest.mark.parametrize(("file", "check"), [("secret", "secret"), ("signing_key", "signing key")])
def test_a_lost_key_is_said_once_beside_the_key(fault, data, file, check):
    store = open_instance(Config(data))
    instance_keys(data, store)
    store.close()
    (data / file).unlink()
    said = fault(check)
    assert said.startswith(f"There is no {check}, and the database belongs to ")
    assert "survey restore --keys FILE" in said


def test_a_damaged_database_does_not_promise_a_key(doctor, data):
    (data / "secret").unlink(missing_ok=True)
    (data / "survey.db").write_bytes(b"no database" * 1000)
    found, code = doctor()
    assert code == 1
    assert "first start" not in found["secret"]["says"]


def test_the_signing_key_is_named_by_its_fingerprint(doctor, data):
    key = make_keys(data).signing_key
    assert key.public.fingerprint in doctor()[0]["signing key"]["says"]


def test_too_little_space_is_found(fault, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=10**6))
    assert "1 MB are free" in fault("disk")


def test_a_large_database_needs_more_space(data, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=10**9))
    database = data / "survey.db"
    assert find("disk", lambda: instance.disk(data, database)).well
    os.truncate(database, 10**9)
    assert not find("disk", lambda: instance.disk(data, database)).well


def test_the_running_app_at_the_port_is_well(doctor, app):
    with serving(app) as address:
        found, _ = doctor(port=address.rpartition(":")[2])
    assert "is ready" in found["port"]["says"]


def test_a_running_app_that_is_not_ready_is_found(fault, app, store, monkeypatch):
    def away():
        raise StoreUnavailable("The disk is full. Free some space and try again.")

    monkeypatch.setattr(store.maintenance, "check_ready", away)
    with serving(app) as address:
        assert "The disk is full" in fault("port", port=address.rpartition(":")[2])


def test_another_program_at_the_port_is_found(fault, scripted):
    for content in (b"hello", b"[]", b'{"app": "another"}'):
        scripted.content = content
        said = fault("port", port=scripted.url.split(":")[2].partition("/")[0])
        assert "Choose another" in said


def test_a_program_that_never_answers_is_found(fault, monkeypatch):
    monkeypatch.setattr(instance, "ANSWER_SECONDS", 0.1)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert "Choose another" in fault("port", port=other.getsockname()[1])


def test_a_folder_that_cannot_be_made_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(ConfigError, match="cannot be made"):
        instance.instance_folder(tmp_path / "new")
    with pytest.raises(ConfigError, match="cannot be written"):
        instance.instance_folder(tmp_path)


def test_what_is_not_checked_is_said_where_modes_mean_nothing(doctor, data, monkeypatch):
    monkeypatch.setattr(instance, "NOT_CHECKED", "It is not checked.")
    found, code = doctor()
    assert code == 0
    assert found["folder"]["says"] == f"{data} can be written. It is not checked."
    assert "by this account alone" not in found["secret"]["says"]


@pytest.fixture
def gated(app):
    """The app behind a gate, which may let some paths through."""

    class Gate:
        answer = ("401 Unauthorized", "text/html", b"Sign in")
        lets = ()

        def __call__(self, environ, start_response):
            if environ["PATH_INFO"] in self.lets:
                return inner(environ, start_response)
            status, kind, body = self.answer
            start_response(status, [("Content-Type", kind), ("Content-Length", str(len(body)))])
            return [body]

    inner, app.wsgi_app = app.wsgi_app, Gate()
    return app


@pytest.mark.parametrize(
    "answer",
    [("401 Unauthorized", "text/html", b"Sign in"), ("302 Found", "text/html", b""),
     ("200 OK", "text/html; charset=utf-8", b"You are about to visit")],
    ids=["basic auth", "single sign-on", "tunnel"],
)  # fmt: skip
def test_a_gate_before_the_address_is_named(survey_command, data, free_port, gated, answer):
    gated.wsgi_app.answer = answer
    with serving(gated) as address:
        outcome = survey_command("doctor", "--data", data, "--port", free_port, "--url", address)
        assert outcome.code == 1
        assert f"Something before the server answers at {address}" in outcome.out
        gated.wsgi_app.lets = ("/health",)
        well = survey_command("doctor", "--data", data, "--port", free_port, "--url", address)
    assert (well.code, f"{address} answers phones as it should" in well.out) == (0, True)


def test_an_address_of_another_server_is_named(survey_command, data, free_port, gated):
    gated.wsgi_app.answer = ("404 Not Found", "application/json", b"{}")
    with serving(gated) as address:
        outcome = survey_command("doctor", "--data", data, "--port", free_port, "--url", address)
    assert (outcome.code, "is not this app" in outcome.out) == (1, True)
