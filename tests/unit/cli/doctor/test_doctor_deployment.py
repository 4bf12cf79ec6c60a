"""survey doctor --as-deployed: the service, what it was started with, its files and backups."""

import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from survey.app.instance_keys import instance_keys, put_keys
from survey.cli.checks import deployment
from survey.cli.checks.deployment import BACKUP, CHECKS, SERVICE, TIMER
from survey.store import open_store
from survey.store.maintenance.backup import back_up
from survey.store.sqlite.serving import claimed

NAMES = [each.__name__ for each in CHECKS]
DAY = 24 * 3600


class Systemd:
    """What systemctl says of the units; a service is running with these variables."""

    def __init__(self, folder, data):
        self._folder, self._processes = folder, []
        self.environment = folder / "deniable.env"
        self.started_with = {"SURVEY_DATA": str(data)}
        self.units = {
            SERVICE: {
                "LoadState": "loaded",
                "ActiveState": "active",
                "User": data.owner(),
                "ExecStart": "{ path=/x ; argv[]=/opt/survey serve --port 8000 ; x=y }",
                "Environment": f"SURVEY_DATA={data}",
                "EnvironmentFiles": f"{self.environment} (ignore_errors=yes)",
            },
            TIMER: {"ActiveState": "active", "UnitFileState": "enabled"},
            BACKUP: {"ActiveState": "inactive", "Result": "success"},
        }
        script = folder / "systemctl"
        script.write_text(f'#!/bin/sh\ncat "{folder}/$2" 2>/dev/null\n')
        script.chmod(0o755)

    def say(self) -> None:
        self.stop()
        process = subprocess.Popen(
            ["sleep", "600"], env=self.started_with | {"PATH": "/usr/bin:/bin"}
        )
        self._processes.append(process)
        self.units[SERVICE]["MainPID"] = str(process.pid)
        for name, properties in self.units.items():
            lines = [f"{key}={value}\n" for key, value in properties.items()]
            (self._folder / name).write_text("".join(lines))

    def stop(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()
        self._processes.clear()


@pytest.fixture
def systemd(tmp_path, data, monkeypatch) -> Iterator[Systemd]:
    """A sound deployment: a server runs, and last night's backup is there."""
    folder = tmp_path / "systemd"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.delenv("SURVEY_DATA", raising=False)
    backups = data / "backup"
    backups.mkdir(mode=0o700)
    back_up(data / "survey.db", backups / "2026-11-28.db")
    systemd = Systemd(folder, data)
    with claimed(data / "survey.db", "runs already"):
        yield systemd
    systemd.stop()


@pytest.fixture
def found(systemd, survey_command, free_port):
    """The findings of the checks of a deployment, by name."""

    def ask(*arguments: str) -> dict[str, dict]:
        systemd.say()
        outcome = survey_command(
            "doctor", "--as-deployed", "--port", free_port, "--format", "json", *arguments
        )
        checks = json.loads(outcome.out)["checks"]
        assert [each["check"] for each in checks][-len(NAMES) :] == NAMES
        faults = [each["check"] for each in checks if not each["well"]]
        assert set(faults) <= set(NAMES), checks
        assert outcome.code == bool(faults)
        return {each["check"]: each for each in checks}

    return ask


@pytest.fixture
def fault(found):
    """The sentence of the only check that is not well."""

    def ask(check: str) -> str:
        checks = found()
        assert [name for name, each in checks.items() if not each["well"]] == [check]
        return checks[check]["says"]

    return ask


def test_a_sound_deployment_is_well(found, data):
    checks = found()
    assert all(each["well"] for each in checks.values())
    assert "1 survey with 5 responses" in checks["database"]["says"]  # the service's own
    assert checks["environment"]["says"].endswith("has what it declares: SURVEY_DATA.")
    assert checks["served"]["says"] == f"{data / 'survey.db'} is served."
    assert "can be restored: 1 survey with 5 responses" in checks["backup"]["says"]


def test_a_service_that_does_not_run_is_found(systemd, fault):
    systemd.units[SERVICE]["ActiveState"] = "failed"
    assert f"{SERVICE} is failed. journalctl" in fault("service")


def test_a_variable_that_was_changed_since_the_start_is_found_and_not_shown(systemd, fault):
    systemd.environment.write_text('SURVEY_METRICS_TOKEN="a secret of this machine"\n')
    said = fault("environment")
    assert "was started with another SURVEY_METRICS_TOKEN than it has now" in said
    assert "a secret" not in said
    assert "systemctl restart" in said


def test_an_environment_that_this_account_may_not_see_is_no_fault(systemd, found, monkeypatch):
    monkeypatch.setattr("survey.cli.checks.deployment._environment_of", lambda process: None)
    assert "run this as root" in found()["environment"]["says"]


def test_a_file_of_another_account_is_found(systemd, fault, data, monkeypatch):
    monkeypatch.setattr(
        type(data), "owner", lambda path: "root" if path.name == "signing_key" else "deniable"
    )
    systemd.units[SERVICE]["User"] = "deniable"
    assert f"{data / 'signing_key'} belongs to root, and the service runs as deniable" in fault(
        "owner"
    )


@pytest.mark.parametrize("lock", ["free", "missing"])
def test_a_database_that_no_server_serves_is_found(
    survey_command, systemd, free_port, data, monkeypatch, lock
):
    """As after a move to another folder: the service's own lock is elsewhere."""
    file = data / "survey.db.serving"
    file.rename(data.parent / "elsewhere")
    if lock == "free":
        file.touch(0o600)
    systemd.say()
    outcome = survey_command("doctor", "--as-deployed", "--port", free_port)
    assert outcome.code == 1
    assert f"No running server serves {data / 'survey.db'}" in outcome.out
    assert file.exists() is (lock == "free")


@pytest.mark.parametrize(
    ("unit", "name", "value", "sentence"),
    [
        (TIMER, "ActiveState", "inactive", "No backups are made"),
        (TIMER, "UnitFileState", "disabled", "enable --now deniable-backup.timer"),
        (BACKUP, "Result", "exit-code", "The last backup failed."),
    ],
)
def test_backups_that_are_not_made_are_found(systemd, fault, unit, name, value, sentence):
    systemd.units[unit][name] = value
    assert sentence in fault("timer")


def backup_of(data):
    (newest,) = (data / "backup").iterdir()
    return newest


def test_an_old_backup_is_found(fault, data):
    old = time.time() - 5 * DAY
    os.utime(backup_of(data), (old, old))
    assert "is 5 days old" in fault("backup")


def test_a_missing_backup_is_found(fault, data):
    backup_of(data).unlink()
    assert "There is no backup in" in fault("backup")


def test_a_backup_that_cannot_be_restored_is_found(fault, data):
    newest = backup_of(data)
    newest.write_bytes(newest.read_bytes()[:-4096])
    assert "damaged" in fault("backup")


def test_a_backup_of_other_keys_is_found(fault, data, tmp_path):
    """As after survey replace-key: no backup has been made since."""
    other = tmp_path / "other"
    other.mkdir(mode=0o700)
    with closing(open_store(other / "survey.db")) as store:
        keys = instance_keys(other, store)
    put_keys(data, keys)
    with closing(open_store(data / "survey.db")) as store:
        store.maintenance.replace_keys(keys.known)
    assert "belongs to another secret and another signing key" in fault("backup")


def test_on_postgresql_the_timer_is_off(systemd):
    systemd.environment.write_text("SURVEY_DATABASE=postgresql://me:secret@db/survey\n")
    systemd.say()
    found = deployment.deployed()
    assert found.database == "postgresql://me:secret@db/survey"
    with pytest.raises(Exception, match="cannot back up PostgreSQL"):
        deployment.timer(found)
    systemd.units[TIMER]["ActiveState"] = "inactive"
    systemd.say()
    said = [each(deployment.deployed()) for each in (deployment.timer, deployment.backup)]
    assert all("pg_dump" in each for each in said)
    assert "secret" not in deployment.served(found)


def test_a_folder_in_the_command_of_the_service_comes_before_its_environment(systemd, data):
    systemd.units[SERVICE]["ExecStart"] = (
        "{ path=/x ; argv[]=/opt/deniable/bin/survey serve --data '/srv/my class' ; x=y }"
    )
    systemd.say()
    assert str(deployment.deployed().data) == "/srv/my class"


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        ({"LoadState": "not-found"}, "There is no deniable.service"),
        ({"Environment": ""}, "names no instance folder"),
    ],
)
def test_what_is_not_deployed_is_said(survey_command, systemd, broken, sentence):
    systemd.units[SERVICE].update(broken)
    systemd.say()
    outcome = survey_command("doctor", "--as-deployed")
    assert outcome.code == 1
    assert sentence in outcome.err


def test_a_folder_beside_the_service_s_own_is_refused(survey_command, systemd, data):
    systemd.say()
    outcome = survey_command("doctor", "--as-deployed", "--data", data)
    assert outcome.code == 2
    assert "leave --data away" in outcome.err
