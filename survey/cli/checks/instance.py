"""The checks of `survey doctor` on one instance: its folder, secret, database, disk and port.

Each returns a sentence if its docstring holds true, and raises a SurveyError otherwise.
"""

import http.client
import json
import os
import shutil
from pathlib import Path

from survey.app.instance_folder import check_kept
from survey.app.instance_keys import (
    BRING_BACK,
    KEY_FILE,
    SECRET_FILE,
    check_belongs,
    differences,
    read_if_there,
    read_secret,
    read_signing_key,
)
from survey.cli.checks.held_client import look_at_holders
from survey.cli.client.time_limit import within
from survey.cli.server.addresses import check_port
from survey.errors import ConfigError, SurveyError
from survey.store.drives import synced_by, warning_of
from survey.store.maintenance.open import Place, described, inspect, is_address
from survey.store.models import KnownKeys
from survey.systems import NOT_CHECKED, open_to_others

LEAST_FREE = 200 * 1024 * 1024  # bytes, in addition to those that closing a survey takes
COPIES = 2  # closing rewrites the file: its size again for the journal, and for the copy
ANSWER_SECONDS = 5
OWN_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - connected to, not bound to


def instance_folder(data: Path, named: bool = False) -> str:
    """Only this account can open the folder, and it can write there; one that is `named` exists."""
    if not data.exists():
        if named:
            raise ConfigError(
                f"There is no folder {data}. Correct its name, or start the app, which makes it."
            )
        parent = _nearest(data)
        if not os.access(parent, os.W_OK | os.X_OK):
            raise ConfigError(
                f"There is no folder {data}, and it cannot be made in {parent}. Name another with "
                "--data, or make it yours."
            )
        return f"There is no folder {data} yet; the first start makes it."
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        raise ConfigError(f"The folder {data} cannot be written by this account. Make it yours.")
    _check_shut(data, "700")
    if synced_by(data) and (warning := warning_of(data)):
        raise ConfigError(warning)
    if NOT_CHECKED:
        return f"{data} can be written. {NOT_CHECKED}"
    shared = warning_of(data)
    return f"{data} is this account's alone." + (f" {shared}" if shared else "")


def secret(data: Path, place: Place) -> str:
    """The secret is whole, and only this account can read it; no database waits for a lost one."""
    file = data / SECRET_FILE
    if not file.exists():
        return _missing("secret", data, place)
    read_secret(file)
    return f"{file} is whole." if NOT_CHECKED else f"{file} can be read by this account alone."


def signing_key(data: Path, place: Place) -> str:
    """The signing key is whole, and only this account can read it; returns its fingerprint, too.

    No database waits for a lost one.
    """
    file = data / KEY_FILE
    if not file.exists():
        return _missing("signing key", data, place)
    return f"{read_signing_key(file).public.fingerprint} signs acknowledgements and results."


def database(data: Path, place: Place) -> str:
    """The database can be read and written, is sound, is durable, and its schema is this release's.

    It belongs to the secret and the signing key in the folder, as far as they are there.
    """
    if not is_address(place):
        check_kept(data)
        file = Path(place)
        if not file.exists():
            return "There is no database yet; the first start makes it."
        if not os.access(file, os.R_OK | os.W_OK):
            raise ConfigError(f"{file} cannot be written by this account. Make it yours.")
        _check_shut(file, "600")
    found = inspect(place)
    if found.keys:
        _check_keys(data, found.keys)
    if found.wipe_pending:
        raise ConfigError(
            "What was deleted, or the order in which responses to a closed survey came, is not "
            "erased from the database's files yet. The app does it, and tries again, while it "
            "runs: start it, end whatever reads the database for long, or free some space."
        )
    schema = "the schema is up to date"
    if found.pending:
        schema = "the next start brings the schema up to date"
    name = found.engine if not is_address(place) else f"{described(place)}, {found.engine}"
    return f"{name}: sound, {found.kept.in_words}; {schema}."


def disk(data: Path, place: Place) -> str:
    """The disk has space for responses, and for the copy that closing a survey makes."""
    size = 0 if is_address(place) or not Path(place).exists() else Path(place).stat().st_size
    needed = LEAST_FREE + COPIES * size
    free = shutil.disk_usage(_nearest(data)).free
    if free < needed:
        raise ConfigError(
            f"{_megabytes(free)} are free at {data}, but {_megabytes(needed)} may be needed when a "
            "survey closes. Free some space."
        )
    return f"{_megabytes(free)} are free at {data}."


def port(host: str, number: int) -> str:
    """The port is free, or this app answers there and is ready."""
    try:
        check_port(host, number)
    except ConfigError:
        asked = OWN_ADDRESS.get(host, host)
        if _answer(asked, number, "/health").get("app") != "deniable":
            raise
        ready = _answer(asked, number, "/ready")
        if ready.get("status") != "ready":
            said = ready.get("detail", "It does not say why.")
            raise ConfigError(f"The app runs at port {number}, but is not ready. {said}") from None
        return f"The app runs at port {number}, and is ready."
    return f"Port {number} at {host} is free."


def holders(data: Path, place: Place, client_at: str | None, collector: str) -> str:
    """Each page that somebody else holds is the release's file, and browsers let it send.

    `client_at` is the installation's holder, `collector` the address of this server.
    """
    try:
        found = look_at_holders(data, place, client_at, collector)
    except SurveyError:  # which the database's check reports
        return "Not looked for: the surveys cannot be read."
    said = " ".join(sentence for each in found for sentence in each.sentences)
    if not all(each.well for each in found):
        raise ConfigError(said)
    return said or "No survey names somebody else who holds the page."


def _answer(host: str, number: int, path: str) -> dict[str, str]:
    """The JSON object that the server returns at this path, or an empty one."""
    connection = http.client.HTTPConnection(host, number, timeout=ANSWER_SECONDS)

    def content() -> bytes:
        connection.request("GET", path, headers={"Accept": "application/json"})
        return connection.getresponse().read(10_000)

    try:
        answer = json.loads(within(ANSWER_SECONDS, content))
    except (OSError, http.client.HTTPException, ValueError):
        return {}
    finally:
        connection.close()
    return answer if isinstance(answer, dict) else {}


def _missing(name: str, data: Path, place: Place) -> str:
    """What a missing key means; raises ConfigError if the database belongs to one."""
    if not is_address(place) and not Path(place).exists():
        return f"There is no {name} yet; the first start makes it."
    try:
        known, folder = inspect(place).keys, read_if_there(data)
    except (SurveyError, OSError):
        return f"There is no {name}. It is not known whether the database needs one."
    for each in differences(known, *folder) if known else ():
        if each.name == name:
            raise ConfigError(
                f"There is no {name}, and the database belongs to {each.wanted}. {BRING_BACK}"
            )
    return f"There is no {name} yet; the first start makes it."


def _check_keys(data: Path, known: KnownKeys) -> None:
    """Checks that the keys are those of the database; raises ConfigError for others."""
    try:
        wrong = differences(known, *read_if_there(data))
    except ConfigError:
        return  # which other checks report
    if any(each.found for each in wrong):  # the key's own check reports a missing one
        check_belongs(data, known)


def _check_shut(path: Path, mode: str) -> None:
    if open_to_others(path):
        raise ConfigError(f"{path} is open to other accounts. Run: chmod {mode} {path}")


def _nearest(path: Path) -> Path:
    """The folder itself, or the nearest one above it that exists."""
    path = path.absolute()
    return next(each for each in (path, *path.parents) if each.exists())


def _megabytes(size: int) -> str:
    return f"{size // 10**6:,} MB"
