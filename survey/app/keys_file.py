"""The keys file: secret and signing key of an instance in one file, apart from its backups.

Anyone who has it can sign in the instance's name. So a backup of the database has no key, and
this file is written once, and kept apart from the backups.
"""

import json
from pathlib import Path

from survey.app.instance_keys import InstanceKeys, checked_secret, checked_signing_key
from survey.errors import ConfigError
from survey.store.files import new_file

ABOUT = "The keys of a Deniable installation: anyone who has this file can sign in its name."
LARGEST = 10_000  # bytes


def write_keys_file(path: Path, keys: InstanceKeys) -> None:
    """Writes the file (mode 600), whole or not at all; raises ConfigError if it exists."""
    document = {"about": ABOUT, "secret": keys.secret, "signing_key": keys.signing_key.seed}
    with new_file(path) as file:
        file.write((json.dumps(document, indent=1) + "\n").encode("ascii"))


def read_keys_file(path: Path) -> InstanceKeys:
    """The keys in a file; raises ConfigError if they cannot be read from it."""
    with path.open("rb") as file:
        content = file.read(LARGEST)
    try:
        document = json.loads(content)
        secret, seed = (str(document[name]) for name in ("secret", "signing_key"))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ConfigError(f"{path} is no file of survey backup --keys.") from None
    return InstanceKeys(checked_secret(secret, path), checked_signing_key(seed, path))
