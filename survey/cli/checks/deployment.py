"""The checks of `survey doctor --as-deployed`: the service that systemd runs, and its backups.

Folder and database are those of the service, whatever this command's own environment says.
"""

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from survey.app.configuration import DATABASE_FILE
from survey.app.instance_keys import differences, read_if_there
from survey.errors import ConfigError
from survey.store.maintenance.open import described, inspect
from survey.store.sqlite.process_locks import serving_lock_of
from survey.systems import owner_of

SERVICE, TIMER, BACKUP = "deniable.service", "deniable-backup.timer", "deniable-backup.service"
PROPERTIES = (
    "LoadState,ActiveState,UnitFileState,Result,User,MainPID,ExecStart,Environment,EnvironmentFiles"
)
BACKUPS = "backup"  # the folder in the instance folder
LONGEST_HOURS = 36  # between two nightly backups
OURS = "SURVEY_"  # begins the names of the app's environment variables
SYSTEMCTL_SECONDS = 10


@dataclass(frozen=True)
class Deployment:
    """What systemd says of each unit, and the app's variables: declared, and of the running one.

    `running` is None if this account may not see it.
    """

    service: Mapping[str, str]
    timer: Mapping[str, str]
    backup: Mapping[str, str]
    declared: Mapping[str, str]
    running: Mapping[str, str] | None

    @property
    def data(self) -> Path:
        """The instance folder; raises ConfigError if the service names none."""
        named = self._option("--data") or self.declared.get("SURVEY_DATA")
        if not named:
            raise ConfigError(f"{SERVICE} names no instance folder. Set SURVEY_DATA in it.")
        return Path(named)

    @property
    def database(self) -> str | None:
        return self._option("--database") or self.declared.get("SURVEY_DATABASE") or None

    def _option(self, name: str) -> str | None:
        words = shlex.split(self.service.get("ExecStart", ""))
        return next((after for word, after in pairwise(words) if word == name), None)


def deployed() -> Deployment:
    """What is deployed on this machine; raises ConfigError if there is no such service."""
    if shutil.which("systemctl") is None:
        raise ConfigError("There is no systemd here, whose service --as-deployed checks.")
    service = _shown(SERVICE)
    if service.get("LoadState") != "loaded":
        raise ConfigError(f"There is no {SERVICE}. The page on deployment says how to make one.")
    running = _environment_of(service.get("MainPID", "0"))
    return Deployment(service, _shown(TIMER), _shown(BACKUP), _declared(service), running)


def service(deployment: Deployment) -> str:
    """The service runs."""
    state = deployment.service.get("ActiveState")
    if state != "active":
        raise ConfigError(
            f"{SERVICE} is {state}. journalctl -u {SERVICE} says why. "
            f"Then run: systemctl start {SERVICE}"
        )
    return f"{SERVICE} runs as {deployment.service.get('User') or 'root'}."


def environment(deployment: Deployment) -> str:
    """The running service has the environment that its unit and its file declare."""
    if deployment.running is None:
        return "What the service was started with is not seen by this account: run this as root."
    both = {**deployment.declared, **deployment.running}
    other = [
        name
        for name in sorted(both)
        if deployment.declared.get(name) != deployment.running.get(name)
    ]
    if other:
        raise ConfigError(
            f"{SERVICE} was started with another {' and another '.join(other)} than it has now. "
            f"Run: systemctl restart {SERVICE}"
        )
    return f"{SERVICE} has what it declares: {', '.join(sorted(both)) or 'nothing'}."


def owner(deployment: Deployment) -> str:
    """All files of the folder belong to the account of the service."""
    account, data = deployment.service.get("User") or "root", deployment.data
    for path in (data, *sorted(data.rglob("*"))):
        if (its := owner_of(path)) not in {account, None}:
            raise ConfigError(
                f"{path} belongs to {its}, and the service runs as {account}. "
                f"Run: chown -R {account}: {data}"
            )
    return f"{data} and all in it belong to {account}."


def served(deployment: Deployment) -> str:
    """A running server serves the database that the service names."""
    if deployment.database:
        return f"The service names the {described(deployment.database)}."
    database = deployment.data / DATABASE_FILE
    lock = serving_lock_of(database)
    is_free = True
    if database.with_name(f"{database.name}.serving").exists():  # else asking would make it
        with closing(lock):
            is_free = lock.acquire()
    if is_free:
        raise ConfigError(f"No running server serves {database}, which the service names.")
    return f"{database} is served."


def timer(deployment: Deployment) -> str:
    """Backups are made each night, and the last one ended well; PostgreSQL has its own."""
    is_on = deployment.timer.get("ActiveState") == "active"
    if deployment.database:
        if is_on:
            raise ConfigError(
                f"{TIMER} cannot back up PostgreSQL. Let pg_dump do that, and run: "
                f"systemctl disable --now {TIMER}"
            )
        return f"{TIMER} is off: pg_dump backs up PostgreSQL, of which nothing is known here."
    if not is_on or deployment.timer.get("UnitFileState") != "enabled":
        raise ConfigError(
            f"No backups are made: {TIMER} is off. Run: systemctl enable --now {TIMER}"
        )
    if deployment.backup.get("Result", "success") != "success":
        raise ConfigError(f"The last backup failed. journalctl -u {BACKUP} says why.")
    return f"{TIMER} is on, and the last backup ended well."


def backup(deployment: Deployment) -> str:
    """The newest backup is of the last night, sound, of a known release, and of these keys."""
    if deployment.database:
        return "Not looked for: pg_dump makes them."
    folder = deployment.data / BACKUPS
    found = sorted(folder.glob("*.db"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise ConfigError(f"There is no backup in {folder}. Run: systemctl start {BACKUP}")
    newest = found[-1]
    hours = (time.time() - newest.stat().st_mtime) / 3600
    if hours > LONGEST_HOURS:
        raise ConfigError(
            f"The newest backup, {newest}, is {hours / 24:.0f} days old. journalctl -u {BACKUP} "
            "says why."
        )
    kept = inspect(newest)  # as survey restore does before it replaces anything
    wrong = differences(kept.keys, *read_if_there(deployment.data)) if kept.keys else []
    if wrong:
        raise ConfigError(
            f"{newest} belongs to another {' and another '.join(each.name for each in wrong)} than "
            f"those in {deployment.data}."
        )
    return f"{newest}, {hours:.0f} hours old, can be restored: {kept.kept.in_words}."


CHECKS = (service, environment, owner, served, timer, backup)


def _shown(unit: str) -> dict[str, str]:
    """The unit's properties (systemctl(1), show); ExecStart has the command alone."""
    shown = subprocess.run(  # noqa: S603
        ["systemctl", "show", unit, "--property", PROPERTIES],  # noqa: S607
        capture_output=True, encoding="utf-8", errors="replace", timeout=SYSTEMCTL_SECONDS,
        check=False,
    ).stdout  # fmt: skip
    found: dict[str, str] = {}
    for line in shown.splitlines():
        name, _, value = line.partition("=")
        found[name] = f"{found[name]} {value}" if name in found else value  # several files
    command = found.get("ExecStart", "")
    found["ExecStart"] = command.partition("argv[]=")[2].partition(" ; ")[0]
    return found


def _declared(service: Mapping[str, str]) -> dict[str, str]:
    """The app's variables in the unit and in its files; in this environment if these are secret."""
    found = _ours(shlex.split(service.get("Environment", "")))
    for word in service.get("EnvironmentFiles", "").split():
        if not word.startswith("/"):
            continue
        try:
            lines = Path(word).read_text("utf-8").splitlines()
        except FileNotFoundError:
            continue
        except PermissionError:  # which /usr/local/sbin/deniable has read as root
            lines = [f"{name}={value}" for name, value in os.environ.items()]
        found |= _ours(lines)
    return found


def _environment_of(process: str) -> dict[str, str] | None:
    try:
        content = Path("/proc", process, "environ").read_bytes()
    except OSError:
        return None
    return _ours(os.fsdecode(content).split("\0"))


def _ours(lines: list[str]) -> dict[str, str]:
    """The app's variables in lines such as NAME="value"."""
    pairs = (line.split("=", 1) for line in lines if line.startswith(OURS) and "=" in line)
    return {name: _unquoted(value) for name, value in pairs}


def _unquoted(value: str) -> str:
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if quoted else value
