"""The instance folder: the first start makes it, and only its owner can read it."""

import contextlib
import os
import secrets
from pathlib import Path

from survey.app.configuration import DATABASE_FILE
from survey.errors import ConfigError
from survey.store import Store
from survey.store.files import link_durably, make_private_folder
from survey.store.sqlite.engine import REHEARSALS_FILE
from survey.wire.keys import PublicKey, SigningKey

SECRET_FILE = "secret"  # noqa: S105 - the file's name
KEY_FILE = "signing_key"


def prepare_instance(folder: Path) -> str:
    """Creates the folder (mode 700) and the secret (mode 600) if missing; returns the secret.

    Raises ConfigError if the folder cannot be used, if others can put files into
    it, or if they can read the secret or the database.
    """
    try:
        make_private_folder(folder)
        _check_shut(folder)
        secret = folder / SECRET_FILE
        _make_secret(secret)
        return read_secret(secret)
    except OSError as error:
        raise ConfigError(
            f"The folder {folder} cannot be used: {error.strerror}. "
            "Give another with --data, or mend its permissions."
        ) from error


def _check_shut(folder: Path) -> None:
    if folder.stat().st_mode & 0o022:
        raise ConfigError(f"Other accounts can change the folder {folder}. Run: chmod 700 {folder}")
    for name in (DATABASE_FILE, REHEARSALS_FILE):
        file = folder / name
        if file.is_file() and file.stat().st_mode & 0o077:
            raise ConfigError(f"Other accounts can open the file {file}. Run: chmod 600 {file}")


def prepare_signing_key(folder: Path) -> SigningKey:
    """The key in the folder, which is made (mode 600) if it is missing; raises ConfigError."""
    try:
        file = folder / KEY_FILE
        _make_secret(file)  # any 32 bytes are a key (RFC 8032, 5.1.5)
        return read_signing_key(file)
    except OSError as error:
        raise ConfigError(
            f"The signing key in {folder} cannot be used: {error.strerror}. Mend its permissions."
        ) from error


def signing_fingerprint(folder: Path, store: Store) -> str:
    """Of the key that the database belongs to: this folder's, from now on, if it had none."""
    kept = store.maintenance.public_key() or store.maintenance.keep_public_key(
        prepare_signing_key(folder).public.hex
    )
    return PublicKey(kept).fingerprint


def _make_secret(path: Path) -> None:
    """Writes 32 random bytes whole, unless they are there, if only just by another process."""
    if path.exists():
        return
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
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


def read_signing_key(path: Path) -> SigningKey:
    """The key; raises ConfigError if others can read it, or it is damaged."""
    if path.stat().st_mode & 0o077:
        raise ConfigError(
            f"The file {path} can be read by others, who could sign in this server's name. "
            f"Run: chmod 600 {path}"
        )
    try:
        return SigningKey(path.read_text(encoding="ascii", errors="replace").strip())
    except ValueError:
        raise ConfigError(f"The file {path} is damaged. Restore it from a backup.") from None
