"""The instance folder: the first start makes it, and only its owner can read it."""

from pathlib import Path

from survey.app.configuration import DATABASE_FILE, Config
from survey.app.instance_keys import KEY_FILE, instance_keys
from survey.errors import ConfigError
from survey.store import Store, open_store
from survey.store.files import make_private_folder
from survey.store.sqlite.engine import REHEARSALS_FILE
from survey.systems import changeable_by_others, open_to_others


def open_instance(config: Config) -> Store:
    """The store of an instance that respondents may meet; makes what a first start makes.

    Raises ConfigError and StoreUnavailable, before anything listens, if the folder, the file,
    its pages, its schema or the keys that it belongs to are not as they must be.
    """
    prepare_folder(config.data)
    if config.database_url is None:
        check_kept(config.data)
    store = open_store(config.place)
    try:
        store.maintenance.check_sound()
        instance_keys(config.data, store)
    except BaseException:
        store.close()
        raise
    return store


def prepare_folder(folder: Path) -> None:
    """Creates the folder (mode 700) if it is missing.

    Raises ConfigError if it cannot be used, if others can put files into it, or if they can read
    a database in it.
    """
    try:
        make_private_folder(folder)
        _check_shut(folder)
    except OSError as error:
        raise ConfigError(
            f"The folder {folder} cannot be used: {error.strerror}. "
            "Give another with --data, or mend its permissions."
        ) from error


def check_kept(folder: Path) -> None:
    """Raises ConfigError if the signing key is there, and nothing of the database that it had.

    The first start makes the key once the database is made: so this is none.
    """
    database = folder / DATABASE_FILE
    lost = not database.exists() or (database.is_file() and not database.stat().st_size)
    if lost and (folder / KEY_FILE).exists():
        found = "is empty" if database.exists() else "is missing"
        raise ConfigError(
            f"The database {database} {found}, though a signing key that had one is beside it. "
            "Bring it back with survey restore; to begin anew, move the files of this folder to "
            "another one."
        )


def _check_shut(folder: Path) -> None:
    if changeable_by_others(folder):
        raise ConfigError(f"Other accounts can change the folder {folder}. Run: chmod 700 {folder}")
    for name in (DATABASE_FILE, REHEARSALS_FILE):
        file = folder / name
        if file.is_file() and open_to_others(file):
            raise ConfigError(f"Other accounts can open the file {file}. Run: chmod 600 {file}")
