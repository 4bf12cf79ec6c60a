"""The secret and the signing key of an instance folder, to which its database belongs.

The first start makes both. The database knows them, so that a start with others fails: another
secret rejects every token that was handed out, and another key has another fingerprint.
"""

import contextlib
import hmac
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from survey.core.instrument.digest_forms import short_form
from survey.errors import ConfigError
from survey.store import Store
from survey.store.files import durable_file
from survey.store.models import KnownKeys
from survey.systems import give_to_owner, open_to_others
from survey.wire.keys import PublicKey, SigningKey

SECRET_FILE = "secret"  # noqa: S105 - the file's name
KEY_FILE = "signing_key"
KEY_FILES = (SECRET_FILE, KEY_FILE)
BRING_BACK = (
    "Bring both back with survey restore --keys FILE, or copy the files secret and signing_key "
    "from the folder that the database was used with; if they are lost, run survey replace-key."
)


@dataclass(frozen=True)
class InstanceKeys:
    """The secret, which keys hashes of tokens and signs cookies, and the signing key."""

    secret: str = field(repr=False)
    signing_key: SigningKey

    @property
    def known(self) -> KnownKeys:
        """The public key and the secret's fingerprint, which a database may hold."""
        return KnownKeys(self.signing_key.public.hex, secret_fingerprint(self.secret))


def secret_fingerprint(secret: str) -> str:
    """A fingerprint that reveals nothing of the secret: 120 bits of a keyed hash, in six groups."""
    return short_form(hmac.digest(secret.encode(), b"fingerprint of this secret", "sha256").hex())


def instance_keys(folder: Path, store: Store) -> InstanceKeys:
    """The keys of the folder, to which the database belongs; the first start makes them.

    Raises ConfigError, and makes nothing, if the database belongs to others or a key is missing.
    """
    known = store.maintenance.keys()
    if known:
        check_belongs(folder, known)
    keys = make_keys(folder)
    # Another machine may have bound the database to its own keys meanwhile.
    check_belongs(folder, store.maintenance.keep_keys(keys.known))
    return keys


def check_belongs(folder: Path, known: KnownKeys) -> None:
    """Raises ConfigError unless the folder has the keys that a database belongs to."""
    wrong = differences(known, *read_if_there(folder))
    if wrong:
        wanted = " and ".join(f"the {each.name} {each.wanted}" for each in wrong)
        found = " and ".join(
            f"the {each.name} {each.found}" if each.found else f"no {each.name}" for each in wrong
        )
        raise ConfigError(
            f"The database belongs to {wanted}, and {folder} has {found}. {BRING_BACK}"
        )


class Difference(NamedTuple):
    """A key that differs from the database's: both fingerprints, or None for a missing key."""

    name: str
    wanted: str
    found: str | None


def differences(known: KnownKeys, secret: str | None, key: SigningKey | None) -> list[Difference]:
    """The secret or the signing key, or both, if they differ from those that the database knows."""
    known_key = PublicKey(known.public_key).fingerprint
    pairs: list[tuple[str, str | None, str | None]] = [
        ("secret", known.secret, secret_fingerprint(secret) if secret else None),
        ("signing key", known_key, key.public.fingerprint if key else None),
    ]
    return [
        Difference(name, wanted, found)
        for name, wanted, found in pairs
        if wanted and wanted != found
    ]


def read_if_there(folder: Path) -> tuple[str | None, SigningKey | None]:
    """The secret and the signing key in a folder, None for each that is missing."""
    secret, key = folder / SECRET_FILE, folder / KEY_FILE
    return (
        read_secret(secret) if secret.exists() else None,
        read_signing_key(key) if key.exists() else None,
    )


def make_keys(folder: Path) -> InstanceKeys:
    """Returns the folder's keys, and makes missing ones (mode 600); raises ConfigError."""
    try:
        for name in KEY_FILES:
            write_once(folder / name, secrets.token_hex(32))  # any 32 bytes are a signing key
        return InstanceKeys(read_secret(folder / SECRET_FILE), read_signing_key(folder / KEY_FILE))
    except OSError as error:
        raise ConfigError(
            f"The secret and the signing key in {folder} cannot be used: {error.strerror}. Mend "
            "their permissions."
        ) from error


def put_keys(folder: Path, keys: InstanceKeys) -> None:
    """Replaces the keys of the folder by these."""
    for name, text in zip(KEY_FILES, (keys.secret, keys.signing_key.seed), strict=True):
        (folder / name).unlink(missing_ok=True)
        write_once(folder / name, text)


def write_once(path: Path, text: str) -> None:
    """Writes the whole text, unless the file exists, even if another process just made it."""
    if path.exists():
        return
    # It appears at once, with its whole content, and never replaces a file.
    with contextlib.suppress(FileExistsError), durable_file(path) as file:
        give_to_owner(path.parent, file.fileno())
        file.write(text.encode("ascii"))


def read_secret(path: Path) -> str:
    """The secret; raises ConfigError if others can read it, or it is damaged."""
    if open_to_others(path):
        raise ConfigError(
            f"The file {path} can be read by others. Run: chmod 600 {path} — and if somebody may "
            "have read it, delete it and run survey replace-key; everybody must then sign in again."
        )
    return checked_secret(path.read_text(encoding="ascii", errors="replace"), path)


def checked_secret(text: str, path: Path) -> str:
    """The secret in a file's text; raises ConfigError if it is damaged."""
    secret = text.strip()
    if len(secret) < 32:
        raise ConfigError(f"The file {path} is damaged. Bring it back: survey restore --keys FILE.")
    return secret


def read_signing_key(path: Path) -> SigningKey:
    """The key; raises ConfigError if others can read it, or it is damaged."""
    if open_to_others(path):
        raise ConfigError(
            f"The file {path} can be read by others, who could sign in this server's name. "
            f"Run: chmod 600 {path}"
        )
    return checked_signing_key(path.read_text(encoding="ascii", errors="replace"), path)


def checked_signing_key(text: str, path: Path) -> SigningKey:
    """The key in a file's text; raises ConfigError if it is damaged."""
    try:
        return SigningKey(text.strip())
    except ValueError:
        raise ConfigError(
            f"The file {path} is damaged. Bring it back: survey restore --keys FILE."
        ) from None
