"""The instance folder: the first start makes it, and only its owner can read it."""

import contextlib
import os
import secrets
from pathlib import Path

from survey.app.configuration import DATABASE_FILE
from survey.errors import ConfigError
from survey.store.files import link_durably, make_private_folder

SECRET_FILE = "secret"  # noqa: S105 - the file's name


def prepare_instance(folder: Path) -> str:
    """Creates the folder (mode 700) and the secret (mode 600) if missing; returns the secret.

    Raises ConfigError if the folder cannot be used, if others can put files into
    it, or if they can read the secret or the database.
    """
    try:
        make_private_folder(folder)
        _check_shut(folder)
        secret = folder / SECRET_FILE
        if not secret.exists():
            _write_secret(secret)
        return read_secret(secret)
    except OSError as error:
        raise ConfigError(
            f"The folder {folder} cannot be used: {error.strerror}. "
            "Give another with --data, or mend its permissions."
        ) from error


def _check_shut(folder: Path) -> None:
    if folder.stat().st_mode & 0o022:
        raise ConfigError(f"Other accounts can change the folder {folder}. Run: chmod 700 {folder}")
    database = folder / DATABASE_FILE
    if database.is_file() and database.stat().st_mode & 0o077:
        raise ConfigError(f"Other accounts can open the file {database}. Run: chmod 600 {database}")


def _write_secret(path: Path) -> None:
    """Writes the secret whole, or leaves the one that another process has just written."""
    unfinished = path.with_name(f"{SECRET_FILE}.{secrets.token_hex(8)}")
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
        # A link appears at once, with its whole content, and never replaces a file.
        with contextlib.suppress(FileExistsError):
            link_durably(unfinished, path)
    finally:
        unfinished.unlink()


def read_secret(path: Path) -> str:
    """The secret; raises ConfigError if others can read it, or it is damaged."""
    if path.stat().st_mode & 0o077:
        raise ConfigError(
            f"The file {path} can be read by others. Run: chmod 600 {path} "
            "— and delete it first if somebody may have read it; sign-ins then start anew."
        )
    key = path.read_text(encoding="ascii", errors="replace").strip()
    if len(key) < 32:
        raise ConfigError(f"The file {path} is damaged. Delete it; sign-ins then start anew.")
    return key
